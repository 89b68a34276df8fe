/* Conway's life, periodic by remainders.
   arrays: int cur[12][16]; int nxt[12][16];
   call: life(cur, nxt, 3);
   options: -D steps=3
   fields: cur=cur
   end: cur=nxt */
#define H 12
#define W 16
void life(int (*restrict cur)[W], int (*restrict nxt)[W], int steps) {
  for (int s = 0; s < steps; s++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int up = (y + H - 1) % H, down = (y + 1) % H, left = (x + W - 1) % W, right = (x + 1) % W;
        int n = (cur[up][left] & 1) + (cur[up][x] & 1) + (cur[up][right] & 1) + (cur[y][left] & 1) +
                (cur[y][right] & 1) + (cur[down][left] & 1) + (cur[down][x] & 1) + (cur[down][right] & 1);
        nxt[y][x] = n == 3 || (n == 2 && (cur[y][x] & 1));
      }
    int(*t)[W] = cur;
    cur = nxt;
    nxt = t;
  }
}
