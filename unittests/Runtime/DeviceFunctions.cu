//===- DeviceFunctions.cu - Device functions as test_<name> ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define DEVICE(result, name, parameters, arguments)                            \
  extern "C" __device__ result test_##name parameters { return name arguments; }
#include "DeviceFunctions.inc"
#undef DEVICE

// Contraction turns this into one operation; the intrinsics must prevent it.
extern "C" __device__ float test_contracted(float a, float b, float c) {
  return a * b + c;
}
extern "C" __device__ float test_uncontracted(float a, float b, float c) {
  return __fadd_rn(__fmul_rn(a, b), c);
}

extern "C" __device__ void test_loadStore(float4 *to, const float4 *from) {
  __stcs(to, __ldg(from));
}
extern "C" __device__ int test_stdlib(char *buffer, const char *text) {
  memcpy(buffer, text, strlen(text) + 1);
  char *heap = (char *)malloc(16);
  memset(heap, 'x', 15);
  heap[15] = 0;
  int same = strcmp(buffer, text) == 0 && heap[14] == 'x';
  free(heap);
  int *array = new int[3];
  array[2] = same;
  same = array[2];
  delete[] array;
  return same ? std::abs(-7) : abs(-1);
}
