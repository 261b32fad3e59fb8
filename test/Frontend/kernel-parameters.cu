// RUN: %check-execution %s
// How the C++ ABI passes a parameter (in one register, in two, in memory, not
// at all) is nothing that cudaLaunchKernel's array of pointers knows about.
#include "../Execution/check.h"

struct DoubleInt {
  double d;
  int i;
};
struct Floats {
  float x, y, z;
};
struct Chars {
  char a, b, c;
};
struct FloatInt {
  float f;
  int i;
};
struct Empty {};
struct Large {
  int values[50];
};

__global__ void kernel(double *out, DoubleInt p, Floats q, bool flag, Empty,
                       Large large, Chars chars, FloatInt pair, short s,
                       __int128 wide) {
  int t = threadIdx.x;
  // Each thread may change its own copy.
  large.values[0] += t;
  p.i += t;
  double values[] = {p.d,
                     double(p.i),
                     q.x,
                     q.y,
                     q.z,
                     double(flag),
                     double(large.values[0]),
                     double(large.values[49]),
                     double(chars.a),
                     double(chars.c),
                     pair.f,
                     double(pair.i),
                     double(s),
                     double(wide >> 64)};
  __syncthreads();
  for (int i = 0; i < 14; ++i)
    out[t * 14 + i] = values[i];
}

int main() {
  double *pointer;
  DeviceArray<double> direct(2 * 14), through(2 * 14);
  DoubleInt p = {1.5, 2};
  Floats q = {3, 4, 5};
  bool flag = true;
  Empty empty;
  Large large;
  for (int i = 0; i < 50; ++i)
    large.values[i] = 100 + i;
  Chars chars = {9, 10, 11};
  FloatInt pair = {7.5f, 8};
  short s = -13;
  __int128 wide = (__int128)14 << 64;
  auto want = [](int i) {
    double values[] = {1.5, 2, 3, 4, 5, 1, 100, 149, 9, 11, 7.5, 8, -13, 14};
    return values[i % 14] + (i % 14 == 1 || i % 14 == 6 ? i / 14 : 0);
  };

  kernel<<<1, 2>>>(direct, p, q, flag, empty, large, chars, pair, s, wide);
  expect(direct, want);

  pointer = through;
  void *arguments[] = {&pointer, &p,     &q,    &flag, &empty,
                       &large,   &chars, &pair, &s,    &wide};
  CUDA(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(2), arguments, 0,
                        nullptr));
  expect(through, want);
}
