typedef int wide __attribute__((mode(DI)));
void k(const wide* restrict a, wide* restrict b) {
  for (int i = 0; i < 64; i++) b[i] = a[i] * a[i];
}
