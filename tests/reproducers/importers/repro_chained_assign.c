void f(float a[64], float b[64]) {
  for (int i = 1; i < 62; i++) b[i] = a[i] = a[i] * 0.3f + 1;
}
