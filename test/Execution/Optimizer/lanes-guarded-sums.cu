// RUN: %check-execution %s
// RUN: %check-execution %s --map=lanes --check-shapes-for-test
// Unsigned neighbours under guards: next to the guards, some lanes of a vector
// would wrap, and the first one may be among them.
#include "../check.h"

__global__ void inside(unsigned n, const int *x, int *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    y[i] = x[i - 1] * 3 + x[i + 1];
}

__global__ void early(unsigned n, const int *x, int *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 5 || i >= n - 2)
    return;
  y[i] = x[i - 5] * 3 + x[i + 1];
}

__global__ void backwards(unsigned n, const int *x, int *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[n - 1 - i] * 3 + (i > 0 ? x[n - i] : 7);
}

__global__ void beyond(unsigned first, unsigned n, const int *x, int *y) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    if (i >= first)
      y[i] = x[i - first];
    else
      y[i] = x[first - i];
  }
}

int main() {
  constexpr unsigned most = 300;
  std::vector<int> x(most);
  for (unsigned i = 0; i < most; ++i)
    x[i] = int(i * 2654435761u >> 7);
  DeviceArray<int> in(x);
  unsigned long sum = 0;
  for (unsigned n : {2u, 3u, 5u, 16u, 17u, 31u, 100u, 255u, 256u, 299u})
    for (unsigned block : {32u, 24u, 128u}) {
      unsigned blocks = (most + block - 1) / block;
      auto check = [&](auto launch, auto expected) {
        DeviceArray<int> out(std::vector<int>(most, -1));
        launch(out.data());
        std::vector<int> y = out.read();
        for (unsigned i = 0; i < most; ++i) {
          CHECK(y[i] == (i < n ? expected(i) : -1));
          sum = sum * 31 + y[i];
        }
      };
      check([&](int *y) { inside<<<blocks, block>>>(n, in, y); },
            [&](unsigned i) {
              return i > 0 && i < n - 1 ? x[i - 1] * 3 + x[i + 1] : -1;
            });
      check([&](int *y) { early<<<blocks, block>>>(n, in, y); },
            [&](unsigned i) {
              return i < 5 || i >= n - 2 ? -1 : x[i - 5] * 3 + x[i + 1];
            });
      check([&](int *y) { backwards<<<blocks, block>>>(n, in, y); },
            [&](unsigned i) {
              return x[n - 1 - i] * 3 + (i > 0 ? x[n - i] : 7);
            });
      for (unsigned first : {0u, 1u, 13u, 40u})
        check([&](int *y) { beyond<<<2, block>>>(first, n, in, y); },
              [&](unsigned i) {
                return i >= first ? x[i - first] : x[first - i];
              });
    }
  printf("%lu\n", sum);
}
