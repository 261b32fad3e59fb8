// RUN: %check-execution %s
// Illegal accesses of many blocks at once, of lanes in front of a barrier, and
// in memcpy all end as cudaErrorIllegalAddress, and the host's data is intact.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void everywhere(int *p) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void beforeBarrier(int *p, int *out) {
  __shared__ int sum[64];
  sum[threadIdx.x] = threadIdx.x == 40 ? p[blockIdx.x] : 1;
  __syncthreads();
  out[threadIdx.x] = sum[63 - threadIdx.x];
}

__global__ void copies(int *p, const int *from, unsigned bytes) {
  memcpy(p, from, bytes);
  p[bytes] = 0;
}

static void run(int which) {
  int *out;
  cudaMalloc(&out, 4096);
  switch (which) {
  case 0:
    everywhere<<<1000, 64>>>(nullptr);
    break;
  case 1:
    beforeBarrier<<<100, 64>>>(nullptr, out);
    break;
  default:
    copies<<<1, 1>>>(nullptr, out, 4096);
  }
  printf("%d: %s, %s\n", which, cudaGetErrorName(cudaDeviceSynchronize()),
         cudaGetErrorString(cudaGetLastError()));
}

int main() {
  for (int which = 0; which < 3; ++which) {
    fflush(stdout);
    if (fork() == 0) {
      run(which);
      fflush(stdout);
      _exit(0);
    }
    int status;
    wait(&status);
    if (status != 0)
      return 1;
  }
}
