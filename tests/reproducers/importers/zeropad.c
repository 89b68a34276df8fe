void f(float a[24][32], float b[24][32], float k[3][3]) {
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 32; x++) {
      float s = 0;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          int yy = y + i - 1, xx = x + j - 1;
          if (yy >= 0 && yy < 24 && xx >= 0 && xx < 32) s += a[yy][xx] * k[i][j];
        }
      b[y][x] = s;
    }
}
