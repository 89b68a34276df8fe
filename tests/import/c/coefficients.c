/* Coefficients by row and by column, and a plane.
   arrays: float u[8][10][12]; float v[8][10][12]; float cx[12]; float cz[8];
   call: apply(u, v, cx, cz);
   fields: u=u v=v cx=cx cz=cz */
void apply(float u[8][10][12], float v[8][10][12], float cx[12], float cz[8]) {
  for (int k = 0; k < 8; k++)
    for (int j = 0; j < 10; j++)
      for (int i = 1; i < 11; i++)
        v[k][j][i] = cx[i] * u[k][j][i + 1] + cx[i - 1] * u[k][j][i - 1] + cz[k] * u[k][j][i];
}
