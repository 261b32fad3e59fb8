// RUN: %check-execution %s
// A little machine: a switch over a program in memory, in a loop, with
// barriers in the cases; `break` leaves the switch and `return` leaves it all.
#include "../check.h"

const int kThreads = 32;
enum Operation { kRotate, kAddNeighbour, kMirror, kHalt };

__global__ void interpret(const int *program, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  tile[t] = t;
  for (int pc = 0;; ++pc) {
    int value;
    __syncthreads();
    switch (program[pc]) {
    case kRotate:
      value = tile[(t + 1) % kThreads];
      __syncthreads();
      tile[t] = value;
      break;
    case kAddNeighbour:
      value = tile[(t + 1) % kThreads];
      __syncthreads();
      tile[t] += value;
      continue;
    case kMirror:
      value = tile[kThreads - 1 - t];
      __syncthreads();
      tile[t] = value;
      break;
    default:
      out[t] = tile[t];
      return;
    }
    tile[t] += 1;
  }
}

int main() {
  const std::vector<int> program = {kRotate, kAddNeighbour, kMirror,
                                    kMirror, kRotate,       kHalt};
  DeviceArray<int> code(program), out(kThreads);
  interpret<<<1, kThreads>>>(code, out);

  std::vector<int> tile = iota<int>(kThreads);
  for (int operation : program) {
    std::vector<int> old = tile;
    for (int t = 0; t < kThreads; ++t) {
      int next = old[(t + 1) % kThreads];
      if (operation == kRotate)
        tile[t] = next + 1;
      else if (operation == kAddNeighbour)
        tile[t] += next;
      else if (operation == kMirror)
        tile[t] = old[kThreads - 1 - t] + 1;
    }
  }
  expect(out, [&](int t) { return tile[t]; });
}
