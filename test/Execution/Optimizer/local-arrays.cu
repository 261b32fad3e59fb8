// RUN: %check-execution %s
// Arrays of a thread in loops that a vector of threads runs together: with two
// dimensions, as long as each thread wants, in several rows of threads, and
// known to others.
#include "../check.h"

constexpr int states = 6, width = 150;

__device__ __host__ int simulate(const int *in, int stride, int i, int steps) {
  int s[states], d[states], table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  for (int k = 0; k < states; ++k)
    s[k] = in[k * stride + i];
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < states; ++k)
      d[k] = s[(k + 1) % states] - (s[k] >> 1) + table[k % 2][k / 2];
    for (int k = 0; k < states; ++k)
      s[k] = (s[k] + d[k]) & 0xffff;
    table[step % 2][i % 3] ^= s[step % states] & 7;
  }
  int sum = 0;
  for (int k = 0; k < states; ++k)
    sum = sum * 3 + s[k] + table[k / 3][k % 3];
  return sum;
}

__global__ void even(const int *in, int *out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width)
    out[i] = simulate(in, width, i, steps);
}

__global__ void uneven(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width)
    return;
  out[i] = simulate(in, width, i, in[i] % 23);
}

__global__ void rows(const int *in, int *out, int steps) {
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  out[i] = simulate(in, width, i, steps + threadIdx.y);
}

__device__ __noinline__ int last(const int *values, int count) {
  return values[count - 1] * count;
}

__global__ void known(const int *in, int *out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s[4] = {1, 2, 3, 4};
  if (i >= width)
    return;
  for (int step = 0; step < steps; ++step)
    for (int k = 0; k < 4; ++k)
      s[k] += in[i] + s[(k + 3) % 4];
  out[i] = last(s, 4);
}

int main() {
  std::vector<int> values(states * width);
  for (int i = 0; i < states * width; ++i)
    values[i] = i * 7919 % 1000;
  DeviceArray<int> in(values), out(width);
  for (int steps : {0, 1, 50}) {
    even<<<(width + 63) / 64, 64>>>(in, out, steps);
    expect(out,
           [&](int i) { return simulate(values.data(), width, i, steps); });
  }
  uneven<<<(width + 31) / 32, 32>>>(in, out);
  expect(out, [&](int i) {
    return simulate(values.data(), width, i, values[i] % 23);
  });
  DeviceArray<int> tile(128);
  rows<<<1, dim3(16, 8)>>>(in, tile, 9);
  expect(tile,
         [&](int i) { return simulate(values.data(), width, i, 9 + i / 16); });
  known<<<(width + 63) / 64, 64>>>(in, out, 5);
  expect(out, [&](int i) {
    int s[4] = {1, 2, 3, 4};
    for (int step = 0; step < 5; ++step)
      for (int k = 0; k < 4; ++k)
        s[k] += values[i] + s[(k + 3) % 4];
    return s[3] * 4;
  });
}
