/* PolyBench's style, three axes, variable length arrays.
   arrays: double A[9][10][11]; double B[9][10][11];
   call: kernel_heat_3d(3, A, B);
   options: -D tsteps=3
   fields: A=A B=B */
#define X 9
#define Y 10
#define Z 11
void kernel_heat_3d(int tsteps, double A[X][Y][Z], double B[X][Y][Z]) {
  int t, i, j, k;
  for (t = 1; t <= tsteps; t++) {
    for (i = 1; i < X - 1; i++)
      for (j = 1; j < Y - 1; j++)
        for (k = 1; k < Z - 1; k++)
          B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k]) +
                       0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k]) +
                       0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
    for (i = 1; i < X - 1; i++)
      for (j = 1; j < Y - 1; j++)
        for (k = 1; k < Z - 1; k++)
          A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k]) +
                       0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k]) +
                       0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
  }
}
