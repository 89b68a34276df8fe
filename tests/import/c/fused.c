/* Statements of one loop that can be taken apart, with a local value of both.
   arrays: double a[16][20]; double b[16][20]; double c[16][20];
   call: fused(a, b, c);
   fields: a=a b=b c=c */
void fused(double a[16][20], double b[16][20], double c[16][20]) {
  for (int i = 1; i < 15; i++)
    for (int j = 1; j < 19; j++) {
      const double s = a[i - 1][j] + a[i + 1][j];
      b[i][j] = s * 0.5;
      c[i][j] = b[i][j] - s + b[i - 1][j];
    }
}
