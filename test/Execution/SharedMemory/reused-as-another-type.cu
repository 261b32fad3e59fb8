// RUN: %check-execution %s
// One piece of shared memory holds floats before a barrier and ints after it.
// The barriers order the two phases, whatever their types say.
#include "../check.h"

const int kThreads = 64;

__global__ void phases(const float *in, int *out) {
  extern __shared__ char memory[];
  float *floats = reinterpret_cast<float *>(memory);
  int *ints = reinterpret_cast<int *>(memory);
  int t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    floats[t] = in[t] + round;
    __syncthreads();
    float neighbour = floats[(t + 1) % kThreads];
    __syncthreads();
    ints[kThreads - 1 - t] = static_cast<int>(neighbour) * 2;
    __syncthreads();
    out[round * kThreads + t] = ints[t];
    __syncthreads();
  }
}

int main() {
  DeviceArray<float> in(iota<float>(kThreads));
  DeviceArray<int> out(3 * kThreads);
  phases<<<1, kThreads, kThreads * sizeof(float)>>>(in, out);
  expect(out, [](int i) {
    int round = i / kThreads, writer = kThreads - 1 - i % kThreads;
    return ((writer + 1) % kThreads + round) * 2;
  });
}
