// RUN: %check-execution %s
// Calls that ask for something a CPU has anyway or never has, and the names of
// CUDA 4: programs expect them to succeed, and to read back what they set.
#include "../check.h"
#include <library_types.h>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  CUDA(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  CUDA(cudaSetDeviceFlags(cudaDeviceMapHost));
  unsigned flags = 0;
  CUDA(cudaGetDeviceFlags(&flags));
  expectValue(flags & cudaDeviceMapHost, unsigned(cudaDeviceMapHost), "flags");
  expectValue(attribute(cudaDevAttrComputeCapabilityMajor), 8, "major");
  expectValue(attribute(cudaDevAttrComputeCapabilityMinor), 0, "minor");
  expectValue(attribute(cudaDevAttrComputeMode), int(cudaComputeModeDefault),
              "mode");
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  expectValue(properties.computeMode == cudaComputeModeProhibited, false,
              "prohibited");
  expectValue(attribute(cudaDevAttrGpuOverlap), properties.deviceOverlap,
              "overlap");
  expectValue(attribute(cudaDevAttrMemoryClockRate), properties.memoryClockRate,
              "memory clock");
  expectValue(attribute(cudaDevAttrMemoryPoolsSupported), 1, "pools");
  CUDA(cudaFuncSetCacheConfig(twice, cudaFuncCachePreferL1));
  CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 65536));
  size_t limit = 0;
  CUDA(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  expectValue(limit, size_t(65536), "stack");
  expectValue(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled,
              "no peer");
  expectValue(cudaGetLastError(), cudaErrorPeerAccessNotEnabled,
              "the last error");

  // All memory is everywhere.
  int *mapped, *device, plain[8], *managed;
  CUDA(cudaHostAlloc(&mapped, 32, cudaHostAllocMapped | cudaHostAllocPortable));
  CUDA(cudaHostGetDevicePointer((void **)&device, mapped, 0));
  CUDA(cudaHostRegister(plain, sizeof plain, cudaHostRegisterMapped));
  CUDA(cudaMallocManaged(&managed, 32, cudaMemAttachGlobal));
  CUDA(cudaStreamAttachMemAsync(0, managed, 0, cudaMemAttachGlobal));
  cudaMemLocation host = {cudaMemLocationTypeHost, 0};
  CUDA(cudaMemPrefetchAsync(managed, 32, host, 0, 0));
  for (int i = 0; i < 8; ++i)
    mapped[i] = plain[i] = managed[i] = i;
  twice<<<1, 8>>>(device);
  twice<<<1, 8>>>(plain);
  twice<<<1, 8>>>(managed);

  // A copy as a node of a graph, with a position in it.
  int copied[3] = {};
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(managed, 32, 8, 1);
  copy.srcPos = make_cudaPos(5 * sizeof(int), 0, 0);
  copy.dstPtr = make_cudaPitchedPtr(copied, sizeof copied, 3, 1);
  struct cudaPos start = {0, 0, 0};
  copy.dstPos = start;
  copy.extent = make_cudaExtent(3 * sizeof(int), 1, 1);
  copy.kind = cudaMemcpyDefault;
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphExec_t exec;
  CUDA(cudaGraphCreate(&graph, 0));
  CUDA(cudaGraphAddMemcpyNode(&node, graph, nullptr, 0, &copy));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, 0));

  cudaEvent_t event;
  CUDA(cudaEventCreateWithFlags(&event, cudaEventBlockingSync |
                                            cudaEventDisableTiming));
  CUDA(cudaEventRecord(event));
  CUDA(cudaEventSynchronize(event));
  cudaError error = cudaThreadSynchronize();
  CUDA(error);
  for (int i = 0; i < 8; ++i)
    if (mapped[i] != 2 * i || plain[i] != 2 * i || managed[i] != 2 * i)
      fail("an element", mapped[i] * 10000 + plain[i] * 100 + managed[i],
           20202 * i);
  for (int i = 0; i < 3; ++i)
    expectValue(copied[i], 2 * (i + 5), "copied");
  cudaDataType real = CUDA_R_32F;
  cudaDataType_t complex = CUDA_C_32F;
  expectValue(int(complex) - int(real), 4, "types of the libraries");
  CUDA(cudaHostUnregister(plain));
  CUDA(cudaThreadExit());
}
