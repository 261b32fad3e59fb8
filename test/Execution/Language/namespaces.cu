// RUN: %check-execution %s
// Kernels and device functions of the same name in several namespaces.
#include "../check.h"

namespace outer {
__device__ int value = 1;
__device__ int get() { return value; }
__global__ void kernel(int *out) { out[0] = get(); }
namespace inner {
__device__ int value = 2;
__device__ int get() { return value * 10; }
__global__ void kernel(int *out) { out[1] = get() + outer::get(); }
} // namespace inner
} // namespace outer

namespace {
__device__ int get() { return 300; }
__global__ void kernel(int *out) { out[2] = get(); }
} // namespace

struct Holder {
  static __device__ int get() { return 4000; }
};

static __global__ void hidden(int *out) {
  using namespace outer::inner;
  out[3] = value + Holder::get();
}

int main() {
  DeviceArray<int> out(4);
  outer::kernel<<<1, 1>>>(out);
  outer::inner::kernel<<<1, 1>>>(out);
  kernel<<<1, 1>>>(out);
  hidden<<<1, 1>>>(out);
  const int want[] = {1, 21, 300, 4002};
  expect(out, [&](int i) { return want[i]; });
}
