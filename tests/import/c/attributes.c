/* Attributes that say nothing about values, and those that say which type it is.
   arrays: wide a[64]; wide b[64]; float c[64]; float d[64]; tiny t[64];
   call: k(a, b, c, d, t);
   fields: a=a b=b c=c d=d t=t */
#define INLINE static inline __attribute__((always_inline, unused))
#define ALIGNED(n) __attribute__((aligned(n)))
typedef int wide __attribute__((mode(DI)));
typedef unsigned tiny __attribute__((mode(QI)));
typedef float __attribute__((may_alias)) aliased;
static const float kWeights[3] ALIGNED(64) = {0.25f, 0.5f, 0.25f};
_Alignas(32) static const float kScale = 3;
INLINE float weighted(const float* restrict v, int i) __attribute__((const));
INLINE float weighted(const float* restrict v, int i) {
  return kWeights[0] * v[i - 1] + kWeights[1] * v[i] + kWeights[2] * v[i + 1];
}
__attribute__((noinline, hot)) void k(wide* restrict a, wide* restrict b, const aliased* restrict c,
                                      float* restrict d __attribute__((unused)), tiny* t) {
  int narrow __attribute__((mode(HI))) = 70000, spare __attribute__((unused)) = 4;
#pragma unroll 2
  for (int i = 1; i < 63; i++) {
    register volatile float kept ALIGNED(16) = weighted(c, i);
    d[i] = kept * kScale + narrow;
    b[i] = a[i] * a[i] + sizeof(struct {
             char c;
             int i;
           } __attribute__((packed)));
    t[i] = t[i] * 3 - 1;
  }
}
