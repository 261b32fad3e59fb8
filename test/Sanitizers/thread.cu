// A race is reported whichever threads make it, and nothing else is.
//
// RUN: %heddle -g -fsanitize=thread %s -o %t
// RUN: %t fine 2>&1 | FileCheck %s --check-prefix=FINE
// RUN: not %t blocks 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: env HEDDLE_NUM_THREADS=1 not %t blocks 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BLOCKS
// RUN: not %t barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: %heddle -g -fsanitize=thread --lowering=fission %s -o %t.fission
// RUN: %t.fission fine 2>&1 | FileCheck %s --check-prefix=FINE

// FINE-NOT: WARNING
// FINE: done 384
// FINE-NOT: WARNING
#include <cstdio>
#include <cstring>

__global__ void blocks(int *count, bool atomic) {
  if (atomic) {
    atomicAdd(count, 1);
  } else if (threadIdx.x == 5) {
    // BLOCKS: WARNING: ThreadSanitizer: data race
    // BLOCKS: blocks {{.*}}thread.cu:[[@LINE+3]]
    // BLOCKS: blocks {{.*}}thread.cu:[[@LINE+2]]
    // BLOCKS: 'thread (5,0,0) of block ({{[1-5]}},0,0)'
    *count += 1;
  }
}

__device__ void exchange(int *tile, int *out, bool barrier) {
  int local[2] = {tile[63 - threadIdx.x], 0};
  if (barrier)
    __syncthreads();
  // BARRIER: WARNING: ThreadSanitizer: data race
  // BARRIER: thread.cu:[[@LINE+1]]
  tile[threadIdx.x] = 2 * local[out[0] & 1];
}

__global__ void reverse(int *out, bool barrier) {
  __shared__ int tile[64];
  extern __shared__ int buffer[];
  int *mine = out + blockIdx.x * 64;
  mine[threadIdx.x] = 0;
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  tile[threadIdx.x] = buffer[(threadIdx.x + 1) % 64];
  __syncthreads();
  exchange(tile, mine, barrier);
  __syncthreads();
  mine[63 - threadIdx.x] = tile[threadIdx.x] + buffer[threadIdx.x];
}

int main(int, char **argv) {
  auto asked = [&](const char *name) { return !std::strcmp(argv[1], name); };
  int *count, *out;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  cudaMallocManaged(&out, 6 * 64 * sizeof(int));
  // One launch happens before the next, and before the host reads.
  for (int i = 0; i < 2; ++i) {
    blocks<<<6, 32>>>(count, !asked("blocks"));
    reverse<<<6, 64, 64 * sizeof(int)>>>(out, !asked("barrier"));
  }
  cudaDeviceSynchronize();
  int counted;
  cudaMemcpy(&counted, count, sizeof(int), cudaMemcpyDeviceToHost);
  out[0] += counted;
  std::printf("done %d\n", counted);
}
