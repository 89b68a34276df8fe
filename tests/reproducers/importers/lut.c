static const unsigned char t[4] = {1, 9, 4, 7};
void f(unsigned char a[64], unsigned char b[64]) {
  for (int i = 1; i < 63; i++) b[i] = t[a[i - 1] & 3] + a[i + 1];
}
