// RUN: %heddle %s -o %t
// RUN: bash -c 'timeout 2 %t empty; test $? -eq 124'
// RUN: bash -c 'timeout 2 %t barrier; test $? -eq 124'
// RUN: %t no
// A loop without an exit hangs, as on a GPU, even if nothing is in it.
#include <cstring>

__global__ void empty(int *p) {
  p[threadIdx.x] = 1;
  for (;;)
    ;
}

__global__ void barrier() {
  for (;;)
    __syncthreads();
}

int main(int, char **args) {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  if (!strcmp(args[1], "empty"))
    empty<<<2, 64>>>(p);
  else if (!strcmp(args[1], "barrier"))
    barrier<<<2, 64>>>();
  cudaDeviceSynchronize();
}
