/* Coefficients that are read beyond the rows that are assigned.
   arrays: float a[56]; float b[56]; float rows[7]; float columns[8];
   setup: int width = 8;
   call: far_coefficients(a, b, rows, columns, width);
   options: -D width=8
   fields: a=a b=b rows=rows columns=columns */
// No array says how many rows there are: the coefficients count too.
void far_coefficients(const float* a, float* b, const float* rows, const float columns[8], int width) {
  for (int i = 0; i < 5; i++)
    for (int j = 1; j < width - 1; j++) b[i * width + j] = a[i * width + j] * rows[i + 2] + rows[i] - columns[j + 1];
}
