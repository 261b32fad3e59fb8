// RUN: %heddle --verify-launches %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %heddle --verify-launches -fmad=true %s -o %t && %t 2>&1 | FileCheck %s

// The last bits of floating-point results may differ from those of the
// reference: in each type, in structs, in pairs, by atomics on their bits and by
// way of shared memory.

#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

struct Body {
  float x, y;
  int id;
  double mass;
};

__global__ void compute(const float *in, float *f, double *d, __half *h,
                        __half2 *h2, __nv_bfloat16 *b, float4 *v, Body *bodies,
                        unsigned *best, uint4 *copied) {
  __shared__ float4 tile[64];
  int i = threadIdx.x;
  float x = in[i], y = sinf(x) * expf(x) + logf(1 + x) * x;
  f[i] = y;
  d[i] = sin((double)x) * exp((double)x);
  h[i] = __float2half(y);
  h2[i] = __floats2half2_rn(y, -y);
  b[i] = __float2bfloat16(y);
  v[i] = make_float4(y, sinf(y), cosf(y), powf(1 + x, .3f));
  bodies[i] = {cosf(x), y, i, exp((double)y)};
  unsigned old = *best, wanted;
  do {
    wanted = old;
    if (__uint_as_float(wanted) >= y)
      break;
    old = atomicCAS(best, wanted, __float_as_uint(y));
  } while (old != wanted);
  tile[i] = v[i];
  __syncthreads();
  copied[i] = reinterpret_cast<uint4 *>(tile)[63 - i];
}

template <typename T> T *allocate(int count) {
  T *memory;
  cudaMallocManaged(&memory, count * sizeof(T));
  memset((void *)memory, 0, count * sizeof(T));
  return memory;
}

int main() {
  float *in = allocate<float>(64);
  for (int i = 0; i < 64; ++i)
    in[i] = i * .07f;
  compute<<<1, 64>>>(in, allocate<float>(64), allocate<double>(64),
                     allocate<__half>(64), allocate<__half2>(64),
                     allocate<__nv_bfloat16>(64), allocate<float4>(64),
                     allocate<Body>(64), allocate<unsigned>(1),
                     allocate<uint4>(64));
  return cudaDeviceSynchronize();
}

// CHECK: 1 launches: 1 compared, 0 different,
