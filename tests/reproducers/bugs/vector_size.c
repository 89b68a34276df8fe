typedef float v4 __attribute__((vector_size(16)));
void k(const v4* restrict a, v4* restrict b, const float* restrict s) {
  for (int i = 1; i < 63; i++) b[i] = a[i - 1] + a[i + 1] * s[i];
}
