/* Names of the standard headers, and values that no literal has.
   arrays: float a[60]; double b[60]; int c[60]; float d[60];
   call: standard_names(a, b, c, d);
   fields: a=a b=b c=c d=d */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
void standard_names(const float a[60], double b[60], int c[60], float d[60]) {
  const wchar_t wide = WCHAR_MAX;
  for (int i = 0; i < 60; i++) {
    const float odd = i % 3 == 0 ? INFINITY : i % 3 == 1 ? NAN : a[i];
    b[i] = b[i] * M_PI + M_SQRT1_2 + DBL_EPSILON * DBL_MAX + (a[i] < HUGE_VAL) + (a[i] > -HUGE_VALF) + DBL_TRUE_MIN;
    c[i] = (c[i] & CHAR_MAX) + CHAR_MIN + UCHAR_MAX + (INT_MIN < c[i]) + (c[i] < INT64_MAX) + wide % 7 +
           (int)sizeof(size_t) + isnan(odd) + 2 * isinf(odd) + 4 * isfinite(odd) + 8 * isunordered(odd, a[i]) +
           (UINT64_C(1) > 0) + true + (odd == INFINITY) + (odd != NAN) + isinf(-odd);
    d[i] = i % 4 == 0 ? INFINITY : i % 4 == 1 ? -INFINITY : i % 4 == 2 ? NAN : FLT_MAX * a[i];
  }
}
