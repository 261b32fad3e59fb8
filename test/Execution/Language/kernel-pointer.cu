// RUN: %check-execution %s
// Kernels launched through a pointer variable, from a table and from a
// template's argument.
#include "../check.h"

typedef void (*Kernel)(int *, int);

__global__ void add(int *data, int value) { data[threadIdx.x] += value; }
__global__ void times(int *data, int value) { data[threadIdx.x] *= value; }
template <int kShift> __global__ void shift(int *data, int value) {
  __shared__ int tile[32];
  tile[threadIdx.x] = data[threadIdx.x] + value;
  __syncthreads();
  data[threadIdx.x] = tile[(threadIdx.x + kShift) % 32];
}

template <Kernel kKernel> void launch(int *data, int value) {
  kKernel<<<1, 32>>>(data, value);
}

int main() {
  DeviceArray<int> data(iota<int>(32));
  const Kernel kernels[] = {add, times, shift<3>};
  for (int i = 0; i < 3; ++i) {
    Kernel kernel = kernels[i];
    kernel<<<1, 32>>>(data, i + 2);
  }
  launch<add>(data, 1000);
  launch<shift<1>>(data, 0);
  expect(data, [](int t) { return ((t + 4) % 32 + 2) * 3 + 4 + 1000; });
}
