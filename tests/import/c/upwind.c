/* Upwind by the sign of a velocity, and a limiter of three values.
   arrays: float q[14][22]; float u[14][22]; float r[14][22];
   call: upwind(q, u, r, 0.25f);
   set: nu=0.25
   fields: q=q u=u r=r */
#include <math.h>
static float minmod(float a, float b) {
  if (a * b <= 0.0f) return 0.0f;
  return fabsf(a) < fabsf(b) ? a : b;
}
void upwind(float q[14][22], float u[14][22], float r[14][22], float nu) {
  for (int i = 0; i < 14; i++)
    for (int j = 2; j < 20; j++) {
      float flux;
      if (u[i][j] > 0.0f)
        flux = u[i][j] * (q[i][j] - q[i][j - 1]);
      else
        flux = u[i][j] * (q[i][j + 1] - q[i][j]);
      flux += 0.5f * minmod(q[i][j + 1] - q[i][j], q[i][j] - q[i][j - 1]);
      r[i][j] = q[i][j] - nu * flux;
    }
}
