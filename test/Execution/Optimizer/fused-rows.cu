// RUN: %check-execution %s

// Trees in shared memory, whose levels have rows that run one after the other
// (`fuse-rows`): with a gap after each row and without, and one where a row
// reads what the row before it has stored.

#include "../check.h"

constexpr int kThreads = 256, kElements = 2 * kThreads;

template <int kShift> __device__ int place(int i) { return i + (i >> kShift); }

template <int kShift>
__global__ void scan(const int *in, int *out, int *sums, int n) {
  __shared__ int tree[kElements + (kElements >> kShift)];
  int thread = threadIdx.x, first = blockIdx.x * kElements;
  int low = thread, high = thread + kThreads;
  tree[place<kShift>(low)] = first + low < n ? in[first + low] : 0;
  tree[place<kShift>(high)] = first + high < n ? in[first + high] : 0;
  int stride = 1;
  for (int nodes = kThreads; nodes > 0; nodes >>= 1) {
    __syncthreads();
    if (thread < nodes) {
      int left = place<kShift>(stride * (2 * thread + 1) - 1);
      int right = place<kShift>(stride * (2 * thread + 2) - 1);
      tree[right] += tree[left];
    }
    stride *= 2;
  }
  if (thread == 0) {
    sums[blockIdx.x] = tree[place<kShift>(kElements - 1)];
    tree[place<kShift>(kElements - 1)] = 0;
  }
  for (int nodes = 1; nodes < kElements; nodes *= 2) {
    stride >>= 1;
    __syncthreads();
    if (thread < nodes) {
      int left = place<kShift>(stride * (2 * thread + 1) - 1);
      int right = place<kShift>(stride * (2 * thread + 2) - 1);
      int before = tree[left];
      tree[left] = tree[right];
      tree[right] += before;
    }
  }
  __syncthreads();
  if (first + low < n)
    out[first + low] = tree[place<kShift>(low)];
  if (first + high < n)
    out[first + high] = tree[place<kShift>(high)];
}

/// Rows of 16 with a gap: each number and the one 1, 2 and 16 before it, which
/// may be in another row.
__global__ void before(const int *in, int *out) {
  __shared__ int a[kThreads + kThreads / 16], b[kThreads + kThreads / 16];
  int t = threadIdx.x, own = t + (t >> 4);
  auto at = [](int i) { return i < 0 ? 0 : i + (i >> 4); };
  a[own] = in[t];
  __syncthreads();
  b[own] = a[own] + a[at(t - 1)];
  __syncthreads();
  a[own] = b[own] * 3 - b[at(t - 2)];
  __syncthreads();
  b[own] = a[own] + a[at(t - 16)];
  __syncthreads();
  out[t] = b[own];
}

int main() {
  const int blocks = 5, n = blocks * kElements - 37;
  std::vector<int> in(n), expected(n), sums(blocks);
  for (int i = 0; i < n; ++i)
    in[i] = int(i * 2654435761u >> 20) - 1500;
  for (int i = 0; i < n; ++i) {
    expected[i] = i % kElements == 0 ? 0 : expected[i - 1] + in[i - 1];
    sums[i / kElements] += in[i];
  }
  DeviceArray<int> deviceIn(in), out(n), deviceSums(blocks);
  scan<5><<<blocks, kThreads>>>(deviceIn, out, deviceSums, n);
  expect(out, [&](int i) { return expected[i]; });
  expect(deviceSums, [&](int i) { return sums[i]; });
  scan<4><<<blocks, kThreads>>>(deviceIn, out, deviceSums, n);
  expect(out, [&](int i) { return expected[i]; });
  scan<30><<<blocks, kThreads>>>(deviceIn, out, deviceSums, n);
  expect(out, [&](int i) { return expected[i]; });

  std::vector<int> a(in.begin(), in.begin() + kThreads), b(kThreads);
  auto step = [&](int factor, int sign, int distance) {
    for (int t = 0; t < kThreads; ++t)
      b[t] = a[t] * factor + sign * a[t < distance ? 0 : t - distance];
    std::swap(a, b);
  };
  step(1, 1, 1);
  step(3, -1, 2);
  step(1, 1, 16);
  DeviceArray<int> rows(kThreads);
  before<<<1, kThreads>>>(deviceIn, rows);
  expect(rows, [&](int i) { return a[i]; });
}
