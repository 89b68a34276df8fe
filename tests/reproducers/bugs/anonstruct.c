#include <math.h>
static const struct {
  float w;
  int n;
} P = {0.5f, 2};
void k(const float* restrict a, float* restrict b) {
  for (int i = 0; i < 64; i++) b[i] = a[i] * P.w;
}
