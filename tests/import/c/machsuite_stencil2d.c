/* MachSuite's style: a filter of nine numbers, flat arrays, integers.
   arrays: int orig[24*16]; int sol[24*16]; int filter[9] = {1, -2, 3, 4, 5, -6, 7, 8, 9};
   call: stencil(orig, sol, filter);
   set: filter_0=1 filter_1=-2 filter_2=3 filter_3=4 filter_4=5 filter_5=-6 filter_6=7 filter_7=8 filter_8=9
   fields: orig=orig sol=sol */
#include <stdint.h>
#define col_size 16
#define row_size 24
#define f_size 9
#define TYPE int32_t
void stencil(TYPE orig[row_size * col_size], TYPE sol[row_size * col_size], TYPE filter[f_size]) {
  int r, c, k1, k2;
  TYPE temp, mul;
stencil_label1:
  for (r = 0; r < row_size - 2; r++) {
    for (c = 0; c < col_size - 2; c++) {
      temp = (TYPE)0;
      for (k1 = 0; k1 < 3; k1++) {
        for (k2 = 0; k2 < 3; k2++) {
          mul = filter[k1 * 3 + k2] * orig[(r + k1) * col_size + c + k2];
          temp += mul;
        }
      }
      sol[(r * col_size) + c] = temp;
    }
  }
}
