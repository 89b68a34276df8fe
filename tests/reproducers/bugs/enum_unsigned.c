enum e { A, B, C };
void k(const enum e* restrict a, int* restrict b, float* restrict c) {
  for (int i = 0; i < 64; i++) {
    b[i] = a[i] > -1;
    c[i] = (float)(a[i] - 1);
  }
}
