/* Sums in the array itself, turn by turn.
   arrays: double a[12][30]; double b[12][30];
   call: accumulate(a, b);
   fields: a=a b=b */
#define R 3
static const double w[2 * R + 1] = {0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05};
void accumulate(double a[12][30], double b[12][30]) {
  for (int i = 0; i < 12; i++)
    for (int j = R; j < 30 - R; j++) {
      b[i][j] = 0.0;
      for (int r = -R; r <= R; r++) b[i][j] += w[r + R] * a[i][j + r];
    }
}
