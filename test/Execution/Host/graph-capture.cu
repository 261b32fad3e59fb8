// RUN: %check-execution %s
// Kernels captured from two streams: nothing runs until the graph is launched,
// and then with the arguments that they had at capture.
#include "../check.h"

struct Big {
  double factors[5]; // passed in memory
  char tail;
};
struct Pair {
  float a;
  int b; // split over registers
};
struct Empty {};

__global__ void scale(float *data, Big big, Empty, Pair pair, bool flip) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = data[i] * float(big.factors[i % 5]) + pair.a + pair.b;
  data[i] = flip ? -value : value;
}

template <typename T> __global__ void rotate(T *data, int by) {
  extern __shared__ T tile[];
  tile[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] =
      tile[(threadIdx.x + by) % blockDim.x];
}

__global__ void nothing() {}

int main() {
  const int n = 128;
  DeviceArray<float> first(iota<float>(n));
  DeviceArray<int> second(iota<int>(n));
  cudaStream_t main, side;
  cudaEvent_t fork, join;
  CUDA(cudaStreamCreate(&main));
  CUDA(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&fork));
  CUDA(cudaEventCreate(&join));

  Big big = {{1, 2, 3, 4, 5}, 'x'};
  Pair pair = {0.5f, 7};
  cudaGraph_t graph;
  CUDA(cudaStreamBeginCapture(main, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, main>>>();
  CUDA(cudaEventRecord(fork, main));
  CUDA(cudaStreamWaitEvent(side, fork, 0));
  scale<<<2, n / 2, 0, main>>>(first, big, Empty(), pair, true);
  rotate<<<2, n / 2, n / 2 * sizeof(int), side>>>(second.data(), 3);
  CUDA(cudaEventRecord(join, side));
  CUDA(cudaStreamWaitEvent(main, join, 0));
  CUDA(cudaGetLastError());
  CUDA(cudaStreamEndCapture(main, &graph));
  big.factors[2] = 1000;
  pair.b = 1000;
  expect(first, [](int i) { return float(i); });
  expect(second, [](int i) { return i; });

  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CUDA(cudaGraphLaunch(exec, main));
  CUDA(cudaStreamSynchronize(main));
  expect(first, [](int i) { return -(i * float(i % 5 + 1) + 7.5f); });
  expect(second, [](int i) { return i / 64 * 64 + (i % 64 + 3) % 64; });

  // The arguments can be read and replaced.
  std::vector<cudaGraphNode_t> nodes(3);
  size_t count = 3;
  CUDA(cudaGraphGetNodes(graph, nodes.data(), &count));
  expectValue(int(count), 3, "nodes");
  for (cudaGraphNode_t node : nodes) {
    cudaKernelNodeParams params;
    CUDA(cudaGraphKernelNodeGetParams(node, &params));
    if (params.func != (void *)rotate<int>)
      continue;
    expectValue(*(int *)params.kernelParams[1], 3, "by");
    int by = 61;
    void *args[] = {params.kernelParams[0], &by};
    params.kernelParams = args;
    CUDA(cudaGraphExecKernelNodeSetParams(exec, node, &params));
  }
  CUDA(cudaGraphLaunch(exec, main));
  expect(second, [](int i) { return i; });
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
}
