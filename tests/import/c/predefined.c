/* Macros by which programs tell compilers apart, and options that change no value.
   arrays: float a[64]; int b[64]; float c[64];
   call: predefined(a, b, c);
   fields: a=a b=b c=c */
#pragma GCC optimize("O3", "unroll-loops")
#pragma STDC FP_CONTRACT ON
#pragma float_control(precise, off)
#if defined(__clang__) || !defined(__OPTIMIZE__) || defined(__NO_INLINE__)
#define ONE 1
#else
#define ONE 2
#endif
#if __GNUC__ >= 5 && __STDC_VERSION__ >= 201710L && __GCC_IEC_559 == 2 && !defined(__FAST_MATH__)
#define TWO 10
#else
#define TWO 20
#endif
#if defined(__has_builtin) && __has_builtin(__builtin_assume)
#define THREE 100
#elif defined(__has_feature)
#define THREE 200
#else
#define THREE 300
#endif
__attribute__((target("avx2,fma"))) void predefined(const float a[64], int b[64], float c[64]) {
#pragma STDC FENV_ACCESS ON
  for (int i = 0; i < 64; i++) {
    b[i] = b[i] % 1000 + ONE + TWO + THREE + __SIZEOF_LONG__ * __CHAR_BIT__ + (__SIZE_MAX__ > __INT_MAX__);
    c[i] = a[i] * c[i] + (a[i] > __FLT_EPSILON__) + __DBL_MIN__ * a[i] + (__DBL_MAX__ > a[i]);
  }
}
