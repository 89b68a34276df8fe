void f(const unsigned char in[24 * 32], unsigned char out[24 * 32]) {
  unsigned char lb[2][32];
  unsigned char win[3][3];
  for (int r = 0; r < 24; r++)
    for (int c = 0; c < 32; c++) {
      unsigned char p = in[r * 32 + c];
      for (int i = 0; i < 3; i++) {
        win[i][0] = win[i][1];
        win[i][1] = win[i][2];
      }
      win[0][2] = lb[0][c];
      win[1][2] = lb[1][c];
      win[2][2] = p;
      lb[0][c] = lb[1][c];
      lb[1][c] = p;
      if (r >= 2 && c >= 2) out[(r - 1) * 32 + c - 1] = (win[0][1] + win[1][0] + win[1][2] + win[2][1]) / 4;
    }
}
