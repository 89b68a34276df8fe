void f(float a[64], float b[64], float src[10]) {
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < 63; i++) b[i] = a[i - 1] + a[i + 1];
    b[32] += src[t];
    for (int i = 0; i < 64; i++) a[i] = b[i];
  }
}
