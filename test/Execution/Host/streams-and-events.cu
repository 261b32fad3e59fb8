// RUN: %check-execution %s
// Work in two streams, ordered by an event; times between events.
#include "../check.h"

__global__ void add(int *data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

int main() {
  const int n = 256;
  std::vector<int> host = iota<int>(n), back(n);
  DeviceArray<int> data(n);
  cudaStream_t first, second;
  cudaEvent_t begin, copied, end;
  CUDA(cudaStreamCreate(&first));
  CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
  CUDA(cudaEventCreate(&end));

  CUDA(cudaEventRecord(begin, first));
  CUDA(cudaMemcpyAsync(data, host.data(), n * sizeof(int),
                       cudaMemcpyHostToDevice, first));
  CUDA(cudaEventRecord(copied, first));
  CUDA(cudaStreamWaitEvent(second, copied, 0));
  add<<<4, 64, 0, second>>>(data, 1000);
  CUDA(cudaMemcpyAsync(back.data(), data, n * sizeof(int),
                       cudaMemcpyDeviceToHost, second));
  CUDA(cudaStreamSynchronize(second));
  CUDA(cudaStreamQuery(second));
  CUDA(cudaEventRecord(end, first));
  CUDA(cudaEventSynchronize(end));
  float milliseconds = -1;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  if (!(milliseconds >= 0 && milliseconds < 10000)) {
    printf("a time of %f ms\n", milliseconds);
    return 1;
  }
  if (cudaEventElapsedTime(&milliseconds, begin, copied) !=
      cudaErrorInvalidResourceHandle) {
    printf("an event without timing has no time\n");
    return 1;
  }
  cudaGetLastError();
  expect(back, [](int i) { return i + 1000; });
  CUDA(cudaEventDestroy(begin));
  CUDA(cudaEventDestroy(copied));
  CUDA(cudaEventDestroy(end));
  CUDA(cudaStreamDestroy(first));
  CUDA(cudaStreamDestroy(second));
}
