// RUN: %check-execution %s
// Launch sizes computed at run time, as int, unsigned, size_t and dim3.
#include "../check.h"

__global__ void mark(int *out) {
  atomicAdd(out, 1);
  atomicMax(out + 1, int(blockDim.x * 1000 + gridDim.x));
}

int main() {
  DeviceArray<int> out(2);
  std::vector<int> list(10);
  int blocks = 3;
  unsigned threads = 20;
  mark<<<blocks, threads>>>(out);
  mark<<<list.size(), threads + 1>>>(out);
  mark<<<dim3(2, 2), dim3(threads / 2, 2, 1)>>>(out);
  mark<<<dim3{2}, dim3{5}>>>(out);
  std::vector<int> got = out.read();
  expectValue(got[0], 60 + 210 + 80 + 10, "threads");
  expectValue(got[1], 21010, "largest block and its grid");
}
