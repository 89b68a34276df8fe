/* Values of assignments.
   arrays: float a[64]; float b[64]; float c[64]; int d[64]; int e[64];
   call: assigned_values(a, b, c, d, e);
   fields: a=a b=b c=c d=d e=e */
// The value of an assignment is that of its left operand afterwards, read once.
static float largest(float x, float y) { return x > y ? x : y; }

void assigned_values(float a[64], float b[64], float c[64], int d[64], int e[64]) {
  for (int i = 1; i < 62; i++) b[i] = a[i] = a[i] * 0.3f + 1;
  for (int i = 1; i < 62; i++) c[i] = ++b[i] * 2 + largest(a[i], largest(a[i - 1], c[i]));
  for (int i = 1; i < 62; i++) e[i] = d[i]++;
  for (int i = 1; i < 62; i++) d[i] = --e[i] - (d[i] & 7);
  for (int i = 1; i < 62; i++) {
    float s = 0, t;
    for (int k = 0; k < 3; k++) {
      if (a[i + k - 1] < 1) continue;
      s += a[i + k - 1];
    }
    t = s += 2;
    (void)(c[i] = t - s + b[i] * s);
  }
}
