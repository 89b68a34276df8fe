/* PolyBench's style of FDTD: three arrays, an edge that follows the time step.
   arrays: double ex[20][30]; double ey[20][30]; double hz[20][30];
   call: kernel_fdtd_2d(6, 20, 30, ex, ey, hz);
   options: -D tmax=6 -D nx=20 -D ny=30
   fields: ex=ex ey=ey hz=hz */
void kernel_fdtd_2d(int tmax, int nx, int ny, double ex[nx][ny], double ey[nx][ny], double hz[nx][ny]) {
  int t, i, j;
  for (t = 0; t < tmax; t++) {
    for (j = 0; j < ny; j++) ey[0][j] = (double)t;
    for (i = 1; i < nx; i++)
      for (j = 0; j < ny; j++) ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (i = 0; i < nx; i++)
      for (j = 1; j < ny; j++) ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (i = 0; i < nx - 1; i++)
      for (j = 0; j < ny - 1; j++) hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}
