// RUN: %check-execution %s | FileCheck %s
// nvcc takes launches whose brackets were spread by a formatter.
#include "../check.h"
#include <iostream>
#include <vector>

template <typename T> struct Box {
  T value;
};
template <typename T>
std::ostream &operator<<(std::ostream &out, const Box<T> &box) {
  return out << box.value;
}

template <int N> __global__ void add(int *out, int value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] += value + N;
}
__global__ void twice(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

int main() {
  DeviceArray<int> out(64);
  int blocks = 2;
  twice << < blocks, 32 >> > (out);
  add<1> << < blocks, 32, 0 >> >(out, 2);
  twice << < (1 << 1), (64 >> 1) >> > (out);
  twice<<<blocks, 32>> >(out);
  expect(out, [](int) { return 12; });
  // None of these is a launch.
  // CHECK: 3 a << < b >> > (c)
  std::vector<std::vector<std::vector<int>> > nested(3);
  operator<< <int>(std::cout, Box<int>{5}) << '\n';
  std::cout << nested.size() << " a << < b >> > (c)\n";
}
