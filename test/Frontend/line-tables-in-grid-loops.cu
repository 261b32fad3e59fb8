// RUN: %heddle -lineinfo -c %s -o %t.o
// RUN: %heddle -O3 -c %s -o %t.o
// Loops with barriers of the grid ask the runtime whether the launch goes on.
// The declaration of what they call belongs to no kernel, so it has no line.
#include <cooperative_groups.h>

__global__ void kernel(double *value, float *x) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  int step = 0;
  while (*value > 1 && step < 100) {
    x[grid.thread_rank()] *= 2;
    grid.sync();
    if (grid.thread_rank() == 0)
      *value *= 0.5;
    grid.sync();
    ++step;
  }
}
