// RUN: %check-execution %s

// cvt between all kinds of numbers, mov that packs and unpacks, comparisons and
// selections.

#include "cases.h"

#define INF32 __builtin_huge_valf()
#define NAN32 valueOf<float>(0x7fffffff)
#define NAN64 valueOf<double>(0x7fffffffffffffff)

#define CASES                                                                  \
  CASE1(u32, u64, "cvt.u32.u64", 0x123456789ull, 0x23456789)                   \
  CASE1(u64, u32, "cvt.s64.s32", -5, -5ll)                                     \
  CASE1(u64, u32, "cvt.u64.u32", -5, 0xfffffffbull)                            \
  CASE1(u32, u32, "cvt.s32.s8", 0x1ff, -1)                                     \
  CASE1(u32, u32, "cvt.u32.u8", 0x1ff, 0xff)                                   \
  CASE1(u32, u16, "cvt.s32.s16", 0xfffe, -2)                                   \
  CASE1(u32, u32, "cvt.sat.u8.s32", -5, 0)                                     \
  CASE1(u32, u32, "cvt.sat.u8.s32", 300, 255)                                  \
  CASE1(u32, u32, "cvt.sat.s8.s32", -300, -128)                                \
  CASE1(u32, u64, "cvt.sat.s32.s64", 1ll << 40, 0x7fffffff)                    \
  CASE3(u32, u32, u32, u32, "cvt.pack.sat.s8.s32.b32", 300, -5, 0x12345678,    \
        0x56787ffb)                                                            \
  CASE3(u32, u32, u32, u32, "cvt.pack.sat.u8.s32.b32", 300, -5, 0x12345678,    \
        0x5678ff00)                                                            \
  CASE2(u32, u32, u32, "cvt.pack.sat.s16.s32", -70000, 5, 0x80000005)          \
  CASE1(u32, f32, "cvt.rni.s32.f32", 2.5f, 2)                                  \
  CASE1(u32, f32, "cvt.rni.s32.f32", -3.5f, -4)                                \
  CASE1(u32, f32, "cvt.rzi.s32.f32", -3.7f, -3)                                \
  CASE1(u32, f32, "cvt.rmi.s32.f32", -3.2f, -4)                                \
  CASE1(u32, f32, "cvt.rpi.s32.f32", 3.2f, 4)                                  \
  CASE1(u32, f32, "cvt.rzi.u32.f32", -3.7f, 0)                                 \
  CASE1(u32, f32, "cvt.rzi.s32.f32", 1e20f, 0x7fffffff)                        \
  CASE1(u32, f32, "cvt.rzi.s32.f32", NAN32, 0)                                 \
  CASE1(u64, f32, "cvt.rzi.s64.f32", -1e10f, -10000000000ll)                   \
  CASE1(u64, f64, "cvt.rni.u64.f64", 1e15 + 0.5, 1000000000000000ull)          \
  CASE1(u64, f64, "cvt.rzi.s64.f64", NAN64, 1ull << 63)                        \
  CASE1(u32, f64, "cvt.rzi.s32.f64", -1e20, 0x80000000)                        \
  CASE1(u32, f32, "cvt.rzi.u8.f32", 300.0f, 255)                               \
  CASE1(f32, u32, "cvt.rn.f32.s32", -7, -7)                                    \
  CASE1(f32, u32, "cvt.rn.f32.u32", 0xffffffff, 0x1p32f)                       \
  CASE1(f32, u32, "cvt.rz.f32.u32", 0xffffffff, 0x1.fffffep31f)                \
  CASE1(f32, u32, "cvt.rp.f32.s32", 0x1000001, 0x1.000002p24f)                 \
  CASE1(f32, u32, "cvt.rm.f32.s32", -0x1000001, -0x1.000002p24f)               \
  CASE1(f32, u64, "cvt.rz.f32.s64", -0x1000001ll, -0x1p24f)                    \
  CASE1(f64, u64, "cvt.rn.f64.u64", ~0ull, 0x1p64)                             \
  CASE1(f64, u64, "cvt.rz.f64.u64", ~0ull, 0x1.fffffffffffffp63)               \
  CASE1(f64, u32, "cvt.rn.f64.s32", -3, -3)                                    \
  CASE1(f64, f32, "cvt.f64.f32", 1.5f, 1.5)                                    \
  CASE1(f32, f64, "cvt.rn.f32.f64", 1.0 / 3, 0x1.555556p-2f)                   \
  CASE1(f32, f64, "cvt.rz.f32.f64", 1.0 / 3, 0x1.555554p-2f)                   \
  CASE1(f32, f64, "cvt.rp.f32.f64", -1.0 / 3, -0x1.555554p-2f)                 \
  CASE1(f32, f64, "cvt.rm.f32.f64", -1.0 / 3, -0x1.555556p-2f)                 \
  CASE1(f32, f64, "cvt.rz.f32.f64", 1e300, 0x1.fffffep127f)                    \
  CASE1(f32, f32, "cvt.rni.f32.f32", 2.5f, 2)                                  \
  CASE1(f32, f32, "cvt.rzi.f32.f32", -2.7f, -2)                                \
  CASE1(f32, f32, "cvt.sat.f32.f32", 2.5f, 1)                                  \
  CASE1(f32, f32, "cvt.ftz.f32.f32", 1e-40f, 0)                                \
  CASE1(f64, f64, "cvt.rpi.f64.f64", 2.1, 3)                                   \
  CASE1(u16, f32, "cvt.rn.f16.f32", 1.5f, 0x3e00)                              \
  CASE1(u16, f32, "cvt.rn.f16.f32", 65520.0f, 0x7c00)                          \
  CASE1(u16, f32, "cvt.rz.f16.f32", 65520.0f, 0x7bff)                          \
  CASE1(f32, u16, "cvt.f32.f16", 0x3e00, 1.5f)                                 \
  CASE1(u16, u32, "cvt.rn.f16.s32", -3, 0xc200)                                \
  CASE1(u32, u16, "cvt.rzi.s32.f16", 0xc200, -3)                               \
  CASE1(u16, f32, "cvt.rn.bf16.f32", 1.0f / 3, 0x3eab)                         \
  CASE1(f32, u16, "cvt.f32.bf16", 0x3fc0, 1.5f)                                \
  CASE2(u32, f32, f32, "cvt.rn.f16x2.f32", 1, 2, 0x3c004000)                   \
  CASE2(u32, f32, f32, "cvt.rn.bf16x2.f32", 1, 2, 0x3f804000)                  \
  CASE2(u32, f32, f32, "cvt.rn.relu.f16x2.f32", 1, -2, 0x3c000000)             \
  CASE1(u32, f32, "cvt.rna.tf32.f32", 0x1.003p0f, bitsOf(0x1.004p0f))          \
  CASE1(u32, f32, "mov.b32", 1.0f, 0x3f800000)                                 \
  CASE1(f64, u64, "mov.b64", 0x3ff0000000000000ull, 1)                         \
  CASE2(u32, u32, u32, "set.lt.u32.s32", -1, 1, -1)                            \
  CASE2(f32, f32, f32, "set.gt.f32.f32", 2, 1, 1)                              \
  CASE3(u32, u32, u32, u32, "slct.u32.s32", 7, 8, -1, 8)                       \
  CASE3(f32, f32, f32, f32, "slct.f32.f32", 7, 8, 0, 7)

