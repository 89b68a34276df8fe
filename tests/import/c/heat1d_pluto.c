/* Pluto's style, one axis, every cell but the ends.
   globals: yes
   call: heat1d();
   fields: A_0=A[0] A_1=A[1] */
#define N 50
#define T 6
double A[2][N + 2];
void heat1d(void) {
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N + 1; i++) {
      A[(t + 1) & 1][i] = 0.125 * (A[t & 1][i + 1] - 2.0 * A[t & 1][i] + A[t & 1][i - 1]) + A[t & 1][i];
    }
  }
}
