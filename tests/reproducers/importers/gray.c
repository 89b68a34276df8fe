void gray(unsigned char* in, unsigned char* out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = (unsigned char)(0.299f * in[3 * (y * w + x)] + 0.587f * in[3 * (y * w + x) + 1] +
                                       0.114f * in[3 * (y * w + x) + 2]);
}
