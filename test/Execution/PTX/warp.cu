// RUN: %check-execution %s

// What lanes of a warp and threads of a block do together.

#include "../check.h"

__global__ void shuffles(const int *in, int *out) {
  int t = threadIdx.x, value = in[t], v[6];
  unsigned ok;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 5, 0x1f, 0xffffffff;"
               : "=r"(v[0])
               : "r"(value));
  asm volatile("{ .reg .pred p;\n"
               "shfl.sync.up.b32 %0|p, %2, %3, 0, -1;\n"
               "selp.u32 %1, 1, 0, p; }"
               : "=r"(v[1]), "=r"(ok)
               : "r"(value), "r"(3));
  asm volatile("shfl.sync.down.b32 %0, %1, 3, 0x1807, -1;"
               : "=r"(v[2])
               : "r"(value));
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, -1;"
               : "=r"(v[3])
               : "r"(value), "r"((t * 7) & 31));
  asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;"
               : "=r"(v[4])
               : "r"(value));
  asm volatile("redux.sync.max.u32 %0, %1, -1;" : "=r"(v[5]) : "r"(value));
  for (int i = 0; i < 6; ++i)
    out[t * 7 + i] = v[i];
  out[t * 7 + 6] = ok;
}

__global__ void votes(unsigned *out) {
  unsigned t = threadIdx.x, v[5];
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40;\n"
               "vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(v[0])
               : "r"(t));
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 40;\n"
               "vote.sync.any.pred q, p, -1; selp.u32 %0, 1, 0, q;\n"
               "vote.sync.all.pred q, p, -1; @q add.u32 %0, %0, 2; }"
               : "=r"(v[1])
               : "r"(t));
  asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(v[2]) : "r"(t % 3));
  asm volatile("activemask.b32 %0;" : "=r"(v[3]));
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 50;\n"
               "bar.red.popc.u32 %0, 0, p; }"
               : "=r"(v[4])
               : "r"(t));
  for (int i = 0; i < 5; ++i)
    out[t * 5 + i] = v[i];
}

__global__ void barriers(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x;
  values[t] = t;
  asm volatile("bar.sync 0;" ::: "memory");
  int first = values[63 - t];
  asm volatile("barrier.sync.aligned 1;" ::: "memory");
  values[t] = first * 2;
  asm volatile("bar.sync %0;" ::"n"(2) : "memory");
  out[t] = values[(t + 1) % 64];
}

int main() {
  DeviceArray<int> in(iota<int>(64)), out(64 * 7);
  shuffles<<<1, 64>>>(in, out);
  expect(out, [](int i) {
    int t = i / 7, lane = t % 32, warp = t - lane;
    switch (i % 7) {
    case 0:
      return warp + (lane ^ 5);
    case 1:
      return lane >= 3 ? t - 3 : t;
    case 2:
      return lane % 8 + 3 < 8 ? t + 3 : t;
    case 3:
      return warp + (t * 7 & 31);
    case 4:
      return 32 * warp + 31 * 16;
    case 5:
      return warp + 31;
    default:
      return int(lane >= 3);
    }
  });

  DeviceArray<unsigned> ballots(64 * 5);
  votes<<<1, 64>>>(ballots);
  expect(ballots, [](int i) {
    unsigned t = i / 5, warp = t / 32, same = 0;
    for (unsigned other = 0; other < 32; ++other)
      same |= unsigned((warp * 32 + other) % 3 == t % 3) << other;
    switch (i % 5) {
    case 0:
      return warp ? 0xffu : ~0u;
    case 1:
      return warp ? 1u : 3u;
    case 2:
      return same;
    case 3:
      return ~0u;
    default:
      return 50u;
    }
  });

  DeviceArray<int> exchanged(64);
  barriers<<<1, 64>>>(exchanged);
  expect(exchanged, [](int t) { return (63 - (t + 1) % 64) * 2; });
}
