// RUN: %check-execution %s
// A loop with grid.sync() has so many iterations that stack memory allocated in
// each of them would overflow the stack.
#include "../check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void count(int *numbers, int turns) {
  cg::grid_group grid = cg::this_grid();
  for (int k = 0; k < turns; ++k) {
    if (grid.thread_rank() == k % 2)
      numbers[k & 7] += 1;
    grid.sync();
  }
}

int main() {
  DeviceArray<int> numbers(8);
  int turns = 400000, *memory = numbers;
  void *args[] = {&memory, &turns};
  CUDA(cudaLaunchCooperativeKernel((void *)count, dim3(2), dim3(2), args));
  expect(numbers, [=](int) { return turns / 8; });
}
