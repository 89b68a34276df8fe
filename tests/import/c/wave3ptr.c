/* The wave equation with three pointers that go round.
   arrays: float a[20*26]; float b[20*26]; float c[20*26];
   call: wave(a, b, c, 5);
   options: -D n=5
   fields: prev=a cur=b next=c
   end: prev=c cur=a next=b */
void wave(float* prev, float* cur, float* next, int n) {
  const float c2 = 0.21f;
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < 19; i++)
      for (int j = 1; j < 25; j++)
        next[i * 26 + j] = 2.0f * cur[i * 26 + j] - prev[i * 26 + j] +
                           c2 * (cur[(i - 1) * 26 + j] + cur[(i + 1) * 26 + j] + cur[i * 26 + j - 1] +
                                 cur[i * 26 + j + 1] - 4.0f * cur[i * 26 + j]);
    float* t0 = prev;
    prev = cur;
    cur = next;
    next = t0;
  }
}
