// RUN: %check-execution %s
// cudaLaunchKernel with an array of argument pointers.
#include "../check.h"

struct Pair {
  short a;
  double b;
};

__global__ void kernel(int *out, char c, Pair pair, float f) {
  extern __shared__ int tile[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = i;
  __syncthreads();
  out[i] = tile[blockDim.x - 1 - t] + c + pair.a + int(pair.b + f);
}

template <typename T> __global__ void fill(T *out, T value) {
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> out(64);
  int *pointer = out;
  char c = 3;
  Pair pair = {-200, 0.5};
  float f = 1000.5f;
  void *arguments[] = {&pointer, &c, &pair, &f};
  CUDA(cudaLaunchKernel((const void *)kernel, dim3(2), dim3(32), arguments,
                        32 * sizeof(int), nullptr));
  expect(out, [](int i) { return i / 32 * 32 + 31 - i % 32 + 804; });

  int value = 42;
  void *fillArguments[] = {&pointer, &value};
  CUDA(cudaLaunchKernel(fill<int>, dim3(1), dim3(64), fillArguments, 0, 0));
  expect(out, [](int) { return 42; });
}
