// RUN: %check-execution %s
// Threads that add rows of their own to rows of shared memory, which may be the
// same ones.
#include "../check.h"

const int kThreads = 96, kRows = 5;

// As long as some vectors and a bit more; rows may overlap by `apart`.
template <typename T, int length>
__global__ void sums(const T *values, const int *which, T *out, int n,
                     int apart) {
  __shared__ T rows[kRows * length];
  for (int i = threadIdx.x; i < kRows * length; i += kThreads)
    rows[i] = 0;
  __syncthreads();
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) {
    int c = which[i];
    for (int f = 0; f < length; ++f)
      atomicAdd(&rows[c * apart + f], values[f * n + i]);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kRows * length; i += kThreads)
    atomicAdd(&out[i], rows[i]);
}

// The places of a thread's turns come again.
__global__ void around(const int *which, int *out) {
  __shared__ int counts[256];
  for (int i = threadIdx.x; i < 256; i += kThreads)
    counts[i] = 0;
  __syncthreads();
  int c = which[threadIdx.x];
  for (int f = 0; f < 512; ++f)
    atomicAdd(&counts[(unsigned char)(c + f)], f);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += kThreads)
    out[i] = counts[i];
}

// The next turn reads what this one has changed.
__global__ void chain(const int *which, int *out) {
  __shared__ int row[kThreads + 32];
  for (int i = threadIdx.x; i < kThreads + 32; i += kThreads)
    row[i] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    int c = which[0];
    for (int f = 0; f < 31; ++f)
      atomicAdd(&row[c + f + 1], row[c + f]);
  }
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

template <typename T, int length> static void check(int n, int apart) {
  std::vector<T> values(n * length), expected(kRows * length);
  std::vector<int> which(n);
  for (int i = 0; i < n * length; ++i)
    values[i] = T(i % 7);
  for (int i = 0; i < n; ++i)
    which[i] = i * i % kRows;
  for (int i = 0; i < n; ++i)
    for (int f = 0; f < length; ++f)
      expected[which[i] * apart + f] += values[f * n + i];
  DeviceArray<T> in(values), out(std::vector<T>(kRows * length));
  DeviceArray<int> to(which);
  sums<T, length>
      <<<(n + kThreads - 1) / kThreads, kThreads>>>(in, to, out, n, apart);
  expect(out, [&](int i) { return expected[i]; });
}

int main() {
  check<float, 34>(1000, 34);
  check<float, 16>(960, 16);
  check<int, 50>(300, 3);
  check<int, 7>(300, 7);

  std::vector<int> which(kThreads);
  for (int i = 0; i < kThreads; ++i)
    which[i] = i * 5 % 11;
  DeviceArray<int> to(which), out(256);
  around<<<1, kThreads>>>(to, out);
  std::vector<int> expected(256);
  for (int c : which)
    for (int f = 0; f < 512; ++f)
      expected[(c + f) % 256] += f;
  expect(out, [&](int i) { return expected[i]; });

  DeviceArray<int> last(kThreads);
  chain<<<1, kThreads>>>(to, last);
  expect(last, [](int i) { return i < 32 ? i + 1 : 1; });
}
