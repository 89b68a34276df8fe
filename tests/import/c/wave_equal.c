/* Three time levels by remainder, equal borders.
   globals: yes
   setup: for (int i = 0; i < 18; i++) for (int j = 0; j < 22; j++) u[1][i][j] = u[0][i][j];
   same: yes
   call: wave();
   fields: u_0=u[0] u_2=u[2]
   end: u_0=u[1] u_2=u[0] */
double u[3][18][22];
#pragma rtlgen equal(u)
void wave(void) {
  for (int t = 0; t < 4; t++)
    for (int i = 1; i < 17; i++)
      for (int j = 1; j < 21; j++)
        u[(t + 1) % 3][i][j] = 2 * u[t % 3][i][j] - u[(t + 2) % 3][i][j] +
                               0.2 * (u[t % 3][i - 1][j] + u[t % 3][i + 1][j] + u[t % 3][i][j - 1] +
                                      u[t % 3][i][j + 1] - 4 * u[t % 3][i][j]);
}
