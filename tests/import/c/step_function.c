/* A function for each half step, that the time loop calls; main is left alone.
   arrays: double u[12][16]; double v[12][16];
   call: run(u, v, 4);
   options: -D steps=4
   fields: u=u v=v */
#define H 12
#define W 16
typedef double row[W];
static void half(const row* from, row* to, double c) {
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++) to[i][j] = from[i][j] + c * (from[i - 1][j] + from[i + 1][j] - 2.0 * from[i][j]);
}
void run(row* u, row* v, int steps) {
  for (int s = 0; s < steps; s++) {
    half(u, v, 0.1);
    half((const row*)v, u, 0.2);
  }
}
