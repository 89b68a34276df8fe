void f(float* a, float* b, int w, int h) {
  for (int i = 0; i < w * h; i++) {
    int x = i % w, y = i / w;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1) b[i] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w];
  }
}
