// RUN: %check-execution %s
// Every thread breaks in the same round, but only the data says so: the
// condition is loaded from shared memory.
#include "../check.h"

const int kThreads = 32;

__global__ void search(const int *in, int wanted, int *rounds, int *out) {
  __shared__ int found;
  int t = threadIdx.x, round;
  if (t == 0)
    found = -1;
  for (round = 0; round < 8; ++round) {
    __syncthreads();
    if (in[round * kThreads + t] == wanted)
      found = t;
    __syncthreads();
    if (found >= 0)
      break;
  }
  rounds[t] = round;
  out[t] = found;
}

int main() {
  DeviceArray<int> in(iota<int>(8 * kThreads)), rounds(kThreads), out(kThreads);
  for (int wanted : {0, 100, 255, 300}) {
    search<<<1, kThreads>>>(in, wanted, rounds, out);
    expect(rounds, [=](int) { return std::min(wanted / kThreads, 8); });
    expect(out, [=](int) { return wanted < 256 ? wanted % kThreads : -1; });
  }
}
