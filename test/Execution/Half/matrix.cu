// RUN: %check-execution %s
// wmma: every shape and every type, all layouts, several warps in a block, and
// element-wise operations on fragments. Small integers, so all is exact.
#include "../check.h"
#include <mma.h>

using namespace nvcuda;

/// Each warp multiplies its own matrices, twice, and scales what comes out.
template <int M, int N, int K, class T, class Memory, class D, class LayoutA,
          class LayoutB>
__global__ void product(const Memory *a, const Memory *b, const D *c, D *d) {
  int warp = (threadIdx.x + threadIdx.y * blockDim.x) / 32;
  wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, M, N, K, D> fc, fd;
  const bool rowsA = std::is_same<LayoutA, wmma::row_major>::value;
  const bool rowsB = std::is_same<LayoutB, wmma::row_major>::value;
  wmma::load_matrix_sync(fa, a + warp * M * K, rowsA ? K : M);
  wmma::load_matrix_sync(fb, b + warp * K * N, rowsB ? N : K);
  wmma::load_matrix_sync(fc, c + warp * M * N, N, wmma::mem_row_major);
  static_assert(fc.num_elements == M * N / 32, "each element once");
  wmma::mma_sync(fd, fa, fb, fc);
  wmma::mma_sync(fd, fa, fb, fd);
  for (int i = 0; i < fd.num_elements; ++i)
    fd.x[i] = fd.x[i] + fd.x[i];
  for (int i = 0; i < fa.num_elements; ++i)
    fa.x[i] = fa.x[i] + fa.x[i];
  wmma::mma_sync(fd, fa, fb, fd);
  wmma::store_matrix_sync(d + warp * M * N, fd, M, wmma::mem_col_major);
}

template <int M, int N, int K, class T, class Memory, class D, class LayoutA,
          class LayoutB>
void check(const char *name) {
  const int warps = 4;
  std::vector<Memory> a(warps * M * K), b(warps * K * N);
  std::vector<D> c(warps * M * N);
  // Signed where the type is.
  const int low = Memory(-1.0f) < Memory(0.0f) ? -3 : 0;
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = Memory(float(int(i * 5 % 7) + low));
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = Memory(float(int(i * 3 % 5 + i / 9 % 3) + low));
  for (size_t i = 0; i < c.size(); ++i)
    c[i] = D(float(i % 11));
  DeviceArray<Memory> da(a), db(b);
  DeviceArray<D> dc(c), dd(c.size());
  product<M, N, K, T, Memory, D, LayoutA, LayoutB>
      <<<1, dim3(16, 2 * warps)>>>(da, db, dc, dd);
  std::vector<D> got = dd.read();
  const bool rowsA = std::is_same<LayoutA, wmma::row_major>::value;
  const bool rowsB = std::is_same<LayoutB, wmma::row_major>::value;
  for (int w = 0; w < warps; ++w)
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        double sum = 0;
        for (int k = 0; k < K; ++k)
          sum += double(float(a[w * M * K + (rowsA ? i * K + k : k * M + i)])) *
                 double(float(b[w * K * N + (rowsB ? k * N + j : j * K + k)]));
        double want =
            2 * (double(float(c[w * M * N + i * N + j])) + 2 * sum) + 2 * sum;
        double value = double(float(got[w * M * N + j * M + i]));
        if (value != want) {
          printf("%s, warp %d, row %d, column %d: ", name, w, i, j);
          fail("the product", value, want);
        }
      }
  printf("%s\n", name);
}

#define CHECK_PRODUCT(M, N, K, T, Memory, D, A, B)                             \
  check<M, N, K, T, Memory, D, wmma::A##_major, wmma::B##_major>(              \
      #M "x" #N "x" #K " " #T " " #D " " #A " " #B);

