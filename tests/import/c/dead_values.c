/* Values that no result needs.
   arrays: float a[40]; float unused[40]; double b[40]; int c[40]; int d[2][40];
   call: dead_values(a, unused, b, c, d);
   fields: a=a b=b c=c d_0=d[0] d_1=d[1]
   end: d_0=d[0] d_1=d[1] */
// Local values that nothing uses, and cells that are assigned again before anything reads them.
void dead_values(const float a[40], const float unused[40], double b[40], int c[40], int d[2][40]) {
  for (int t = 0; t < 4; t++) {
    for (int i = 1; i < 39; i++) {
      float nobody = unused[i] * 2 + a[i - 1];
      nobody += c[i];
      b[i] = nobody;  // assigned again below
      c[i] = (a[i] > 1) + 6 * t;
      int kept = c[i] & 7;
      c[i] = kept;
      b[i] = a[i] + kept;
      int table[2] = {t, kept};
      table[1] = table[0] + kept;  // t chooses no cell
      d[t % 2][i] = table[1];
    }
    // In parts: the two loops assign all of it again, the last one with other values where a condition holds.
    for (int i = 0; i < 40; i++) b[i] = c[i] * unused[i];
    for (int i = 0; i < 20; i++) b[i] = 1;
    for (int i = 20; i < 40; i++) b[i] = a[i];
    for (int i = 0; i < 40; i++) d[(t + 1) % 2][i] = d[t % 2][i] + 1;
    for (int i = 3; i < 30; i++)
      if (a[i] > 0) d[(t + 1) % 2][i] = 5;
    // Not again: the cell of the next turn, and all but one.
    for (int i = 1; i < 39; i++) {
      if (i > 4 && i < 9) c[i] += 100;
      c[i + 1 - 1] += 2;
    }
    for (int i = 0; i < 40; i++) b[i] += c[i];
    for (int i = 1; i < 40; i++) b[i] = b[i] + 1;
  }
}
