/* Coordinates and the step as numbers, size_t loops.
   arrays: double f[12][20];
   call: wavefront(f);
   fields: f=f */
#include <stddef.h>
void wavefront(double f[12][20]) {
  for (int t = 2; t <= 6; t += 2)
    for (size_t i = 0; i < 12; i++)
      for (size_t j = 1; j < 19; j++) f[i][j] = f[i][j] + 0.5 * (double)i - 0.25 * (int)j * t;
}
