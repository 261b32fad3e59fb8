// RUN: %check-execution %s --auto
// RUN: not %heddle --lowering=fission -c %s -o %t.o 2>&1 | FileCheck %s
// Warps wait for other warps of their block in loops in which their own lanes
// synchronise.
// CHECK-COUNT-5: cannot be lowered by fission: it has warps that wait for other warps
// CHECK-NOT: error
#include "../check.h"

constexpr int n = 128;
constexpr unsigned fullMask = 0xffffffff;

// A vote ends the loop.
__global__ void vote(volatile int *color) {
  int i = threadIdx.x;
  bool again;
  do {
    again = false;
    if (color[i] == 0) {
      if (i + 32 >= n || color[i + 32] != 0)
        color[i] = 1;
      else
        again = true;
    }
  } while (__any_sync(fullMask, again));
}

// One lane looks and tells the others.
__global__ void shuffle(volatile int *flags, int *out) {
  int t = threadIdx.x, warp = t / 32, lane = t % 32, ready = 0;
  while (!ready) {
    if (lane == 0)
      ready = warp == n / 32 - 1 || flags[warp + 1];
    ready = __shfl_sync(fullMask, ready, 0);
  }
  out[t] = warp;
  __threadfence_block();
  __syncwarp();
  if (lane == 0)
    flags[warp] = 1;
}

// A counter that all warps raise, read by an atomic.
__global__ void count(int *counter, int *out) {
  int t = threadIdx.x, warp = t / 32;
  if (t % 32 == 0)
    atomicAdd(counter, 1);
  int now;
  do {
    now = atomicAdd(counter, 0);
    __syncwarp();
  } while (now < n / 32);
  out[t] = warp;
}

// A vote on what an atomic reads.
__global__ void polled(int *ready) {
  int t = threadIdx.x;
  while (__any_sync(fullMask,
                    t + 32 < n && atomicAdd(&ready[t + 32], 0) == 0)) {
  }
  atomicExch(&ready[t], t + 1);
}

// Each lane has several elements, in an inner loop.
__global__ void several(volatile int *done) {
  int t = threadIdx.x, missing;
  do {
    missing = 0;
    for (int i = t; i < 4 * n; i += n)
      if (done[i] == 0) {
        if (i + 32 >= 4 * n || done[i + 32] != 0)
          done[i] = 1;
        else
          missing = 1;
      }
  } while (!__all_sync(fullMask, !missing));
}

// These do not wait: they take work from a queue, or walk along an array.
__global__ void queue(int *next, volatile int *data) {
  int lane = threadIdx.x % 32;
  while (true) {
    int i = 0;
    if (lane == 0)
      i = atomicAdd(next, 1);
    i = __shfl_sync(fullMask, i, 0);
    if (i >= n)
      break;
    if (data[i * 32 + lane] == 0)
      data[i * 32 + lane] = i;
  }
}

__global__ void search(volatile int *data, int *out) {
  int i = threadIdx.x;
  while (!__any_sync(fullMask, data[i] == 7))
    i += 32;
  out[threadIdx.x] = i / 32;
}

int main() {
  DeviceArray<int> color(n), flags(n / 32), out(n), counter(1), done(4 * n);
  vote<<<1, n>>>(color);
  expect(color, [](int) { return 1; });
  shuffle<<<1, n>>>(flags, out);
  expect(out, [](int t) { return t / 32; });
  count<<<1, n>>>(counter, out);
  expect(out, [](int t) { return t / 32; });
  DeviceArray<int> ready(n);
  polled<<<1, n>>>(ready);
  expect(ready, [](int t) { return t + 1; });
  several<<<1, n>>>(done);
  expect(done, [](int) { return 1; });

  DeviceArray<int> next(1), data(n * 32);
  queue<<<2, 64>>>(next, data);
  expect(data, [](int i) { return i / 32; });
  DeviceArray<int> found(32);
  search<<<1, 32>>>(data, found);
  expect(found, [](int) { return 7; });
}
