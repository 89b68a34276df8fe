#include <math.h>
#include <stdbool.h>
void k(const float* restrict f, float* restrict b) {
  for (int i = 0; i < 64; i++) {
    bool t = f[i] > 1.0f;
    b[i] = t ? 2.0f : f[i];
  }
}
