/* A function that returns early.
   arrays: int a[64]; int c[64];
   call: early_returns(a, c);
   fields: a=a c=c */
// Variables that a function changes before it returns early.
static int last;

static int clipped(int v) {
  last = 1;
  if (v > 1000) {
    last = 2;
    return 1000;
  }
  if (v < -1000) return -1000;
  last = 3;
  return v;
}

void early_returns(int a[64], int c[64]) {
  for (int i = 0; i < 64; i++) {
    int v = clipped(a[i]);
    c[i] = v * last;
  }
}
