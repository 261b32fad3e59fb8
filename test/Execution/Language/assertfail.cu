// RUN: %heddle -O1 %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %heddle -O1 -rdc=true %s -o %t && %t 2>&1 | FileCheck %s
// __assertfail, the function of a GPU that a failed assertion ends in. Programs
// declare it themselves.
#include <cstdio>

extern "C" [[noreturn]] __device__ void
__assertfail(const void *message, const void *file, unsigned line,
             const void *function, size_t charSize);

__device__ int checked(int value) {
  if (value < 0)
    __assertfail("value >= 0", "input.txt", 12, "read", sizeof(char));
  return value;
}

__global__ void kernel(const int *in, int *out) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, checked(in[threadIdx.x]));
  __syncthreads();
  out[threadIdx.x] = total;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i)
    in[i] = i;
  kernel<<<1, 32>>>(in, out);
  // CHECK: no error 496
  const char *error = cudaGetErrorString(cudaDeviceSynchronize());
  fprintf(stderr, "%s %d\n", error, out[31]);
  in[7] = -1;
  kernel<<<1, 32>>>(in, out);
  // CHECK: input.txt:12: read: block: [0,0,0], thread: [7,0,0] Assertion `value >= 0` failed.
  // CHECK: cudaErrorAssert
  fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
