// RUN: %check-execution %s

// The video instructions: parts of words, and bytes and half words in parallel.

#include "cases.h"

#define CASES                                                                  \
  W2("vadd.u32.u32.u32", 3, 4, 7)                                              \
  W2("vadd.s32.u32.s32.sat", 0xffffffff, 1, 0x7fffffff)                        \
  W3("vadd.u32.u32.u32.add", 3, 4, 100, 107)                                   \
  W3("vsub.s32.s32.s32.max", 3, 4, -5, -1)                                     \
  W2("vabsdiff.u32.s32.s32", -3, 4, 7)                                         \
  W2("vmin.s32.s32.s32", -3, 4, -3)                                            \
  W2("vmax.s32.s32.s32", -3, 4, 4)                                             \
  W2("vshl.u32.u32.u32.clamp", 3, 40, 0)                                       \
  W2("vshl.u32.u32.u32.wrap", 3, 33, 6)                                        \
  W3("vshr.u32.u32.u32.clamp.add", 0x80000000, 31, 10, 11)                     \
  W3("vshr.u32.u32.u32.clamp.add", 0x80000000, 99, 10, 10)                     \
  W3("vadd4.u32.u32.u32", 0x01ff0304, 0x01010101, 0, 0x02000405)               \
  W3("vadd4.u32.u32.u32.sat", 0x01ff0304, 0x01010101, 0, 0x02ff0405)           \
  W3("vadd2.s32.s32.s32.sat", 0x7fff0001, 0x0001ffff, 0, 0x7fff0000)           \
  W3("vsub4.u32.u32.u32.sat", 0x01ff0304, 0x02010101, 0, 0x00fe0203)           \
  W3("vabsdiff4.u32.u32.u32", 0x01ff0304, 0x02010605, 0, 0x01fe0301)           \
  W3("vabsdiff4.u32.u32.u32.add", 0x01ff0304, 0x02010605, 1000,                \
     1000 + 1 + 254 + 3 + 1)                                                   \
  W3("vabsdiff2.u32.u32.u32.add", 0x00010005, 0x00020001, 10, 15)              \
  W3("vmin4.s32.s32.s32", 0x01ff0304, 0x02010605, 0, 0x01ff0304)               \
  W3("vmax4.u32.u32.u32", 0x01ff0304, 0x02010605, 0, 0x02ff0605)               \
  W3("vavrg4.u32.u32.u32", 0x01ff0304, 0x02010605, 0, 0x02800505)              \
  W3("vset4.u32.u32.lt", 0x01ff0304, 0x02010604, 0, 0x01000100)

__global__ void kernel(Bits *out, Bits zero) {
  int at = 0;
#define CASE(O, text, e, holes, ...) KERNEL_CASE(O, text, holes, __VA_ARGS__)
  CASES
#undef CASE
  unsigned a = 0x12fe56f8 ^ (unsigned)zero, b = 0x01020304, c = 0xaabbccdd, d;
  asm("vadd.u32.u32.u32 %0, %1.b0, %2.h1;" : "=r"(d) : "r"(a), "r"(b));
  out[at++] = d;
  asm("vadd.s32.s32.s32 %0, %1.b2, %2.b0;" : "=r"(d) : "r"(a), "r"(b));
  out[at++] = d;
  asm("vadd.u32.u32.u32 %0.b1, %1.b0, %2.b0, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  out[at++] = d;
  asm("vsub.u32.u32.u32.sat %0.h0, %1.b1, %2.b0, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  out[at++] = d;
  asm("vset.s32.s32.gt %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  out[at++] = d;
}

int main() {
  RUN_CASES(kernel)
#define CASE(O, text, e, holes, ...) CHECK_CASE(O, text, e)
  CASES
  checkCase("vadd.b0.h1", __LINE__, got[at++], 0xf8 + 0x0102);
  checkCase("vadd.s32.b2", __LINE__, got[at++], 2);
  checkCase("vadd to b1", __LINE__, got[at++], 0xaabbfcdd);
  checkCase("vsub to h0", __LINE__, got[at++], 0xaabb0052);
  checkCase("vset", __LINE__, got[at++], 1);
  printf("%d cases\n", at);
}
