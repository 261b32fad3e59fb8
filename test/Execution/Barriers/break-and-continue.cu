// RUN: %check-execution %s
// Both in one loop, around barriers, with the decisions in shared memory.
#include "../check.h"

const int kThreads = 32;
enum Command { kSkip, kRotate, kStop };

__global__ void follow(const int *commands, int *out) {
  __shared__ int command, tile[kThreads];
  int t = threadIdx.x, value = t, round = 0;
  while (round < 20) {
    if (t == 0)
      command = commands[round];
    __syncthreads();
    int mine = command;
    __syncthreads();
    ++round;
    if (mine == kSkip)
      continue;
    tile[t] = value;
    __syncthreads();
    value = tile[(t + round) % kThreads];
    if (mine == kStop)
      break;
    __syncthreads();
    value += 100;
  }
  out[t] = value;
}

int main() {
  std::vector<int> list(20, kRotate);
  list[2] = list[3] = list[7] = kSkip;
  DeviceArray<int> out(kThreads);
  for (int stop : {0, 5, 9, 99}) {
    std::vector<int> commands = list;
    if (stop < 20)
      commands[stop] = kStop;
    DeviceArray<int> in(commands);
    follow<<<1, kThreads>>>(in, out);
    expect(out, [&](int t) {
      int shift = 0, added = 0;
      for (int round = 1; round <= 20; ++round) {
        if (commands[round - 1] == kSkip)
          continue;
        shift += round;
        if (commands[round - 1] == kStop)
          break;
        added += 100;
      }
      return (t + shift) % kThreads + added;
    });
  }
}
