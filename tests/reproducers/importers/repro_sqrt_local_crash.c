#include <math.h>
double Q[64], w;
int main(void) {
  double z = sqrt(4.0);
  w = z * 0.5;
#pragma rtlgen
  for (int i = 0; i < 64; i++) Q[i] = Q[i] * w;
}
