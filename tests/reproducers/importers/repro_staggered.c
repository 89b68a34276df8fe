void f(double e[31], double h[30]) {
  for (int t = 0; t < 5; t++) {
    for (int i = 1; i < 30; i++) e[i] -= 0.5 * (h[i] - h[i - 1]);
    for (int i = 0; i < 30; i++) h[i] -= 0.7 * (e[i + 1] - e[i]);
  }
}
