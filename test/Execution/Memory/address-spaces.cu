// RUN: %check-execution %s

// __isGlobal, __isShared, __isConstant and __isLocal say which memory a pointer
// points to: for memory that the kernel names, and for pointers that it loads.

#include "../check.h"

__constant__ int constants[4];
__device__ int variable[4];
__managed__ int managed[4];

// One bit for each kind of memory, so that wrong answers add up visibly.
__device__ unsigned spaceOf(const void *p) {
  return __isGlobal(p) | __isShared(p) << 1 | __isConstant(p) << 2 |
         __isLocal(p) << 3 | (__isClusterShared(p) != __isShared(p)) << 4 |
         __isGridConstant(p) << 5;
}
enum { Global = 1, Shared = 2, Constant = 4, Local = 8 };

__global__ void named(const int *memory, unsigned *spaces) {
  __shared__ int fixed[64];
  extern __shared__ int dynamic[];
  int own[4] = {int(threadIdx.x), 1, 2, 3};
  fixed[threadIdx.x] = own[threadIdx.x & 3];
  dynamic[threadIdx.x] = fixed[threadIdx.x];
  __syncthreads();
  // Alive across the barrier.
  own[threadIdx.x & 3] += fixed[threadIdx.x ^ 1] + dynamic[threadIdx.x ^ 1];
  unsigned *out = spaces + threadIdx.x * 8;
  out[0] = spaceOf(memory + threadIdx.x);
  out[1] = spaceOf(&fixed[threadIdx.x]);
  out[2] = spaceOf(&dynamic[threadIdx.x]);
  out[3] = spaceOf(&own[threadIdx.x & 3]);
  out[4] = spaceOf(&constants[threadIdx.x & 3]);
  out[5] = spaceOf(&variable[threadIdx.x & 3]);
  out[6] = spaceOf(&managed[threadIdx.x & 3]);
  out[7] = own[threadIdx.x & 3] < 0; // 0
}

// Which memory a pointer is to is known only at run time.
__global__ void withoutStatic(int *memory, unsigned *spaces, const int *which) {
  extern __shared__ int dynamic[];
  int own[4] = {1, 2, 3, 4};
  const int *all[4] = {memory, dynamic, own, constants};
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    spaces[threadIdx.x * 8 + i] =
        spaceOf(all[(which[i] + threadIdx.x) % 4] + (threadIdx.x & 3));
}

// The address of a constant can come from the host.
__global__ void passed(const int *constant, const int *const *loaded,
                       unsigned *spaces) {
  unsigned *out = spaces + threadIdx.x * 8;
  out[0] = spaceOf(constant + (threadIdx.x & 3));
  out[1] = spaceOf(loaded[0] + (threadIdx.x & 3));
  out[2] = spaceOf(loaded[1] + (threadIdx.x & 3));
}

// The instruction that these functions are.
__global__ void instruction(const int *memory, unsigned *spaces) {
  __shared__ int fixed[64];
  int isGlobal, isShared, isLocal, own = threadIdx.x;
  asm("{ .reg .pred p; isspacep.global p, %1; selp.s32 %0, 1, 0, p; }"
      : "=r"(isGlobal)
      : "l"(memory + threadIdx.x));
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.s32 %0, 1, 0, p; }"
      : "=r"(isShared)
      : "l"(&fixed[threadIdx.x]));
  asm("{ .reg .pred p; isspacep.local p, %1; selp.s32 %0, 1, 0, p; }"
      : "=r"(isLocal)
      : "l"(&own));
  spaces[threadIdx.x * 8] = isGlobal | isShared << 1 | isLocal << 3;
}

int main() {
  const int threads = 64;
  DeviceArray<int> memory(threads);
  int *constant;
  CUDA(cudaGetSymbolAddress((void **)&constant, constants));

  {
    DeviceArray<unsigned> spaces(threads * 8);
    named<<<1, threads, threads * 4>>>(memory, spaces);
    const unsigned want[] = {Global,   Shared, Shared, Local,
                             Constant, Global, Global, 0};
    expect(spaces, [&](int i) { return want[i % 8]; });
  }
  DeviceArray<int> which(std::vector<int>{0, 1, 2, 3, 4, 5});
  {
    DeviceArray<unsigned> spaces(threads * 8);
    withoutStatic<<<1, threads, threads * 4>>>(memory, spaces, which);
    const unsigned want[] = {Global, Shared, Local, Constant};
    expect(spaces,
           [&](int i) { return i % 8 < 4 ? want[(i % 8 + i / 8) % 4] : 0; });
  }
  {
    DeviceArray<unsigned> spaces(threads * 8);
    DeviceArray<const int *> loaded(
        std::vector<const int *>{constant, memory.data()});
    passed<<<1, threads>>>(constant, loaded, spaces);
    const unsigned want[] = {Constant, Constant, Global, 0, 0, 0, 0, 0};
    expect(spaces, [&](int i) { return want[i % 8]; });
  }
  DeviceArray<unsigned> spaces(threads * 8);
  instruction<<<1, threads>>>(memory, spaces);
  expect(spaces, [&](int i) { return i % 8 ? 0 : Global | Shared | Local; });
}
