/* Devito's style, three axes, two time levels.
   arrays: float data[2][8][9][10];
   setup: int size[4] = {2, 8, 9, 10}; struct dataobj obj = {data, size};
   call: Kernel(&obj, 0.5f, 1e-2f, 0, 3);
   options: -D time_m=0 -D time_M=3
   set: a=0.5 dt=0.01
   fields: u_vec_0=data[0] u_vec_1=data[1] */
struct dataobj {
  void* restrict data;
  int* size;
};
int Kernel(struct dataobj* restrict u_vec, const float a, const float dt, const int time_m, const int time_M) {
  float(*restrict u)[u_vec->size[1]][u_vec->size[2]][u_vec->size[3]] __attribute__((aligned(64))) =
      (float(*)[u_vec->size[1]][u_vec->size[2]][u_vec->size[3]])u_vec->data;
  for (int time = time_m, t0 = (time) % (2), t1 = (time + 1) % (2); time <= time_M;
       time += 1, t0 = (time) % (2), t1 = (time + 1) % (2)) {
    for (int x = 0; x <= 5; x += 1)
      for (int y = 0; y <= 6; y += 1)
        for (int z = 0; z <= 7; z += 1) {
          float r0 = -2.0F * u[t0][x + 1][y + 1][z + 1];
          u[t1][x + 1][y + 1][z + 1] = dt * (a * (r0 + u[t0][x][y + 1][z + 1] + u[t0][x + 2][y + 1][z + 1] +
                                                  (r0 + u[t0][x + 1][y][z + 1] + u[t0][x + 1][y + 2][z + 1]) +
                                                  (r0 + u[t0][x + 1][y + 1][z] + u[t0][x + 1][y + 1][z + 2])) +
                                             u[t0][x + 1][y + 1][z + 1] / dt);
        }
  }
  return 0;
}
