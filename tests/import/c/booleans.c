/* Truth values by the names of stdbool.h, in a program with other headers.
   arrays: float f[64]; float b[64]; bool m[64]; int c[64];
   call: k(f, b, m, c);
   fields: f=f b=b m=m c=c */
#include <math.h>
#include <stdbool.h>
struct settings {
  bool is_on;
  int n;
};
extern bool never_used(bool, const struct settings*);
static const bool kFlip = true;
static bool above(float v, bool strictly) { return strictly ? v > 1.0f : v >= 1.0f; }
void k(const float* f, float* b, bool* m, int* c) {
  const bool choice[2] = {true, false};
  for (int i = 0; i < 64; i++) {
    bool is_large = above(fabsf(f[i]), choice[0]);
    bool is_odd = (bool)(i % 2), set = f[i];
    b[i] = is_large ? 2.0f : f[i];
    m[i] = is_large != kFlip && !is_odd;
    c[i] = (is_large + is_odd + set) * -3 - true;
  }
}
