// RUN: %check-execution %s

// Integer arithmetic and operations on bits.

#include "cases.h"

#define CASES                                                                  \
  W2("add.u32", 7, 0xffffffff, 6)                                              \
  W2("add.s32", 7, -9, -2)                                                     \
  W2("add.sat.s32", 0x7fffffff, 1, 0x7fffffff)                                 \
  H2("add.u16", 0xffff, 3, 2)                                                  \
  L2("add.s64", 1ll << 40, -1, (1ll << 40) - 1)                                \
  W2("sub.u32", 3, 5, -2)                                                      \
  W2("sub.sat.s32", 0x80000000, 1, 0x80000000)                                 \
  L2("sub.u64", 3, 5, -2ll)                                                    \
  W2("mul.lo.u32", 0x10001, 0x10001, 0x20001)                                  \
  W2("mul.hi.u32", 0x80000000, 6, 3)                                           \
  W2("mul.hi.s32", 0x80000000, 6, -3)                                          \
  L2("mul.lo.s64", -3ll, 1ll << 33, -3ll * (1ll << 33))                        \
  L2("mul.hi.u64", 1ull << 63, 10, 5)                                          \
  L2("mul.hi.s64", 1ull << 63, 10, -5ll)                                       \
  CASE2(u64, u32, u32, "mul.wide.u32", 0xffffffff, 0xffffffff,                 \
        0xffffffffull * 0xffffffffull)                                         \
  CASE2(u64, u32, u32, "mul.wide.s32", -2, 3, -6ll)                            \
  CASE2(u32, u16, u16, "mul.wide.u16", 0xffff, 0xffff, 0xfffe0001)             \
  W3("mad.lo.s32", 3, -4, 5, -7)                                               \
  W3("mad.hi.u32", 0x80000000, 6, 5, 8)                                        \
  W3("mad.hi.sat.s32", 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff)         \
  CASE3(u64, u32, u32, u64, "mad.wide.u32", 0xffffffff, 2, 1, 0x1ffffffff)     \
  CASE3(u64, u32, u32, u64, "mad.wide.s32", -1, 2, 1, -1ll)                    \
  W2("mul24.lo.u32", 0xff000003, 0x01000005, 15)                               \
  W2("mul24.lo.s32", 0x00ffffff, 5, -5)                                        \
  W2("mul24.hi.u32", 0x800000, 0x800000, 0x40000000)                           \
  W3("mad24.lo.s32", 0x00ffffff, 5, 6, 1)                                      \
  W2("div.u32", 0xfffffffe, 2, 0x7fffffff)                                     \
  W2("div.s32", -7, 2, -3)                                                     \
  L2("div.s64", -7ll, 2, -3ll)                                                 \
  W2("rem.u32", 17, 5, 2)                                                      \
  W2("rem.s32", -7, 2, -1)                                                     \
  L2("rem.u64", 1ull << 63, 10, (1ull << 63) % 10)                             \
  W1("abs.s32", -5, 5)                                                         \
  L1("abs.s64", -5ll, 5)                                                       \
  W1("neg.s32", 5, -5)                                                         \
  H1("neg.s16", 5, -5)                                                         \
  W2("min.u32", 1, -1, 1)                                                      \
  W2("min.s32", 1, -1, -1)                                                     \
  W2("max.u32", 1, -1, -1)                                                     \
  W2("max.s32", 1, -1, 1)                                                      \
  L2("min.s64", 1, -1ll, -1ll)                                                 \
  H2("max.s16", 1, -1, 1)                                                      \
  W3("sad.u32", 3, 10, 100, 107)                                               \
  W3("sad.s32", -3, 10, 100, 113)                                              \
  W2("and.b32", 12, 10, 8)                                                     \
  W2("or.b32", 12, 10, 14)                                                     \
  W2("xor.b32", 12, 10, 6)                                                     \
  L2("and.b64", ~0ull, 10, 10)                                                 \
  H2("xor.b16", 0xff, 0xf0f, 0xff0)                                            \
  W1("not.b32", 12, ~12)                                                       \
  W1("cnot.b32", 12, 0)                                                        \
  W1("cnot.b32", 0, 1)                                                         \
  W2("shl.b32", 3, 31, 0x80000000)                                             \
  W2("shl.b32", 3, 32, 0)                                                      \
  W2("shr.u32", 0x80000000, 31, 1)                                             \
  W2("shr.u32", 0x80000000, 40, 0)                                             \
  W2("shr.s32", 0x80000000, 40, -1)                                            \
  CASE2(u64, u64, u32, "shl.b64", 1, 40, 1ull << 40)                           \
  CASE2(u64, u64, u32, "shr.s64", 1ull << 63, 62, -2ll)                        \
  CASE2(u64, u64, u32, "shr.u64", 1ull << 63, 62, 2)                           \
  W3("shf.l.wrap.b32", 0x12345678, 0x9abcdef0, 36, 0xabcdef01)                 \
  W3("shf.r.wrap.b32", 0x12345678, 0x9abcdef0, 36, 0x01234567)                 \
  W3("shf.l.clamp.b32", 0x12345678, 0x9abcdef0, 36, 0x12345678)                \
  W3("shf.r.clamp.b32", 0x12345678, 0x9abcdef0, 36, 0x9abcdef0)                \
  W1("popc.b32", 0xf0f0, 8)                                                    \
  CASE1(u32, u64, "popc.b64", ~0ull, 64)                                       \
  W1("clz.b32", 1, 31)                                                         \
  W1("clz.b32", 0, 32)                                                         \
  CASE1(u32, u64, "clz.b64", 1, 63)                                            \
  W1("brev.b32", 1, 0x80000000)                                                \
  L1("brev.b64", 1, 1ull << 63)                                                \
  W1("bfind.u32", 0x100, 8)                                                    \
  W1("bfind.u32", 0, -1)                                                       \
  W1("bfind.s32", -1, -1)                                                      \
  W1("bfind.s32", -257, 8)                                                     \
  W1("bfind.shiftamt.u32", 0x100, 23)                                          \
  CASE1(u32, u64, "bfind.u64", 1ull << 50, 50)                                 \
  W3("bfe.u32", 0x12345678, 8, 8, 0x56)                                        \
  W3("bfe.s32", 0x1234f678, 8, 8, 0xfffffff6)                                  \
  W3("bfe.s32", 0x81234567, 28, 8, 0xfffffff8)                                 \
  W3("bfe.u32", 0x81234567, 28, 8, 8)                                          \
  W3("bfe.s32", -1, 4, 0, 0)                                                   \
  CASE3(u64, u64, u32, u32, "bfe.u64", 0x123456789abcdef0, 32, 16, 0x5678)     \
  CASE4(u32, u32, u32, u32, u32, "bfi.b32", 0xff, 0x12345678, 8, 4,            \
        0x12345f78)                                                            \
  CASE4(u32, u32, u32, u32, u32, "bfi.b32", -1, 0, 0, 32, -1)                  \
  CASE4(u64, u64, u64, u32, u32, "bfi.b64", -1ll, 0, 60, 8, 0xfull << 60)      \
  W3("prmt.b32", 0x33221100, 0x77665544, 0x7340, 0x77334400)                   \
  W3("prmt.b32", 0x332211f0, 0x77665544, 0x8880, 0xfffffff0)                   \
  W3("prmt.b32.f4e", 0x33221100, 0x77665544, 2, 0x55443322)                    \
  W3("prmt.b32.b4e", 0x33221100, 0x77665544, 1, 0x66770011)                    \
  W3("prmt.b32.rc8", 0x33221100, 0x77665544, 2, 0x22222222)                    \
  W3("prmt.b32.ecl", 0x33221100, 0x77665544, 2, 0x33222222)                    \
  W3("prmt.b32.ecr", 0x33221100, 0x77665544, 2, 0x22221100)                    \
  W3("prmt.b32.rc16", 0x33221100, 0x77665544, 1, 0x33223322)                   \
  W3("dp4a.s32.s32", 0x01ff0203, 0x0403fe05, 10, 10 + 15 - 4 - 3 + 4)          \
  W3("dp4a.u32.s32", 0x01ff0203, 0x0403fe05, 10, 10 + 15 - 4 + 3 * 255 + 4)    \
  W3("dp2a.lo.s32.s32", 0xffff0005, 0x0102fe03, 1, 1 + 15 + 2)                 \
  W3("dp2a.hi.u32.u32", 0xffff0005, 0x0102fe03, 1, 1 + 10 + 0xffff)            \
  W2("bmsk.clamp.b32", 8, 4, 0xf00)                                            \
  W2("szext.wrap.s32", 0x12f, 4, -1)                                           \
  W2("szext.clamp.u32", 0x12f, 4, 15)

__global__ void kernel(Bits *out, Bits zero) {
  int at = 0;
#define CASE(O, text, e, holes, ...) KERNEL_CASE(O, text, holes, __VA_ARGS__)
  CASES
#undef CASE
  // lop3 takes its table as a constant.
  unsigned a = 0xf0f0cc00 ^ (unsigned)zero, b = 0xff00aa55, c = 0x12345678;
  unsigned d;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  out[at++] = d;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c), "n"(0x96));
  out[at++] = d;
}

int main() {
  RUN_CASES(kernel)
#define CASE(O, text, e, holes, ...) CHECK_CASE(O, text, e)
  CASES
  unsigned a = 0xf0f0cc00, b = 0xff00aa55, c = 0x12345678;
  checkCase("lop3 majority", __LINE__, got[at++], (a & b) | (a & c) | (b & c));
  checkCase("lop3 parity", __LINE__, got[at++], a ^ b ^ c);
  printf("%d cases\n", at);
}
