// RUN: %check-execution %s
// Warp operations in code that only some lanes run: branches, loops of
// different lengths, and what __activemask says there.
#include "../check.h"

__global__ void branches(int *out) {
  int t = threadIdx.x, lane = t % 32, v = t;
  if (lane < 16)
    v += __shfl_xor_sync(0x0000ffff, v, 1);
  else if (lane < 24)
    v += 2 * __shfl_xor_sync(0x00ff0000, v, 2);
  else
    v += 3 * __shfl_sync(0xff000000, v, 31);
  __syncwarp();
  out[t] = v + __shfl_sync(0xffffffff, v, 0);
}

__global__ void loops(unsigned *out) {
  int t = threadIdx.x, lane = t % 32;
  unsigned sum = 0;
  // Lanes drop out one after the other; the mask follows.
  for (int i = 0; i < lane; ++i) {
    unsigned mask = 0xfffffffeu << i;
    sum += __ballot_sync(mask, (lane + i) % 2);
  }
  __syncwarp();
  out[t] = sum;
}

__global__ void active(unsigned *out) {
  int t = threadIdx.x;
  unsigned all = __activemask(), some = 0;
  if (t % 3 == 0)
    some = __activemask();
  else if (t % 3 == 1)
    some = __activemask() ^ 1;
  __syncthreads();
  out[t] = all ^ some;
}

__global__ void sharedThroughSync(int *out) {
  __shared__ int buffer[128];
  int t = threadIdx.x, lane = t % 32;
  buffer[t] = t;
  __syncwarp();
  int v = buffer[t - lane + (lane + 1) % 32];
  __syncwarp();
  buffer[t] = v * 2;
  __syncwarp(0xffffffff);
  // In one half only.
  if (lane >= 16) {
    int w = buffer[t - lane + 16 + (lane + 5) % 16];
    __syncwarp(0xffff0000);
    buffer[t] = w + 1;
    __syncwarp(0xffff0000);
    v = buffer[t - lane + 16 + (lane + 1) % 16];
  }
  out[t] = v;
}

int main() {
  DeviceArray<int> out(128);
  branches<<<1, 128>>>(out);
  auto value = [](int t) {
    int lane = t % 32;
    return lane < 16   ? t + (t ^ 1)
           : lane < 24 ? t + 2 * (t ^ 2)
                       : t + 3 * (t - lane + 31);
  };
  expect(out, [&](int t) { return value(t) + value(t - t % 32); });

  DeviceArray<unsigned> masks(64);
  loops<<<1, 64>>>(masks);
  expect(masks, [](int t) {
    unsigned sum = 0;
    for (int i = 0; i < t % 32; ++i)
      for (int lane = i + 1; lane < 32; ++lane)
        sum += unsigned((lane + i) % 2) << lane;
    return sum;
  });

  active<<<1, 64>>>(masks);
  expect(masks, [](int t) {
    unsigned some = 0;
    for (int lane = 0; lane < 32; ++lane)
      some |= unsigned((t / 32 * 32 + lane) % 3 == t % 3) << lane;
    return ~0u ^ (t % 3 == 0 ? some : t % 3 == 1 ? some ^ 1 : 0);
  });

  sharedThroughSync<<<1, 128>>>(out);
  expect(out, [](int t) {
    int lane = t % 32, warp = t - lane;
    auto second = [&](int l) { return 2 * (warp + (l + 1) % 32); };
    auto third = [&](int l) { return second(16 + (l + 5) % 16) + 1; };
    return lane < 16 ? warp + (lane + 1) % 32 : third(16 + (lane + 1) % 16);
  });
}
