void h(float a[66], float b[66], float k, int m) {
  for (int i = 1; i < 65; i++) b[i] = a[i - 1] * k + m;
}
