// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// Scale factors have two rounding modes.
#include <cuda_fp8.h>

__global__ void k(unsigned char *out, float x) {
  out[0] = __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero);
  // CHECK: e8m0-rounding.cu:[[# @LINE + 1]]:{{.*}}error: conversions to e8m0 round with cudaRoundZero or cudaRoundPosInf only
  out[1] = __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundNearest);
}
// CHECK: 1 error generated
