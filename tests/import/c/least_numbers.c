/* The least numbers of int and long: their type is the one that they were folded to, not that of the digits.
   arrays: unsigned char a[64]; long b[64]; long c[64];
   call: k(a, b, c);
   fields: a=a b=b c=c */
void k(const unsigned char* restrict a, long* restrict b, long* restrict c) {
  for (int i = 0; i < 64; i++) {
    b[i] = (1 - a[i]) + (-2147483647 - 1);
    c[i] = (a[i] - 3) + (-9223372036854775807l - 1);
  }
}
