// RUN: %check-execution %s
// Recursive device functions: factorial, Fibonacci, and two that call each
// other; between barriers, on values of other threads.
#include "../check.h"

__host__ __device__ unsigned long long factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

__host__ __device__ int fibonacci(int n) {
  if (n < 2)
    return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

__host__ __device__ bool odd(int n);
__host__ __device__ bool even(int n) { return n == 0 || odd(n - 1); }
__host__ __device__ bool odd(int n) { return n != 0 && even(n - 1); }

__global__ void kernel(unsigned long long *out) {
  __shared__ int tile[20];
  int t = threadIdx.x;
  tile[t] = fibonacci(t % 12);
  __syncthreads();
  out[t] = factorial(t) + tile[19 - t] + (even(tile[t] % 8) ? 1000 : 0);
}

int main() {
  DeviceArray<unsigned long long> out(20);
  kernel<<<1, 20>>>(out);
  expect(out, [](int t) {
    return factorial(t) + fibonacci((19 - t) % 12) +
           (fibonacci(t % 12) % 2 == 0 ? 1000 : 0);
  });
}
