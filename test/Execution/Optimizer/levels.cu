// RUN: %check-execution %s
// Trees in shared memory, level by level: strides that double, with padding and
// without, and as many threads as the level has nodes.
#include "../check.h"

const int kThreads = 128, kValues = 2 * kThreads;

__device__ int padded(int i) { return i + (i >> 5); }

__global__ void scan(const int *in, int *out) {
  __shared__ int tree[kValues + kValues / 32];
  int t = threadIdx.x;
  tree[padded(t)] = in[t];
  tree[padded(t + kThreads)] = in[t + kThreads];
  int stride = 1;
  for (int nodes = kThreads; nodes > 0; nodes >>= 1) {
    __syncthreads();
    if (t < nodes)
      tree[padded(stride * (2 * t + 2) - 1)] +=
          tree[padded(stride * (2 * t + 1) - 1)];
    stride *= 2;
  }
  if (t == 0)
    tree[padded(kValues - 1)] = 0;
  for (int nodes = 1; nodes < kValues; nodes *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < nodes) {
      int left = padded(stride * (2 * t + 1) - 1);
      int right = padded(stride * (2 * t + 2) - 1);
      int before = tree[left];
      tree[left] = tree[right];
      tree[right] += before;
    }
  }
  __syncthreads();
  out[t] = tree[padded(t)];
  out[t + kThreads] = tree[padded(t + kThreads)];
}

// The other way to write it: which threads work is by their number, and how
// many levels there are only the launch knows.
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int partial[kThreads];
  int t = threadIdx.x;
  partial[t] = in[t];
  for (int stride = 1; stride < n; stride *= 2) {
    __syncthreads();
    int at = 2 * stride * t;
    if (at < n)
      partial[at] += partial[at + stride];
  }
  __syncthreads();
  if (t == 0)
    *out = partial[0];
}

// Quotients and remainders of multiples of the thread's number.
__global__ void digits(int *out) {
  int t = threadIdx.x;
  out[t] = (3 * t + 2) / 24 * 1000 + (3 * t + 2) % 24;
  out[kThreads + t] = (48 * t + 50) / 24 * 1000 + (48 * t + 50) % 24;
  out[2 * kThreads + t] = (t + 33) / 16 * 1000 + (t + 32) / 16;
  out[3 * kThreads + t] = (8 * t + 11) / 32 * 1000 + ((t - 5) >> 3);
}

int main() {
  std::vector<int> values(kValues);
  for (int i = 0; i < kValues; ++i)
    values[i] = i * 37 % 101 - 50;
  DeviceArray<int> in(values), sums(kValues), total(1), found(4 * kThreads);
  auto before = [&](int end) {
    int result = 0;
    for (int i = 0; i < end; ++i)
      result += values[i];
    return result;
  };
  scan<<<1, kThreads>>>(in, sums);
  expect(sums, before);
  sum<<<1, kThreads>>>(in, total, kThreads);
  expect(total, [&](int) { return before(kThreads); });
  digits<<<1, kThreads>>>(found);
  expect(found, [](int i) {
    int t = i % kThreads, down = t >= 5 ? (t - 5) / 8 : -1;
    int values[] = {(3 * t + 2) / 24 * 1000 + (3 * t + 2) % 24,
                    (2 * t + 2) * 1000 + 2, (t + 33) / 16 * 1000 + t / 16 + 2,
                    (8 * t + 11) / 32 * 1000 + down};
    return values[i / kThreads];
  });
}
