/* Pluto's style of 27 points, by loops over neighbours.
   arrays: float a[7][8][9]; float b[7][8][9];
   call: box(a, b);
   fields: a=a b=b */
void box(float a[7][8][9], float b[7][8][9]) {
  for (int z = 1; z < 6; z++)
    for (int y = 1; y < 7; y++)
      for (int x = 1; x < 8; x++) {
        float sum = 0.0f;
        for (int dz = -1; dz <= 1; dz++)
          for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) sum += a[z + dz][y + dy][x + dx];
        b[z][y][x] = sum / 27.0f;
      }
}
