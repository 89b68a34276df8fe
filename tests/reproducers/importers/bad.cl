// A kernel with a fault: messages must name this file and this line.
__kernel void naive_kernel(float c0, float c1, __global float *A0, __global float *Anext, int nx, int ny, int nz) {
  int i = get_global_id(0) + 1;
  Anext[i] = c1 * A0[i] + missing;
}
