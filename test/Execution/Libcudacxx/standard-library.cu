// RUN: %check-execution %s
// REQUIRES: cccl
// The parts of cuda::std that kernels use.
#include "../check.h"
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <class T>
__device__ cuda::std::enable_if_t<cuda::std::is_integral_v<T>, int> kind(T) {
  return 1;
}
template <class T>
__device__ cuda::std::enable_if_t<cuda::std::is_floating_point_v<T>, int>
kind(T) {
  return 2;
}

__global__ void kernel(int *out) {
  int t = threadIdx.x;
  cuda::std::array<int, 4> a = {t, t + 1, t + 2, t + 3};
  cuda::std::tuple<int, float> pair(t, 0.5f);
  auto made = cuda::std::make_pair(t, 3);
  cuda::std::int64_t wide = cuda::std::numeric_limits<int>::max();
  int sum = cuda::std::plus<int>()(a[1], a[3]);
  cuda::std::complex<float> z(t, 1);
  z = z * z;
  out[t * 8] = sum + kind(t) + 10 * kind(0.5f);
  out[t * 8 + 1] = cuda::std::get<0>(pair) + int(2 * cuda::std::get<1>(pair));
  out[t * 8 + 2] = made.first * made.second;
  out[t * 8 + 3] = int(wide - t);
  out[t * 8 + 4] = int(z.real());
  out[t * 8 + 5] = int(z.imag());
  out[t * 8 + 6] = int(a.size()) + int(cuda::std::sqrt(float(t * t)));
  out[t * 8 + 7] = cuda::std::move(made).first;
}

int main() {
  DeviceArray<int> out(64 * 8);
  kernel<<<1, 64>>>(out);
  expect(out, [](int i) {
    int t = i / 8;
    int want[] = {2 * t + 25, t + 1, 3 * t, 2147483647 - t,
                  t * t - 1,  2 * t, 4 + t, t};
    return want[i % 8];
  });
}
