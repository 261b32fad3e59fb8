// The work-efficient scan in shared memory: sums up a tree, and down again. The
// sums of the blocks are scanned in the same way, and added.

#include "../device.h"
#include "problem.h"

#include <memory>

const int kThreads = 256, kElements = 2 * kThreads;

/// Where a number is kept, so that strides of powers of two meet different
/// banks of shared memory.
__device__ int place(int i) { return i + (i >> 5); }

__global__ void scanBlocks(const int *in, int *out, int *sums, int n) {
  __shared__ int tree[kElements + kElements / 32];
  int thread = threadIdx.x, first = blockIdx.x * kElements;
  int low = thread, high = thread + kThreads;
  tree[place(low)] = first + low < n ? in[first + low] : 0;
  tree[place(high)] = first + high < n ? in[first + high] : 0;

  int stride = 1;
  for (int nodes = kThreads; nodes > 0; nodes >>= 1) {
    __syncthreads();
    if (thread < nodes) {
      int left = place(stride * (2 * thread + 1) - 1);
      int right = place(stride * (2 * thread + 2) - 1);
      tree[right] += tree[left];
    }
    stride *= 2;
  }
  if (thread == 0) {
    sums[blockIdx.x] = tree[place(kElements - 1)];
    tree[place(kElements - 1)] = 0;
  }
  for (int nodes = 1; nodes < kElements; nodes *= 2) {
    stride >>= 1;
    __syncthreads();
    if (thread < nodes) {
      int left = place(stride * (2 * thread + 1) - 1);
      int right = place(stride * (2 * thread + 2) - 1);
      int before = tree[left];
      tree[left] = tree[right];
      tree[right] += before;
    }
  }
  __syncthreads();
  if (first + low < n)
    out[first + low] = tree[place(low)];
  if (first + high < n)
    out[first + high] = tree[place(high)];
}

__global__ void addSums(int *out, const int *sums, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = sums[blockIdx.x];
  __syncthreads();
  int i = blockIdx.x * kElements + threadIdx.x;
  if (i < n)
    out[i] += sum;
  if (i + kThreads < n)
    out[i + kThreads] += sum;
}

/// The sums of one level, and their own scan.
struct Level {
  int n, blocks;
  suite::Device<int> sums, scanned;
  std::unique_ptr<Level> next;

  explicit Level(int n)
      : n(n), blocks((n + kElements - 1) / kElements), sums(blocks),
        scanned(blocks), next(blocks > 1 ? new Level(blocks) : nullptr) {}

  void scan(const int *in, int *out) {
    scanBlocks<<<blocks, kThreads>>>(in, out, sums, n);
    if (!next)
      return;
    next->scan(sums, scanned);
    addSums<<<blocks, kThreads>>>(out, scanned, n);
  }
};

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Device<int> values(problem.values), result(problem.n);
  Level level(problem.n);
  program.measure("cuda", [&] {
    level.scan(values, result);
    suite::wait();
  });
  program.result("cuda", result.read());
}
