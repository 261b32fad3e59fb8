// RUN: %check-execution %s
// Threads that touch some elements of every group of two, three, four or more:
// the others stay what they are, also at the ends and under conditions.
#include "../check.h"

const int kThreads = 96, kBlocks = 3;

/// What a thread does, the same on the host.
template <typename T, int stride, int kind>
__host__ __device__ void touch(T *data, int t, int n) {
  if (kind == 0) { // One element of a group.
    data[stride * t + 1] = T(data[stride * t] + 3);
  } else if (kind == 1) { // Two of them change places.
    T first = data[stride * t], last = data[stride * t + stride - 1];
    data[stride * t] = T(last + 1);
    data[stride * t + stride - 1] = first;
  } else if (kind == 2) { // Under a condition on the thread.
    if (t < n)
      data[stride * t + 1] = T(data[stride * t + 1] + data[stride * t]);
  } else if (kind == 3) { // Under a condition on what is there.
    if (data[stride * t] > T(40))
      data[stride * t + 1] = T(data[stride * t] - 40);
  } else { // From the other end.
    int at = stride * (n - 1 - t);
    if (at >= 0)
      data[at] = T(data[at] + data[at + 1]);
  }
}

template <typename T, int stride, int kind>
__global__ void global(T *data, int n) {
  touch<T, stride, kind>(data + blockIdx.x * kThreads * stride, threadIdx.x, n);
}

template <typename T, int stride, int kind>
__global__ void shared(T *data, int n) {
  __shared__ T tile[kThreads * stride];
  T *own = data + blockIdx.x * kThreads * stride;
  for (int i = threadIdx.x; i < kThreads * stride; i += kThreads)
    tile[i] = own[i];
  __syncthreads();
  touch<T, stride, kind>(tile, threadIdx.x, n);
  __syncthreads();
  for (int i = threadIdx.x; i < kThreads * stride; i += kThreads)
    own[i] = tile[i];
}

template <typename T, int stride, int kind, bool inShared> void check(int n) {
  std::vector<T> values(kBlocks * kThreads * stride);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = T(i * 37 % 101);
  DeviceArray<T> array(values);
  if constexpr (inShared)
    shared<T, stride, kind><<<kBlocks, kThreads>>>(array, n);
  else
    global<T, stride, kind><<<kBlocks, kThreads>>>(array, n);
  for (int b = 0; b < kBlocks; ++b)
    for (int t = 0; t < kThreads; ++t)
      touch<T, stride, kind>(values.data() + b * kThreads * stride, t, n);
  expect(array, [&](int i) { return values[i]; });
}

template <typename T, int stride, bool inShared> void checkKinds() {
  check<T, stride, 0, inShared>(0);
  check<T, stride, 1, inShared>(0);
  check<T, stride, 2, inShared>(61);
  check<T, stride, 3, inShared>(0);
  check<T, stride, 4, inShared>(83);
}

int main() {
  checkKinds<int, 2, true>();
  checkKinds<int, 4, true>();
  checkKinds<int, 33, true>();
  checkKinds<unsigned char, 4, false>();
}
