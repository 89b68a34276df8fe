void f(float a[64], float b[32]) {
  for (int i = 0; i < 32; i++) b[i] = (a[2 * i] + a[2 * i + 1]) / 2;
}
