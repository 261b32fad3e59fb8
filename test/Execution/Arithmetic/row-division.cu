// RUN: %check-execution %s
// The threads of a row divide the same numbers, but only one of them does so,
// and not the first. (LLVM's vectoriser once asked the first whether to divide.)
#include "../check.h"

constexpr unsigned width = 16, height = 8, threads = width * height;

template <typename T>
__global__ void kernel(unsigned *out, const int *times, float scale) {
  __shared__ float shared[threads];
  unsigned y = threadIdx.y, tid = threadIdx.x + blockDim.x * y;
  T rows = T(blockDim.x * blockDim.y * blockDim.z);
  for (unsigned k = tid; k < threads; k += unsigned(rows))
    shared[k] = float(k + 1);
  float sum = 0, other = 0;
  for (int j = 0; j < (*times & 3); ++j) {
    __syncthreads();
    if (threadIdx.x == 3) {
      sum = (sum + shared[T(y) % rows] / scale) * 2.0f;
      other = (other + shared[T(y + 600) / rows] / scale) * 2.0f;
    }
  }
  out[tid] += unsigned(sum) * 1000u + unsigned(other);
}

template <typename T> void check() {
  DeviceArray<unsigned> out(threads);
  DeviceArray<int> times(std::vector<int>{1});
  // (Unknown to the compiler.)
  volatile unsigned x = width, y = height;
  kernel<T><<<1, dim3(x, y)>>>(out, times, 0.5f);
  expect(out, [](int tid) {
    unsigned y = tid / width;
    unsigned wanted = 4 * (y + 1) * 1000 + 4 * ((y + 600) / threads + 1);
    return tid % width == 3 ? wanted : 0u;
  });
}

int main() {
  check<unsigned>();
  check<int>();
  check<unsigned long long>();
  check<long long>();
}
