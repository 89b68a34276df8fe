void f(const float* a, float* b) {
  const float* p = a;
  float* q = b;
  for (int i = 0; i < 64; i++) *q++ = *p++ * 2;
}
