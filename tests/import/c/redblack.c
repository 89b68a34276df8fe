/* Red and black cells by if on the sum of the indices, two half steps.
   arrays: double u[16][20];
   call: redblack(u);
   fields: u=u */
void redblack(double u[16][20]) {
  for (int t = 0; t < 2; t++) {
    for (int i = 1; i < 15; i++)
      for (int j = 1; j < 19; j++)
        if ((i + j) % 2 == 0) u[i][j] = u[i][j] * 0.5;
    for (int i = 1; i < 15; i++)
      for (int j = 1; j < 19; j++) {
        if ((i + j) % 2 == 0) continue;
        u[i][j] = u[i][j] + 1.0;
      }
  }
}
