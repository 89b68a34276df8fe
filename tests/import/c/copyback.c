/* A local array, and a loop that copies it back.
   arrays: float u[16][20];
   call: smooth(u, 4);
   options: -D steps=4
   fields: u=u */
#define H 16
#define W 20
void smooth(float u[H][W], int steps) {
  float tmp[H][W];
  for (int s = 0; s < steps; s++) {
    for (int i = 1; i < H - 1; i++)
      for (int j = 1; j < W - 1; j++) tmp[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < H - 1; i++)
      for (int j = 1; j < W - 1; j++) u[i][j] = tmp[i][j];
  }
}
