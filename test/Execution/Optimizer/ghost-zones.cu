// RUN: %check-execution %s

// Blocks overlap and do several steps each; which of their threads are in the
// row is chosen once a block. The first and the last block have less to do, and
// those after them nothing.

#include "../check.h"

constexpr int size = 250;

__global__ void steps(const int *cost, const int *from, int *to, int count,
                      int n, int row) {
  __shared__ int before[size], after[size];
  int t = threadIdx.x;
  int first = (size - 2 * count) * blockIdx.x - count;
  int last = first + size - 1;
  int low = first < 0 ? -first : 0;
  int high = last > n - 1 ? size - 1 - (last - n + 1) : size - 1;
  int west = t - 1 < low ? low : t - 1;
  int east = t + 1 > high ? high : t + 1;
  bool isValid = t >= low && t <= high;
  int x = first + t;
  if (x >= 0 && x < n)
    before[t] = from[x];
  __syncthreads();
  bool isDone = false;
  for (int i = 0; i < count; ++i) {
    isDone = false;
    if (t >= i + 1 && t <= size - i - 2 && isValid) {
      isDone = true;
      int least = min(min(before[west], before[t]), before[east]);
      after[t] = least + cost[n * (row + i) + x];
    }
    __syncthreads();
    if (i == count - 1)
      break;
    if (isDone)
      before[t] = after[t];
    __syncthreads();
  }
  if (isDone)
    to[x] = after[t];
}

int main() {
  constexpr int rows = 12, count = 4;
  for (int n : {100, 242, 243, 1000, 1999}) {
    std::vector<int> cost(n * rows), want(n), next(n);
    for (int i = 0; i < n * rows; ++i)
      cost[i] = unsigned(i) * 2654435761u % 10;
    for (int i = 0; i < n; ++i)
      want[i] = i * 7 % 13;
    DeviceArray<int> deviceCost(cost), a(want), b(n);
    int *from = a, *to = b;
    for (int row = 0; row < rows; row += count) {
      // More blocks than there is work for.
      steps<<<n / (size - 2 * count) + 4, size>>>(deviceCost, from, to, count,
                                                  n, row);
      std::swap(from, to);
    }
    for (int row = 0; row < rows; ++row) {
      for (int i = 0; i < n; ++i) {
        int least = std::min(want[i], want[std::max(i - 1, 0)]);
        least = std::min(least, want[std::min(i + 1, n - 1)]);
        next[i] = least + cost[n * row + i];
      }
      want = next;
    }
    expect(from == a.data() ? a : b, [&](int i) { return want[i]; });
  }
}
