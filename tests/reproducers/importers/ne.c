void f(const float* a, float* b, int n) {
  for (int i = 1; i != n - 1; i++) b[i] = a[i - 1] + a[i + 1];
}
