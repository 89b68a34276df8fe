/* Loops that count down, in place, reading what is not assigned yet.
   arrays: float u[18][20];
   call: shift(u);
   fields: u=u */
void shift(float u[18][20]) {
  for (int i = 17; i >= 1; i--)
    for (int j = 19; j > 0; --j) u[i][j] = 0.5f * (u[i - 1][j] + u[i][j - 1]) + 0.25f * u[i][j];
}
