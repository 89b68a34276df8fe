/* PolyBench's style: two arrays by turns, extents from the preprocessor.
   arrays: double A[26][38]; double B[26][38];
   call: kernel_jacobi_2d(7, 26, A, B);
   options: -D tsteps=7
   fields: A=A B=B */
#define N 26
#define M 38
#define DATA_TYPE double
#define SCALAR_VAL(x) x

static void kernel_jacobi_2d(int tsteps, int n, DATA_TYPE A[N][M], DATA_TYPE B[N][M]) {
  int t, i, j;
#pragma scop
  for (t = 0; t < tsteps; t++) {
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < M - 1; j++)
        B[i][j] = SCALAR_VAL(0.2) * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
    for (i = 1; i < N - 1; i++)
      for (j = 1; j < M - 1; j++)
        A[i][j] = SCALAR_VAL(0.2) * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
  }
#pragma endscop
}
