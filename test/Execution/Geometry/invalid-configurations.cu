// RUN: %check-execution %s
// Launches in sight of the compiler that the runtime rejects: they compile, give
// an error at run time, and leave the other launches alone.
#include "../check.h"

__global__ void fill(int *data, int n, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  // A divisor and a step that launches pass as 0, which nobody executes.
  if (n > 0 && step != 0)
    for (int k = i; k < n; k += step)
      data[k] = k % n + row / step;
}

__global__ void quotient(int *data, int a, int b) {
  data[threadIdx.x] = b == 0 || (b == -1 && a < 0) ? 5 : a / b + a % b;
}

static void rejects(int line) {
  cudaError_t error = cudaGetLastError();
  checkHolds(error == cudaErrorInvalidConfiguration ||
                 error == cudaErrorInvalidValue,
             line);
}
#define REJECTED(...)                                                          \
  fill<<<__VA_ARGS__>>>(data, 64, 32);                                         \
  rejects(__LINE__)

int main() {
  DeviceArray<int> data(64);
  REJECTED(dim3(4, 0, 1), 32);
  REJECTED(dim3(0, 1, 1), 32);
  REJECTED(dim3(1, 1, 0), 32);
  REJECTED(0, 32);
  REJECTED(1, 0);
  REJECTED(1, dim3(32, 0, 1));
  REJECTED(1, dim3(32, 1, 0));
  REJECTED(1, 1025);
  REJECTED(1, 0xffffffffu);
  REJECTED(1, dim3(32, 33, 1));
  REJECTED(1, dim3(1, 1, 65));
  REJECTED(1, dim3(0x80000000u, 2, 0x80000000u));
  REJECTED(0xffffffffu, 32);
  REJECTED(dim3(1, 65536, 1), 32);
  REJECTED(dim3(1, 1, 65536), 32);
  REJECTED(1, 32, 1 << 30);
  expect(data, [](int) { return 0; });

  fill<<<1, 32>>>(data, 0, 32);
  fill<<<1, 32>>>(data, 64, 0);
  expect(data, [](int) { return 0; });
  fill<<<1, 32>>>(data, 64, 32);
  expect(data, [](int i) { return i; });

  quotient<<<1, 64>>>(data, 7, 0);
  expect(data, [](int) { return 5; });
  quotient<<<1, 64>>>(data, -2147483647 - 1, -1);
  expect(data, [](int) { return 5; });
  quotient<<<1, 64>>>(data, 7, 2);
  expect(data, [](int) { return 4; });
}
