/* Two arrays that change places and start equal: one field.
   arrays: float a[20][26]; float b[20][26];
   setup: for (int i = 0; i < 20; i++) for (int j = 0; j < 26; j++) b[i][j] = a[i][j];
   call: relax(a, b);
   fields: u=a
   end: u=b */
#pragma rtlgen equal(u, v)
void relax(float (*u)[26], float (*v)[26]) {
  for (int t = 0; t < 5; t++) {
    for (int i = 1; i < 19; i++)
      for (int j = 1; j < 25; j++) v[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    float(*w)[26] = u;
    u = v;
    v = w;
  }
}
