// RUN: %check-execution %s
// atomicAdd on every type it takes, in global memory.
#include "../check.h"

struct Sums {
  int i;
  unsigned u;
  unsigned long long ull;
  float f;
  double d;
};

__global__ void kernel(Sums *sums) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums->i, t - 100);
  atomicAdd(&sums->u, 3000000000u);
  atomicAdd(&sums->ull, 1ull << 40);
  atomicAdd(&sums->f, 0.5f);
  atomicAdd(&sums->d, 0.25 * t);
}

int main() {
  DeviceArray<Sums> sums(1);
  kernel<<<8, 64>>>(sums);
  Sums got = sums.read()[0];
  expectValue(got.i, 512 * 511 / 2 - 51200, "int");
  expectValue(got.u, 512u * 3000000000u, "unsigned");
  expectValue(got.ull, 512ull << 40, "unsigned long long");
  expectValue(got.f, 256.0f, "float");
  expectValue(got.d, 0.25 * 512 * 511 / 2, "double");
}
