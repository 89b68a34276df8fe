/* Tables that are filled before the loops.
   arrays: float a[64]; float b[64];
   call: weights_inside(a, b);
   fields: a=a b=b */
// A table that a function fills in place, and one without values that statements fill.
static void scale(float* w, int n) {
  for (int k = 0; k < n; k++) w[k] *= 0.5f;
}

void weights_inside(float a[64], float b[64]) {
  float w[3], v[3] = {1, 2, 3};
  w[0] = 0.25f;
  w[1] = w[2] = w[0] + 0.5f;
  scale(v, 3);
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < 63; i++) b[i] = w[0] * a[i - 1] + w[1] * a[i] - v[2] * a[i + 1] * w[2];
    for (int i = 1; i < 63; i++) a[i] = b[i] * v[0];
  }
}
