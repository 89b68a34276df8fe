/* Devito's style of printed C: records of arrays, casts of their data, three time levels, a halo of two.
   arrays: float data[3][20][24];
   setup: int size[3] = {3, 20, 24}; struct dataobj obj; obj.data = data; obj.size = size;
   call: Kernel(&obj, 0.001f, 5.0f, 5.0f, 15, 0, 19, 0, 5, 1);
   options: -D x_m=0 -D x_M=15 -D y_m=0 -D y_M=19 -D time_m=1 -D time_M=5 -D dt=0.001f -D h_x=5.0f -D h_y=5.0f
   fields: u_vec_0=data[0] u_vec_1=data[1] u_vec_2=data[2]
   end: u_vec_0=data[2] u_vec_1=data[0] u_vec_2=data[1] */
#include <math.h>
#include <stdlib.h>
struct dataobj {
  void* restrict data;
  int* size;
};
int Kernel(struct dataobj* restrict u_vec, const float dt, const float h_x, const float h_y, const int x_M,
           const int x_m, const int y_M, const int y_m, const int time_M, const int time_m) {
  float(*restrict u)[u_vec->size[1]][u_vec->size[2]] __attribute__((aligned(64))) =
      (float(*)[u_vec->size[1]][u_vec->size[2]])u_vec->data;
  float r0 = 1.0F / (h_x * h_x);
  float r1 = 1.0F / (h_y * h_y);
  float r2 = 1.0F / (dt * dt);
  for (int time = time_m, t0 = (time) % (3), t1 = (time + 2) % (3), t2 = (time + 1) % (3); time <= time_M;
       time += 1, t0 = (time) % (3), t1 = (time + 2) % (3), t2 = (time + 1) % (3)) {
    /* Begin section0 */
    for (int x = x_m; x <= x_M; x += 1) {
#pragma omp simd aligned(u : 32)
      for (int y = y_m; y <= y_M; y += 1) {
        float r3 = -2.5F * u[t0][x + 2][y + 2];
        u[t2][x + 2][y + 2] = (r0 * (r3 - 8.33333333e-2F * (u[t0][x][y + 2] + u[t0][x + 4][y + 2]) +
                                     1.33333333F * (u[t0][x + 1][y + 2] + u[t0][x + 3][y + 2])) +
                               r1 * (r3 - 8.33333333e-2F * (u[t0][x + 2][y] + u[t0][x + 2][y + 4]) +
                                     1.33333333F * (u[t0][x + 2][y + 1] + u[t0][x + 2][y + 3])) -
                               (-2.0F * r2 * u[t0][x + 2][y + 2] + r2 * u[t1][x + 2][y + 2])) /
                              r2;
      }
    }
    /* End section0 */
  }
  return 0;
}
