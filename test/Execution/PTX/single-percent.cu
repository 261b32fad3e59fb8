// RUN: %check-execution %s
// nvcc takes the name of a special register with one percent sign.
#include "../check.h"

__global__ void kernel(unsigned *out) {
  unsigned thread, lane, mask;
  unsigned long long before, after;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(before));
  asm("mov.u32 %0, %tid.x;" : "=r"(thread));
  asm("{ .reg .u32 t; mov.u32 t, %laneid; mov.u32 %0, t; }" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(after));
  out[threadIdx.x] = thread + 100 * lane + 10000 * (mask == (1u << lane) - 1) +
                     (after < before);
}

int main() {
  DeviceArray<unsigned> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int i) { return unsigned(i + 100 * (i % 32) + 10000); });
  printf(" %smid, %clock\n", "a", 'b');
}
