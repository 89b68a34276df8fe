float w[3] = {1, 2, 3}, a[64], b[64];
int main(void) {
  w[0] = 0.25f;
  w[1] = 0.5f;
  w[2] = 0.25f;
#pragma rtlgen
  for (int i = 1; i < 63; i++) b[i] = w[0] * a[i - 1] + w[1] * a[i] + w[2] * a[i + 1];
}
