/* _Bool without its header, and beside another one.
   arrays: double f[64]; _Bool m[64]; double b[64];
   call: k(f, m, b);
   fields: f=f m=m b=b */
#include <math.h>
_Bool unused(_Bool);
void k(const double* f, _Bool* m, double* b) {
  for (int i = 0; i < 64; i++) {
    _Bool is_near = fabs(f[i]) < 0.7;
    m[i] = is_near ^ (f[i] < 0);
    b[i] = is_near ? f[i] / 2 : is_near - f[i];
  }
}
