// RUN: %heddle -emit=par %s -o - | FileCheck %s
// RUN: %check-execution %s
// The absolute values of integers are operations, not calls.
// CHECK-LABEL: llvm.func {{.*}}kernel
// CHECK-COUNT-2: math.absi
// CHECK-NOT: llvm.call @{{l*}}abs
#include <cstdio>
#include <cstdlib>

__global__ void kernel(const long long *in, long long *out) {
  long long x = in[threadIdx.x];
  out[threadIdx.x] = abs(int(x)) + 3 * labs(long(x)) + 5 * llabs(x);
}

int main() {
  long long *in, *out;
  cudaMallocManaged(&in, 32 * sizeof *in);
  cudaMallocManaged(&out, 32 * sizeof *out);
  for (int i = 0; i < 32; ++i)
    in[i] = (i - 16) * 1000003LL;
  kernel<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i)
    if (out[i] != 9 * (in[i] < 0 ? -in[i] : in[i]))
      return printf("wrong at %d\n", i), 1;
  puts("right");
}
