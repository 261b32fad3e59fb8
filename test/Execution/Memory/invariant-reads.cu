// Work that is the same for all threads or blocks is done once, if that cannot
// be noticed: what threads write, and the order in which they do, still counts,
// and nothing is read that the program would not have read.
//
// RUN: %check-execution %s

#include "../check.h"

__device__ float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

__global__ void normalize(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / sum(in, n);
}

// The same with a return, and with a range that does not begin at 0.
__global__ void normalizeFrom(float *out, const float *in, int from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < from || i >= n)
    return;
  out[i] = in[i] / sum(in + from, n - from);
}

// Only one thread reads, behind its own store.
__global__ void writeFirst(int *a, int *out) {
  if (threadIdx.x == 0) {
    a[0] = 5 + blockIdx.x;
    int s = 0;
    for (int i = 0; i < 40; ++i)
      s += a[i];
    out[0] = s;
  }
}

// All threads read what one has written before the barrier.
__global__ void broadcast(const int *in, int *out) {
  __shared__ int value;
  if (threadIdx.x == 7)
    value = in[blockIdx.x];
  __syncthreads();
  int first = value;
  __syncthreads();
  if (threadIdx.x == 3)
    value = first + 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 10 * first + value;
}

// The last block adds up what all have written.
__device__ unsigned ticket;
__global__ void lastBlock(int *partial, int *total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicAdd(&ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int s = 0;
    for (int i = 0; i < gridDim.x; ++i)
      s += partial[i];
    *total = s;
  }
}

// Each block counts under a lock.
__device__ int lock, counter;
__global__ void critical(int *seen) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    int value = counter;
    seen[value] += 1;
    counter = value + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

// A pointer to a pointer, and a table behind a condition that no thread meets.
struct Table {
  const int *values;
  int size;
};
__global__ void lookUp(const Table *table, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int s = 0;
  if (table != nullptr)
    for (int k = 0; k < table->size; ++k)
      s += table->values[k];
  out[i] = s + i;
}

// Only the last threads come to the read.
__global__ void onlyLast(const int *p, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n)
    out[i] = p[0];
}

template <class T> T *managed(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i)
    p[i] = T();
  return p;
}

static float sequential(const float *x, int from, int n) {
  float s = 0;
  for (int i = from; i < n; ++i)
    s += x[i];
  return s;
}

int main(int argc, char **) {
  const int most = 1000;
  float *in = managed<float>(most), *out = managed<float>(most);
  for (int i = 0; i < most; ++i)
    in[i] = 1.0f / (1 + i);
  int ownSize = 31 + argc; // No constant: the general nest.
  for (int n : {0, 1, 2, 31, 700}) {
    for (int kind = 0; kind < 4; ++kind) {
      int from = kind < 2 ? 0 : n / 2;
      for (int i = 0; i < most; ++i)
        out[i] = -1;
      int own = (n + ownSize) / ownSize;
      if (kind == 0)
        normalize<<<(n + 64) / 64, 64>>>(out, n ? in : nullptr, n);
      else if (kind == 1)
        normalize<<<own, ownSize>>>(out, n ? in : nullptr, n);
      else if (kind == 2)
        normalizeFrom<<<(n + 64) / 64, 64>>>(out, n ? in : nullptr, from, n);
      else
        normalizeFrom<<<own, ownSize>>>(out, n ? in : nullptr, from, n);
      cudaDeviceSynchronize();
      float s = sequential(in, from, n);
      for (int i = 0; i < most; ++i)
        CHECK(out[i] == (i >= from && i < n ? in[i] / s : -1));
    }
  }
  // In place, by the only thread that there is.
  for (int i = 0; i < most; ++i)
    out[i] = in[i];
  normalize<<<1, 1>>>(out, out, 1);
  cudaDeviceSynchronize();
  CHECK(out[0] == 1 && out[1] == in[1]);

  int *a = managed<int>(64), *b = managed<int>(1024);
  writeFirst<<<1, 32>>>(a, b);
  cudaDeviceSynchronize();
  CHECK(b[0] == 5);

  for (int i = 0; i < 4; ++i)
    a[i] = i + 1;
  broadcast<<<4, 16>>>(a, b);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    CHECK(b[i] == 11 * (i / 16 + 1) + 1);

  lastBlock<<<20, 8>>>(a, b);
  cudaDeviceSynchronize();
  CHECK(b[0] == 210);

  for (int i = 0; i < 64; ++i)
    a[i] = 0;
  critical<<<50, 4>>>(a);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    CHECK(a[i] == (i < 50 ? 1 : 0));

  Table *table = managed<Table>(1);
  table->values = a;
  table->size = 50;
  lookUp<<<4, 32>>>(nullptr, b, 100);
  cudaDeviceSynchronize();
  CHECK(b[99] == 99);
  lookUp<<<4, 32>>>(table, b, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 100; ++i)
    CHECK(b[i] == 50 + i);
  table->values = nullptr;
  table->size = 0;
  lookUp<<<4, ownSize>>>(table, b, 100);
  cudaDeviceSynchronize();
  CHECK(b[99] == 99);
  lookUp<<<1, 32>>>((Table *)8, b, 0);
  cudaDeviceSynchronize();

  b[127] = 0;
  onlyLast<<<4, 32>>>(nullptr, b, 200);
  onlyLast<<<4, 32>>>(a, b, 126);
  cudaDeviceSynchronize();
  CHECK(b[127] == 1);
  return 0;
}
