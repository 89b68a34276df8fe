// clang-format off
/* What Devito prints for an acoustic wave with damping, as it is: flags of SSE, timers of sections, an operator's profile.
   arrays: float damp[22][26]; float m[22][26]; float data[3][22][26];
   setup: unsigned long dsize[2] = {22, 26}, msize[2] = {22, 26}, size[3] = {3, 22, 26}; struct dataobj d = {damp, dsize}, v = {m, msize}, obj = {data, size}; struct profiler timers = {0};
   call: Kernel(&d, &v, &obj, 0.5f, 5.0f, 5.0f, 5, 1, 15, 0, 19, 0, &timers);
   options: -D x_m=0 -D x_M=15 -D y_m=0 -D y_M=19 -D time_m=1 -D time_M=5
   set: dt=0.5 h_x=5 h_y=5
   fields: damp_vec=damp m_vec=m u_vec_0=data[0] u_vec_1=data[1] u_vec_2=data[2]
   end: u_vec_0=data[2] u_vec_1=data[0] u_vec_2=data[1] */
// clang-format on
#define _POSIX_C_SOURCE 200809L
#define START(S)                     \
  struct timeval start_##S, end_##S; \
  gettimeofday(&start_##S, NULL);
#define STOP(S, T)              \
  gettimeofday(&end_##S, NULL); \
  T->S += (double)(end_##S.tv_sec - start_##S.tv_sec) + (double)(end_##S.tv_usec - start_##S.tv_usec) / 1000000;

#include "math.h"
#include "pmmintrin.h"
#include "stdlib.h"
#include "sys/time.h"
#include "xmmintrin.h"

struct dataobj {
  void* restrict data;
  unsigned long* size;
  unsigned long* npsize;
  unsigned long* dsize;
  int* hsize;
  int* hofs;
  int* oofs;
  void* dmap;
};

struct profiler {
  double section0;
};

int Kernel(struct dataobj* restrict damp_vec, struct dataobj* restrict m_vec, struct dataobj* restrict u_vec,
           const float dt, const float h_x, const float h_y, const int time_M, const int time_m, const int x_M,
           const int x_m, const int y_M, const int y_m, struct profiler* timers) {
  float(*restrict damp)[damp_vec->size[1]] __attribute__((aligned(64))) = (float(*)[damp_vec->size[1]])damp_vec->data;
  float(*restrict m)[m_vec->size[1]] __attribute__((aligned(64))) = (float(*)[m_vec->size[1]])m_vec->data;
  float(*restrict u)[u_vec->size[1]][u_vec->size[2]] __attribute__((aligned(64))) =
      (float(*)[u_vec->size[1]][u_vec->size[2]])u_vec->data;

  /* Flush denormal numbers to zero in hardware */
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);

  float r1 = 1.0F / (dt * dt);
  float r2 = 1.0F / dt;
  float r3 = 1.0F / (h_x * h_x);
  float r4 = 1.0F / (h_y * h_y);

  for (int time = time_m, t0 = (time) % (3), t1 = (time + 2) % (3), t2 = (time + 1) % (3); time <= time_M;
       time += 1, t0 = (time) % (3), t1 = (time + 2) % (3), t2 = (time + 1) % (3)) {
    /* Begin section0 */
    START(section0)
    for (int x = x_m; x <= x_M; x += 1) {
#pragma omp simd aligned(damp, m, u : 32)
      for (int y = y_m; y <= y_M; y += 1) {
        float r5 = -2.5F * u[t0][x + 4][y + 4];
        u[t2][x + 4][y + 4] = (r2 * damp[x + 1][y + 1] * u[t0][x + 4][y + 4] +
                               r3 * (r5 - 8.33333333e-2F * (u[t0][x + 2][y + 4] + u[t0][x + 6][y + 4]) +
                                     1.333333330F * (u[t0][x + 3][y + 4] + u[t0][x + 5][y + 4])) +
                               r4 * (r5 - 8.33333333e-2F * (u[t0][x + 4][y + 2] + u[t0][x + 4][y + 6]) +
                                     1.333333330F * (u[t0][x + 4][y + 3] + u[t0][x + 4][y + 5])) -
                               (-2.0F * r1 * u[t0][x + 4][y + 4] + r1 * u[t1][x + 4][y + 4]) * m[x + 4][y + 4]) /
                              (r1 * m[x + 4][y + 4] + r2 * damp[x + 1][y + 1]);
      }
    }
    STOP(section0, timers)
    /* End section0 */
  }

  return 0;
}
