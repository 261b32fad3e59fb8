// RUN: %check-execution %s
// Bytes and 16-bit integers in memory: neighbours are left alone, and signs
// are extended as the type says.
#include "../check.h"

__global__ void kernel(unsigned char *bytes, signed char *chars, short *shorts,
                       unsigned short *words, int *sums) {
  int t = threadIdx.x;
  bytes[t] = bytes[t] * 3;
  chars[t] = chars[t] * 3;
  shorts[t] = shorts[t] - 3000;
  words[t] = words[t] - 3000;
  sums[t] = bytes[t] + chars[t] + shorts[t] + words[t];
}

int main() {
  const int n = 200;
  DeviceArray<unsigned char> bytes(iota<unsigned char>(n));
  DeviceArray<signed char> chars(iota<signed char>(n));
  DeviceArray<short> shorts(iota<short>(n));
  DeviceArray<unsigned short> words(iota<unsigned short>(n));
  DeviceArray<int> sums(n);
  kernel<<<1, n>>>(bytes, chars, shorts, words, sums);
  expect(bytes, [](int i) { return i * 3 % 256; });
  expect(chars, [](int i) { return (signed char)(i * 3); });
  expect(shorts, [](int i) { return i - 3000; });
  expect(words, [](int i) { return 65536 + i - 3000; });
  expect(sums, [](int i) {
    return i * 3 % 256 + (signed char)(i * 3) + i - 3000 + 65536 + i - 3000;
  });
}
