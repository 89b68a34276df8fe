/* Boundary loops that set the edges from inside, corners twice.
   arrays: double u[16][20]; double v[16][20];
   call: neumann(u, v);
   fields: u=u v=v */
void neumann(double u[16][20], double v[16][20]) {
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < 15; i++)
      for (int j = 1; j < 19; j++)
        v[i][j] = u[i][j] + 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
    for (int i = 0; i < 16; i++) {
      v[i][0] = u[i][1];
      v[i][19] = u[i][18];
    }
    for (int j = 0; j < 20; j++) {
      v[0][j] = u[1][j];
      v[15][j] = u[14][j];
    }
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 20; j++) u[i][j] = v[i][j];
  }
}
