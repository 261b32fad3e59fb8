// The headers are written for every standard that nvcc knows.
//
// RUN: %heddle -std=c++11 -emit=llvm %s | FileCheck %s
// RUN: %heddle -std=c++14 -emit=llvm %s | FileCheck %s
// RUN: %heddle -std=c++20 -emit=llvm %s | FileCheck %s
// RUN: %heddle -std=c++23 -emit=llvm %s | FileCheck %s

#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <math_constants.h>
#include <vector_functions.h>

texture<float, cudaTextureType2D, cudaReadModeElementType> picture;

// CHECK: define {{.*}}sample
__global__ void sample(float4 *out, float x, float y) {
  out[threadIdx.x] = tex2Dgather(picture, x + threadIdx.x, y);
}
