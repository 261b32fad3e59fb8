// RUN: %check-execution %s

// Numbers that all launches of a kernel pass, of several widths and signs; that
// only some pass; and that a launch passes which the compiler does not see.

#include "../check.h"

__global__ void poly(long long *out, int degree, signed char sign,
                     unsigned short step, long long big, bool flip) {
  long long sum = 0;
  for (int k = 0; k <= degree; ++k)
    sum = sum * (threadIdx.x + 1) + step;
  out[threadIdx.x] = (flip ? -1 : 1) * (sum * sign + big);
}

// One launch passes another number.
__global__ void some(int *out, int same, int other) {
  out[threadIdx.x] += same * 10 + other;
}

__global__ void hidden(int *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = n;
}

// By value, with a struct before the number.
struct Pair {
  double a, b, c;
};
__global__ void after(Pair pair, double *out, int times) {
  out[threadIdx.x] = pair.a + pair.b * times + pair.c * threadIdx.x;
}

int main() {
  const int n = 64;
  long long *p;
  CUDA(cudaMallocManaged(&p, n * sizeof *p));
  poly<<<1, n>>>(p, 3, -2, 65535, 1ll << 40, true);
  CUDA(cudaDeviceSynchronize());
  for (int t = 0; t < n; ++t) {
    long long x = t + 1, sum = 65535 * (x * x * x + x * x + x + 1);
    CHECK(p[t] == -(sum * -2 + (1ll << 40)));
  }

  int *q;
  CUDA(cudaMallocManaged(&q, n * sizeof *q));
  CUDA(cudaMemset(q, 0, n * sizeof *q));
  some<<<1, n>>>(q, 7, 1);
  some<<<1, n>>>(q, 7, 2);
  CUDA(cudaDeviceSynchronize());
  for (int t = 0; t < n; ++t)
    CHECK(q[t] == 143);

  // Through the runtime with another number than in the brackets.
  hidden<<<1, n>>>(q, 40);
  CUDA(cudaDeviceSynchronize());
  for (int t = 0; t < n; ++t)
    CHECK(q[t] == (t < 40 ? 40 : 143));
  auto *function = hidden;
  for (int i = 1; i <= 3; ++i) {
    function<<<1, n>>>(q, i);
    CUDA(cudaDeviceSynchronize());
    CHECK(q[i - 1] == i && q[i] == 40);
  }

  double *d;
  CUDA(cudaMallocManaged(&d, n * sizeof *d));
  after<<<1, n>>>({1, 2, 3}, d, 5);
  CUDA(cudaDeviceSynchronize());
  for (int t = 0; t < n; ++t)
    CHECK(d[t] == 11 + 3.0 * t);
}
