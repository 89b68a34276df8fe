/* Code before the named loop.
   arrays: double a[20][24]; double b[20][24];
   globals: yes
   call: weights_before(3);
   fields: a=a b=b */
// What code before the named loop computes: weights in local and global arrays, by statements, loops and functions.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double a[20][24], b[20][24];
double global[3];
static double factor;

static void fill(double w[3], double by) {
  for (int k = 0; k < 3; k++) w[k] = by * (k + 1);
}

static int half(int n) {
  factor = 0.125;
  if (n > 2) return n / 2;
  factor = 4;
  return n;
}

void weights_before(int argc) {
  double local[3], again[2] = {7, 8}, sum = 0;
  double kernel[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
  const double length = 2.0 / (6.0 * sqrt(0.25) + 1.0);
  int far = (int)(sqrt(16.0) * 0.25);
  if (argc < 2) {
    printf("too few\n");
    return;
  }
  local[0] = 0.25;
  local[1] = fabs(-0.5) + length;
  local[2] = local[0] * again[1];
  again[0] = -sqrt(4.0);
  fill(global, 0.5);
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) sum += kernel[k][l];
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) kernel[k][l] /= sum;
  far += half(2);
  far -= half(4);
#pragma rtlgen
  for (int t = 0; t < 2; t++) {
    for (int i = 1; i < 19; i++)
      for (int j = 1; j < 23; j++) {
        double s = local[0] * a[i][j - far] + local[1] * a[i][j] + local[2] * a[i - 1][j] + again[0] * factor;
        for (int k = 0; k < 3; k++)
          for (int l = 0; l < 3; l++) s += kernel[k][l] * a[i + k - 1][j + l - 1] * global[k];
        b[i][j] = s;
      }
    for (int i = 1; i < 19; i++)
      for (int j = 1; j < 23; j++) a[i][j] = b[i][j];
  }
}
