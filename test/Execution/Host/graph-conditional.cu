// RUN: %check-execution %s
// A graph that loops until a kernel says stop, and a branch.
#include "../check.h"

__global__ void halve(unsigned *value, unsigned *steps,
                      cudaGraphConditionalHandle again) {
  *value = *value % 2 ? 3 * *value + 1 : *value / 2;
  ++*steps;
  cudaGraphSetConditional(again, *value != 1);
}

__global__ void set(unsigned *place, unsigned value) { *place = value; }

int main() {
  DeviceArray<unsigned> data(std::vector<unsigned>{27, 0, 0});
  unsigned *p = data.data();
  cudaGraph_t graph;
  CUDA(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle again;
  CUDA(cudaGraphConditionalHandleCreate(&again, graph, 1,
                                        cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
  loop.conditional.handle = again;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  CUDA(cudaGraphAddNode(&node, graph, NULL, 0, &loop));

  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0],
                                     NULL, NULL, 0,
                                     cudaStreamCaptureModeRelaxed));
  halve<<<1, 1, 0, stream>>>(p, p + 1, again);
  cudaGraph_t body;
  CUDA(cudaStreamEndCapture(stream, &body));

  // Now the handle is 0: the branch is not taken.
  cudaGraphNodeParams branch = {cudaGraphNodeTypeConditional};
  branch.conditional.handle = again;
  branch.conditional.type = cudaGraphCondTypeIf;
  branch.conditional.size = 1;
  cudaGraphNode_t after;
  CUDA(cudaGraphAddNode(&after, graph, &node, 1, &branch));
  unsigned bad = 99, *place = p + 2;
  void *args[] = {&place, &bad};
  cudaKernelNodeParams params = {};
  params.func = (void *)set;
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = args;
  cudaGraphNode_t inner;
  CUDA(cudaGraphAddKernelNode(&inner, branch.conditional.phGraph_out[0], NULL,
                              0, &params));

  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  const unsigned want[] = {1, 111, 0}; // the steps that 27 takes
  expect(data, [&](int i) { return want[i]; });
}
