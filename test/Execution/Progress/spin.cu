// RUN: %check-execution %s --auto
// Threads that wait for others make progress: for a thread of the same warp, of
// the same block, of a block that comes later, and for a lock whose holder is
// at a barrier.
#include "../check.h"

// Each thread waits for the next one; the last thread of the grid is first.
__global__ void backwards(volatile int *flag, int *data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = gridDim.x * blockDim.x;
  if (i + 1 < count) {
    while (flag[i + 1] == 0)
      ;
    __threadfence();
    data[i] = data[i + 1] + 1;
  } else {
    data[i] = 1;
  }
  __threadfence();
  flag[i] = 1;
}

// A barrier of all blocks, made by hand.
__global__ void handMadeBarrier(int *counter, int *data) {
  data[blockIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    while (atomicAdd(counter, 0) < (int)gridDim.x)
      ;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      sum += ((volatile int *)data)[i];
    data[gridDim.x + blockIdx.x] = sum;
  }
}

// Whoever holds the lock waits at a barrier for those who want it.
__global__ void lockAcrossBarrier(int *lock, int *order) {
  __shared__ int next;
  if (threadIdx.x == 0)
    next = 0;
  __syncthreads();
  bool mine = false;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    mine = true;
    order[threadIdx.x / 32] = next++;
    __threadfence_block();
    atomicExch(lock, 0);
  }
  __syncthreads();
  if (mine && threadIdx.x == 0)
    order[4] = next;
}

// A loop that only ends when the thread has had its turn.
__global__ void tryLock(int *lock, volatile int *count) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

int main() {
  DeviceArray<int> flag(256), data(256);
  backwards<<<4, 64>>>(flag, data);
  expect(data, [](int i) { return 256 - i; });

  DeviceArray<int> counter(1), values(40);
  handMadeBarrier<<<20, 64>>>(counter, values);
  expect(values, [](int i) { return i < 20 ? i : 190; });

  DeviceArray<int> lock(1), order(5);
  lockAcrossBarrier<<<1, 128>>>(lock, order);
  expectValue(order.read()[4], 4, "turns");

  DeviceArray<int> count(1);
  tryLock<<<6, 64>>>(lock, count);
  expect(count, [](int) { return 6 * 64; });
}
