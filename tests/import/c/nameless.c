/* Records and enumerations without a name, and declarations that are only for the compiler.
   arrays: float a[64]; float b[64]; int c[64];
   call: k(a, b, c);
   fields: a=a b=b c=c */
#include <math.h>
static const struct {
  float weight;
  int reach;
  unsigned char bits;
} kSettings = {0.3f, -2, 300 & 0xff};
static const struct point { double x, y; } kOrigin = {.25};
static enum { COLD, HOT = 5 } mode = HOT;
struct {
  int other;
} unused = {3}, *more;
static struct pair { int v[2]; } pairs[2] = {{{1, 2}}, {{3, 4}}};
static const char *const kName = "a text", kLetters[] = {'a', 'b'};
_Static_assert(sizeof(struct point) == 16, "two numbers");
void k(const float* a, float* b, int* c) {
  _Static_assert(HOT == 5, "as written");
  enum { NEAR = -1, FAR = 1 } side = FAR;
  for (int i = 1; i < 63; i++) {
    static const struct { short scale; } local = {70000 - 65536 - 7};
    b[i] = kSettings.weight * a[i + NEAR] + kOrigin.x * a[i + FAR] - kOrigin.y;
    c[i] = kSettings.reach * i / 3 + kSettings.bits + (mode - 6 > 0) + (side > -1) + local.scale;
  }
}
