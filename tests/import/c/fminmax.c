/* fmin, fmax and their float forms.
   arrays: float a[10][30]; double b[10][30];
   call: limit(a, b);
   fields: a=a b=b */
#include <math.h>
void limit(float a[10][30], double b[10][30]) {
  for (int i = 0; i < 10; i++)
    for (int j = 1; j < 29; j++)
      b[i][j] = fmin(a[i][j - 1], b[i][j]) + fmaxf(a[i][j], a[i][j + 1]) + fmax(b[i][j], 0.25);
}
