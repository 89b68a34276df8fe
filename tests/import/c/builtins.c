/* Builtins as tuned programs call them: functions of the library, hints, and what is likely.
   arrays: float a[64]; float b[64]; double c[64]; float d[64]; int e[64];
   call: k(a, b, c, d, e);
   fields: in=a b=b c=c d=d e=e */
#define likely(x) __builtin_expect(!!(x), 1)
void k(const float* restrict in, float* restrict b, double* restrict c, float* restrict d, int* restrict e) {
  const float* a = __builtin_assume_aligned(in, 4);
  for (int i = 1; i < 63; i++) {
    __builtin_prefetch(&a[i + 8]);
    __builtin_prefetch(&a[i + 8], 1, 3);
    b[i] = __builtin_sqrtf(__builtin_fabsf(a[i - 1])) + __builtin_fmaxf(a[i], a[i + 1]);
    c[i] = __builtin_sqrt(__builtin_fabs(a[i] - 0.5)) + __builtin_fma(a[i], a[i + 1], c[i]);
    if (likely(a[i] > 0)) d[i] = __builtin_expect(i > 3, 1) ? __builtin_floorf(a[i]) : a[i] + 1;
    e[i] = __builtin_abs(e[i]) + (__builtin_expect(e[i], 0) << 1 > e[i]) + (int)sizeof(__builtin_expect(i, 0));
  }
}
