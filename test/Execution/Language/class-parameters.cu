// RUN: %check-execution %s
// Kernels take objects of classes with constructors and destructors of their
// own, which are passed by address. Each thread has its own copy.
#include "../check.h"

struct Pair {
  double a;
  int b;
};

class Handle {
public:
  __host__ __device__ Handle(int *memory, int size)
      : memory(memory), size(size) {}
  __host__ __device__ Handle(const Handle &other)
      : memory(other.memory), size(other.size) {}
  __host__ __device__ ~Handle() { size = -1; }

  __device__ void skip(int count) {
    memory += count;
    size -= count;
  }

  int *memory;
  int size;
  int more[5] = {1, 2, 3, 4, 5};
};

__global__ void fill(Pair before, Handle handle, Pair after, float last) {
  int i = threadIdx.x;
  // Another thread must not see this.
  handle.skip(i);
  if (handle.size > 0)
    handle.memory[0] = int(before.a) + after.b + int(last) + handle.more[i % 5];
}

template <typename Object> __global__ void total(int *out, Object object) {
  int sum = 0;
  for (int i = 0; i < object.size; ++i)
    sum += object.memory[i];
  out[threadIdx.x] = sum;
}

// After six scalars a small struct is passed on the stack, as a number.
struct Pointer {
  int *memory;
};
__global__ void late(int a, int b, int c, int d, int e, int f, Pointer out) {
  out.memory[threadIdx.x] = a + b + c + d + e + f;
}

int main() {
  DeviceArray<int> values(100), sums(40);
  Handle handle(values, 50);
  fill<<<1, 64>>>({3, 4}, handle, {5, 6}, 7);
  expect(values, [](int i) { return i < 50 ? 16 + i % 5 + 1 : 0; });
  total<<<1, 40>>>(static_cast<int *>(sums), handle);
  expect(sums, [](int) { return 50 * 16 + 10 * 15; });
  late<<<1, 40>>>(1, 2, 3, 4, 5, 6, Pointer{sums});
  expect(sums, [](int) { return 21; });
}
