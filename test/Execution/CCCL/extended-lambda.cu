// With --extended-lambda libcu++ asks which lambdas are nvcc's own classes. A device lambda's return type is known on the host here.
// RUN: %heddle -O1 -std=c++17 --extended-lambda %s -o %t && %t
// REQUIRES: cccl
#include <cstdio>
#include <cuda/std/functional>
#include <thrust/device_vector.h>
#include <thrust/transform_reduce.h>
#include <type_traits>

template <typename Function> __global__ void apply(Function function, float *out) { *out = function(2.0f); }

int main() {
  auto half = [] __device__(int x) { return x * 0.5f; };
  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(half)));
  static_assert(std::is_same_v<cuda::std::invoke_result_t<decltype(half), int>, float>);
  thrust::device_vector<int> values(100, 3);
  float sum = thrust::transform_reduce(values.begin(), values.end(), half, 0.0f, thrust::plus<float>());
  float *out, scale = 4;
  cudaMallocManaged(&out, sizeof(float));
  apply<<<1, 1>>>([=] __host__ __device__(float x) { return x * scale; }, out);
  cudaDeviceSynchronize();
  printf("%g %g\n", sum, *out);
  return !(sum == 150 && *out == 8);
}
