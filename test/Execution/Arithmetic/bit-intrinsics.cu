// RUN: %check-execution %s
// __popc, __clz, __ffs, __brev and the like, 32 and 64 bits, zero included.
#include "../check.h"

__global__ void kernel(const unsigned long long *in, int *out, int n) {
  int t = threadIdx.x;
  unsigned long long wide = in[t];
  unsigned x = unsigned(wide);
  out[t] = __popc(x) + 100 * __clz(int(x)) + 10000 * __ffs(int(x));
  out[n + t] = int(__brev(x));
  out[2 * n + t] = __popcll(wide) + 100 * __clzll((long long)wide) +
                   10000 * __ffsll((long long)wide);
  out[3 * n + t] = int(__brevll(wide) >> 32) ^ int(__brevll(wide));
  out[4 * n + t] = int(__byte_perm(x, ~x, 0x1634));
}

int main() {
  std::vector<unsigned long long> x = {
      0, 1, ~0ull, 1ull << 63, 1ull << 31, 0xdeadbeefcafebabeull};
  for (int i = 0; i < 26; ++i)
    x.push_back(i * 0x9e3779b97f4a7c15ull >> (i * 2));
  const int n = x.size();
  DeviceArray<unsigned long long> in(x);
  DeviceArray<int> out(5 * n);
  kernel<<<1, n>>>(in, out, n);
  expect(out, [&](int k) {
    unsigned long long wide = x[k % n], reversed = 0;
    unsigned narrow = unsigned(wide), narrowReversed = 0;
    int ones[2] = {}, leading[2] = {64, 32}, first[2] = {};
    for (int bit = 63; bit >= 0; --bit)
      if (wide >> bit & 1) {
        leading[0] = std::min(leading[0], 63 - bit);
        reversed |= 1ull << (63 - bit);
        ones[0] += 1;
        first[0] = bit + 1;
        if (bit < 32) {
          leading[1] = std::min(leading[1], 31 - bit);
          narrowReversed |= 1u << (31 - bit);
          ones[1] += 1;
          first[1] = bit + 1;
        }
      }
    unsigned char bytes[8];
    unsigned pair[2] = {narrow, ~narrow};
    __builtin_memcpy(bytes, pair, 8);
    const int want[] = {ones[1] + 100 * leading[1] + 10000 * first[1],
                        int(narrowReversed),
                        ones[0] + 100 * leading[0] + 10000 * first[0],
                        int(reversed >> 32) ^ int(reversed),
                        int(bytes[4] | bytes[3] << 8 | bytes[6] << 16 |
                            unsigned(bytes[1]) << 24)};
    return want[k / n];
  });
}
