/* Two arrays exchange their cells through a local value.
   arrays: int a[10][24]; int b[10][24];
   call: exchange(a, b);
   fields: a=a b=b */
void exchange(int a[10][24], int b[10][24]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 24; j++) {
      int t = a[i][j];
      a[i][j] = b[i][j] + 1;
      b[i][j] = t;
    }
}
