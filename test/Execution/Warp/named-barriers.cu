// RUN: %check-execution --auto %s
// Barriers of a part of the block, and __nanosleep as a way to wait.
#include "../check.h"

__global__ void halves(int *out) {
  __shared__ int buffer[128];
  int t = threadIdx.x, half = t / 64;
  int sum = 0;
  // One half goes round more often than the other.
  for (int i = 0; i < 3 + half; ++i) {
    buffer[t] = t + i;
    __barrier_sync_count(1 + half, 64);
    sum += buffer[half * 64 + (t + 1) % 64];
    __barrier_sync_count(1 + half, 64);
  }
  __barrier_sync(0);
  buffer[t] = sum;
  __barrier_sync(5);
  out[t] = buffer[127 - t];
}

__global__ void handOver(int *out) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0)
    turn = 0;
  __syncthreads();
  // The other way round than threads usually run.
  while (turn != int(blockDim.x - 1 - threadIdx.x))
    __nanosleep(100);
  out[threadIdx.x] = turn;
  turn = turn + 1;
}

int main() {
  DeviceArray<int> out(128);
  halves<<<1, 128>>>(out);
  expect(out, [](int i) {
    int t = 127 - i, half = t / 64, sum = 0;
    for (int r = 0; r < 3 + half; ++r)
      sum += half * 64 + (t + 1) % 64 + r;
    return sum;
  });
  DeviceArray<int> turns(100);
  handOver<<<1, 100>>>(turns);
  expect(turns, [](int t) { return 99 - t; });
}
