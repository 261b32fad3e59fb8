// RUN: %check-execution %s

// The class of a shared variable may have a constructor and a destructor. As
// with nvcc, they do not run.

#include "../check.h"

class Counter {
public:
  __device__ Counter() : value(1000) {}
  __device__ ~Counter() { value = -1; }
  __device__ void reset(int start) { value = start; }
  __device__ void add(int count) { atomicAdd(&value, count); }
  __device__ int get() const { return value; }

private:
  int value;
};

template <class T, int count> struct Group {
  __device__ Group() {}
  T members[count] = {};
};

__global__ void plain(int *out) {
  __shared__ Counter counter;
  static __shared__ Counter several[2];
  if (threadIdx.x == 0) {
    counter.reset(blockIdx.x);
    several[0].reset(1);
    several[1].reset(2);
  }
  __syncthreads();
  counter.add(1);
  several[threadIdx.x & 1].add(1);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      counter.get() + several[0].get() * several[1].get();
}

template <class T> __global__ void fromTemplate(T *out) {
  __shared__ Group<T, 32> group;
  group.members[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = group.members[31 - threadIdx.x] + T(sizeof(group));
}

int main() {
  DeviceArray<int> counts(4 * 64);
  plain<<<4, 64>>>(counts);
  expect(counts, [](int i) { return i / 64 + 64 + 33 * 34; });
  DeviceArray<float> floats(32);
  fromTemplate<<<1, 32>>>(floats.data());
  expect(floats, [](int i) { return 31 - i + 128; });
}
