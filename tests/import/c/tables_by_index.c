/* Numbers that an index decides: weights by exact formulas, behind an offset, along one of two axes; sums that fold.
   arrays: double a[12][20]; double b[12][20]; short c[12][20];
   call: tables_by_index(a, b, c);
   fields: a=a b=b c=c */
#include <math.h>
void tables_by_index(double a[12][20], double b[12][20], short c[12][20]) {
  double w[12][20];
  float row[12][20];
  short rom[12][20];
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++) w[i][j] = 1.0 / (1 + j) - 0.3 * sqrt(j);
  for (int i = 3; i < 12; i++)
    for (int j = 0; j < 20; j++) row[i][j] = 0.1f * (i - 2) + floorf(i * 0.7f);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++) {
      float real = 100.0f / (j + 1) + 1000 / (j + 1) % 7;
      rom[i][j] = (short)(16.0f * real);
    }
  for (int i = 3; i < 12; i++)
    for (int j = 1; j < 19; j++) {
      double s = 0;
      for (int k = 0; k < 3; k++)
        if (j + k - 2 >= 0 && 0 + j + k - 1 < 19) s += a[i][j + k - 1] * w[i][j + k - 1];
      b[i][j] = s * row[i][j];
    }
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++) c[i][j] = c[i][j] + rom[i][j];
}
