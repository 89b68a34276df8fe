/* In place, but only ahead of the loop.
   arrays: int u[300];
   call: ahead(u);
   fields: u=u */
void ahead(int* u) {
  for (int i = 0; i < 298; i++) u[i] = u[i] + 3 * u[i + 1] - u[i + 2];
}
