void k(const float* restrict a, float* restrict b) {
  for (int i = 0; i < 64; i++) {
    __builtin_prefetch(&a[i + 8]);
    b[i] = a[i];
  }
}
