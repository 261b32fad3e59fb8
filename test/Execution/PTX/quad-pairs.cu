// RUN: %heddle -O1 %s -o %t && %t
// mma.m8n8k4: a warp multiplies four pairs of matrices, each held by lanes 4q
// to 4q + 3 and the 16th lanes after them. All numbers are small integers, so
// that every order of additions gives the same.
#include "../check.h"
#include <cstdint>
#include <cuda_fp16.h>

constexpr int valueA(int q, int row, int k) {
  return (q * 5 + row * 3 + k * 7) % 11 - 5;
}
constexpr int valueB(int q, int k, int column) {
  return (q * 3 + k * 5 + column * 2) % 7 - 3;
}
constexpr int valueC(int q, int row, int column) {
  return q * 64 + row * 8 + column;
}

__device__ unsigned pack(int low, int high) {
  __half2 both = __floats2half2_rn(low, high);
  return reinterpret_cast<unsigned &>(both);
}

// What a lane holds of A (or of B, with rows and columns exchanged): a line of
// four elements, or half of a column of eight.
template <class Value>
__device__ void fill(unsigned (&words)[2], bool lines, int lane, Value value) {
  int quad = lane / 16 * 4, i = lane % 4;
  for (int w = 0; w < 2; ++w)
    words[w] = lines ? pack(value(quad + i, 2 * w), value(quad + i, 2 * w + 1))
                     : pack(value(quad + 2 * w, i), value(quad + 2 * w + 1, i));
}

#define MULTIPLY(layouts, rows, columns)                                       \
  {                                                                            \
    unsigned a[2], b[2];                                                       \
    fill(a, rows, lane, [&](int i, int k) { return valueA(q, i, k); });        \
    fill(b, columns, lane, [&](int i, int k) { return valueB(q, k, i); });     \
    float d[8];                                                                \
    for (int i = 0; i < 8; ++i) {                                              \
      row[i] = (lane & 1) + (i & 2) + lane / 16 * 4;                           \
      column[i] = (i & 4) + (lane & 2) + (i & 1);                              \
      d[i] = valueC(q, row[i], column[i]);                                     \
    }                                                                          \
    asm volatile("mma.sync.aligned.m8n8k4." layouts ".f32.f16.f16.f32 "        \
                 "{%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, "             \
                 "{%0,%1,%2,%3,%4,%5,%6,%7};"                                  \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), \
                   "+f"(d[5]), "+f"(d[6]), "+f"(d[7])                          \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));                \
    for (int i = 0; i < 8; ++i)                                                \
      single[q * 64 + row[i] * 8 + column[i]] = d[i];                          \
    single += 256;                                                             \
    unsigned h[4];                                                             \
    for (int i = 0; i < 4; ++i)                                                \
      h[i] = pack(valueC(q, line, 2 * i), valueC(q, line, 2 * i + 1));         \
    asm volatile("mma.sync.aligned.m8n8k4." layouts ".f16.f16.f16.f16 "        \
                 "{%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3};"             \
                 : "+r"(h[0]), "+r"(h[1]), "+r"(h[2]), "+r"(h[3])              \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));                \
    for (int i = 0; i < 8; ++i)                                                \
      half[q * 64 + line * 8 + i] = reinterpret_cast<__half *>(h)[i];          \
    half += 256;                                                               \
  }

__global__ void kernel(float *single, float *half) {
  int lane = threadIdx.x, q = lane / 4 % 4, line = lane % 4 + lane / 16 * 4;
  int row[8], column[8];
  MULTIPLY("row.col", true, true)
  MULTIPLY("row.row", true, false)
  MULTIPLY("col.col", false, true)
  MULTIPLY("col.row", false, false)
}

int main() {
  DeviceArray<float> single(4 * 256), half(4 * 256);
  kernel<<<1, 32>>>(single, half);
  auto product = [](int i) {
    int q = i / 64 % 4, row = i / 8 % 8, column = i % 8;
    int sum = valueC(q, row, column);
    for (int k = 0; k < 4; ++k)
      sum += valueA(q, row, k) * valueB(q, k, column);
    return sum;
  };
  expect(single, product);
  expect(half, product);
}
