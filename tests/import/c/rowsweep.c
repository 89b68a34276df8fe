/* Gauss-Seidel by rows: new values of the row above, old ones of the row itself.
   arrays: double u[16][24];
   call: rows(u);
   fields: u=u */
void rows(double u[16][24]) {
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < 15; i++)
      for (int j = 1; j < 23; j++) u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j + 1] + u[i][j]);
}
