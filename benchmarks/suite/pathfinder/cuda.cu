// 20 rows in each launch: a block computes the rims of its part twice, and
// keeps the row before in shared memory.

#include "../device.h"
#include "problem.h"

#include <algorithm>

const int kBlock = 256, kAtOnce = 20, kInner = kBlock - 2 * kAtOnce;

__global__ void descend(const int *costs, const int *in, int *out, int columns,
                        int row, int count) {
  __shared__ int previous[kBlock];
  __shared__ int current[kBlock];
  int tx = threadIdx.x;
  int x = int(blockIdx.x) * kInner - kAtOnce + tx;
  bool inside = x >= 0 && x < columns;
  if (inside)
    previous[tx] = in[x];
  __syncthreads();

  int left = x == 0 ? tx : tx - 1, right = x == columns - 1 ? tx : tx + 1;
  bool computed = false;
  for (int i = 0; i < count; ++i) {
    computed = inside && tx > i && tx < kBlock - 1 - i;
    if (computed) {
      int least = min(previous[tx], min(previous[left], previous[right]));
      current[tx] = least + costs[size_t(row + i) * columns + x];
    }
    __syncthreads();
    if (i == count - 1)
      break;
    if (computed)
      previous[tx] = current[tx];
    __syncthreads();
  }
  // Of the rims each cell belongs to the block whose part it is in.
  if (computed && tx >= kAtOnce && tx < kBlock - kAtOnce)
    out[x] = current[tx];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int columns = problem.columns;
  suite::Device<int> costs(problem.costs), one(columns), two(columns);
  int *in = one, *out = two;
  int blocks = (columns + kInner - 1) / kInner;
  program.measure("cuda", [&] {
    in = one;
    out = two;
    suite::check(
        cudaMemcpy(in, costs, columns * sizeof(int), cudaMemcpyDeviceToDevice));
    for (int row = 1; row < problem.rows; row += kAtOnce) {
      int count = std::min(kAtOnce, problem.rows - row);
      descend<<<blocks, kBlock>>>(costs, in, out, columns, row, count);
      std::swap(in, out);
    }
    suite::wait();
  });
  program.result("cuda", in == one ? one.read() : two.read());
}
