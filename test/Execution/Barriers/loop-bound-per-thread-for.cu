// RUN: %check-execution %s
// A counted loop whose bound is loaded by each thread: it is raised to a `for`
// whose bounds are not known to be uniform.
#include <cstdio>

__global__ void sums(const int *trips, int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  int n = trips[t];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    tile[t] = i + t;
    __syncthreads();
    sum += tile[(t + 1) % 32];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  int *trips, *out;
  cudaMallocManaged(&trips, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int t = 0; t < 32; ++t)
    trips[t] = 5;
  sums<<<1, 32>>>(trips, out);
  cudaDeviceSynchronize();
  for (int t = 0; t < 32; ++t) {
    int expected = 5 * ((t + 1) % 32) + 10;
    if (out[t] != expected) {
      printf("thread %d has %d but should have %d\n", t, out[t], expected);
      return 1;
    }
  }
  printf("right\n");
}