// "setp… p, %1, %2; selp.u32 %0, 1, 0, p;"
#define COMPARISONS                                                            \
  COMPARE(u32, "setp.eq.s32", 1, 1, 1)                                         \
  COMPARE(u32, "setp.ne.b32", 1, 1, 0)                                         \
  COMPARE(u32, "setp.lt.s32", -1, 1, 1)                                        \
  COMPARE(u32, "setp.lt.u32", -1, 1, 0)                                        \
  COMPARE(u32, "setp.hi.u32", -1, 1, 1)                                        \
  COMPARE(u32, "setp.ls.u32", 1, 1, 1)                                         \
  COMPARE(u64, "setp.ge.s64", -1ll, 1, 0)                                      \
  COMPARE(u64, "setp.gt.u64", -1ll, 1, 1)                                      \
  COMPARE(f32, "setp.lt.f32", 1, 2, 1)                                         \
  COMPARE(f32, "setp.lt.f32", NAN32, 2, 0)                                     \
  COMPARE(f32, "setp.ltu.f32", NAN32, 2, 1)                                    \
  COMPARE(f32, "setp.neu.f32", 1, 1, 0)                                        \
  COMPARE(f32, "setp.num.f32", 1, NAN32, 0)                                    \
  COMPARE(f32, "setp.nan.f32", 1, NAN32, 1)                                    \
  COMPARE(f32, "setp.eq.ftz.f32", 1e-40f, 0, 1)                                \
  COMPARE(f64, "setp.le.f64", 2, 2, 1)                                         \
  COMPARE(u16, "setp.gt.f16", 0x4000, 0x3c00, 1)                               \
  COMPARE(u16, "setp.eq.s16", 5, 5, 1)

