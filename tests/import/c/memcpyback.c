/* memcpy of a whole array at the end of each step.
   arrays: double u[14][18]; double v[14][18];
   call: step(u, v);
   fields: u=u v=v */
#include <string.h>
void step(double u[14][18], double v[14][18]) {
  for (int s = 0; s < 3; s++) {
    for (int i = 2; i < 12; i++)
      for (int j = 2; j < 16; j++)
        v[i][j] = u[i][j] - 0.1 * (u[i - 2][j] - 4 * u[i - 1][j] + 6 * u[i][j] - 4 * u[i + 1][j] + u[i + 2][j]) * 0.5;
    memcpy(u, v, sizeof(double) * 14 * 18);
  }
}
