// RUN: %check-execution %s | FileCheck %s
// printf in device code, from one thread, with all kinds of arguments.
#include "../check.h"

__global__ void kernel(int n) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, int(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 5) {
    printf("thread %d of %u: sum %d\n", threadIdx.x, blockDim.x, sum);
    printf("%5.2f|%e|%g %c %s %x %lld %llu %%\n", 3.14159f, 1e10, 0.5, 'x',
           "text", 255, -1234567890123ll, ~0ull);
    for (int i = 0; i < n; ++i)
      printf("%d ", i);
    int printed = printf("\n");
    if (printed < 0)
      printf("wrong\n");
  }
}

int main() {
  kernel<<<1, 32>>>(4);
  CUDA(cudaDeviceSynchronize());
  puts("after the kernel");
  // CHECK: thread 5 of 32: sum 496
  // CHECK-NEXT: {{^}} 3.14|1.000000e+10|0.5 x text ff -1234567890123
  // CHECK-SAME: 18446744073709551615 %{{$}}
  // CHECK-NEXT: {{^}}0 1 2 3 {{$}}
  // CHECK-NEXT: after the kernel
}
