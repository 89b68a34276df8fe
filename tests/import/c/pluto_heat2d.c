/* Pluto's style: A[t % 2].
   arrays: double A[2][22][30];
   call: heat();
   globals: yes
   fields: A_0=A[0] A_1=A[1]
   end: A_0=A[1] A_1=A[0] */
#define N 20
#define M 28
#define T 5
double A[2][N + 2][M + 2];
void heat(void) {
  for (int t = 0; t < T; t++)
    for (int i = 1; i < N + 1; i++)
      for (int j = 1; j < M + 1; j++)
        A[(t + 1) % 2][i][j] = 0.125 * (A[t % 2][i + 1][j] - 2.0 * A[t % 2][i][j] + A[t % 2][i - 1][j]) +
                               0.125 * (A[t % 2][i][j + 1] - 2.0 * A[t % 2][i][j] + A[t % 2][i][j - 1]) +
                               A[t % 2][i][j];
}
