// RUN: %check-execution --auto %s

// A kernel with static shared memory that asks at run time whether a pointer is
// to shared or to local memory.

#include "../check.h"

__constant__ int constants[4];
__device__ int variable[4];

__device__ unsigned spaceOf(const void *p) {
  return __isGlobal(p) | __isShared(p) << 1 | __isConstant(p) << 2 |
         __isLocal(p) << 3;
}
enum { Global = 1, Shared = 2, Constant = 4, Local = 8 };

__global__ void selected(int *memory, const int *constant, unsigned *spaces,
                         const int *which) {
  __shared__ int fixed[64];
  extern __shared__ int dynamic[];
  int own[4] = {1, 2, 3, 4};
  const int *all[6] = {memory, fixed, dynamic, own, constant, variable};
  fixed[threadIdx.x] = 1;
  __syncthreads();
  for (int i = 0; i < 6; ++i)
    spaces[threadIdx.x * 8 + i] =
        spaceOf(all[(which[i] + threadIdx.x) % 6] + (threadIdx.x & 3));
}

int main() {
  const int threads = 64;
  DeviceArray<int> memory(threads);
  int *constant;
  CUDA(cudaGetSymbolAddress((void **)&constant, constants));
  DeviceArray<int> which(std::vector<int>{0, 1, 2, 3, 4, 5});
  DeviceArray<unsigned> spaces(threads * 8);
  selected<<<1, threads, threads * 4>>>(memory, constant, spaces, which);
  const unsigned want[] = {Global, Shared, Shared, Local, Constant, Global};
  expect(spaces,
         [&](int i) { return i % 8 < 6 ? want[(i % 8 + i / 8) % 6] : 0; });
}
