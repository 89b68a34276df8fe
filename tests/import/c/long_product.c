/* The number of the time step is a long, and its products need 64 bits.
   arrays: long long u[12];
   call: run(u);
   fields: u=u */
void run(long long* u) {
  for (long t = 0; t < 6; t++)
    for (int i = 0; i < 12; i++) u[i] = 3 * u[i] + t * 1000000000;
}
