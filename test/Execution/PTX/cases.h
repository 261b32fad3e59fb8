//===- cases.h - Tables of instructions and what they give ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test defines CASES, a list of CASE1 … CASE4: the type of the result, those
// of the operands, the instruction, the operands, the result. The list is
// expanded twice, into a kernel and into the checks of what it wrote.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_PTX_CASES_H
#define HEDDLE_TEST_PTX_CASES_H

#include "../check.h"
#include <cstring>

typedef unsigned long long Bits;

#define TYPE_u16 unsigned short
#define TYPE_u32 unsigned int
#define TYPE_u64 unsigned long long
#define TYPE_f32 float
#define TYPE_f64 double
#define REGISTER_u16 "h"
#define REGISTER_u32 "r"
#define REGISTER_u64 "l"
#define REGISTER_f32 "f"
#define REGISTER_f64 "d"

template <class T> __host__ __device__ Bits bitsOf(T value) {
  Bits bits = 0;
  memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T> __host__ __device__ T valueOf(Bits bits) {
  T value;
  memcpy(&value, &bits, sizeof(T));
  return value;
}

/// An operand that the compiler does not know: `zero` is a kernel's argument.
template <class T> __device__ T hide(T value, Bits zero) {
  return valueOf<T>(bitsOf(value) ^ zero);
}

inline void checkCase(const char *text, int line, Bits got, Bits want) {
  if (got == want)
    return;
  printf("line %d: %s gives %llx but should give %llx\n", line, text, got,
         want);
  exit(1);
}

#define IN(T, a) REGISTER_##T(hide<TYPE_##T>((TYPE_##T)(a), zero))
#define KERNEL_CASE(O, text, holes, ...)                                       \
  {                                                                            \
    TYPE_##O result;                                                           \
    asm volatile(text " " holes ";" : "=" REGISTER_##O(result) : __VA_ARGS__); \
    out[at++] = bitsOf(result);                                                \
  }
#define CHECK_CASE(O, text, e)                                                 \
  checkCase(text, __LINE__, got[at++], bitsOf<TYPE_##O>((TYPE_##O)(e)));

#define CASE1(O, A, text, a, e) CASE(O, text, e, "%0, %1", IN(A, a))
#define CASE2(O, A, B, text, a, b, e)                                          \
  CASE(O, text, e, "%0, %1, %2", IN(A, a), IN(B, b))
#define CASE3(O, A, B, C, text, a, b, c, e)                                    \
  CASE(O, text, e, "%0, %1, %2, %3", IN(A, a), IN(B, b), IN(C, c))
#define CASE4(O, A, B, C, D, text, a, b, c, d, e)                              \
  CASE(O, text, e, "%0, %1, %2, %3, %4", IN(A, a), IN(B, b), IN(C, c), IN(D, d))

// For lists that are mostly of one type.
#define W1(text, a, e) CASE1(u32, u32, text, a, e)
#define W2(text, a, b, e) CASE2(u32, u32, u32, text, a, b, e)
#define W3(text, a, b, c, e) CASE3(u32, u32, u32, u32, text, a, b, c, e)
#define L1(text, a, e) CASE1(u64, u64, text, a, e)
#define L2(text, a, b, e) CASE2(u64, u64, u64, text, a, b, e)
#define L3(text, a, b, c, e) CASE3(u64, u64, u64, u64, text, a, b, c, e)
#define H1(text, a, e) CASE1(u16, u16, text, a, e)
#define H2(text, a, b, e) CASE2(u16, u16, u16, text, a, b, e)
#define H3(text, a, b, c, e) CASE3(u16, u16, u16, u16, text, a, b, c, e)
#define F1(text, a, e) CASE1(f32, f32, text, a, e)
#define F2(text, a, b, e) CASE2(f32, f32, f32, text, a, b, e)
#define F3(text, a, b, c, e) CASE3(f32, f32, f32, f32, text, a, b, c, e)
#define D1(text, a, e) CASE1(f64, f64, text, a, e)
#define D2(text, a, b, e) CASE2(f64, f64, f64, text, a, b, e)
#define D3(text, a, b, c, e) CASE3(f64, f64, f64, f64, text, a, b, c, e)

#define RUN_CASES(kernel)                                                      \
  DeviceArray<Bits> out(4096);                                                 \
  kernel<<<1, 1>>>(out, 0);                                                    \
  std::vector<Bits> got = out.read();                                          \
  int at = 0;

#endif // HEDDLE_TEST_PTX_CASES_H
