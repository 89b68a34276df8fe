/* Minima by a macro, of bytes, along a row of five.
   arrays: unsigned char a[16][40]; unsigned char b[16][40];
   call: erode(a, b);
   fields: a=a b=b */
#define MIN(p, q) ((p) < (q) ? (p) : (q))
void erode(unsigned char a[16][40], unsigned char b[16][40]) {
  for (int y = 0; y < 16; y++)
    for (int x = 2; x < 38; x++) {
      unsigned char m = a[y][x - 2];
      for (int k = -1; k <= 2; k++) m = MIN(m, a[y][x + k]);
      b[y][x] = m;
    }
}
