/* A recursive filter down the columns.
   arrays: float in[20][40]; float out[20][40];
   call: filter(in, out);
   fields: in=in out=out */
void filter(float in[20][40], float out[20][40]) {
  for (int j = 0; j < 40; j++) out[0][j] = 0.5f * in[0][j];
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 40; j++) out[i][j] = 0.2f * in[i][j] + 0.8f * out[i - 1][j];
}
