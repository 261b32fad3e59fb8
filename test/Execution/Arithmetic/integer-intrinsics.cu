// RUN: %check-execution %s
// Dot products of bytes and halfwords, averages, sums of differences, __fns,
// funnel shifts, and the names without underscores.
#include "../check.h"

const int functions = 30;

__global__ void kernel(const unsigned *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];
  unsigned *to = out + functions * i;
  *to++ = __dp4a(int(a), int(b), int(c));
  *to++ = __dp4a(a, b, c);
  *to++ = __dp2a_lo(int(a), int(b), int(c));
  *to++ = __dp2a_hi(int(a), int(b), int(c));
  *to++ = __dp2a_lo(a, b, c);
  *to++ = __dp2a_hi(a, b, c);
  char4 ca = *(char4 *)&a, cb = *(char4 *)&b;
  uchar4 ua = *(uchar4 *)&a, ub = *(uchar4 *)&b;
  short2 sa = *(short2 *)&a;
  ushort2 usa = *(ushort2 *)&a;
  *to++ = __dp4a(ca, cb, int(c));
  *to++ = __dp4a(ua, ub, c);
  *to++ = __dp2a_lo(sa, cb, int(c));
  *to++ = __dp2a_hi(sa, cb, int(c));
  *to++ = __dp2a_lo(usa, ub, c);
  *to++ = __dp2a_hi(usa, ub, c);
  *to++ = __hadd(int(a), int(b));
  *to++ = __rhadd(int(a), int(b));
  *to++ = __uhadd(a, b);
  *to++ = __urhadd(a, b);
  *to++ = __sad(int(a), int(b), c);
  *to++ = __usad(a, b, c);
  *to++ = __fns(a, b % 32, int(c % 9) - 4);
  *to++ = __funnelshift_l(a, b, c);
  *to++ = __funnelshift_lc(a, b, c % 40);
  *to++ = __funnelshift_r(a, b, c);
  *to++ = __funnelshift_rc(a, b, c % 40);
  *to++ = __mul24(int(a), int(b));
  *to++ = __umul24(a, b);
  *to++ = mulhi(int(a), int(b));
  *to++ = mulhi(a, b);
  *to++ = mul24(int(a), int(b)) + umul24(a, b);
  *to++ =
      unsigned(mul64hi((long long)(a * 0x100000001ull), (long long)b << 31));
  *to++ = __byte_perm(a, b, c);
}

static unsigned reference(int function, unsigned a, unsigned b, unsigned c) {
  auto byte = [](unsigned w, int i, bool isSigned) -> long long {
    unsigned value = w >> (8 * i) & 0xff;
    return isSigned && value > 127 ? (long long)value - 256 : value;
  };
  auto half = [](unsigned w, int i, bool isSigned) -> long long {
    unsigned value = w >> (16 * i) & 0xffff;
    return isSigned && value > 32767 ? (long long)value - 65536 : value;
  };
  long long ia = int(a), ib = int(b), ua = a, ub = b;
  unsigned long long both = (unsigned long long)b << 32 | a;
  auto dp4a = [&](bool s) {
    long long sum = c;
    for (int i = 0; i < 4; ++i)
      sum += byte(a, i, s) * byte(b, i, s);
    return (unsigned)sum;
  };
  auto dp2a = [&](bool s, int from) {
    return (unsigned)(half(a, 0, s) * byte(b, from, s) +
                      half(a, 1, s) * byte(b, from + 1, s) + c);
  };
  auto floorHalf = [](long long x) { return (unsigned)((x - (x & 1)) / 2); };
  auto low24 = [](unsigned x) { return (long long)(x & 0xffffff); };
  auto signed24 = [](unsigned x) {
    long long v = x & 0xffffff;
    return v > 0x7fffff ? v - 0x1000000 : v;
  };
  unsigned shift = c % 40 < 32 ? c % 40 : 32;
  switch (function) {
  case 0:
  case 6:
    return dp4a(true);
  case 1:
  case 7:
    return dp4a(false);
  case 2:
  case 8:
    return dp2a(true, 0);
  case 3:
  case 9:
    return dp2a(true, 2);
  case 4:
  case 10:
    return dp2a(false, 0);
  case 5:
  case 11:
    return dp2a(false, 2);
  case 12:
    return floorHalf(ia + ib);
  case 13:
    return floorHalf(ia + ib + 1);
  case 14:
    return floorHalf(ua + ub);
  case 15:
    return floorHalf(ua + ub + 1);
  case 16:
    return (unsigned)std::llabs(ia - ib) + c;
  case 17:
    return (unsigned)std::llabs(ua - ub) + c;
  case 18: {
    int n = int(c % 9) - 4, base = b % 32;
    if (n == 0)
      return a >> base & 1 ? base : ~0u;
    for (int bit = base; bit >= 0 && bit < 32; bit += n > 0 ? 1 : -1)
      if (a >> bit & 1) {
        n += n > 0 ? -1 : 1;
        if (n == 0)
          return bit;
      }
    return ~0u;
  }
  case 19:
    return (unsigned)(both << c % 32 >> 32);
  case 20:
    return shift == 32 ? a : (unsigned)(both << shift >> 32);
  case 21:
    return (unsigned)(both >> c % 32);
  case 22:
    return shift == 32 ? b : (unsigned)(both >> shift);
  case 23:
    return (unsigned)(signed24(a) * signed24(b));
  case 24:
    return (unsigned)(low24(a) * low24(b));
  case 25:
    return (unsigned)(ia * ib >> 32);
  case 26:
    return (unsigned)((unsigned long long)a * b >> 32);
  case 27:
    return (unsigned)(signed24(a) * signed24(b) + low24(a) * low24(b));
  case 28:
    return (unsigned)((__int128)(long long)(a * 0x100000001ull) *
                          ((long long)b << 31) >>
                      64);
  default: {
    unsigned result = 0;
    for (int i = 0; i < 4; ++i)
      result |= (unsigned)(both >> (8 * (c >> (4 * i) & 7)) & 0xff) << (8 * i);
    return result;
  }
  }
}

int main() {
  std::vector<unsigned> in;
  unsigned state = 99;
  for (int i = 0; i < 3 * 512; ++i) {
    state = state * 1664525u + 1013904223u;
    unsigned x = state ^ state >> 15;
    in.push_back(i % 7 == 0 ? 0x80808080u : i % 11 == 0 ? ~0u : x);
  }
  // __byte_perm: nibbles of 8 and more would ask for a sign.
  for (size_t i = 2; i < in.size(); i += 3)
    in[i] &= 0xffff7777u;
  DeviceArray<unsigned> device(in), out(512 * functions);
  kernel<<<8, 64>>>(device, out);
  expect(out, [&](int i) {
    const unsigned *operands = &in[i / functions * 3];
    return reference(i % functions, operands[0], operands[1], operands[2]);
  });
}
