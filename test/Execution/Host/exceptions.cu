// RUN: %check-execution %s
// Exceptions thrown and caught in host code around launches.
#include "../check.h"
#include <stdexcept>

__global__ void add(int *data, int value) { data[threadIdx.x] += value; }

struct Trace {
  int &depth;
  explicit Trace(int &depth) : depth(depth) { ++depth; }
  ~Trace() { --depth; }
};

static void step(int *data, int i, int &depth) {
  Trace trace(depth);
  add<<<1, 32>>>(data, i);
  if (i % 3 == 2)
    throw std::runtime_error("step " + std::to_string(i));
  add<<<1, 32>>>(data, 100);
}

int main() {
  DeviceArray<int> data(32);
  int depth = 0, caught = 0;
  for (int i = 0; i < 7; ++i) {
    try {
      step(data, i, depth);
    } catch (const std::exception &error) {
      printf("%s\n", error.what());
      ++caught;
    }
  }
  expectValue(caught, 2, "caught");
  expectValue(depth, 0, "depth");
  expect(data, [](int) { return 21 + 500; });
}
