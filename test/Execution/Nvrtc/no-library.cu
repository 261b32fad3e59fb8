// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// NVRTC declares CUDA's functions and nothing of the C++ library: programs that
// define its types and traits themselves compile, and so do those that use
// CUDA's functions without a header.
#include "program.h"

static const char *const source = R"(
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef signed char int8_t;
typedef unsigned int uint32_t;
namespace std {
template <class A, class B> struct is_same { static const bool value = false; };
template <class A> struct is_same<A, A> { static const bool value = true; };
template <class T> struct numeric_limits;
template <class T> __device__ T move(T x) { return x; }
}
extern "C" __global__ void types(int *x) {
  *x = std::is_same<int64_t, long long>::value + sizeof(uint32_t);
}

#define NEAR(x, y) (fabs((double)(x) - (double)(y)) < 1e-6)
extern "C" __global__ void functions(int *x) {
  size_t size = 8;
  ptrdiff_t difference = -3;
  float f = threadIdx.x + 2.0f;
  double d = threadIdx.x + 0.5;
  int i = threadIdx.x + 4, exponent;
  float4 vector = make_float4(1, 2, 3, 4);
  clock_t start = clock();
  int *memory = (int *)malloc(size);
  memset(memory, 0, 4);
  new (memory) int(9);
  assert(memory != NULL && *memory == 9);
  int good = 0;
  good += *memory == 9;
  free(memory);
  good += NEAR(sqrt(f), 1.41421354) && sizeof(sqrt(f)) == 4;
  good += NEAR(sqrt(i), 2) && sizeof(sqrt(i)) == 8;
  good += NEAR(sin(d), 0.479425538604203) && NEAR(sinf(0.5f), 0.47942555);
  good += NEAR(pow(f, i), 16) && NEAR(pow(2.0f, 3.0f), 8);
  good += NEAR(fma(f, f, f), 6) && NEAR(fmax(d, i), 4) && max(i, 3) == 4;
  good += abs(-3) == 3 && abs(-2.5f) == 2.5f && abs(-7ll) == 7;
  good += isnan(nanf("")) && isinf(1 / (f - 2)) && !signbit(d);
  good += NEAR(frexp(f, &exponent), 0.5) && exponent == 2;
  good += NEAR(__expf(0), 1) && NEAR(rsqrtf(4), 0.5) && __popc(7) == 3;
  good += vector.w == 4 && difference < 0 && clock() >= start;
  good += __shfl_sync(1, i, 0) == 4 && atomicAdd(x, 1) == -1;
  *x = good;
}
)";

// All of CUDA's headers for kernels; none needs the C library.
static const char *const headers = R"(
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda_awbarrier.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <math_constants.h>
#include <mma.h>
#ifdef _STDINT_H
#error
#endif
typedef long long int64_t;
extern "C" __global__ void k(int *x) {
  curandState state;
  curand_init(1, 0, 0, &state);
  *x = cuCreal(make_cuDoubleComplex(3, 4)) + (curand_uniform(&state) <= 1) +
       __half2int_rn(__hadd(__half(2), __half(1)));
}
)";

int main() {
  Program second(headers);
  second.build();
  CHECK(resultOf(second.kernel("k")) == 7);
  Program program(source);
  program.build();
  CHECK(resultOf(program.kernel("types")) == 5);
  CHECK(resultOf(program.kernel("functions")) == 12);
}
