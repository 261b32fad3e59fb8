// RUN: %check-execution %s

// Floating-point arithmetic: rounding modes, saturation, subnormals, half
// precision and bfloat16.

#include "cases.h"

#define NAN32 valueOf<float>(0x7fffffff)
#define TINY 1e-40f

#define CASES                                                                  \
  F2("add.f32", 1.5f, 2, 3.5f)                                                 \
  F2("add.rn.f32", 1, 0x1p-25f, 1)                                             \
  F2("add.rz.f32", 1, 0x1p-25f, 1)                                             \
  F2("add.rp.f32", 1, 0x1p-25f, 0x1.000002p0f)                                 \
  F2("add.rm.f32", 1, -0x1p-25f, 0x1.fffffep-1f)                               \
  F2("add.rz.f32", -1, 0x1p-26f, -0x1.fffffep-1f)                              \
  F2("add.rm.f32", 1, -1, -0.0f)                                               \
  F2("add.sat.f32", 1.5f, 2, 1)                                                \
  F2("add.sat.f32", -1.5f, 1, 0)                                               \
  F2("add.sat.f32", NAN32, 1, 0)                                               \
  F2("add.f32", TINY, TINY, 2 * TINY)                                          \
  F2("add.ftz.f32", TINY, TINY, 0)                                             \
  F2("sub.ftz.f32", -TINY, 0, -0.0f)                                           \
  F2("sub.f32", 1.5f, 2, -0.5f)                                                \
  F2("sub.rp.f32", 1, -0x1p-25f, 0x1.000002p0f)                                \
  F2("mul.f32", 1.5f, 2, 3)                                                    \
  F2("mul.rz.f32", 0x1.000002p0f, 0x1.fffffep0f, 0x1p1f)                       \
  F2("mul.rp.f32", 0x1.000002p0f, 0x1.000002p0f, 0x1.000006p0f)                \
  F2("mul.rm.f32", 0x1.000002p0f, 0x1.000002p0f, 0x1.000004p0f)                \
  F2("mul.sat.f32", 0.5f, 0.5f, 0.25f)                                         \
  F3("fma.rn.f32", 0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f, 0x1p-46f)     \
  F3("fma.rp.f32", 1, 1, 0x1p-40f, 0x1.000002p0f)                              \
  F3("fma.rz.f32", 1, 1, -0x1p-40f, 0x1.fffffep-1f)                            \
  F3("fma.rm.f32", 1, 1, -0x1p-40f, 0x1.fffffep-1f)                            \
  F3("mad.rn.f32", 2, 3, 4, 10)                                                \
  F2("div.rn.f32", 1, 3, 1.0f / 3)                                             \
  F2("div.rp.f32", 2, 3, 0x1.555556p-1f)                                       \
  F2("div.rm.f32", 2, 3, 0x1.555554p-1f)                                       \
  F2("div.approx.f32", 6, 2, 3)                                                \
  F2("div.full.f32", 6, 2, 3)                                                  \
  F1("rcp.rn.f32", 3, 1.0f / 3)                                                \
  F1("rcp.rm.f32", 3, 0x1.555554p-2f)                                          \
  F1("rcp.approx.f32", 4, 0.25f)                                               \
  F1("rcp.approx.ftz.f32", 4, 0.25f)                                           \
  F1("sqrt.rn.f32", 2, 0x1.6a09e6p0f)                                          \
  F1("sqrt.rp.f32", 2, 0x1.6a09e8p0f)                                          \
  F1("sqrt.approx.f32", 16, 4)                                                 \
  F1("rsqrt.approx.f32", 16, 0.25f)                                            \
  F1("rsqrt.approx.ftz.f32", 4, 0.5f)                                          \
  F1("ex2.approx.f32", 5, 32)                                                  \
  F1("ex2.approx.ftz.f32", -3, 0.125f)                                         \
  F1("lg2.approx.f32", 32, 5)                                                  \
  F1("lg2.approx.ftz.f32", 4, 2)                                               \
  F1("sin.approx.f32", 0, 0)                                                   \
  F1("cos.approx.f32", 0, 1)                                                   \
  F1("tanh.approx.f32", 0, 0)                                                  \
  F1("tanh.approx.f32", 100, 1)                                                \
  F1("abs.f32", -2, 2)                                                         \
  F1("neg.f32", 2, -2)                                                         \
  F1("neg.ftz.f32", TINY, -0.0f)                                               \
  F2("min.f32", 1, 2, 1)                                                       \
  F2("max.f32", 1, 2, 2)                                                       \
  F2("max.f32", NAN32, 2, 2)                                                   \
  F2("min.f32", 1, NAN32, 1)                                                   \
  F2("max.NaN.f32", NAN32, 2, NAN32)                                           \
  F2("copysign.f32", -1, 2, -2)                                                \
  D2("add.f64", 1.5, 2, 3.5)                                                   \
  D2("add.rp.f64", 1, 0x1p-60, 0x1.0000000000001p0)                            \
  D2("sub.rm.f64", 1, 0x1p-60, 0x1.fffffffffffffp-1)                           \
  D2("mul.rn.f64", 1.5, 2, 3)                                                  \
  D2("mul.rz.f64", 0x1.0000000000001p0, 0x1.0000000000001p0,                   \
     0x1.0000000000002p0)                                                      \
  D3("fma.rn.f64", 2, 3, 4, 10)                                                \
  D3("fma.rp.f64", 1, 1, 0x1p-70, 0x1.0000000000001p0)                         \
  D2("div.rn.f64", 1, 3, 1.0 / 3)                                              \
  D2("div.rp.f64", 1, 3, 0x1.5555555555556p-2)                                 \
  D1("rcp.rn.f64", 4, 0.25)                                                    \
  D1("sqrt.rn.f64", 16, 4)                                                     \
  D1("abs.f64", -2, 2)                                                         \
  D1("neg.f64", -2, 2)                                                         \
  D2("min.f64", 1, 2, 1)                                                       \
  D2("max.f64", 1, 2, 2)                                                       \
  D2("copysign.f64", -1, 2, -2)                                                \
  H2("add.f16", 0x3c00, 0x4000, 0x4200)                                        \
  H2("sub.f16", 0x3c00, 0x4000, 0xbc00)                                        \
  H2("mul.f16", 0x4000, 0x4200, 0x4600)                                        \
  H2("add.sat.f16", 0x3c00, 0x4000, 0x3c00)                                    \
  H3("fma.rn.f16", 0x4000, 0x4200, 0x3c00, 0x4700)                             \
  H3("fma.rn.relu.f16", 0x4000, 0xc200, 0x3c00, 0)                             \
  H2("min.f16", 0x3c00, 0x4000, 0x3c00)                                        \
  H2("max.f16", 0x3c00, 0x4000, 0x4000)                                        \
  H1("neg.f16", 0x3c00, 0xbc00)                                                \
  H1("abs.f16", 0xbc00, 0x3c00)                                                \
  H1("ex2.approx.f16", 0x4000, 0x4400)                                         \
  H1("tanh.approx.f16", 0, 0)                                                  \
  W2("add.f16x2", 0x3c004000, 0x40004200, 0x42004500)                          \
  W2("mul.f16x2", 0x3c004000, 0x40004200, 0x40004600)                          \
  W3("fma.rn.f16x2", 0x3c004000, 0x40004200, 0x3c003c00, 0x42004700)           \
  W2("max.f16x2", 0x3c004200, 0x40004000, 0x40004200)                          \
  W1("ex2.approx.f16x2", 0x40003c00, 0x44004000)                               \
  W1("tanh.approx.f16x2", 0, 0)                                                \
  W1("neg.f16x2", 0x3c004000, 0xbc00c000)                                      \
  H3("fma.rn.bf16", 0x4000, 0x4040, 0x3f80, 0x40e0)                            \
  W3("fma.rn.bf16x2", 0x3f804000, 0x40004040, 0x3f803f80, 0x404040e0)          \
  H2("max.bf16", 0x4000, 0x4040, 0x4040)                                       \
  W2("min.bf16x2", 0x40003f80, 0x40403f00, 0x40003f00)                         \
  H1("abs.bf16", 0xc000, 0x4000)

__global__ void kernel(Bits *out, Bits zero) {
  int at = 0;
#define CASE(O, text, e, holes, ...) KERNEL_CASE(O, text, holes, __VA_ARGS__)
  CASES
#undef CASE
}

int main() {
  RUN_CASES(kernel)
#define CASE(O, text, e, holes, ...) CHECK_CASE(O, text, e)
  CASES
  printf("%d cases\n", at);
}
