/* Two arrays that change places by their pointers, indices written out; each keeps a border of its own.
   arrays: float a[24*40]; float b[24*40];
   call: heat(a, b, 40, 24, 5, 0.1f);
   options: -D nx=40 -D ny=24 -D steps=5 -D k=0.1f
   fields: src=a dst=b
   end: src=b dst=a */
#define IDX(i, j) ((i)*nx + (j))
static inline float lap(const float* u, int nx, int i, int j) {
  return u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] + u[IDX(i, j + 1)] - 4.0f * u[IDX(i, j)];
}

void heat(float* restrict src, float* restrict dst, int nx, int ny, int steps, float k) {
  for (int s = 0; s < steps; ++s) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < ny - 1; ++i)
      for (int j = 1; j < nx - 1; ++j) dst[IDX(i, j)] = src[IDX(i, j)] + k * lap(src, nx, i, j);
    float* t = src;
    src = dst;
    dst = t;
  }
}
