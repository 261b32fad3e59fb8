// RUN: %check-execution %s -rdc=true

// Kernels that launch kernels: what the child reads and writes, recursion,
// arguments of all kinds, templates that only device code launches, launches
// for the end of the grid, and the runtime's API in device code.

#include "../check.h"

struct Pair {
  char tag;
  double value;
};

__global__ void fill(int *out, char offset, Pair pair, short last) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += scratch[threadIdx.x] * offset + (int)pair.value * pair.tag + last;
}

template <int Factor> __global__ void scale(int *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= Factor;
}

// Each thread writes and launches children on what it wrote, one after the
// other.
__global__ void parent(int *out) {
  int *mine = out + threadIdx.x * 8;
  for (int i = 0; i < 8; ++i)
    mine[i] = threadIdx.x;
  fill<<<2, 4, 4 * sizeof(int)>>>(mine, 2, Pair{3, 5.5}, -1);
  scale<7><<<dim3(1, 1), 8>>>(mine, 8);
}

__global__ void tree(int *counts, int depth) {
  atomicAdd(&counts[depth], 1);
  if (depth == 0 || threadIdx.x != 0)
    return;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  tree<<<1, 2, 0, stream>>>(counts, depth - 1);
  tree<<<2, 1, 0, cudaStreamFireAndForget>>>(counts, depth - 1);
  cudaStreamDestroy(stream);
}

// The tail sees what all blocks have written.
__global__ void total(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i];
  *out += sum;
}
__global__ void produce(int *values, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    total<<<1, 1, 0, cudaStreamTailLaunch>>>(values, out, n);
  values[i] = i;
}

__global__ void errors(int *out) {
  scale<3><<<1, 2048>>>(out, 1);
  out[1] = cudaGetLastError();
  out[2] = cudaGetLastError();
  int *memory;
  out[3] = cudaMalloc((void **)&memory, 16);
  memory[3] = 77;
  out[4] = memory[3];
  out[5] = cudaFree(memory);
  cudaMemsetAsync(out + 6, 1, 4, 0);
  cudaMemcpyAsync(out + 7, out + 6, 4, cudaMemcpyDeviceToDevice, 0);
}

int main() {
  DeviceArray<int> out(64);
  parent<<<1, 8>>>(out);
  expect(out, [](int i) { return (i / 8 + i % 8 * 2 + 15 - 1) * 7; });

  // A grid of two threads has one that launches, two grids of one have two.
  DeviceArray<int> counts(6);
  tree<<<1, 1>>>(counts, 5);
  int blocks[6], threads[6];
  blocks[5] = threads[5] = 1;
  for (int depth = 4; depth >= 0; --depth) {
    blocks[depth] = blocks[depth + 1] * 3;
    threads[depth] = blocks[depth + 1] * 4;
  }
  expect(counts, [&](int depth) { return threads[depth]; });

  DeviceArray<int> values(1000), sum(1);
  produce<<<100, 10>>>(values, sum, 1000);
  expect(sum, [](int) { return 999 * 500; });

  DeviceArray<int> results(8);
  errors<<<1, 1>>>(results);
  int want[8] = {
      0, cudaErrorInvalidConfiguration, 0, 0, 77, 0, 0x01010101, 0x01010101};
  expect(results, [&](int i) { return want[i]; });
}
