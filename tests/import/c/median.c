/* The median of three, by swaps of local values.
   arrays: int a[8][40]; int b[8][40];
   call: median(a, b);
   fields: a=a b=b */
#define SWAP(p, q) \
  if (p > q) {     \
    int t = p;     \
    p = q;         \
    q = t;         \
  }
void median(int a[8][40], int b[8][40]) {
  for (int i = 0; i < 8; i++)
    for (int j = 1; j < 39; j++) {
      int p = a[i][j - 1], q = a[i][j], r = a[i][j + 1];
      SWAP(p, q);
      SWAP(q, r);
      SWAP(p, q);
      b[i][j] = q;
    }
}
