/* Loops with two counters.
   arrays: float a[12][20]; float b[12][20]; float c[240]; float d[240];
   call: two_counters(a, b, c, d);
   fields: a=a b=b */
// Counters beside the loop's variable: in the step, backwards, and in the body.
void two_counters(float a[12][20], float b[12][20], float c[240], float d[240]) {
  int k;
  for (int i = 1, j = 2; i < 11; i++, j++) {
    int p = 1;
    for (int x = 0; x < 18; x++) {
      b[i][x] = a[j - 1][p] + a[i - 1][x + 1] * j;
      p++;
    }
  }
  k = 0;
  for (int i = 0; i < 12; i++) {
    int m = 19;
    for (int x = 0; x < 20; x++, m--, k += 2) a[i][x] = b[i][19 - m] + k + m;
  }
}
