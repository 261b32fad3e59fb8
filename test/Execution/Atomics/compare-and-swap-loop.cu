// RUN: %check-execution %s
// The usual loop around atomicCAS: a float maximum and a saturating add.
#include "../check.h"

__device__ void atomicMaxFloat(float *address, float value) {
  int *bits = reinterpret_cast<int *>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value)
      return;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (old != assumed);
}

__device__ void atomicAddSaturating(unsigned *address, unsigned value) {
  unsigned old = atomicAdd(address, 0u), assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, min(assumed + value, 1000u));
  } while (old != assumed);
}

__global__ void kernel(float *most, unsigned *sum) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMaxFloat(most, (t * 29 % 512) * 0.25f - 50);
  atomicAddSaturating(&sum[t % 4], t % 4 * 5);
}

int main() {
  DeviceArray<float> most(std::vector{-1000.0f});
  DeviceArray<unsigned> sum(4);
  kernel<<<4, 128>>>(most, sum);
  expect(most, [](int) { return 511 * 0.25f - 50; });
  expect(sum, [](int i) { return std::min(128 * 5 * i, 1000); });
}
