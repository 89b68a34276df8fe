/* Functions that return in several places, called before the named loop.
   arrays: int a[30]; float b[30];
   setup: int n = 5; float f = -0.75f;
   call: returns_before(a, b, n, f);
   fields: a=a b=b
   set: n=5 f=-0.75 */
// The arguments are run-time parameters: which return it is, is decided when it runs.
static int chosen(int n) {
  if (n) return n;
  return 1;
}
static float scaled(float f, int n) {
  float more = 2;
  if (n == 3) more = 3;
  if (f < -0.5f) return f * 0.5f;
  more += f;
  if (n > 4) return more;
  return f + more;
}
void returns_before(int a[30], float b[30], int n, float f) {
  const int first = chosen(n), second = chosen(n - 5);
  const float third = scaled(f, n), fourth = scaled(-f, n) + scaled(f + 1, 3);
#pragma rtlgen
  for (int i = 0; i < 30; i++) {
    a[i] |= first + 8 * second;
    b[i] = b[i] * third + fourth;
  }
}
