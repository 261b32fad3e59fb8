// RUN: %check-execution %s
// The _block and _system forms do what the plain ones do.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int local;
  if (threadIdx.x == 0)
    local = 0;
  __syncthreads();
  atomicAdd_block(&local, 2);
  atomicAdd_system(&out[0], 1);
  atomicMax_system(&out[1], int(threadIdx.x));
  __threadfence_block();
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&out[2], local);
}

int main() {
  DeviceArray<int> out(3);
  kernel<<<3, 40>>>(out);
  const int want[] = {120, 39, 240};
  expect(out, [&](int i) { return want[i]; });
}
