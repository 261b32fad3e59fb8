// RUN: %check-execution %s
// The driver API beside the runtime: one context, one memory, and kernels of
// the program launched by cuLaunchKernel.
#include "../check.h"
#include <cuda.h>

struct Pair {
  int a, b;
};

__global__ void scale(float *x, int n, Pair add, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = x[i] * factor + add.a - add.b;
}

__global__ void sum(const float *x, int n, float *total) {
  extern __shared__ float parts[];
  int t = threadIdx.x;
  parts[t] = 0;
  for (int i = t; i < n; i += blockDim.x)
    parts[t] += x[i];
  __syncthreads();
  for (int half = blockDim.x / 2; half; half /= 2) {
    if (t < half)
      parts[t] += parts[t + half];
    __syncthreads();
  }
  if (t == 0)
    *total = parts[0];
}

static void expect(CUresult got, CUresult want, const char *what) {
  const char *name = "?";
  cuGetErrorName(got, &name);
  if (got == want)
    return;
  printf("%s: %s\n", what, name);
  exit(1);
}

int main() {
  const int n = 1000;
  float *x;
  CUDA(cudaMalloc(&x, n * sizeof(float)));
  // The runtime has made its context current.
  CUdeviceptr total, same;
  expect(cuMemAlloc(&total, sizeof(float)), CUDA_SUCCESS, "cuMemAlloc");
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  expect(cuMemcpyHtoD((CUdeviceptr)x, host.data(), n * sizeof(float)),
         CUDA_SUCCESS, "cuMemcpyHtoD");

  cudaFunction_t scaleIt, sumIt;
  CUDA(cudaGetFuncBySymbol(&scaleIt, (const void *)scale));
  CUDA(cudaGetFuncBySymbol(&sumIt, (const void *)sum));
  int count = n;
  Pair add = {7, 4};
  float factor = 2;
  void *arguments[] = {&x, &count, &add, &factor};
  expect(cuLaunchKernel(scaleIt, 8, 1, 1, 128, 1, 1, 0, nullptr, arguments,
                        nullptr),
         CUDA_SUCCESS, "cuLaunchKernel");

  // All arguments in one buffer.
  struct {
    const float *x;
    int n;
    CUdeviceptr total;
  } buffer = {x, n, total};
  size_t bytes = sizeof buffer;
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  expect(cuLaunchKernel(sumIt, 1, 1, 1, 64, 1, 1, 64 * sizeof(float), nullptr,
                        nullptr, extra),
         CUDA_SUCCESS, "a buffer of arguments");
  expect(cuCtxSynchronize(), CUDA_SUCCESS, "cuCtxSynchronize");
  float result;
  expect(cuMemcpyDtoH(&result, total, sizeof result), CUDA_SUCCESS,
         "cuMemcpyDtoH");
  expectValue(result, float(n) * (n - 1) + 3.0f * n, "the sum");

  // The buffer follows C's layout: Pair is aligned as an int.
  struct {
    float *x;
    int n;
    Pair add;
    float factor;
  } packed = {x, n, {1, 0}, 0};
  size_t offset, size;
  expect(cuFuncGetParamInfo(scaleIt, 2, &offset, &size), CUDA_SUCCESS, "info");
  expectValue((int)offset, 12, "the offset of the pair");
  bytes = sizeof packed;
  extra[1] = &packed;
  expect(
      cuLaunchKernel(scaleIt, 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra),
      CUDA_SUCCESS, "a packed buffer");
  CUDA(cudaMemcpy(host.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
  expectValue(host[n - 1], 1.0f, "the last element");

  // Wrong launches.
  expect(cuLaunchKernel(scaleIt, 0, 1, 1, 128, 1, 1, 0, nullptr, arguments,
                        nullptr),
         CUDA_ERROR_INVALID_VALUE, "no blocks");
  expect(cuLaunchKernel(scaleIt, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments,
                        nullptr),
         CUDA_ERROR_INVALID_VALUE, "too many threads");
  expect(cuLaunchKernel((CUfunction)&count, 1, 1, 1, 1, 1, 1, 0, nullptr,
                        arguments, nullptr),
         CUDA_ERROR_INVALID_HANDLE, "no kernel");
  expect(
      cuLaunchKernel(scaleIt, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, extra),
      CUDA_ERROR_INVALID_VALUE, "both forms of arguments");
  bytes = 4;
  expect(cuLaunchKernel(scaleIt, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra),
         CUDA_ERROR_INVALID_VALUE, "a buffer that is too small");
  expect(
      cuLaunchKernel(scaleIt, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_INVALID_VALUE, "no arguments");

  int threads, blocks, gridSize, blockSize;
  expect(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                            scaleIt),
         CUDA_SUCCESS, "cuFuncGetAttribute");
  expectValue(threads, 1024, "threads");
  expect(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scaleIt, 256, 0),
         CUDA_SUCCESS, "occupancy");
  expectValue(blocks, 8, "blocks");
  expect(cuOccupancyMaxPotentialBlockSize(&gridSize, &blockSize, scaleIt,
                                          nullptr, 0, 0),
         CUDA_SUCCESS, "potential block size");
  expectValue(blockSize, 1024, "block size");
  int sameSize, sameGrid;
  CUDA(cudaOccupancyMaxPotentialBlockSize(&sameGrid, &sameSize, scale));
  expectValue(gridSize == sameGrid && blockSize == sameSize, true,
              "as the runtime says");
  CUDA(cudaFree((void *)total));
  expect(cuMemFree((CUdeviceptr)x), CUDA_SUCCESS, "cuMemFree");
  expect(cuMemGetAddressRange(&same, nullptr, (CUdeviceptr)x),
         CUDA_ERROR_NOT_FOUND, "freed memory");
  CUDA(cudaGetLastError());
}