#define CLASSES                                                                \
  CLASS("testp.finite.f32", INF32, 0)                                          \
  CLASS("testp.infinite.f32", INF32, 1)                                        \
  CLASS("testp.number.f32", NAN32, 0)                                          \
  CLASS("testp.notanumber.f32", NAN32, 1)                                      \
  CLASS("testp.normal.f32", 1e-40f, 0)                                         \
  CLASS("testp.subnormal.f32", 1e-40f, 1)

__global__ void kernel(Bits *out, Bits zero) {
  int at = 0;
#define CASE(O, text, e, holes, ...) KERNEL_CASE(O, text, holes, __VA_ARGS__)
  CASES
#undef CASE
#define COMPARE(T, text, a, b, e)                                              \
  {                                                                            \
    unsigned result;                                                           \
    asm("{ .reg .pred p; " text " p, %1, %2; selp.u32 %0, 1, 0, p; }"          \
        : "=r"(result)                                                         \
        : IN(T, a), IN(T, b));                                                 \
    out[at++] = result;                                                        \
  }
  COMPARISONS
#undef COMPARE
#define CLASS(text, a, e)                                                      \
  {                                                                            \
    unsigned result;                                                           \
    asm("{ .reg .pred p; " text " p, %1; selp.u32 %0, 1, 0, p; }"              \
        : "=r"(result)                                                         \
        : IN(f32, a));                                                         \
    out[at++] = result;                                                        \
  }
  CLASSES
#undef CLASS

  unsigned low, high, both;
  unsigned long long wide;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : IN(u64, 0x123456789a));
  asm("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(high), "r"(low));
  unsigned short a, b;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(a), "=h"(b) : IN(u32, 0x12345678));
  asm("mov.b32 %0, {%1, %2};" : "=r"(both) : "h"(b), "h"(a));
  out[at++] = wide;
  out[at++] = both;

  // Two predicates, and one combined with a third.
  unsigned flags;
  asm("{\n\t"
      ".reg .pred p, q, r;\n\t"
      "setp.lt.s32 p|q, %1, %2;\n\t"
      "setp.gt.and.s32 r, %2, 0, q;\n\t"
      "selp.b32 %0, 1, 0, p;\n\t"
      "@q or.b32 %0, %0, 2;\n\t"
      "@!r or.b32 %0, %0, 4;\n\t"
      "}"
      : "=r"(flags)
      : IN(u32, 5), IN(u32, 3));
  out[at++] = flags;
}

int main() {
  RUN_CASES(kernel)
#define CASE(O, text, e, holes, ...) CHECK_CASE(O, text, e)
  CASES
#define COMPARE(T, text, a, b, e) checkCase(text, __LINE__, got[at++], e);
  COMPARISONS
#define CLASS(text, a, e) checkCase(text, __LINE__, got[at++], e);
  CLASSES
  checkCase("mov.b64", __LINE__, got[at++], 0x3456789a00000012);
  checkCase("mov.b32", __LINE__, got[at++], 0x56781234);
  checkCase("setp pair", __LINE__, got[at++], 2);
  printf("%d cases\n", at);
}
