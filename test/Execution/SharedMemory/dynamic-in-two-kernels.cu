// RUN: %check-execution %s
// Two kernels declare the same extern array; another gives it another type and
// name. Each launch brings its own size.
#include "../check.h"

extern __shared__ int numbers[];

__global__ void forward(int *out) {
  numbers[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = numbers[(threadIdx.x + 1) % blockDim.x];
}

__global__ void backward(int *out) {
  numbers[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = numbers[blockDim.x - 1 - threadIdx.x];
}

__global__ void asBytes(int *out) {
  extern __shared__ unsigned char bytes[];
  bytes[threadIdx.x] = out[threadIdx.x] * 9;
  __syncthreads();
  out[threadIdx.x] = bytes[threadIdx.x ^ 1];
}

int main() {
  DeviceArray<int> out(64);
  forward<<<1, 64, 64 * sizeof(int)>>>(out);
  backward<<<1, 64, 64 * sizeof(int)>>>(out);
  asBytes<<<1, 64, 64>>>(out);
  expect(out, [](int i) {
    int t = i ^ 1;
    return (63 - t + 1) % 64 * 9 % 256;
  });
}
