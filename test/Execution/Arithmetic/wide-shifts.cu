// RUN: %check-execution %s
// Shifts by the width and more: a GPU shifts all bits out, where x86 takes the
// amount modulo the width and C++ says nothing.
#include "../check.h"

constexpr int kinds = 7;

__global__ void kernel(const unsigned *amounts, unsigned long long *out) {
  unsigned n = amounts[threadIdx.x];
  int sign = -5;
  long long wideSign = -5;
  out += threadIdx.x * kinds;
  out[0] = unsigned(1 << n) - 1;
  out[1] = 0x80000001u << n;
  out[2] = 0x80000001u >> n;
  out[3] = unsigned(sign >> n);
  out[4] = 0x8000000000000001ull << n;
  out[5] = 0x8000000000000001ull >> n;
  out[6] = (unsigned long long)(wideSign >> n);
}

int main() {
  std::vector<unsigned> amounts = {0,  1,  31,  32,   33,
                                   63, 64, 100, 1000, 0xffffffffu};
  DeviceArray<unsigned> in(amounts);
  DeviceArray<unsigned long long> out(amounts.size() * kinds);
  kernel<<<1, int(amounts.size())>>>(in, out);
  expect(out, [&](int k) -> unsigned long long {
    unsigned n = amounts[k / kinds];
    unsigned sign = unsigned(-5);
    unsigned long long wide = 0x8000000000000001ull, wideSign = -5ll;
    switch (k % kinds) {
    case 0:
      return n < 32 ? (1u << n) - 1 : 0xffffffffu;
    case 1:
      return n < 32 ? 0x80000001u << n : 0;
    case 2:
      return n < 32 ? 0x80000001u >> n : 0;
    case 3:
      return n < 32 ? unsigned(int(sign) >> n) : 0xffffffffu;
    case 4:
      return n < 64 ? wide << n : 0;
    case 5:
      return n < 64 ? wide >> n : 0;
    default:
      return n < 64 ? (unsigned long long)((long long)wideSign >> n) : ~0ull;
    }
  });
}
