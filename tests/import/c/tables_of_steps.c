/* Tables of a cell that the number of the time step is part of.
   arrays: int a[40]; int b[40];
   call: tables_of_steps(a, b);
   fields: a=a b=b */
// The step chooses an element of a table, which is no cell; elements are what arrays held when they were assigned.
void tables_of_steps(const int a[40], int b[40]) {
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < 39; i++) {
      int table[3] = {t, b[i] * 3, a[i - 1]};
      table[2] = table[1] > t ? table[0] : b[i] + t;
      b[i] = a[i + 1];
      table[0]++;
      b[i] += table[0] + table[1] + table[2];
    }
  }
}
