// RUN: %check-execution %s
// Returns from the middle of nested loops, in a kernel and in a function.
#include "../check.h"

__host__ __device__ int find(const int *grid, int wanted) {
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      if (grid[row * 8 + column] == wanted)
        return row * 10 + column;
      if (grid[row * 8 + column] > 1000)
        break;
    }
    if (row == 6)
      return -2;
  }
  return -1;
}

__global__ void kernel(const int *grid, int *out) {
  int t = threadIdx.x;
  out[t] = find(grid, t);
  for (int i = 0; i < 5; ++i) {
    int j = 0;
    while (true) {
      if (i * j > t)
        return;
      if (j++ == 6)
        break;
    }
    out[t] += 100;
  }
}

int main() {
  std::vector<int> values(64);
  for (int i = 0; i < 64; ++i)
    values[i] = i == 20 ? 5000 : i * 13 % 64;
  DeviceArray<int> grid(values), out(64);
  kernel<<<1, 64>>>(grid, out);
  expect(out, [&](int t) {
    int rounds = 0;
    while (rounds < 5 && rounds * 6 <= t)
      ++rounds;
    return find(values.data(), t) + 100 * rounds;
  });
}
