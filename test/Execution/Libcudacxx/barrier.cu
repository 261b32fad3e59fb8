// RUN: %check-execution --auto %s
// REQUIRES: cccl
// cuda::barrier: all at once, producers and consumers, threads that drop out,
// a completion; latch and semaphore; the barriers of <cuda_awbarrier.h>.
#include "../check.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda_awbarrier.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void together(int *out) {
  auto block = cooperative_groups::this_thread_block();
  __shared__ Barrier barrier;
  __shared__ int buffer[96];
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i) {
    buffer[t] = t * i;
    Barrier::arrival_token token = barrier.arrive();
    sum += 1000;
    barrier.wait(std::move(token));
    sum += buffer[(t + 50) % 96];
    barrier.arrive_and_wait();
  }
  out[t] = sum;
}

// As in the programming guide: one warp fills two buffers, the others read.
__global__ void producerConsumer(const int *in, int *out, int rounds) {
  __shared__ Barrier ready[2], filled[2];
  __shared__ int buffer[2][32];
  int t = threadIdx.x;
  if (t < 4)
    init(t < 2 ? &ready[t] : &filled[t - 2], blockDim.x);
  __syncthreads();
  if (t < 32) {
    for (int i = 0; i < rounds; ++i) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][t] = in[i * 32 + t];
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      filled[i % 2].arrive_and_wait();
      sum += buffer[i % 2][t % 32];
      (void)ready[i % 2].arrive();
    }
    out[t - 32] = sum;
  }
}

__global__ void dropOut(int *out) {
  __shared__ Barrier barrier;
  __shared__ int left;
  int t = threadIdx.x;
  if (t == 0) {
    init(&barrier, blockDim.x);
    left = 0;
  }
  __syncthreads();
  for (int i = 0; i < t; ++i) {
    atomicAdd(&left, 1);
    barrier.arrive_and_wait();
  }
  out[t] = left;
  barrier.arrive_and_drop();
}

struct Count {
  int *counter;
  __device__ void operator()() const { ++*counter; }
};

__global__ void others(int *out) {
  using Counting = cuda::barrier<cuda::thread_scope_device, Count>;
  __shared__ int completions, inside, most;
  __shared__ Counting counting;
  // These have no constructor that shared memory could do without.
  using Latch = cuda::latch<cuda::thread_scope_block>;
  using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 3>;
  __shared__ alignas(Latch) char latchMemory[sizeof(Latch)];
  __shared__ alignas(Semaphore) char semaphoreMemory[sizeof(Semaphore)];
  Latch &latch = *reinterpret_cast<Latch *>(latchMemory);
  Semaphore &semaphore = *reinterpret_cast<Semaphore *>(semaphoreMemory);
  __shared__ nvcuda::experimental::awbarrier old;
  int t = threadIdx.x;
  if (t == 0) {
    completions = inside = most = 0;
    init(&counting, blockDim.x, Count{&completions});
    new (latchMemory) Latch(blockDim.x);
    new (semaphoreMemory) Semaphore(3);
    init(&old, blockDim.x);
  }
  __syncthreads();
  for (int i = 0; i < 5; ++i)
    counting.arrive_and_wait();
  semaphore.acquire();
  atomicMax(&most, atomicAdd(&inside, 1) + 1);
  __nanosleep(10);
  atomicSub(&inside, 1);
  semaphore.release();
  latch.arrive_and_wait();
  int sum = completions * 100 + most;
  auto token = old.arrive();
  while (!old.timed_wait(token, 10)) {
  }
  if (t == 0)
    completions = 50;
  old.arrive_and_wait();
  out[t] = sum + completions;
}

int main() {
  DeviceArray<int> out(96);
  together<<<1, 96>>>(out);
  expect(out, [](int t) { return 4000 + 6 * ((t + 50) % 96); });

  int rounds = 7;
  DeviceArray<int> in(iota<int>(32 * rounds)), sums(64);
  producerConsumer<<<1, 96>>>(in, sums, rounds);
  expect(sums, [&](int t) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i)
      sum += i * 32 + t % 32;
    return sum;
  });

  DeviceArray<int> left(20);
  dropOut<<<1, 20>>>(left);
  // Thread t leaves after t rounds of all that are still there.
  std::vector<int> got = left.read();
  for (int t = 1; t < 20; ++t) {
    int before = 0;
    for (int round = 0; round < t; ++round)
      before += 19 - round;
    if (got[t] < before) {
      printf("thread %d left after %d, not %d\n", t, got[t], before);
      return 1;
    }
  }

  DeviceArray<int> several(40);
  others<<<1, 40>>>(several);
  expect(several, [](int) { return 5 * 100 + 3 + 50; });
}
