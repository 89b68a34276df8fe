void blur(unsigned char* in, unsigned char* out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      for (int c = 0; c < 3; c++) {
        int s = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) s += in[((y + dy) * w + x + dx) * 3 + c];
        out[(y * w + x) * 3 + c] = s / 9;
      }
}
