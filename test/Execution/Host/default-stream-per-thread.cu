// RUN: %heddle --default-stream per-thread %s -o %t && %t
// RUN: %heddle %s -DLEGACY -o %t && %t
// With a default stream for each thread, stream 0 can be captured.
#include "../check.h"

__global__ void add(int *data, int value) { data[threadIdx.x] += value; }

int main() {
  DeviceArray<int> data(32);
  cudaError_t error = cudaStreamBeginCapture(0, cudaStreamCaptureModeRelaxed);
#ifdef LEGACY
  expectValue(int(error), int(cudaErrorStreamCaptureUnsupported), "capture");
#else
  CUDA(error);
  add<<<1, 32>>>(data, 7);
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(cudaStreamPerThread, &graph));
  expect(data, [](int) { return 0; });
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, 0));
  expect(data, [](int) { return 7; });
#endif
}
