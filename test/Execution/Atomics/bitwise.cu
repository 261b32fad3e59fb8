// RUN: %check-execution %s
// atomicAnd, atomicOr and atomicXor, 32 and 64 bits, global and shared.
#include "../check.h"

struct Bits {
  int cleared, set;
  unsigned flipped;
  unsigned long long cleared64, set64, flipped64;
};

__device__ void apply(Bits *bits, int t) {
  atomicAnd(&bits->cleared, ~(1 << t % 32));
  atomicOr(&bits->set, 1 << t % 32);
  atomicXor(&bits->flipped, t * 2654435761u);
  atomicAnd(&bits->cleared64, ~(1ull << t));
  atomicOr(&bits->set64, 1ull << t);
  atomicXor(&bits->flipped64, t * 11400714819323198485ull);
}

__global__ void kernel(Bits *global, Bits *copy) {
  __shared__ Bits shared;
  int t = threadIdx.x;
  if (t == 0)
    shared = *copy;
  __syncthreads();
  apply(global, t);
  apply(&shared, t);
  __syncthreads();
  if (t == 0)
    *copy = shared;
}

int main() {
  Bits start = {-1, 0, 0, ~0ull, 0, 0};
  DeviceArray<Bits> global(std::vector{start}), copy(std::vector{start});
  kernel<<<1, 50>>>(global, copy);
  unsigned flipped = 0;
  unsigned long long flipped64 = 0;
  for (int t = 0; t < 50; ++t) {
    flipped ^= t * 2654435761u;
    flipped64 ^= t * 11400714819323198485ull;
  }
  for (Bits got : {global.read()[0], copy.read()[0]}) {
    expectValue(got.cleared, 0, "and");
    expectValue(got.set, -1, "or");
    expectValue(got.flipped, flipped, "xor");
    expectValue(got.cleared64, ~0ull << 50, "64-bit and");
    expectValue(got.set64, ~(~0ull << 50), "64-bit or");
    expectValue(got.flipped64, flipped64, "64-bit xor");
  }
}
