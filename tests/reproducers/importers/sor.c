void f(double u[32][32]) {
  for (int t = 0; t < 10; t++)
    for (int i = 1; i < 31; i++)
      for (int j = 1; j < 31; j++)
        u[i][j] += 0.3 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
}
