// RUN: %check-execution %s

// Arithmetic that would overflow in threads, iterations and launches that do
// not compute it.

#include "../check.h"

constexpr int threads = 1024;

/// The loop's start overflows in most of the threads that skip the loop.
template <typename T>
__host__ __device__ T walk(int t, T scale, T limit, T step) {
  T sum = 0;
  if (t < 4)
    for (T i = t * scale; i < limit; i += step)
      sum += (i & 3) | 1;
  return sum;
}

__global__ void walk32(int *out, int limit) {
  out[threadIdx.x] = walk(threadIdx.x, 500000000, limit, 100000007);
}

__global__ void walk64(long *out, long limit) {
  out[threadIdx.x] = walk<long>(threadIdx.x, 2000000000000000000l, limit,
                                1000000000000000000l);
}

/// The start that overflows is that of a sum with something all threads have.
__host__ __device__ long sweep(int t, long first, long limit) {
  long sum = 0;
  if (t < 8)
    for (long i = first + t; i < limit; i += 8)
      sum += i & 255;
  return sum;
}

__global__ void sweepAll(long *out, long first, long limit) {
  out[threadIdx.x] = sweep(threadIdx.x, first, limit);
}

/// The product is computed only if it fits; it is a bound, a limit that a loop
/// includes, and a divisor.
__host__ __device__ int product(int t, int a, int b) {
  int sum = 0;
  if ((long)a * b < 1000) {
    int m = a * b;
    if (t < m)
      sum = 7;
    for (int i = t; i < m; i += 64)
      sum += i;
    for (int i = t; i <= m; i += 256)
      sum += 3 * i;
    if (m != 0)
      sum += (t * 7 + 3) / m + t % m;
  }
  return sum;
}

__global__ void productAll(int *out, int a, int b) {
  out[threadIdx.x] = product(threadIdx.x, a, b);
}

/// Of several conditions, the first keeps the others from overflow.
__host__ __device__ int conditions(int t, int limit) {
  return t < 3 && t * 1000000000 < limit ? 5 : 0;
}

__global__ void conditionsAll(int *out, int limit) {
  out[threadIdx.x] = conditions(threadIdx.x, limit);
}

int main() {
  DeviceArray<int> out(threads);
  DeviceArray<long> wide(threads);
  for (int limit : {-5, 0, 1000000, 1500000999, 2000000000}) {
    walk32<<<1, threads>>>(out, limit);
    expect(out, [&](int t) { return walk(t, 500000000, limit, 100000007); });
    long last = limit * 4000000000l;
    walk64<<<1, threads>>>(wide, last);
    expect(wide, [&](int t) {
      return walk<long>(t, 2000000000000000000l, last, 1000000000000000000l);
    });
    conditionsAll<<<1, threads>>>(out, limit);
    expect(out, [&](int t) { return conditions(t, limit); });
  }
  sweepAll<<<1, threads>>>(wide, 9223372036854774000l, 9223372036854775800l);
  expect(wide, [](int t) {
    return sweep(t, 9223372036854774000l, 9223372036854775800l);
  });
  for (int a : {0, 5, 70000})
    for (int b : {-3, 40, 70001}) {
      productAll<<<1, threads>>>(out, a, b);
      expect(out, [&](int t) { return product(t, a, b); });
    }
  return 0;
}