// Elements of less than a byte, A by rows and B by columns.
template <class T, bool isSigned>
__global__ void nibbles(const unsigned *a, const unsigned *b, int *d,
                        bool saturate) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> fd;
  wmma::fill_fragment(fd, saturate ? 0x7fffffff : 7);
  wmma::load_matrix_sync(fa, a, 32);
  wmma::load_matrix_sync(fb, b, 32);
  wmma::mma_sync(fd, fa, fb, fd, saturate);
  wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
}
__global__ void bits(const unsigned *a, const unsigned *b, int *d) {
  using wmma::experimental::precision::b1;
  wmma::fragment<wmma::matrix_a, 8, 8, 128, b1, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, b1, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc, fd;
  wmma::fill_fragment(fc, 100);
  wmma::load_matrix_sync(fa, a, 128);
  wmma::load_matrix_sync(fb, b, 128);
  wmma::bmma_sync(fd, fa, fb, fc);
  wmma::store_matrix_sync(d, fd, 8, wmma::mem_row_major);
  wmma::bmma_sync(fd, fa, fb, fc, wmma::experimental::bmmaBitOpAND);
  wmma::store_matrix_sync(d + 64, fd, 8, wmma::mem_row_major);
}

static int nibble(unsigned word, int i, bool isSigned) {
  int value = word >> (4 * i) & 15;
  return isSigned && value > 7 ? value - 16 : value;
}

template <class T, bool isSigned>
void checkNibbles(const std::vector<unsigned> &a,
                  const std::vector<unsigned> &b) {
  DeviceArray<unsigned> da(a), db(b);
  DeviceArray<int> dd(64);
  for (bool saturate : {false, true}) {
    nibbles<T, isSigned><<<1, 32>>>(da, db, dd, saturate);
    expect(dd, [&](int i) {
      long long sum = saturate ? 0x7fffffff : 7;
      for (int k = 0; k < 32; ++k)
        sum += nibble(a[i / 8 * 4 + k / 8], k % 8, isSigned) *
               nibble(b[i % 8 * 4 + k / 8], k % 8, isSigned);
      return int(std::min(sum, 0x7fffffffll));
    });
  }
}

__global__ void tf32(const float *in, float *out) {
  out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}

int main() {
  using wmma::precision::tf32;
  CHECK_PRODUCT(16, 16, 16, half, half, float, row, col)
  CHECK_PRODUCT(32, 8, 16, half, half, float, col, row)
  CHECK_PRODUCT(8, 32, 16, half, half, half, row, row)
  CHECK_PRODUCT(16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, col, col)
  CHECK_PRODUCT(32, 8, 16, unsigned char, unsigned char, int, row, col)
  CHECK_PRODUCT(8, 32, 16, signed char, signed char, int, col, row)
  CHECK_PRODUCT(16, 16, 16, signed char, signed char, int, row, col)
  CHECK_PRODUCT(16, 16, 8, tf32, float, float, row, col)
  CHECK_PRODUCT(8, 8, 4, double, double, double, col, row)

  std::vector<unsigned> a, b;
  for (unsigned i = 0; i < 32; ++i) {
    a.push_back(i * 0x9e3779b9u ^ i << 7);
    b.push_back(i * 0x85ebca6bu ^ i >> 3);
  }
  using namespace wmma::experimental::precision;
  checkNibbles<s4, true>(a, b);
  checkNibbles<u4, false>(a, b);
  DeviceArray<unsigned> da(a), db(b);
  DeviceArray<int> dd(128);
  bits<<<1, 32>>>(da, db, dd);
  expect(dd, [&](int i) {
    int sum = 100;
    for (int k = 0; k < 4; ++k) {
      unsigned x = a[i % 64 / 8 * 4 + k], y = b[i % 8 * 4 + k];
      sum += __builtin_popcount(i < 64 ? x ^ y : x & y);
    }
    return sum;
  });

  std::vector<float> floats = {1.0f,
                               1.0f + 0x1p-11f,
                               1.0f + 0x1p-12f,
                               -1.0f - 0x1p-11f,
                               3.14159274f,
                               0,
                               INFINITY,
                               1e-3f};
  DeviceArray<float> in(floats), out(8);
  ::tf32<<<1, 8>>>(in, out);
  expect(out, [&](int i) {
    int exponent;
    double fraction = std::frexp(double(floats[i]), &exponent);
    return std::isinf(floats[i])
               ? floats[i]
               : float(std::ldexp(std::round(std::ldexp(fraction, 11)),
                                  exponent - 11));
  });
}
