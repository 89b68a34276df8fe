void f(float u[200][64]) {
  for (int t = 0; t < 199; t++)
    for (int i = 1; i < 63; i++) u[t + 1][i] = u[t][i - 1] + u[t][i + 1];
}
