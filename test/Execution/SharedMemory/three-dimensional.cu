// RUN: %check-execution %s
// A cube of threads averages with its six neighbours.
#include "../check.h"

const int kSize = 6;

__global__ void kernel(const int *in, int *out) {
  __shared__ int cube[kSize + 2][kSize + 2][kSize + 2];
  int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
  int i = (threadIdx.z * kSize + threadIdx.y) * kSize + threadIdx.x;
  for (int k = i; k < (kSize + 2) * (kSize + 2) * (kSize + 2);
       k += kSize * kSize * kSize)
    (&cube[0][0][0])[k] = 0;
  __syncthreads();
  cube[z][y][x] = in[i];
  __syncthreads();
  out[i] = cube[z][y][x - 1] + cube[z][y][x + 1] + cube[z][y - 1][x] +
           cube[z][y + 1][x] + cube[z - 1][y][x] + cube[z + 1][y][x];
}

int main() {
  const int n = kSize * kSize * kSize;
  DeviceArray<int> in(iota<int>(n)), out(n);
  kernel<<<1, dim3(kSize, kSize, kSize)>>>(in, out);
  expect(out, [](int i) {
    int x = i % kSize, y = i / kSize % kSize, z = i / kSize / kSize, sum = 0;
    sum += x > 0 ? i - 1 : 0;
    sum += x + 1 < kSize ? i + 1 : 0;
    sum += y > 0 ? i - kSize : 0;
    sum += y + 1 < kSize ? i + kSize : 0;
    sum += z > 0 ? i - kSize * kSize : 0;
    sum += z + 1 < kSize ? i + kSize * kSize : 0;
    return sum;
  });
}
