// RUN: %check-execution %s
// Each thread has its own copy of an argument and may change it, before and
// after a barrier.
#include "../check.h"

struct State {
  int values[3];
  int count;
};

__global__ void kernel(State state, int step, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  state.values[1] += t;
  state.count = state.count * 2 + t;
  step += t % 2;
  tile[t] = state.count;
  __syncthreads();
  state.values[1] += tile[63 - t];
  step *= 2;
  __syncthreads();
  out[blockIdx.x * 64 + t] =
      state.values[0] + state.values[1] * 10 + state.values[2] * 1000 + step;
}

int main() {
  DeviceArray<int> out(2 * 64);
  State state = {{1, 2, 3}, 4};
  kernel<<<2, 64>>>(state, 7, out);
  expect(out, [](int i) {
    int t = i % 64;
    return 1 + (2 + t + 8 + 63 - t) * 10 + 3000 + (7 + t % 2) * 2;
  });
  expectValue(state.values[1], 2, "the host's own copy");
}
