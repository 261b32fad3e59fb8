// RUN: %check-execution %s
// A thread's state machine: a small enum changes under divergent control flow
// between barriers and steers it.
#include "../check.h"

const int kThreads = 32;
enum State { kWaiting, kRunning, kDone };

__global__ void kernel(int *out) {
  __shared__ int token;
  int t = threadIdx.x, finished = -1;
  State state = t == 0 ? kRunning : kWaiting;
  if (t == 0)
    token = 0;
  for (int step = 0; step < 2 * kThreads; ++step) {
    __syncthreads();
    int now = token;
    __syncthreads();
    switch (state) {
    case kWaiting:
      if (now == t)
        state = kRunning;
      break;
    case kRunning:
      token = now + 1;
      finished = step;
      state = kDone;
      break;
    case kDone:
      break;
    }
  }
  out[t] = finished;
}

int main() {
  DeviceArray<int> out(kThreads);
  kernel<<<1, kThreads>>>(out);
  expect(out, [](int t) { return 2 * t; });
}
