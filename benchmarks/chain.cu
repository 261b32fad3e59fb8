// chain <n> <repeats> <result prefix>: five turns of four small kernels, one
// after the other, on arrays of n*n floats.

#include "measure.h"

const int kTurns = 5, kThreads = 256;

__global__ void scale(float *y, const float *x, float factor, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    y[i] = factor * x[i];
}

__global__ void add(float *y, const float *x, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    y[i] += x[i];
}

__global__ void limit(float *y, float least, float most, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    y[i] = fminf(fmaxf(y[i], least), most);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]), count = n * n;
  const size_t bytes = count * sizeof(float);
  std::vector<float> values(count), result(count);
  for (int i = 0; i < count; ++i)
    values[i] = float(unsigned(i) * 2654435761u % 1000) / 10;

  float *x, *y;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  const int blocks = (count + kThreads - 1) / kThreads;
  measure("cuda", repeats, [&] {
    cudaMemcpy(x, values.data(), bytes, cudaMemcpyHostToDevice);
    for (int turn = 0; turn < kTurns; ++turn) {
      scale<<<blocks, kThreads>>>(y, x, 0.5f, count);
      add<<<blocks, kThreads>>>(y, x, count);
      add<<<blocks, kThreads>>>(x, y, count);
      limit<<<blocks, kThreads>>>(x, 0.0f, 1000.0f, count);
    }
    cudaDeviceSynchronize();
  });
  cudaMemcpy(result.data(), x, bytes, cudaMemcpyDeviceToHost);
  writeResult(argv[3], "cuda", result);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
