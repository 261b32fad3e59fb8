// RUN: %check-execution %s
// Members of an element that a thread reads, and one that it wrote before, on
// one side of an if. (LLVM's vectoriser once read all of them first.)
#include "../check.h"

__global__ void members(const int *in, int *out, int m) {
  unsigned tid = threadIdx.x + blockDim.x * threadIdx.y;
  out[tid * 4 + 3] ^= in[tid];
  if (tid == 3)
    out[tid * 4 + 2] ^= m << ((3 | tid) & 31);
  out[tid * 4] += tid;
  out[tid * 4 + 1] ^= m;
  out[tid * 4 + 2] += in[tid + 1];
}

// The same with stores: the last one counts.
__global__ void last(int *out, int m) {
  unsigned tid = threadIdx.x + blockDim.x * threadIdx.y;
  out[tid * 4] = m;
  if (tid % 16 == 5)
    out[tid * 4 + 2] = out[tid * 4] + 1;
  else
    out[tid * 4 + 2] = 7;
  out[tid * 4 + 1] = out[tid * 4 + 2];
  out[tid * 4] = out[tid * 4 + 1] * 2;
  out[tid * 4 + 3] = out[tid * 4];
}

int main() {
  DeviceArray<int> in(129), a(512), b(512);
  members<<<1, dim3(16, 8)>>>(in, a, 3);
  expect(a, [](int i) {
    int tid = i / 4;
    int third = tid == 3 ? 3 << 3 : 0;
    return i % 4 == 0 ? tid : i % 4 == 1 ? 3 : i % 4 == 2 ? third : 0;
  });
  last<<<1, dim3(16, 8)>>>(b, 3);
  expect(b, [](int i) {
    int third = i / 4 % 16 == 5 ? 4 : 7;
    return i % 4 == 1 || i % 4 == 2 ? third : 2 * third;
  });
}
