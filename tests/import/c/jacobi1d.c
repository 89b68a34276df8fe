/* PolyBench's style, one axis, float data and double constants.
   arrays: float A[60]; float B[60];
   call: kernel_jacobi_1d(5, 60, A, B);
   options: -D tsteps=5 -D n=60
   fields: A=A B=B */
void kernel_jacobi_1d(int tsteps, int n, float A[n], float B[n]) {
  for (int t = 0; t < tsteps; t++) {
    for (int i = 1; i < n - 1; i++) B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++) A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}
