/* MachSuite's style, three axes: borders copied by loops of their own, two coefficients in an array.
   arrays: int C[2] = {3, -2}; int orig[6*8*10]; int sol[6*8*10];
   call: stencil3d(C, orig, sol);
   set: C_0=3 C_1=-2
   fields: orig=orig sol=sol */
#define height_size 6
#define col_size 8
#define row_size 10
#define INDX(_row_size, _col_size, _i, _j, _k) ((_i) + _row_size * ((_j) + _col_size * (_k)))
void stencil3d(int C[2], int orig[row_size * col_size * height_size], int sol[row_size * col_size * height_size]) {
  int i, j, k;
  int sum0, sum1, mul0, mul1;
  for (j = 0; j < col_size; j++)
    for (k = 0; k < row_size; k++) {
      sol[INDX(row_size, col_size, k, j, 0)] = orig[INDX(row_size, col_size, k, j, 0)];
      sol[INDX(row_size, col_size, k, j, height_size - 1)] = orig[INDX(row_size, col_size, k, j, height_size - 1)];
    }
  for (i = 1; i < height_size - 1; i++)
    for (k = 0; k < row_size; k++) {
      sol[INDX(row_size, col_size, k, 0, i)] = orig[INDX(row_size, col_size, k, 0, i)];
      sol[INDX(row_size, col_size, k, col_size - 1, i)] = orig[INDX(row_size, col_size, k, col_size - 1, i)];
    }
  for (i = 1; i < height_size - 1; i++)
    for (j = 1; j < col_size - 1; j++) {
      sol[INDX(row_size, col_size, 0, j, i)] = orig[INDX(row_size, col_size, 0, j, i)];
      sol[INDX(row_size, col_size, row_size - 1, j, i)] = orig[INDX(row_size, col_size, row_size - 1, j, i)];
    }
  for (i = 1; i < height_size - 1; i++) {
    for (j = 1; j < col_size - 1; j++) {
      for (k = 1; k < row_size - 1; k++) {
        sum0 = orig[INDX(row_size, col_size, k, j, i)];
        sum1 = orig[INDX(row_size, col_size, k, j, i + 1)] + orig[INDX(row_size, col_size, k, j, i - 1)] +
               orig[INDX(row_size, col_size, k, j + 1, i)] + orig[INDX(row_size, col_size, k, j - 1, i)] +
               orig[INDX(row_size, col_size, k + 1, j, i)] + orig[INDX(row_size, col_size, k - 1, j, i)];
        mul0 = sum0 * C[0];
        mul1 = sum1 * C[1];
        sol[INDX(row_size, col_size, k, j, i)] = mul0 + mul1;
      }
    }
  }
}
