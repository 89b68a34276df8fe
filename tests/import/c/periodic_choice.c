/* Borders that go round.
   arrays: double a[16][24]; double b[16][24];
   call: periodic_choice(a, b);
   fields: a=a b=b */
// Borders that go round, by ?: and by if.
void periodic_choice(double a[16][24], double b[16][24]) {
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 24; j++) {
        int left = j - 1;
        if (left < 0) left += 24;
        b[i][j] = a[i == 0 ? 15 : i - 1][j] * 0.5 + a[i][j == 23 ? 0 : j + 1] - a[i][left] * 0.25;
      }
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 24; j++) a[i][j] = b[i][j];
  }
}
