/* Extents and data in a record.
   arrays: unsigned char a[15*21]; unsigned char b[15*21];
   setup: image in = {a, 21, 15}, out = {b, 21, 15};
   call: blur(&in, &out);
   options: -D width=21 -D height=15
   fields: in_pixels=a out_pixels=b */
typedef struct {
  unsigned char* pixels;
  int width, height;
} image;
void blur(const image* in, image* out) {
  for (int y = 1; y < in->height - 1; y++)
    for (int x = 1; x < in->width - 1; x++) {
      int s = 0;
      for (int d = -1; d <= 1; d++)
        s += in->pixels[(y + d) * in->width + x - 1] + in->pixels[(y + d) * in->width + x] +
             in->pixels[(y + d) * in->width + x + 1];
      out->pixels[y * in->width + x] = s / 9;
    }
}
