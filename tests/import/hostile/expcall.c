static float r0(float x) { return x * x; }
static float r1(float x) { return r0(x) + r0(x + 1); }
static float r2(float x) { return r1(x) + r1(x + 1); }
static float r3(float x) { return r2(x) + r2(x + 1); }
static float r4(float x) { return r3(x) + r3(x + 1); }
static float r5(float x) { return r4(x) + r4(x + 1); }
static float r6(float x) { return r5(x) + r5(x + 1); }
static float r7(float x) { return r6(x) + r6(x + 1); }
static float r8(float x) { return r7(x) + r7(x + 1); }
static float r9(float x) { return r8(x) + r8(x + 1); }
static float r10(float x) { return r9(x) + r9(x + 1); }
static float r11(float x) { return r10(x) + r10(x + 1); }
static float r12(float x) { return r11(x) + r11(x + 1); }
static float r13(float x) { return r12(x) + r12(x + 1); }
static float r14(float x) { return r13(x) + r13(x + 1); }
static float r15(float x) { return r14(x) + r14(x + 1); }
static float r16(float x) { return r15(x) + r15(x + 1); }
static float r17(float x) { return r16(x) + r16(x + 1); }
static float r18(float x) { return r17(x) + r17(x + 1); }
static float r19(float x) { return r18(x) + r18(x + 1); }
static float r20(float x) { return r19(x) + r19(x + 1); }
static float r21(float x) { return r20(x) + r20(x + 1); }
static float r22(float x) { return r21(x) + r21(x + 1); }
static float r23(float x) { return r22(x) + r22(x + 1); }
static float r24(float x) { return r23(x) + r23(x + 1); }
static float r25(float x) { return r24(x) + r24(x + 1); }
static float r26(float x) { return r25(x) + r25(x + 1); }
static float r27(float x) { return r26(x) + r26(x + 1); }
static float r28(float x) { return r27(x) + r27(x + 1); }
static float r29(float x) { return r28(x) + r28(x + 1); }
static float r30(float x) { return r29(x) + r29(x + 1); }
static float r31(float x) { return r30(x) + r30(x + 1); }
static float r32(float x) { return r31(x) + r31(x + 1); }
static float r33(float x) { return r32(x) + r32(x + 1); }
static float r34(float x) { return r33(x) + r33(x + 1); }
static float r35(float x) { return r34(x) + r34(x + 1); }
static float r36(float x) { return r35(x) + r35(x + 1); }
static float r37(float x) { return r36(x) + r36(x + 1); }
static float r38(float x) { return r37(x) + r37(x + 1); }
static float r39(float x) { return r38(x) + r38(x + 1); }
void heat(float a[66], float b[66]) {
  for (int t = 0; t < 10; t++) {
    for (int i = 1; i < 65; i++) {
      b[i] = r39(a[i - 1]) + a[i + 1];
    }
    for (int i = 1; i < 65; i++) a[i] = b[i];
  }
}
