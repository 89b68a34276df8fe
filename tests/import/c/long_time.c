/* A loop over time steps whose variable is a long: its products need 64 bits, and so does it at the end.
   arrays: long long u[12]; long long v[12];
   call: run(u, v);
   fields: u=u v=v */
void run(long long* u, long long* v) {
  for (long t = 0; t < 4000000000; t += 800000000)
    for (int i = 0; i < 12; i++) {
      u[i] = 3 * u[i] + t;
      v[i] = 5 * v[i] + t * 3;
    }
}
