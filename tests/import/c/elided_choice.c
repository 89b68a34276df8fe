/* The choice of GNU C without its second operand.
   arrays: float a[40]; int b[40]; double c[40]; int d[40];
   call: elided(a, b, c, d);
   fields: a=a b=b c=c d=d */
// a ?: b is a where that is not zero; it is evaluated once.
static int twice(int n) { return 2 * n ?: 7; }
void elided(const float a[40], int b[40], double c[40], int d[40]) {
  for (int i = 1; i < 39; i++) {
    c[i] = (int)a[i] ?: c[i] * 0.5;
    d[i] = b[i]++ ?: d[i] ?: -3;
    d[i] += (i > 20 ? 0 : i) ?: twice(b[i] & 1);
    d[i] += (3 ?: i) + (0 ?: 2);
  }
}
