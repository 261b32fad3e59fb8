// RUN: %check-execution %s

#include <chrono>
#include <cstdio>

__global__ void fill(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}

int main(int n, char **) {
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  fill<<<n, 32>>>(x, n);
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  printf("%lld\n", static_cast<long long>(now.count()));
}
