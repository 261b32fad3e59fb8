// RUN: %check-execution %s
// The same in shared memory.
#include "../check.h"

struct Sums {
  int i;
  unsigned u;
  unsigned long long ull;
  float f;
  double d;
};

__global__ void kernel(Sums *out) {
  __shared__ Sums sums;
  int t = threadIdx.x;
  if (t == 0)
    sums = Sums();
  __syncthreads();
  atomicAdd(&sums.i, t * (int(blockIdx.x) - 1));
  atomicAdd(&sums.u, 3000000000u);
  atomicAdd(&sums.ull, 1ull << 40);
  atomicAdd(&sums.f, 0.5f);
  atomicAdd(&sums.d, 0.25 * t);
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = sums;
}

int main() {
  DeviceArray<Sums> sums(3);
  kernel<<<3, 128>>>(sums);
  std::vector<Sums> got = sums.read();
  for (int block = 0; block < 3; ++block) {
    expectValue(got[block].i, (block - 1) * 128 * 127 / 2, "int");
    expectValue(got[block].u, 128u * 3000000000u, "unsigned");
    expectValue(got[block].ull, 128ull << 40, "unsigned long long");
    expectValue(got[block].f, 64.0f, "float");
    expectValue(got[block].d, 0.25 * 128 * 127 / 2, "double");
  }
}
