// RUN: %check-execution %s
// Grid and block in one dimension; the others have size 1 and index 0.
#include "../check.h"

__global__ void kernel(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = threadIdx.x + 100 * blockIdx.x + 10000 * gridDim.x +
           1000000 * blockDim.x +
           100000000 * (threadIdx.y + threadIdx.z + blockIdx.y + blockIdx.z +
                        blockDim.y + blockDim.z + gridDim.y + gridDim.z);
}

int main() {
  DeviceArray<int> out(7 * 33);
  kernel<<<7, 33>>>(out);
  expect(out, [](int i) {
    return i % 33 + 100 * (i / 33) + 70000 + 33000000 + 400000000;
  });
}
