/* Conversions as C has them.
   arrays: float a[200]; float b[200]; short s[200]; unsigned char c[200]; long l[200]; unsigned u[200];
   call: promotions(a, b, s, c, l, u);
   fields: a=a b=b s=s c=c l=l u=u */
#include <math.h>
void promotions(float* a, float* b, short* s, unsigned char* c, long* l, unsigned* u) {
  for (int i = 1; i < 199; i++) {
    b[i] = sqrt(fabs(a[i])) + 1 / 3 + 1.0f / 3 + a[i - 1] * 2 + (c[i] + 1) / 2 - s[i] * 1e-3;
    s[i] = c[i] * 300 + s[i - 1 + 1] / 7;
    l[i] = (long)c[i] << 33 | u[i];
    u[i] = u[i] * 3u - c[i + 1] + (u[i] >> 5) % 7;
    c[i] = ~c[i] ^ -s[i];
  }
}
