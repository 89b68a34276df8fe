#include "/dev/zero"
void heat(float a[66], float b[66]) {
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < 65; i++) {
      b[i] = a[i - 1] + a[i + 1];
    }
    for (int i = 1; i < 65; i++) a[i] = b[i];
  }
}
