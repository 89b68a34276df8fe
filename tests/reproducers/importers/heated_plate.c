#include <math.h>
#define M 32
#define N 32
double u[M][N], w[M][N];
int main(void) {
  double diff = 1.0, epsilon = 0.001;
  int i, j, iterations = 0;
#pragma rtlgen
  while (epsilon <= diff) {
    for (i = 0; i < M; i++)
      for (j = 0; j < N; j++) u[i][j] = w[i][j];
    for (i = 1; i < M - 1; i++)
      for (j = 1; j < N - 1; j++) w[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4.0;
    diff = 0.0;
    for (i = 1; i < M - 1; i++)
      for (j = 1; j < N - 1; j++)
        if (diff < fabs(w[i][j] - u[i][j])) diff = fabs(w[i][j] - u[i][j]);
    iterations++;
  }
}
