// A large source is optimized in parts that run in parallel. The object file does not depend on the number of threads, and no symbol of one part that
// another refers to is visible outside.
// RUN: %heddle -O1 -c -split-compile=1 --time %s -o %t.1.o 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: %heddle -O1 -c --split-compile 3 %s -o %t.3.o
// RUN: cmp %t.1.o %t.3.o
// RUN: nm -g --defined-only %t.1.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: %heddle -O1 %t.1.o -o %t && %t
// TIME-NOT: {{optimize \(LLVM\)|warning}}
// TIME: optimize and generate in parts (LLVM)
// TIME-NOT: {{optimize \(LLVM\)|warning}}
// SYMBOLS-NOT: {{\.(blocks|grid|device|entry)}}
// SYMBOLS-NOT: {{powers|weights|twist|chooseOperation}}
// SYMBOLS: {{[TV]}} main

// Two files with the same local names link. Debug information, relocatable code and a report compile the same parts.
// RUN: %heddle -O1 -g -lineinfo -rdc=true -DSECOND -c %s -o %t.second.o
// The third compilation with the same options finds the headers in the cache.
// RUN: rm -rf %t.cache && env HEDDLE_CACHE_DIR=%t.cache %heddle -O1 -g -rdc=true -DSECOND -c %s -o %t.second.o
// RUN: env HEDDLE_CACHE_DIR=%t.cache %heddle -O1 -g -rdc=true -DSECOND -c %s -o %t.second.o
// RUN: env HEDDLE_CACHE_DIR=%t.cache %heddle -O1 -g -rdc=true -DSECOND -c %s -o %t.second.o
// RUN: %heddle -O1 -DWITH_SECOND -rdc=true %s %t.second.o -o %t.two && %t.two
// RUN: %heddle -O1 -c --report=vectorize %s -o %t.report.o > /dev/null 2>&1
// RUN: cmp %t.1.o %t.report.o
// RUN: %heddle -O1 -fsanitize=address %s -o %t.asan && %t.asan

// The debug information of the whole source is in one part only. The others may have lines.
// RUN: %heddle -O1 -g -c %s -o %t.debug.o
// RUN: llvm-dwarfdump %t.debug.o | grep DW_TAG_compile_unit | count 1
// RUN: %heddle -O1 -g -lineinfo -c %s -o %t.lines.o
// RUN: llvm-dwarfdump --name=OnlyOnce %t.lines.o | grep DW_TAG | count 1
// RUN: llvm-dwarfdump --debug-line %t.lines.o | grep prologue: | FileCheck %s --check-prefix=LINES
// LINES-COUNT-3: prologue

// RUN: not %heddle -c -split-compile=many %s 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: '-split-compile=many' must be a number of threads
#include <cstdio>
#include <initializer_list>

namespace OnlyOnce {}
using namespace OnlyOnce;

namespace {
// Local symbols that many kernels share: a variable, constants, a table of functions, a function that is not inlined, one in a comdat.
static __device__ int launches;
static __constant__ float weights[4];
static __device__ const int powers[8] = {1, 3, 9, 27, 81, 243, 729, 2187};
static __device__ __noinline__ int twist(int x) { return x ^ (x >> 3) ^ powers[x & 7]; }
typedef int (*Operation)(int);
static __device__ int twice(int x) { return 2 * x; }
static __device__ int squared(int x) { return x * x; }
static __device__ Operation chooseOperation(int i) {
  static const Operation operations[2] = {twice, squared};
  return operations[i & 1];
}
template <typename T> __device__ __noinline__ T mix(T a, T b) { return a * T(3) + b; }
struct Shape {
  __device__ virtual int area(int x) const { return x; }
};
struct Square : Shape {
  __device__ int area(int x) const override { return x * x; }
};

__host__ __device__ inline int expectedTwist(int x) {
  const int table[8] = {1, 3, 9, 27, 81, 243, 729, 2187};
  return x ^ (x >> 3) ^ table[x & 7];
}

// LLVM cannot unroll this loop; nvcc does not mention it.
__host__ __device__ inline int steps(int x) {
  int count = 0;
#pragma unroll
  while (x > 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++count;
  }
  return count;
}

template <int N> __global__ void kernel(int *out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = twist(i) + N;
  if (i == 0)
    atomicAdd(&launches, 1);
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < N; ++k)
    sum += tile[(t + k) % 64];
  __syncthreads();
  Square square;
  const Shape *shape = &square;
  sum = mix(sum, chooseOperation(N)(i)) + (int)weights[N & 3] + shape->area(N);
  switch (i & 7) {
  case 0: sum += 5; break;
  case 1: sum -= 17; break;
  case 2: sum ^= 3; break;
  case 3: sum *= 7; break;
  case 4: sum += N; break;
  case 5: sum -= 2 * N; break;
  }
  if (i < n)
    out[i] = sum + steps(i);
  else if (i == n + 1000)
    printf("never %d of %d\n", i, N);
}

template <int N> int expected(int i) {
  int sum = 0, block = i / 64 * 64;
  for (int k = 0; k < N; ++k)
    sum += expectedTwist(block + (i + k) % 64) + N;
  sum = sum * 3 + (N & 1 ? i * i : 2 * i) + (N & 3) * 10 + N * N;
  switch (i & 7) {
  case 0: sum += 5; break;
  case 1: sum -= 17; break;
  case 2: sum ^= 3; break;
  case 3: sum *= 7; break;
  case 4: sum += N; break;
  case 5: sum -= 2 * N; break;
  }
  return sum + steps(i);
}

template <int N> int checkKernel(int *out) {
  const int n = 1000;
  kernel<N><<<16, 64>>>(out, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    if (out[i] != expected<N>(i))
      return printf("kernel<%d>: %d is %d, not %d\n", N, i, out[i], expected<N>(i)), 1;
  return 0;
}

template <int... Ns> struct All {
  static int check(int *out) {
    int failed = 0;
    for (int one : {checkKernel<Ns>(out)...})
      failed += one;
    int launched = 0;
    cudaMemcpyFromSymbol(&launched, launches, sizeof launched);
    return failed + (launched != sizeof...(Ns));
  }
};

} // namespace

static int run() {
  const float host[4] = {0, 10, 20, 30};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  return All<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28>::check(out);
}

#ifdef SECOND
int second() { return run(); }
#else
int second();
int main() {
#ifdef WITH_SECOND
  if (second())
    return 2;
#endif
  return run();
}
#endif
