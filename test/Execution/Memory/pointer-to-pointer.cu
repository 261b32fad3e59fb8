// RUN: %check-execution %s
// A table of rows, each its own allocation.
#include "../check.h"

__global__ void kernel(int **rows, const int *lengths) {
  int *row = rows[blockIdx.x];
  for (int i = threadIdx.x; i < lengths[blockIdx.x]; i += blockDim.x)
    row[i] += 10 * blockIdx.x;
}

int main() {
  const std::vector<int> lengths = {5, 70, 0, 33};
  std::vector<DeviceArray<int> *> rows;
  std::vector<int *> pointers;
  for (int length : lengths) {
    rows.push_back(new DeviceArray<int>(iota<int>(length + 1)));
    pointers.push_back(rows.back()->data());
  }
  DeviceArray<int *> table(pointers);
  DeviceArray<int> bounds(lengths);
  kernel<<<4, 32>>>(table, bounds);
  for (int r = 0; r < 4; ++r) {
    expect(*rows[r], [&](int i) { return i < lengths[r] ? i + 10 * r : i; });
    delete rows[r];
  }
}
