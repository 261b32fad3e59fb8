// RUN: %heddle --verify-launches %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %heddle --verify-launches -O0 %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %heddle --verify-launches --lowering=fibers %s -o %t && %t 2>&1 | FileCheck %s
// RUN: env HEDDLE_VERIFY=0 %t 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %heddle run --verify-launches %s 2>&1 | FileCheck %s

// Each launch is verified, however it is made, and the program goes on as if it
// had run once.

#include <cooperative_groups.h>
#include <cstdio>

__global__ void add(int *data, int amount) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += amount;
}

template <typename T> __global__ void scale(T *data, T factor) {
  __shared__ T tile[64];
  tile[threadIdx.x] = data[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * 64 + threadIdx.x] =
      tile[63 - threadIdx.x] * factor;
}

__global__ void rotate(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int next = data[(i + 1) % n];
  cooperative_groups::this_grid().sync();
  data[i] = next;
}

int main() {
  constexpr int n = 256;
  int *data, expected[n], result[n], amount = 3;
  cudaMalloc(&data, sizeof result);
  for (int i = 0; i < n; ++i)
    expected[i] = i;
  cudaMemcpy(data, expected, sizeof result, cudaMemcpyHostToDevice);

  add<<<4, 64>>>(data, 1);
  void *args[] = {&data, &amount};
  cudaLaunchKernel((const void *)add, 4, 64, args, 0, nullptr);
  void (*pointer)(int *, int) = add;
  pointer<<<4, 64>>>(data, 5);
  scale<<<4, 64>>>(data, 2);
  int count = n;
  void *rotateArgs[] = {&data, &count};
  cudaLaunchCooperativeKernel((const void *)rotate, 4, 64, rotateArgs, 0,
                              nullptr);

  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add<<<4, 64, 0, stream>>>(data, 7);
  scale<<<4, 64, 0, stream>>>(data, 3);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
  cudaMemcpy(result, data, sizeof result, cudaMemcpyDeviceToHost);

  auto reverse = [&](int factor) {
    int before[n];
    for (int i = 0; i < n; ++i)
      before[i] = expected[i];
    for (int i = 0; i < n; ++i)
      expected[i] = before[i / 64 * 64 + 63 - i % 64] * factor;
  };
  for (int i = 0; i < n; ++i)
    expected[i] += 9;
  reverse(2);
  int first = expected[0];
  for (int i = 0; i + 1 < n; ++i)
    expected[i] = expected[i + 1];
  expected[n - 1] = first;
  for (int run = 0; run < 2; ++run) {
    for (int i = 0; i < n; ++i)
      expected[i] += 7;
    reverse(3);
  }
  for (int i = 0; i < n; ++i)
    if (result[i] != expected[i]) {
      printf("%d: %d instead of %d\n", i, result[i], expected[i]);
      return 1;
    }
  printf("right\n");
  return cudaDeviceSynchronize();
}

// CHECK: heddle: verify: 9 launches: 9 compared, 0 different, 0 with order-dependent results, 0 skipped
// CHECK: snapshots took {{[0-9.]+ [KMG]iB}} at most (limit {{.*}}); compared launches took
// CHECK: right
// OFF-NOT: verify
// OFF: right
