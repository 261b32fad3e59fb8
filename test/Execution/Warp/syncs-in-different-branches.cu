// RUN: %check-execution %s --auto
// RUN: not %heddle --lowering=fission -c %s -o %t.o 2>&1 | FileCheck %s
// Lanes of a warp that are in different branches wait for each other, as they
// do since lanes have their own program counters.
// CHECK-COUNT-3: cannot be lowered by fission: it has lanes of a warp that wait for each other at different warp operations
// CHECK-NOT: error
#include "../check.h"

constexpr int rounds = 10;

__global__ void producer(int *out) {
  __shared__ int cell[64];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (lane < 16) {
      cell[t] = 100 * i + lane;
      __syncwarp();
    } else {
      __syncwarp();
      sum += cell[t - 16];
    }
    __syncwarp();
  }
  out[t] = sum;
}

__global__ void producerWithMask(int *out) {
  __shared__ int cell[64];
  int t = threadIdx.x, lane = t % 32, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (lane % 2) {
      __syncwarp(0xffffffff);
      sum += cell[t - 1];
      __syncwarp(0xffffffff);
    } else {
      cell[t] = 100 * i + lane;
      __syncwarp(0xffffffff);
      __syncwarp(0xffffffff);
    }
  }
  out[t] = sum;
}

// Unknown masks may be those of all lanes.
__global__ void producerWithArgument(int *out, unsigned mask) {
  __shared__ int cell[64];
  int t = threadIdx.x, lane = t % 32;
  if (lane < 8) {
    __syncwarp(mask);
    out[t] = cell[t + 8];
  } else {
    cell[t] = t;
    __syncwarp(mask);
    out[t] = 0;
  }
}

// These are independent: whole warps take one branch, or masks have no lane in
// common.
__global__ void wholeWarps(int *out) {
  __shared__ int cell[64];
  int t = threadIdx.x, lane = t % 32;
  cell[t] = t;
  if (t < 32) {
    __syncwarp();
    out[t] = cell[31 - lane];
  } else {
    __syncwarp();
    out[t] = cell[32 + (lane + 1) % 32] + __shfl_sync(0xffffffff, t, 3);
  }
}

__global__ void halves(int *out) {
  int t = threadIdx.x, lane = t % 32;
  if (lane < 16)
    out[t] = __shfl_sync(0x0000ffff, t, 5);
  else
    out[t] = __shfl_sync(0xffff0000, t, 20);
}

int main() {
  DeviceArray<int> out(64);
  auto sum = [](int lane) {
    return 100 * rounds * (rounds - 1) / 2 + rounds * lane;
  };
  producer<<<1, 64>>>(out);
  expect(out, [&](int t) { return t % 32 < 16 ? 0 : sum(t % 32 - 16); });
  producerWithMask<<<1, 64>>>(out);
  expect(out, [&](int t) { return t % 2 ? sum(t % 32 - 1) : 0; });
  producerWithArgument<<<1, 64>>>(out, 0xffffffff);
  expect(out, [](int t) { return t % 32 < 8 ? t + 8 : 0; });
  wholeWarps<<<1, 64>>>(out);
  expect(out, [](int t) {
    return t < 32 ? 31 - t : 32 + (t + 1) % 32 + 35;
  });
  halves<<<1, 64>>>(out);
  expect(out, [](int t) { return t / 32 * 32 + (t % 32 < 16 ? 5 : 20); });
}
