/* Rows by pointers, memory from malloc for the result of a half step.
   setup: float *ra[14]; float *rb[14]; for (int i = 0; i < 14; i++) { ra[i] = a[i]; rb[i] = b[i]; }
   arrays: float a[14][18]; float b[14][18];
   call: filter(ra, rb, 14, 18);
   options: -D h=14 -D w=18
   fields: in=a out=b */
#include <stdlib.h>
void filter(float** in, float** out, int h, int w) {
  float* half = (float*)malloc(sizeof(float) * h * w);
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) half[i * w + j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++)
      out[i][j] = 0.25f * half[(i - 1) * w + j] + 0.5f * half[i * w + j] + 0.25f * half[(i + 1) * w + j];
  free(half);
}
