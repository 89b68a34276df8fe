#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
void f(float a[24][32], float b[24][32]) {
  for (int y = 0; y < 24; y++)
    for (int x = 0; x < 32; x++) {
      float s = 0;
      for (int d = -2; d <= 2; d++) s += a[y][CLAMP(x + d, 0, 31)] + a[CLAMP(y + d, 0, 23)][x];
      b[y][x] = s;
    }
}
