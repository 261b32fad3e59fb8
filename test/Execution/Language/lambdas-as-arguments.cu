// RUN: %check-execution %s --extended-lambda
// Lambdas made in host code and run on the device.
#include "../check.h"

template <typename Function> __global__ void forEach(int n, Function f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

template <typename Function> void parallelFor(int n, Function f) {
  static_assert(!__nv_is_extended_device_lambda_closure_type(Function), "");
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(Function),
                "");
  static_assert(
      !__nv_is_extended_device_lambda_with_preserved_return_type(Function), "");
  forEach<<<(n + 31) / 32, 32>>>(n, f);
}

int main() {
  const int n = 100;
  DeviceArray<int> out(n);
  int *data = out, factor = 3;
  parallelFor(n, [=] __device__(int i) { data[i] = factor * i; });
  parallelFor(n / 2, [data] __host__ __device__(int i) { data[2 * i] += 1; });
  expect(out, [=](int i) { return factor * i + (i % 2 == 0); });
}
