#include <math.h>
const double u = 0.05, v = 0.02;
double w;
int n;
float f;
double Q[64];
double tab[4] = {1, 2, 3, 4};
static double half(double x) { return x / 2; }
int main(void) {
  w = M_PI;
#pragma rtlgen
  for (int i = 0; i < 64; i++) Q[i] = Q[i] * w;
  return 0;
}
