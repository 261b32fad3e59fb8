// RUN: %check-execution %s
// __mulhi and its kin: the upper half of a product, averages without overflow,
// sums of absolute differences.
#include "../check.h"

typedef unsigned long long Word;
const int kFunctions = 9;

__global__ void kernel(Word *out) {
  int t = threadIdx.x;
  int a = int(t * 123456789u), b = int(~t * 987654321u);
  unsigned ua = a, ub = b;
  long long wide = a * 1000000007ll, other = b * 998244353ll;
  const Word values[kFunctions] = {
      Word(__mulhi(a, b)),          Word(__umulhi(ua, ub)),
      Word(__mul64hi(wide, other)), Word(__umul64hi(wide, other)),
      Word(__mul24(t, -77)),        Word(__hadd(a, b)),
      Word(__uhadd(ua, ub)),        Word(__sad(a, b, 5u)),
      Word(__usad(ua, ub, 5u))};
  for (int f = 0; f < kFunctions; ++f)
    out[t * kFunctions + f] = values[f];
}

int main() {
  DeviceArray<Word> out(64 * kFunctions);
  kernel<<<1, 64>>>(out);
  expect(out, [](int i) {
    int t = i / kFunctions;
    int a = int(t * 123456789u), b = int(~t * 987654321u);
    unsigned ua = a, ub = b;
    long long wide = a * 1000000007ll, other = b * 998244353ll;
    const Word want[kFunctions] = {
        Word(a * (long long)b >> 32),
        ua * Word(ub) >> 32,
        Word((__int128)wide * other >> 64),
        Word((unsigned __int128)Word(wide) * Word(other) >> 64),
        Word(-77 * t),
        Word(((long long)a + b) >> 1),
        (Word(ua) + ub) >> 1,
        Word(unsigned(std::llabs((long long)a - b) + 5)),
        Word((ua > ub ? ua - ub : ub - ua) + 5u)};
    return want[i % kFunctions];
  });
}
