#define NX 10
#define NY 12
#define NZ 8
#define __kernel static
#define __global
#define naive_kernel(...) naive_kernel(int gid0, int gid1, int gid2, __VA_ARGS__)
#define get_global_id(d) gid##d
#include "kernel.cl"
#undef naive_kernel
void run(float c0, float c1, float* A0, float* Anext) {
  for (int k = 0; k < NZ - 2; k++)
    for (int j = 0; j < NY - 2; j++)
      for (int i = 0; i < NX - 2; i++) naive_kernel(i, j, k, c0, c1, A0, Anext, NX, NY, NZ);
}
