/* A lattice of three velocities: arrays of an array are fields of their own.
   globals: yes
   call: collide();
   fields: f_0=f[0] f_1=f[1] f_2=f[2] g_0=g[0] g_1=g[1] g_2=g[2] */
#define N 64
double f[3][N], g[3][N];
void collide(void) {
  for (int x = 1; x < N - 1; x++) {
    double p[3];
    p[0] = f[0][x];
    p[1] = f[1][x - 1];
    p[2] = f[2][x + 1];
    double rho = p[0] + p[1] + p[2];
    double u = (p[1] - p[2]) / rho;
    for (int k = 0; k < 3; k++) g[k][x] = p[k] - 0.6 * (p[k] - rho * (1.0 / 3.0 + (k == 1 ? u : k == 2 ? -u : 0.0)));
  }
}
