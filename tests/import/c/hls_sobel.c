/* HLS C: bytes in and out, pragmas of HLS, integers as wide as C makes them.
   arrays: unsigned char in[20][28]; unsigned char out[20][28];
   call: sobel(in, out);
   fields: in=in out=out */
#include <stdlib.h>
#define ROWS 20
#define COLS 28
typedef unsigned char pixel;
void sobel(pixel in[ROWS][COLS], pixel out[ROWS][COLS]) {
#pragma HLS INTERFACE m_axi port = in bundle = gmem0
rows:
  for (int y = 1; y < ROWS - 1; y++) {
  cols:
    for (int x = 1; x < COLS - 1; x++) {
#pragma HLS PIPELINE II = 1
      short gx = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y][x - 1] -
                 in[y + 1][x - 1];
      short gy = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y - 1][x] -
                 in[y - 1][x + 1];
      int sum = abs(gx) + abs(gy);
      out[y][x] = sum > 255 ? 255 : sum;
    }
  }
}
