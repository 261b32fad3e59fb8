// RUN: %check-execution %s
// Functors with state, passed to a kernel template by value.
#include "../check.h"

struct Scale {
  int factor;
  __host__ __device__ int operator()(int x) const { return factor * x; }
};

struct Clamp {
  int low, high;
  __host__ __device__ int operator()(int x) const {
    return x < low ? low : x > high ? high : x;
  }
};

template <typename Outer, typename Inner> struct Compose {
  Outer outer;
  Inner inner;
  __host__ __device__ int operator()(int x) const { return outer(inner(x)); }
};

template <typename Function> __global__ void map(int *data, Function f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = f(data[i]);
}

template <typename Function> void test(Function f) {
  DeviceArray<int> data(iota<int>(64));
  map<<<2, 32>>>(data.data(), f);
  expect(data, f);
}

int main() {
  test(Scale{3});
  test(Clamp{10, 40});
  test(Compose<Scale, Clamp>{{-2}, {5, 20}});
}
