// RUN: %check-execution %s
// Blocks whose threads have loops, in grids of fewer blocks than there are
// cores: one block, few, many; rows that are long, rows that are short; threads
// that know their numbers and those of their blocks.
#include "../check.h"

__global__ void sums(const int *in, int *out, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
  for (int k = 0; k < length; ++k)
    sum += in[(i + k) % length] * (k % 7 + 1);
  out[i] = sum;
}

/// A number of its own for each thread, and each is written by one thread only.
__global__ void numbers(int *out, int length) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int i = block * blockDim.x * blockDim.y + thread, sum = 0;
  for (int k = 0; k < length; ++k)
    sum += k * threadIdx.y + (k ^ threadIdx.x) + blockIdx.y * 3 + blockIdx.z;
  out[i] += sum + thread * 1000;
}

/// As far as the data says, and a count of all threads.
__global__ void steps(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = in[i] + 1, turns = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++turns;
  }
  out[i] = turns;
  atomicAdd(count, turns);
}

constexpr int length = 100;

static int cell(int i) { return i * 37 % 101; }

static void checkSums(const DeviceArray<int> &out) {
  expect(out, [](int i) {
    int sum = 0;
    for (int k = 0; k < length; ++k)
      sum += cell((i + k) % length) * (k % 7 + 1);
    return sum;
  });
}

static void checkNumbers(const DeviceArray<int> &out, dim3 grid, dim3 block) {
  expect(out, [=](int i) {
    int size = block.x * block.y, thread = i % size, at = i / size;
    int x = thread % block.x, y = thread / block.x;
    int blockY = at / grid.x % grid.y, blockZ = at / grid.x / grid.y;
    int sum = 0;
    for (int k = 0; k < length; ++k)
      sum += k * y + (k ^ x) + blockY * 3 + blockZ;
    return sum + thread * 1000;
  });
}

static int stepsFrom(int x) {
  int turns = 0;
  for (; x != 1; ++turns)
    x = x % 2 ? 3 * x + 1 : x / 2;
  return turns;
}

int main() {
  std::vector<int> cells(2000);
  for (int i = 0; i < 2000; ++i)
    cells[i] = cell(i);
  DeviceArray<int> in(cells);
  for (int blocks : {1, 2, 3, 5, 20}) {
    DeviceArray<int> out(blocks * 256);
    sums<<<blocks, 256>>>(in, out, length);
    checkSums(out);
  }
  {
    DeviceArray<int> out(1024);
    sums<<<1, 1024>>>(in, out, length);
    checkSums(out);
  }
  for (dim3 grid : {dim3(1), dim3(2), dim3(1, 3), dim3(2, 1, 2), dim3(9, 8)}) {
    unsigned blocks = grid.x * grid.y * grid.z;
    dim3 square(16, 16), wide(128, 3);
    DeviceArray<int> first(blocks * 256), second(blocks * 384);
    numbers<<<grid, square>>>(first, length);
    checkNumbers(first, grid, square);
    numbers<<<grid, wide>>>(second, length);
    checkNumbers(second, grid, wide);
  }
  for (int n : {1, 63, 64, 300, 512, 1900}) {
    DeviceArray<int> out(n), count(1);
    steps<<<(n + 511) / 512, 512>>>(in, out, count, n);
    expect(out, [](int i) { return stepsFrom(cell(i) + 1); });
    expect(count, [=](int) {
      int sum = 0;
      for (int i = 0; i < n; ++i)
        sum += stepsFrom(cell(i) + 1);
      return sum;
    });
  }
}
