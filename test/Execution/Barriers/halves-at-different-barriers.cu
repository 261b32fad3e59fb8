// RUN: %check-execution %s --auto
// RUN: not %heddle --lowering=fission -c %s -o %t.o 2>&1 | FileCheck %s
// Parts of a block wait for each other at different barriers. GPUs count
// arrivals, wherever they are.
// CHECK-COUNT-7: cannot be lowered by fission: it has threads of a block that wait for each other at different barriers
// CHECK-NOT: error
#include "../check.h"

constexpr int half = 64, rounds = 8;

// As double-buffered products of matrices do.
__global__ void doubleBuffer(int *out) {
  __shared__ int a[half], b[half];
  int t = threadIdx.x, h = t % half, sum = 0;
  if (t < half)
    a[h] = h;
  __syncthreads();
  for (int i = 0; i < rounds; i += 2) {
    if (t < half) {
      sum += a[half - 1 - h];
      __syncthreads();
      sum += b[half - 1 - h];
      __syncthreads();
      a[h] = h + i + 2;
    } else {
      b[h] = h + i + 1;
      __syncthreads();
      sum += a[half - 1 - h];
      __syncthreads();
      sum += b[half - 1 - h];
    }
    __syncthreads();
  }
  out[t] = sum;
}

__device__ void produce(int *cell, int value) {
  *cell = value;
  __syncthreads();
}

__device__ int consume(const int *cell) {
  __syncthreads();
  return *cell;
}

// The barriers are in functions.
__global__ void functions(int *out) {
  __shared__ int cells[half];
  int t = threadIdx.x;
  if (t >= half)
    produce(&cells[t - half], t);
  else
    out[t] = consume(&cells[half - 1 - t]);
}

// In the cases of a switch, and under further conditions.
__global__ void cases(int *out) {
  __shared__ int cells[3 * half];
  int t = threadIdx.x, h = t % half;
  switch (t / half) {
  case 0:
    cells[h] = h;
    __syncthreads();
    out[t] = cells[half + (h + 1) % half];
    break;
  case 1:
    cells[t] = 100 + h;
    __syncthreads();
    out[t] = cells[2 * half + (h + 1) % half];
    break;
  default:
    if (t < 10 * half) {
      cells[t] = 200 + h;
      __syncthreads();
      out[t] = cells[(h + 1) % half];
    }
  }
}

// Votes are barriers as well.
__global__ void votes(int *out) {
  int t = threadIdx.x;
  if (t % 2)
    out[t] = __syncthreads_count(t < half);
  else
    out[t] = __syncthreads_count(t >= half + 2);
}

// One `if` after the other.
__global__ void oneByOne(int *out) {
  __shared__ int a[half], b[half];
  int t = threadIdx.x, h = t % half, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (t < half) {
      a[h] = h + i;
      __syncthreads();
      sum += b[half - 1 - h];
    }
    if (t >= half) {
      b[h] = 2 * h + i;
      __syncthreads();
      sum += a[half - 1 - h];
    }
    __syncthreads();
  }
  out[t] = sum;
}

// At one barrier, in different iterations; unrolled and not.
template <int iterations> __global__ void alternate(int *out) {
  __shared__ int cells[2 * half];
  int t = threadIdx.x, sum = 0;
  cells[t] = t;
  __syncthreads();
  for (int i = 0; i < iterations; ++i)
    if ((i + t / half) % 2 == 0) {
      sum += cells[t ^ half];
      __syncthreads();
      cells[t] += 1;
      __syncthreads();
    }
  out[t] = sum;
}

int main() {
  DeviceArray<int> out(3 * half);
  doubleBuffer<<<1, 2 * half>>>(out);
  expect(out, [](int t) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i)
      sum += half - 1 - t % half + i;
    return t < 2 * half ? sum : 0;
  });
  functions<<<1, 2 * half>>>(out);
  std::vector<int> host(half);
  CUDA(cudaMemcpy(host.data(), out, half * sizeof(int), cudaMemcpyDeviceToHost));
  for (int t = 0; t < half; ++t)
    CHECK(host[t] == 2 * half - 1 - t);
  cases<<<1, 3 * half>>>(out);
  expect(out, [](int t) {
    return (t % half + 1) % half + (t / half + 1) % 3 * 100;
  });
  votes<<<1, 2 * half>>>(out);
  CUDA(cudaMemcpy(host.data(), out, half * sizeof(int), cudaMemcpyDeviceToHost));
  for (int t = 0; t < half; ++t)
    CHECK(host[t] == half - 1);
  oneByOne<<<1, 2 * half>>>(out);
  expect(out, [](int t) {
    int other = half - 1 - t % half;
    int sum = rounds * (rounds - 1) / 2 + rounds * (t < half ? 2 : 1) * other;
    return t < 2 * half ? sum : (t % half + 1) % half;
  });
  alternate<4><<<1, 2 * half>>>(out);
  expect(out, [](int t) {
    return t < 2 * half ? 2 * (t ^ half) + 1 : (t % half + 1) % half;
  });
  alternate<20><<<1, 2 * half>>>(out);
  expect(out, [](int t) {
    return t < 2 * half ? 10 * (t ^ half) + 45 : (t % half + 1) % half;
  });
}
