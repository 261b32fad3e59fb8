// RUN: %check-execution %s
// Tables in shared memory that threads count in: kept several times, or not.
#include "../check.h"

// Four updates for each word, and a rest that is counted in another loop.
__global__ void bytes(const unsigned *words, unsigned *result, int n) {
  __shared__ unsigned counts[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    counts[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    atomicAdd(&counts[words[i] & 255], 1u);
    atomicAdd(&counts[words[i] >> 8 & 255], 1u);
    atomicAdd(&counts[words[i] >> 16 & 255], 1u);
    atomicAdd(&counts[words[i] >> 24], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&result[i], counts[i]);
}

// One update of a small table of floats, of bits that are set, of bits that
// are left; a table that is read and counted on.
/// One update of each thread.
__global__ void single(const unsigned char *in, unsigned *result, int n) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 5;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&result[threadIdx.x], counts[threadIdx.x]);
}

__global__ void small(const int *in, float *sums, int *flags, int *left,
                      int *twice) {
  __shared__ float sum[5];
  __shared__ int set[3], all[3], again[4];
  int t = threadIdx.x, i = blockIdx.x * 128 + t, value = in[i];
  if (t < 5)
    sum[t] = t;
  if (t < 3) {
    set[t] = 1 << 20;
    all[t] = -1;
  }
  if (t < 4)
    again[t] = 0;
  __syncthreads();
  atomicAdd(&sum[value % 5], 0.5f);
  atomicOr(&set[value % 3], 1 << value % 16);
  atomicAnd(&all[value % 3], ~(1 << value % 16));
  atomicAdd(&again[value % 4], 1);
  __syncthreads();
  int seen = again[t % 4];
  __syncthreads();
  atomicAdd(&again[value % 4], seen > 0);
  __syncthreads();
  if (t < 5)
    sums[blockIdx.x * 5 + t] = sum[t];
  if (t < 3) {
    flags[blockIdx.x * 3 + t] = set[t];
    left[blockIdx.x * 3 + t] = all[t];
  }
  if (t < 4)
    twice[blockIdx.x * 4 + t] = again[t];
}

// The old value is the place of what is counted.
__global__ void places(const int *in, int *out) {
  __shared__ int next[4];
  int t = threadIdx.x;
  if (t < 4)
    next[t] = 0;
  __syncthreads();
  out[in[t] % 4 * 128 + atomicAdd(&next[in[t] % 4], 1)] = 1;
}

static void checkSingle() {
  const int n = 99'991, blocks = 3;
  std::vector<unsigned char> in(n);
  std::vector<unsigned> counts(256, 5 * blocks);
  for (int i = 0; i < n; ++i)
    ++counts[in[i] = i % 3 == 0 ? 7 : i * 31 % 256];
  DeviceArray<unsigned char> bytes(in);
  DeviceArray<unsigned> result(256);
  single<<<blocks, 256>>>(bytes, result, n);
  expect(result, [&](int i) { return counts[i]; });
}

int main() {
  checkSingle();
  const int n = 50'021, blocks = 7;
  std::vector<unsigned> words(n), counts(256);
  unsigned random = 12345;
  for (unsigned &word : words) {
    random = random * 1664525 + 1013904223;
    word = random & (random >> 7 | 0x0f0f0f0f);
    for (int shift = 0; shift < 32; shift += 8)
      ++counts[word >> shift & 255];
  }
  DeviceArray<unsigned> in(words), result(256);
  bytes<<<blocks, 256>>>(in, result, n);
  expect(result, [&](int i) { return counts[i]; });
  DeviceArray<unsigned> other(256);
  bytes<<<3, 96>>>(in, other, n);
  expect(other, [&](int i) { return counts[i]; });

  std::vector<int> values(blocks * 128);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = words[i] >> 9;
  std::vector<float> sums(blocks * 5);
  std::vector<int> flags(blocks * 3, 1 << 20), left(blocks * 3, -1),
      twice(blocks * 4), place(4 * 128);
  for (int b = 0; b < blocks; ++b) {
    for (int t = 0; t < 5; ++t)
      sums[b * 5 + t] = t;
    for (int t = 0; t < 128; ++t) {
      int value = values[b * 128 + t];
      sums[b * 5 + value % 5] += 0.5f;
      flags[b * 3 + value % 3] |= 1 << value % 16;
      left[b * 3 + value % 3] &= ~(1 << value % 16);
      twice[b * 4 + value % 4] += 2;
    }
  }
  DeviceArray<int> input(values), set(blocks * 3), all(blocks * 3),
      again(blocks * 4);
  DeviceArray<float> sum(blocks * 5);
  small<<<blocks, 128>>>(input, sum, set, all, again);
  expect(sum, [&](int i) { return sums[i]; });
  expect(set, [&](int i) { return flags[i]; });
  expect(all, [&](int i) { return left[i]; });
  expect(again, [&](int i) { return twice[i]; });

  DeviceArray<int> out(4 * 128);
  places<<<1, 128>>>(input, out);
  for (int row = 0; row < 4; ++row)
    for (int t = 0, next = 0; t < 128; ++t)
      if (values[t] % 4 == row)
        place[row * 128 + next++] = 1;
  expect(out, [&](int i) { return place[i]; });
}
