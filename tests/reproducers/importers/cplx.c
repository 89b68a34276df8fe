#include <complex.h>
void f(float complex* a, float complex* b) {
  for (int i = 1; i < 63; i++) b[i] = a[i - 1] + I * a[i + 1];
}
