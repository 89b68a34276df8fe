void f(float a[64][64], float b[64][64]) {
  for (int t = 0; t < 10; t++) {
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++) b[i][j] = a[(i + 63) % 64][j] + a[i][(j + 1) % 64];
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++) a[i][j] = b[i][j];
  }
}
