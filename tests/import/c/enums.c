/* Enumerations: unsigned without a negative member, signed with one, as wide as attributes and values make them.
   globals: yes
   call: k(p, n, s, w, b, c, f, l, d, e, g, u);
   fields: p=p n=n s=s w=w b=b c=c f=f l=l d=d e=e g=g u=u */
enum plain { A, B, C };
enum with_negative { MINUS = -1, ZERO, ONE };
enum __attribute__((packed)) small { LITTLE, MORE };
enum wide { FAR = 0x123456789LL, NEAR = 1 };
enum { HIGH = 0x80000000u, LOW = -5 };
enum { LAST_CHARACTER = '\xff' };

static enum plain turned(enum plain v) { return v - 2; }
static long long widened(enum with_negative v) { return v; }

void k(const enum plain* p, const enum with_negative* n, const enum small* s, const enum wide* w, int* b, int* c,
       float* f, long long* l, double* d, int* e, int* g, unsigned* u) {
  for (int i = 1; i < 63; i++) {
    enum plain local = p[i];
    enum with_negative other = n[i];
    b[i] = (p[i] > -1) + 2 * (local > -1) + 4 * ((enum plain)b[i] > -1) + 8 * (n[i] > -1) + 16 * (other > MINUS) +
           32 * (turned(p[i]) > -1) + 64 * (local - 1 > -1);
    c[i] = p[i] / 3 + n[i] / 3 + s[i] / 3 + local % 7 + other % 7 + (p[i] >> 3) + (other >> 3) + (local - B) / 2;
    f[i] = (float)(p[i] - 1) + (float)(n[i] - 1) + s[i];
    l[i] = (long long)(p[i] - 1) + widened(n[i]) + (long long)(s[i] - 1) + w[i] + (p[i - 1] - p[i + 1]);
    d[i] = (double)(local - 2) + (double)other + w[i];
    e[i] = p[i] * -1 < (int)LOW ? LAST_CHARACTER : (int)LOW + '\377';
    g[i] = g[i] + MINUS > HIGH ? 1 : n[i + MINUS] + (s[i] > MINUS);
    u[i] = (HIGH >> 1) + ((int)LOW >> 1) + (u[i] > HIGH);
  }
}

enum plain p[64];
enum with_negative n[64];
enum small s[64];
enum wide w[64];
int b[64], c[64], e[64], g[64];
float f[64];
long long l[64];
double d[64];
unsigned u[64];
