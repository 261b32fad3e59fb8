// RUN: %check-execution %s
// Bit-fields of several widths and signs.
#include "../check.h"

struct Packed {
  unsigned low : 5;
  int middle : 12;
  unsigned high : 15;
  unsigned long long wide : 40;
  bool flag : 1;
};

__global__ void kernel(Packed *packed, long long *out) {
  int t = threadIdx.x;
  Packed mine = packed[t];
  mine.low += 3;
  mine.middle -= 5;
  mine.high ^= 0x5555;
  mine.wide = mine.wide * 1000;
  mine.flag = !mine.flag;
  packed[t].low = mine.high;
  out[t] = mine.low + 100ll * mine.middle + 1000000ll * mine.high + mine.wide +
           mine.flag + packed[t].low;
}

int main() {
  std::vector<Packed> host(64);
  for (int i = 0; i < 64; ++i)
    host[i] = {unsigned(i % 32), i * 30 - 960, unsigned(i * 500),
               i * 100000000ull, i % 2 == 1};
  DeviceArray<Packed> packed(host);
  DeviceArray<long long> out(64);
  kernel<<<1, 64>>>(packed, out);
  expect(out, [](int i) {
    long long high = (i * 500) ^ 0x5555;
    return (i + 3) % 32 + 100ll * (i * 30 - 965) + 1000000ll * high +
           i * 100000000000ll % (1ll << 40) + (i % 2 == 0) + high % 32;
  });
}
