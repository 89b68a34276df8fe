/* A file with several loops: a pragma names the one.
   arrays: float u[16][16]; float v[16][16];
   call: work(u, v);
   fields: u=u v=v */
void initial(float u[16][16]) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) u[i][j] = i * 0.1f + j;
}
void work(float u[16][16], float v[16][16]) {
  const float k = 0.2f;
  float sum = 0.0f;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) sum += u[i][j];
#pragma rtlgen
  for (int i = 2; i < 14; i++)
    for (int j = 3; j < 13; j++) v[i][j] = k * (u[i - 2][j] + u[i][j + 3] - u[i + 2][j - 3]);
}
