// RUN: %check-execution %s --auto
// A thread repeats its work until all of it is done. Each piece waits for that
// of a neighbour, a later thread or block.
#include "../check.h"

constexpr int n = 1024;

__global__ void chase(volatile int *done) {
  int first = threadIdx.x + blockIdx.x * blockDim.x;
  int step = blockDim.x * gridDim.x;
  bool missing;
  do {
    missing = false;
    for (int i = first; i < n; i += step)
      if (done[i] == 0) {
        if (done[i + 1] != 0)
          done[i] = done[i + 1] + 1;
        else
          missing = true;
      }
  } while (missing);
}

// The same with the condition in front.
__global__ void chaseBack(volatile int *done) {
  int first = threadIdx.x + blockIdx.x * blockDim.x;
  int step = blockDim.x * gridDim.x;
  int missing = 1;
  while (missing) {
    missing = 0;
    for (int i = first; i < n; i += step)
      if (done[n - i] == 0) {
        if (done[n - i - 1] == 0)
          missing++;
        else
          done[n - i] = done[n - i - 1] + 1;
      }
  }
}

int main() {
  std::vector<int> values(n + 1);
  values[n] = 1;
  DeviceArray<int> done(values);
  chase<<<4, 64>>>(done);
  expect(done, [](int i) { return n - i + 1; });
  values[n] = 0;
  values[0] = 1;
  DeviceArray<int> back(values);
  chaseBack<<<4, 64>>>(back);
  expect(back, [](int i) { return i + 1; });
}
