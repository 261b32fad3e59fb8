// RUN: %check-execution %s
// cudaLaunchKernelEx: what a launch may ask for, and what it may not.
#include "../check.h"

__global__ void add(int *data, int value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

__global__ void dynamic(int *data, int count) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    data[0] = tile[count - 1];
}

int main() {
  DeviceArray<int> data(64);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  cudaEvent_t done;
  CUDA(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));

  cudaLaunchAttribute attributes[3] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributePriority;
  attributes[1].val.priority = -1;
  attributes[2].id = cudaLaunchAttributeLaunchCompletionEvent;
  attributes[2].val.launchCompletionEvent.event = done;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  config.stream = stream;
  config.attrs = attributes;
  config.numAttrs = 3;
  CUDA(cudaLaunchKernelEx(&config, add, data.data(), 5));
  expect(data, [](int) { return 5; });
  CUDA(cudaEventQuery(done));

  // An event that marks the launch must not take the time.
  cudaEvent_t timed;
  CUDA(cudaEventCreate(&timed));
  attributes[2].val.launchCompletionEvent.event = timed;
  expectValue(int(cudaLaunchKernelEx(&config, add, data.data(), 5)),
              int(cudaErrorNotSupported), "an event with the time");
  cudaGetLastError();

  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  config.numAttrs = 1;
  int major;
  CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  if (major < 9)
    expectValue(int(cudaLaunchKernelEx(&config, add, data.data(), 5)),
                int(cudaErrorInvalidClusterSize), "a cluster of 2");
  cudaGetLastError();
  attributes[0].val.clusterDim.x = 1;
  CUDA(cudaLaunchKernelEx(&config, add, data.data(), 5));
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  CUDA(cudaLaunchKernelEx(&config, add, data.data(), 5));
  cudaGetLastError();
  expect(data, [](int) { return 15; });

  // More than 48 KiB of shared memory takes a word before.
  const int bytes = 100 * 1024;
  dynamic<<<1, 64, bytes>>>(data, bytes / 4);
  expectValue(int(cudaGetLastError()), int(cudaErrorInvalidValue), "100 KiB");
  CUDA(cudaFuncSetAttribute(
      dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  dynamic<<<1, 64, bytes>>>(data, bytes / 4);
  expectValue(data.read()[0], bytes / 4 - 1, "the last element");
}
