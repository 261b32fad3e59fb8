// RUN: %check-execution %s
// All functions on two halfwords or four bytes in a word, against the same
// lane by lane.
#include "../check.h"

#define FOR_EACH(APPLY)                                                        \
  APPLY(vadd, 0, wrap(x + y))                                                  \
  APPLY(vaddss, 1, clamp(x + y))                                               \
  APPLY(vaddus, 0, clamp(x + y))                                               \
  APPLY(vsub, 0, wrap(x - y))                                                  \
  APPLY(vsubss, 1, clamp(x - y))                                               \
  APPLY(vsubus, 0, clamp(x - y))                                               \
  APPLY(vabsdiffs, 1, wrap(std::llabs(x - y)))                                 \
  APPLY(vabsdiffu, 0, std::llabs(x - y))                                       \
  APPLY(vavgs, 1, std::llround((x + y) / 2.0))                                 \
  APPLY(vavgu, 0, std::llround((x + y) / 2.0))                                 \
  APPLY(vhaddu, 0, (x + y) / 2)                                                \
  APPLY(vmaxs, 1, std::max(x, y))                                              \
  APPLY(vmaxu, 0, std::max(x, y))                                              \
  APPLY(vmins, 1, std::min(x, y))                                              \
  APPLY(vminu, 0, std::min(x, y))                                              \
  APPLY(vcmpeq, 0, x == y ? -1 : 0)                                            \
  APPLY(vcmpne, 0, x != y ? -1 : 0)                                            \
  APPLY(vcmpges, 1, x >= y ? -1 : 0)                                           \
  APPLY(vcmpgeu, 0, x >= y ? -1 : 0)                                           \
  APPLY(vcmpgts, 1, x > y ? -1 : 0)                                            \
  APPLY(vcmpgtu, 0, x > y ? -1 : 0)                                            \
  APPLY(vcmples, 1, x <= y ? -1 : 0)                                           \
  APPLY(vcmpleu, 0, x <= y ? -1 : 0)                                           \
  APPLY(vcmplts, 1, x < y ? -1 : 0)                                            \
  APPLY(vcmpltu, 0, x < y ? -1 : 0)                                            \
  APPLY(vseteq, 0, x == y)                                                     \
  APPLY(vsetne, 0, x != y)                                                     \
  APPLY(vsetges, 1, x >= y)                                                    \
  APPLY(vsetgeu, 0, x >= y)                                                    \
  APPLY(vsetgts, 1, x > y)                                                     \
  APPLY(vsetgtu, 0, x > y)                                                     \
  APPLY(vsetles, 1, x <= y)                                                    \
  APPLY(vsetleu, 0, x <= y)                                                    \
  APPLY(vsetlts, 1, x < y)                                                     \
  APPLY(vsetltu, 0, x < y)
// Functions of one operand, and sums over lanes.
#define FOR_EACH_UNARY(APPLY)                                                  \
  APPLY(vabs, 1, wrap(std::llabs(x)))                                          \
  APPLY(vabsss, 1, clamp(std::llabs(x)))                                       \
  APPLY(vneg, 1, wrap(-x))                                                     \
  APPLY(vnegss, 1, clamp(-x))
#define FOR_EACH_SUM(APPLY)                                                    \
  APPLY(vsads, 1, std::llabs(x - y))                                           \
  APPLY(vsadu, 0, std::llabs(x - y))

__global__ void kernel(const unsigned *as, const unsigned *bs, unsigned *out,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = as[i], b = bs[i], *to = out + i;
#define STORE2(name, isSigned, expression)                                     \
  *to = __##name##2(a, b);                                                     \
  to += n;                                                                     \
  *to = __##name##4(a, b);                                                     \
  to += n;
#define STORE1(name, isSigned, expression)                                     \
  *to = __##name##2(a);                                                        \
  to += n;                                                                     \
  *to = __##name##4(a);                                                        \
  to += n;
  FOR_EACH(STORE2)
  FOR_EACH_UNARY(STORE1)
  FOR_EACH_SUM(STORE2)
}

/// One lane of a word at a time.
struct Lanes {
  int bits;
  bool isSigned;

  long long low() const { return isSigned ? -(1ll << (bits - 1)) : 0; }
  long long high() const { return (1ll << (isSigned ? bits - 1 : bits)) - 1; }
  long long get(unsigned word, int lane) const {
    long long value = word >> (bits * lane) & ((1u << bits) - 1);
    return value > high() ? value - (1ll << bits) : value;
  }
  long long clamp(long long x) const {
    return x < low() ? low() : x > high() ? high() : x;
  }
  long long wrap(long long x) const { return x; }
};

int main() {
  const int n = 1024;
  std::vector<unsigned> as, bs;
  const unsigned special[] = {0,          ~0u,        0x80008000, 0x7fff7fff,
                              0x80808080, 0x7f7f7f7f, 0x00010001, 0x01010101};
  unsigned state = 12345;
  for (int i = 0; i < n; ++i) {
    auto next = [&] { return state = state * 1664525u + 1013904223u; };
    as.push_back(i < 64 ? special[i % 8] : next() ^ next() >> 13);
    bs.push_back(i < 64 ? special[i / 8] : next() ^ next() >> 13);
    if (i % 5 == 4)
      bs.back() = as.back() ^ (bs.back() & 0x00ff0001);
  }
  std::vector<unsigned> want;
  int width;
#define LANES(name, signedLanes, expression)                                   \
  for (int bits : {16, 8})                                                     \
    for (int i = 0; i < n; ++i) {                                              \
      Lanes lanes{bits, signedLanes};                                          \
      auto wrap = [&](long long v) { return lanes.wrap(v); };                  \
      auto clamp = [&](long long v) { return lanes.clamp(v); };                \
      unsigned word = 0;                                                       \
      long long sum = 0;                                                       \
      (void)wrap, (void)clamp;                                                 \
      for (int lane = 0; lane < 32 / bits; ++lane) {                           \
        long long x = lanes.get(as[i], lane), y = lanes.get(bs[i], lane);      \
        long long value = expression;                                          \
        (void)y;                                                               \
        sum += value;                                                          \
        word |= ((unsigned)value & ((1u << bits) - 1)) << (bits * lane);       \
      }                                                                        \
      want.push_back(width ? (unsigned)sum : word);                            \
    }
  width = 0;
  FOR_EACH(LANES)
  FOR_EACH_UNARY(LANES)
  width = 1;
  FOR_EACH_SUM(LANES)

  DeviceArray<unsigned> deviceAs(as), deviceBs(bs), out(want.size());
  kernel<<<n / 128, 128>>>(deviceAs, deviceBs, out, n);
  expect(out, [&](int i) { return want[i]; });
}
