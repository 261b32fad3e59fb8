// RUN: %check-execution %s

// A counter keeps its value after the loop: also if the loop does not run, and
// whatever its step, its type and the comparison.

#include "../check.h"

constexpr int count = 128;

template <typename T> __host__ __device__ T exits(T first, T limit, T step) {
  T up = first, three = first, inclusive = first, carried = 9, sum = 0;
  while (up < limit)
    up += step;
  for (; three < limit; three += 3) {
    sum += carried;
    carried = three;
  }
  for (; inclusive <= limit; ++inclusive)
    sum += inclusive;
  // A second loop goes on where the first ended.
  for (T next = three; next < limit + 9; ++next)
    sum += next * carried;
  return up + 3 * three + 5 * inclusive + 7 * carried + 11 * sum;
}

template <typename T> __host__ __device__ T downwards(T first, T limit) {
  T down = first, inclusive = first, sum = 0;
  for (; down > limit; down -= 3)
    sum += down;
  for (; inclusive >= limit; --inclusive)
    sum += inclusive;
  return down + 3 * inclusive + 5 * sum;
}

template <typename T>
__global__ void exitsOf(const T *first, const T *limit, T step, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = exits(first[i], limit[i], step) + exits(first[i], limit[0], T(2));
}

template <typename T>
__global__ void downwardsOf(const T *first, const T *limit, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = downwards(first[i], limit[i]);
}

/// The step is known at the launch, or nowhere; 0 in loops that do not run.
template <typename T>
__global__ void strides(const T *first, const T *steps, T limit, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T grid = i, block = threadIdx.x, own = first[i];
  for (; grid < limit; grid += blockDim.x * gridDim.x)
    ;
  for (; block < limit; block += blockDim.x)
    ;
  for (; own < limit; own += steps[i])
    ;
  out[i] = grid + 3 * block + 5 * own;
}

/// Threads wait for each other in the loop.
template <typename T> __global__ void meets(T limit, T *out) {
  __shared__ T last[64];
  T k = 0, sum = 0;
  for (; k < limit; k += 5) {
    last[threadIdx.x] = k;
    __syncthreads();
    sum += last[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = k + 3 * sum;
}

template <typename T> void check() {
  bool isSigned = T(-1) < T(0);
  std::vector<T> first(count), limit(count), steps(count);
  for (int i = 0; i < count; ++i) {
    first[i] = T(isSigned ? i - 60 : i);
    limit[i] = T(isSigned ? i * 7 % 50 - 20 : i * 7 % 50);
  }
  DeviceArray<T> firsts(first), limits(limit), out(count);
  for (int step : {1, 2, 7}) {
    exitsOf<T><<<2, 64>>>(firsts, limits, T(step), out);
    expect(out, [&](int i) {
      return T(exits(first[i], limit[i], T(step)) +
               exits(first[i], limit[0], T(2)));
    });
  }
  if (isSigned) {
    downwardsOf<T><<<2, 64>>>(firsts, limits, out);
    expect(out, [&](int i) { return downwards(first[i], limit[i]); });
  }
  for (int end : {0, 5, 100}) {
    for (int i = 0; i < count; ++i)
      steps[i] = first[i] < T(end) ? T(1 + i % 4) : T(0);
    DeviceArray<T> each(steps);
    strides<T><<<2, 64>>>(firsts, each, T(end), out);
    expect(out, [&](int i) {
      T grid = i, block = i % 64, own = first[i];
      while (grid < T(end))
        grid += 128;
      while (block < T(end))
        block += 64;
      while (own < T(end))
        own += steps[i];
      return T(grid + 3 * block + 5 * own);
    });
    meets<T><<<2, 64>>>(T(end), out);
    expect(out, [&](int) {
      T k = 0, sum = 0;
      for (; k < T(end); k += 5)
        sum += k;
      return T(k + 3 * sum);
    });
  }
}

int main() {
  check<int>();
  check<unsigned>();
  check<long>();
  check<unsigned long>();
  check<short>();
  check<unsigned short>();
  return 0;
}
