// RUN: %check-execution %s
// Launches of one block whose threads do much between barriers: long loops that
// several cores can share, next to what they cannot. Each result has to be that
// of threads that wait for each other.
#include "../check.h"

constexpr int threads = 256;

/// A sum for each thread, then a tree.
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int part[threads];
  int t = threadIdx.x, own = 0;
  for (int i = t; i < n; i += threads)
    own += in[i] % 13 * (in[i] / 7);
  part[t] = own;
  __syncthreads();
  for (int k = threads / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  out[t] = part[0] + own;
}

/// Each turn reads what all threads wrote in the turn before, and values stay
/// with their threads.
__global__ void mix(int *out, int turns, int length) {
  extern __shared__ int shared[];
  int t = threadIdx.y * blockDim.x + threadIdx.x, own = t;
  shared[t] = t;
  for (int k = 0; k < turns; ++k) {
    __syncthreads();
    int next = 0;
    for (int i = 0; i < length; ++i)
      next += shared[(t + i) % threads] * (i % 5 + 1);
    __syncthreads();
    shared[t] = next % 1000;
    own += next;
  }
  out[t] = own;
}

/// All threads change the same places of shared memory.
__global__ void count(const int *in, int *out, int n) {
  __shared__ int counts[16];
  __shared__ int total;
  int t = threadIdx.x;
  if (t < 16)
    counts[t] = 0;
  if (t == 0)
    total = 0;
  __syncthreads();
  for (int i = t; i < n; i += threads) {
    atomicAdd(&counts[in[i] % 16], 1);
    if (in[i] % 3 == 0)
      atomicAdd(&total, in[i]);
  }
  __syncthreads();
  out[t] = counts[t % 16] + total;
}

/// A loop that ends when no thread wants to go on, after much work in each
/// turn.
__global__ void until(int *out, int length) {
  __shared__ int values[threads];
  int t = threadIdx.x, turns = 0;
  values[t] = t;
  bool goesOn = true;
  while (__syncthreads_or(goesOn)) {
    int sum = 0;
    for (int i = 0; i < length; ++i)
      sum += values[(t * 7 + i) % threads] & 3;
    goesOn = sum % 11 + turns < 14;
    int agree = __syncthreads_count(sum & 1);
    values[t] = (values[t] + sum + agree) & 1023;
    ++turns;
  }
  out[t] = values[t] * 100 + turns;
}

/// Lanes that pass values on, and local arrays.
__global__ void lanes(const int *in, int *out, int n) {
  __shared__ int part[threads / 32];
  int t = threadIdx.x, digits[4] = {0, 0, 0, 0};
  for (int i = t; i < n; i += threads)
    digits[in[i] % 4] += in[i];
  int own = digits[0] + digits[1] * 3 + digits[2] * 5 + digits[3] * 7;
  for (int k = 16; k > 0; k /= 2)
    own += __shfl_down_sync(~0u, own, k);
  if (t % 32 == 0)
    part[t / 32] = own;
  __syncthreads();
  own = 0;
  for (int k = 0; k < threads / 32; ++k)
    own += part[k];
  out[t] = own + digits[t % 4];
}

static int cell(int i) { return i * 37 % 1009; }

int main() {
  constexpr int n = 30000;
  std::vector<int> cells(n);
  for (int i = 0; i < n; ++i)
    cells[i] = cell(i);
  DeviceArray<int> in(cells), out(threads);

  auto own = [](int t, int n) {
    int sum = 0;
    for (int i = t; i < n; i += threads)
      sum += cell(i) % 13 * (cell(i) / 7);
    return sum;
  };
  for (int length : {n, 100, 0}) {
    sum<<<1, threads>>>(in, out, length);
    int total = 0;
    for (int t = 0; t < threads; ++t)
      total += own(t, length);
    expect(out, [=](int t) { return total + own(t, length); });
  }
  // With several blocks, all of them write the same.
  sum<<<3, threads>>>(in, out, n);
  int total = 0;
  for (int t = 0; t < threads; ++t)
    total += own(t, n);
  expect(out, [=](int t) { return total + own(t, n); });

  std::vector<int> shared(threads), kept(threads);
  for (int t = 0; t < threads; ++t)
    shared[t] = kept[t] = t;
  for (int k = 0; k < 5; ++k) {
    std::vector<int> next(threads);
    for (int t = 0; t < threads; ++t) {
      for (int i = 0; i < 700; ++i)
        next[t] += shared[(t + i) % threads] * (i % 5 + 1);
      kept[t] += next[t];
    }
    for (int t = 0; t < threads; ++t)
      shared[t] = next[t] % 1000;
  }
  mix<<<1, dim3(32, 8), threads * sizeof(int)>>>(out, 5, 700);
  expect(out, [&](int t) { return kept[t]; });

  std::vector<int> counts(17);
  for (int i = 0; i < n; ++i) {
    ++counts[cell(i) % 16];
    if (cell(i) % 3 == 0)
      counts[16] += cell(i);
  }
  count<<<1, threads>>>(in, out, n);
  expect(out, [&](int t) { return counts[t % 16] + counts[16]; });

  std::vector<int> values(threads);
  for (int t = 0; t < threads; ++t)
    values[t] = t;
  int turns = 0;
  for (bool any = true; any; ++turns) {
    std::vector<int> sums(threads);
    int agree = 0;
    any = false;
    for (int t = 0; t < threads; ++t) {
      for (int i = 0; i < 900; ++i)
        sums[t] += values[(t * 7 + i) % threads] & 3;
      any |= sums[t] % 11 + turns < 14;
      agree += sums[t] & 1;
    }
    for (int t = 0; t < threads; ++t)
      values[t] = (values[t] + sums[t] + agree) & 1023;
  }
  until<<<1, threads>>>(out, 900);
  expect(out, [&](int t) { return values[t] * 100 + turns; });

  std::vector<int> digits(threads * 4);
  int all = 0;
  for (int t = 0; t < threads; ++t) {
    for (int i = t; i < n; i += threads)
      digits[t * 4 + cell(i) % 4] += cell(i);
    for (int k = 0; k < 4; ++k)
      all += digits[t * 4 + k] * (2 * k + 1);
  }
  lanes<<<1, threads>>>(in, out, n);
  expect(out, [&](int t) { return all + digits[t * 4 + t % 4]; });
}
