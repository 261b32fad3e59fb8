// RUN: %check-execution %s
// Minima and maxima of sums and triples (DPX), on words and pairs of halfwords,
// in device and host code.
#include "../check.h"

const int functions = 36;

__host__ __device__ void all(int a, int b, int c, unsigned *to) {
  unsigned x = a, y = b, z = c;
#define BOTH(name)                                                             \
  *to++ = name##_s32(a, b, c);                                                 \
  *to++ = name##_s32_relu(a, b, c);                                            \
  *to++ = name##_u32(x, y, z);                                                 \
  *to++ = name##_s16x2(x, y, z);                                               \
  *to++ = name##_s16x2_relu(x, y, z);                                          \
  *to++ = name##_u16x2(x, y, z);
  BOTH(__viaddmax)
  BOTH(__viaddmin)
  BOTH(__vimax3)
  BOTH(__vimin3)
  *to++ = __vimax_s32_relu(a, b);
  *to++ = __vimax_s16x2_relu(x, y);
  *to++ = __vimin_s32_relu(a, b);
  *to++ = __vimin_s16x2_relu(x, y);
  bool first, high, low;
#define CHOICE(name)                                                           \
  *to = name##_s32(a, b, &first);                                              \
  *to++ ^= first ? 0x5a5a0000 : 0;                                             \
  *to = name##_u32(x, y, &first);                                              \
  *to++ ^= first ? 0x5a5a0000 : 0;                                             \
  *to = name##_s16x2(x, y, &high, &low);                                       \
  *to++ ^= (high ? 0x5a5a0000 : 0) ^ (low ? 0xa5a5 : 0);                       \
  *to = name##_u16x2(x, y, &high, &low);                                       \
  *to++ ^= (high ? 0x5a5a0000 : 0) ^ (low ? 0xa5a5 : 0);
  CHOICE(__vibmax)
  CHOICE(__vibmin)
}

__global__ void kernel(const int *in, unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  all(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + functions * i);
}

/// A lane of `bits` bits as a number, signed or not.
static long long lane(unsigned word, int bits, int index, bool isSigned) {
  long long value = word >> (bits == 32 ? 0 : 16 * index);
  value &= (1ll << bits) - 1;
  return isSigned && value >> (bits - 1) ? value - (1ll << bits) : value;
}

static unsigned reference(int function, unsigned a, unsigned b, unsigned c) {
  // Signed words, their relu, unsigned words; the same for halfwords.
  int kind = function < 24   ? function % 6
             : function < 28 ? (function % 2 ? 4 : 1)
                             : (function % 4) * 1;
  bool isSigned, relu = false;
  int bits;
  if (function < 28) {
    bits = kind < 3 ? 32 : 16;
    isSigned = kind % 3 != 2;
    relu = kind % 3 == 1;
  } else {
    bits = kind < 2 ? 32 : 16;
    isSigned = kind % 2 == 0;
  }
  unsigned result = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    long long x = lane(a, bits, i, isSigned), y = lane(b, bits, i, isSigned),
              z = lane(c, bits, i, isSigned), value;
    long long sum = lane((unsigned)(x + y), bits, 0, isSigned);
    bool first = false;
    if (function < 6)
      value = std::max(sum, z);
    else if (function < 12)
      value = std::min(sum, z);
    else if (function < 18)
      value = std::max(std::max(x, y), z);
    else if (function < 24)
      value = std::min(std::min(x, y), z);
    else if (function < 26)
      value = std::max(x, y);
    else if (function < 28)
      value = std::min(x, y);
    else {
      first = function < 32 ? x >= y : x <= y;
      value = first ? x : y;
    }
    if (relu)
      value = std::max(value, 0ll);
    unsigned part =
        bits == 32 ? (unsigned)value : ((unsigned)value & 0xffff) << (16 * i);
    if (first)
      part ^= bits == 32 || i == 1 ? 0x5a5a0000 : 0xa5a5;
    result |= part;
  }
  return result;
}

int main() {
  std::vector<int> in;
  const unsigned special[] = {0u,          ~0u,         0x80008000u,
                              0x7fff7fffu, 0x00010001u, 0x80000000u,
                              0x7fffffffu, 0x12348765u};
  for (unsigned a : special)
    for (unsigned b : special)
      for (unsigned c : special)
        for (unsigned x : {a, b, c})
          in.push_back((int)x);
  const int n = (int)in.size() / 3;
  DeviceArray<int> device(in);
  DeviceArray<unsigned> out(n * functions);
  kernel<<<n / 64, 64>>>(device, out);
  auto want = [&](int i) {
    const int *operands = &in[i / functions * 3];
    return reference(i % functions, operands[0], operands[1], operands[2]);
  };
  // A sum of words that overflows has no defined result.
  auto defined = [&](int i) {
    const int *operands = &in[i / functions * 3];
    long long sum = (long long)operands[0] + operands[1];
    int function = i % functions;
    return function >= 12 || function % 6 > 1 || sum == (int)sum;
  };
  std::vector<unsigned> got = out.read();
  std::vector<unsigned> host(functions);
  for (int i = 0; i < n * functions; ++i) {
    if (i % functions == 0)
      all(in[i / functions * 3], in[i / functions * 3 + 1],
          in[i / functions * 3 + 2], host.data());
    if (!defined(i))
      got[i] = want(i);
    else if (host[i % functions] != want(i))
      fail("on the host", host[i % functions], want(i));
  }
  expect(got, want);
}
