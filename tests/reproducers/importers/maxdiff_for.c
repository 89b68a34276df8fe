#include <math.h>
#define M 32
void f(double u[M][M], double w[M][M], double eps) {
  for (int it = 0; it < 100; it++) {
    double diff = 0;
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < M - 1; j++) w[i][j] = (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]) / 4.0;
    for (int i = 1; i < M - 1; i++)
      for (int j = 1; j < M - 1; j++) {
        double d = fabs(w[i][j] - u[i][j]);
        if (d > diff) diff = d;
        u[i][j] = w[i][j];
      }
    if (diff < eps) break;
  }
}
