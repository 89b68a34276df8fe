/* HLS C: a window that is gathered, a table of weights, shifts.
   arrays: unsigned short src[18][24]; unsigned short dst[18][24];
   call: gauss(src, dst);
   fields: src=src dst=dst */
typedef unsigned short u16;
static const int weight[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};
void gauss(u16 src[18][24], u16 dst[18][24]) {
  for (int i = 0; i < 18; i++) {
    for (int j = 0; j < 24; j++) {
#pragma HLS pipeline
      u16 window[3][3];
      int acc = 0;
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
          int y = i + r - 1, x = j + c - 1;
          y = y < 0 ? 0 : y > 17 ? 17 : y;
          x = x < 0 ? 0 : x > 23 ? 23 : x;
          window[r][c] = src[y][x];
        }
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) acc += window[r][c] * weight[r][c];
      dst[i][j] = (acc + 8) >> 4;
    }
  }
}
