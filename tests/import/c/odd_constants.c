/* Constants that rtlgen's language has no numbers for.
   arrays: float a[50]; double b[50]; float c[50]; double d[50];
   call: odd_constants(a, b, c, d);
   fields: a=a b=b c=c d=d */
// Infinities, NaN and negative zeros, and functions of constants whose bits no library of this machine decides.
#include <math.h>
static float larger(float one, float other) { return one > other ? one : other; }
void odd_constants(const float a[50], double b[50], float c[50], double d[50]) {
  const float negative = -0.0f;
  for (int i = 0; i < 50; i++) {
    b[i] = 1 / (negative * fabsf(a[i])) + (a[i] > sqrtf(-7) ? 1 : 2) + (1e300 * 1e300 > a[i]) + (sqrt(-1) >= 0);
    c[i] = fmaxf(sqrtf(-7), a[i]) + fminf(1.0f / 0.0f, a[i]) + larger(a[i], -1e30f * 1e30f);
    d[i] = exp(0.0) + pow(2, 10) * a[i] + log(1.0) + hypot(3.0, 4.0) + rint(-0.25) / a[i] + 1 / fmin(0.0, -0.0);
  }
}
