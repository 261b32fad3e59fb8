// RUN: %check-execution %s

// Products of matrices that the lanes of a warp hold together. All numbers are
// small integers, so that every order of additions gives the same.

#include "../check.h"
#include <algorithm>
#include <cstdint>

// A is 16 x K by rows, B is K x 8 by columns.
__global__ void halves(const uint16_t *a, const uint16_t *b, float *out) {
  __shared__ __align__(16) uint16_t tileA[16][16], tileB[8][16];
  int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32)
    tileA[i / 16][i % 16] = a[i];
  for (int i = lane; i < 128; i += 32)
    tileB[i / 16][i % 16] = b[i];
  __syncthreads();
  uint32_t x[4], y[2];
  uint32_t address =
      (uint32_t)__cvta_generic_to_shared(&tileA[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(address));
  address =
      (uint32_t)__cvta_generic_to_shared(&tileB[lane % 8][lane / 8 % 2 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"(address));
  float d[4] = {1, 2, 3, 4};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]),
                 "r"(y[1]));
  for (int i = 0; i < 4; ++i)
    out[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i] - (i + 1);
}

__global__ void bytes(const uint32_t *a, const uint32_t *b, int *out) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4, d[4];
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(a[g * 8 + t]), "r"(a[(g + 8) * 8 + t]),
                 "r"(a[g * 8 + t + 4]), "r"(a[(g + 8) * 8 + t + 4]),
                 "r"(b[g * 8 + t]), "r"(b[g * 8 + t + 4]), "r"(0));
  for (int i = 0; i < 4; ++i)
    out[(g + i / 2 * 8) * 8 + t * 2 + i % 2] = d[i];
}

// A is 8 x 16. The sums begin near the ends of int, and stop there.
__global__ void saturated(const uint32_t *a, const uint32_t *b, int *out) {
  int lane = threadIdx.x, g = lane / 4, t = lane % 4, d[2], c[2];
  for (int i = 0; i < 2; ++i)
    c[i] = g % 2 ? INT32_MAX - 20 : INT32_MIN + 20;
  asm volatile("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 "
               "{%0,%1}, {%2}, {%3}, {%4,%5};"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(a[g * 4 + t]), "r"(b[g * 4 + t]), "r"(c[0]), "r"(c[1]));
  for (int i = 0; i < 2; ++i)
    out[g * 8 + t * 2 + i] = d[i];
}

__global__ void transposed(const uint16_t *in, uint16_t *out) {
  __shared__ __align__(16) uint16_t tile[8][8];
  int lane = threadIdx.x;
  for (int i = lane; i < 64; i += 32)
    tile[i / 8][i % 8] = in[i];
  __syncthreads();
  uint32_t word;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(word)
               : "r"((uint32_t)__cvta_generic_to_shared(tile[lane % 8])));
  out[lane / 4 * 8 + lane % 4 * 2] = word;
  out[lane / 4 * 8 + lane % 4 * 2 + 1] = word >> 16;
}

// Twice transposed is the same, so each lane checks both.
__global__ void moved(const uint32_t *in, uint32_t *out, uint32_t *back) {
  int lane = threadIdx.x;
  uint32_t word, again;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
      : "=r"(word)
      : "r"(in[lane]));
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
      : "=r"(again)
      : "r"(word));
  out[lane] = word;
  back[lane] = again;
}

// A small integer in half precision.
static uint16_t half(int value) {
  if (value == 0)
    return 0;
  uint16_t sign = value < 0 ? 0x8000 : 0;
  unsigned magnitude = value < 0 ? -value : value;
  int exponent = 31 - __builtin_clz(magnitude);
  unsigned fraction = (magnitude << (10 - exponent)) & 0x3ff;
  return sign | (exponent + 15) << 10 | fraction;
}
static int valueA(int i) { return i * 7 % 13 - 6; }
static int valueB(int i) { return i * 5 % 11 - 5; }

int main() {
  std::vector<uint16_t> a(256), b(128);
  for (int i = 0; i < 256; ++i)
    a[i] = half(valueA(i));
  for (int i = 0; i < 128; ++i)
    b[i] = half(valueB(i));
  DeviceArray<uint16_t> da(a), db(b);
  DeviceArray<float> product(128);
  halves<<<1, 32>>>(da, db, product);
  expect(product, [](int i) {
    int sum = 0;
    for (int k = 0; k < 16; ++k)
      sum += valueA(i / 8 * 16 + k) * valueB(i % 8 * 16 + k);
    return sum;
  });

  std::vector<uint32_t> wordsA(128), wordsB(64);
  for (int i = 0; i < 512; ++i)
    wordsA[i / 4] |= (uint32_t)(uint8_t)valueA(i) << i % 4 * 8;
  for (int i = 0; i < 256; ++i)
    wordsB[i / 4] |= (uint32_t)(uint8_t)valueB(i) << i % 4 * 8;
  DeviceArray<uint32_t> dwa(wordsA), dwb(wordsB);
  DeviceArray<int> integers(128);
  bytes<<<1, 32>>>(dwa, dwb, integers);
  expect(integers, [](int i) {
    int sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += valueA(i / 8 * 32 + k) * valueB(i % 8 * 32 + k);
    return sum;
  });

  DeviceArray<int> clamped(64);
  saturated<<<1, 32>>>(dwa, dwb, clamped);
  expect(clamped, [](int i) {
    int64_t sum = i / 8 % 2 ? INT32_MAX - 20 : INT32_MIN + 20;
    for (int k = 0; k < 16; ++k)
      sum += valueA(i / 8 * 16 + k) * valueB(i % 8 * 16 + k);
    return (int)std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
  });

  std::vector<uint16_t> square(64);
  for (int i = 0; i < 64; ++i)
    square[i] = i;
  DeviceArray<uint16_t> in(square), out(64);
  transposed<<<1, 32>>>(in, out);
  expect(out, [](int i) { return i % 8 * 8 + i / 8; });

  std::vector<uint32_t> pairs(32);
  for (int i = 0; i < 64; ++i)
    pairs[i / 2] |= (uint32_t)(0xff00 + i) << i % 2 * 16;
  DeviceArray<uint32_t> words(pairs), columns(32), rows(32);
  moved<<<1, 32>>>(words, columns, rows);
  expect(columns, [](int i) {
    uint32_t low = 0xff00 + i % 4 * 16 + i / 4;
    return low | (low + 8) << 16;
  });
  expect(rows, [&](int i) { return pairs[i]; });
}
