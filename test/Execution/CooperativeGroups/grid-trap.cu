// RUN: %check-execution %s
// A trap ends a launch whose blocks would wait for the one that trapped.
#include "../check.h"
#include <cooperative_groups.h>

__global__ void kernel(volatile int *rounds) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  while (*rounds < 1000000) {
    grid.sync();
    if (grid.thread_rank() == 0 && *rounds == 3)
      __trap();
    grid.sync();
    if (grid.thread_rank() == 40)
      *rounds = *rounds + 1;
    grid.sync();
  }
}

int main() {
  int *rounds;
  CUDA(cudaMallocManaged(&rounds, sizeof(int)));
  *rounds = 0;
  void *args[] = {&rounds};
  cudaLaunchCooperativeKernel((void *)kernel, dim3(2), dim3(32), args, 0, 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return *rounds == 3 ? 0 : 1;
}
