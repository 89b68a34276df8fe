void blur(unsigned char in[48][64][3], unsigned char out[48][64][3]) {
  for (int y = 1; y < 47; y++)
    for (int x = 1; x < 63; x++)
      for (int c = 0; c < 3; c++)
        out[y][x][c] = (in[y - 1][x][c] + in[y + 1][x][c] + in[y][x - 1][c] + in[y][x + 1][c]) / 4;
}
