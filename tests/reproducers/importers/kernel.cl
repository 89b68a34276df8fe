// A Jacobi step of seven points as OpenCL states it.
__kernel void naive_kernel(float c0, float c1, __global float *A0, __global float *Anext, int nx, int ny, int nz) {
  int i = get_global_id(0) + 1;
  int j = get_global_id(1) + 1;
  int k = get_global_id(2) + 1;
  Anext[i + nx * (j + ny * k)] =
      c1 * (A0[i + nx * (j + ny * (k + 1))] + A0[i + nx * (j + ny * (k - 1))] + A0[i + nx * (j + 1 + ny * k)] +
            A0[i + nx * (j - 1 + ny * k)] + A0[i + 1 + nx * (j + ny * k)] + A0[i - 1 + nx * (j + ny * k)]) -
      A0[i + nx * (j + ny * k)] * c0;
}
