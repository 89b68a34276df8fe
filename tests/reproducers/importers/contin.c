void f(int m[24][32], float a[24][32], float b[24][32]) {
  for (int y = 1; y < 23; y++)
    for (int x = 1; x < 31; x++) {
      if (m[y][x]) continue;
      b[y][x] = a[y][x - 1] + a[y][x + 1];
    }
}
