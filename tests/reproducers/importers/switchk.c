void f(int a[24][32], int b[24][32], int m) {
  for (int y = 1; y < 23; y++)
    for (int x = 1; x < 31; x++) {
      switch ((x + y) % 3) {
        case 0:
          b[y][x] = a[y][x - 1];
          break;
        case 1:
          b[y][x] = a[y][x + 1];
          break;
        default:
          b[y][x] = a[y - 1][x];
      }
    }
}
