typedef struct {
  unsigned char r, g, b;
} px;
void f(px in[48][64], px out[48][64]) {
  for (int y = 1; y < 47; y++)
    for (int x = 1; x < 63; x++) {
      out[y][x].r = (in[y][x - 1].r + in[y][x + 1].r) / 2;
      out[y][x].g = in[y][x].g;
      out[y][x].b = in[y][x].b;
    }
}
