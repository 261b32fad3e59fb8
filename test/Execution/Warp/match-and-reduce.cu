// RUN: %check-execution %s
// __match_any_sync and __match_all_sync in all types, __reduce_*_sync.
#include "../check.h"

template <typename T> __global__ void match(unsigned *any, unsigned *all) {
  int t = threadIdx.x;
  T big = T(sizeof(T) == 8 ? 1ll << 40 : 1);
  any[t] = __match_any_sync(0xffffffff, T(t % 3) * big);
  int same = 5;
  unsigned lanes = __match_all_sync(0xffffffff, T((t + 24) / 64) * big, &same);
  all[t] = lanes ^ (same ? 0x10000u : 0);
}

template <typename T> void checkMatch() {
  DeviceArray<unsigned> any(96), all(96);
  match<T><<<1, 96>>>(any, all);
  expect(any, [](int i) {
    unsigned lanes = 0;
    for (int j = 0; j < 32; ++j)
      lanes |= unsigned((i / 32 * 32 + j) % 3 == i % 3) << j;
    return lanes;
  });
  // The second warp has two values.
  expect(all, [](int i) { return i / 32 == 1 ? 0u : 0xffffffff ^ 0x10000u; });
}

__device__ unsigned mix(unsigned x) { return x * 2654435761u ^ x >> 3; }
unsigned hostMix(unsigned x) { return x * 2654435761u ^ x >> 3; }

__global__ void reduce(unsigned *out) {
  unsigned t = threadIdx.x, v = mix(t + 1);
  // Groups of eight, and of the last warp, which has 20, one of four.
  unsigned mask = 0xffu << (t & 24);
  unsigned *mine = out + t * 9;
  mine[0] = __reduce_add_sync(mask, v);
  mine[1] = __reduce_add_sync(mask, int(v));
  mine[2] = __reduce_min_sync(mask, v);
  mine[3] = __reduce_min_sync(mask, int(v));
  mine[4] = __reduce_max_sync(mask, v);
  mine[5] = __reduce_max_sync(mask, int(v));
  mine[6] = __reduce_and_sync(mask, v);
  mine[7] = __reduce_or_sync(mask, v);
  mine[8] = __reduce_xor_sync(mask, v);
}

int main() {
  checkMatch<int>();
  checkMatch<unsigned>();
  checkMatch<long>();
  checkMatch<unsigned long>();
  checkMatch<long long>();
  checkMatch<unsigned long long>();
  checkMatch<float>();
  checkMatch<double>();

  DeviceArray<unsigned> out(52 * 9);
  reduce<<<1, 52>>>(out);
  expect(out, [](int i) {
    int first = i / 9 / 8 * 8;
    unsigned r = hostMix(first + 1);
    for (int t = first + 1; t < first + 8 && t < 52; ++t) {
      unsigned v = hostMix(t + 1);
      switch (i % 9) {
      case 0:
      case 1:
        r += v;
        break;
      case 2:
        r = v < r ? v : r;
        break;
      case 3:
        r = int(v) < int(r) ? v : r;
        break;
      case 4:
        r = v > r ? v : r;
        break;
      case 5:
        r = int(v) > int(r) ? v : r;
        break;
      case 6:
        r &= v;
        break;
      case 7:
        r |= v;
        break;
      default:
        r ^= v;
      }
    }
    return r;
  });
}
