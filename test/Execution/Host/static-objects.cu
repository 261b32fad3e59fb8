// RUN: %check-execution %s
// Launches from constructors, methods, inline functions and a function's
// static object.
#include "../check.h"

__global__ void set(int *out, int value) { out[threadIdx.x] = value; }

class Buffer {
public:
  Buffer() {
    CUDA(cudaMalloc(&memory, 32 * sizeof(int)));
    write(1);
  }
  void write(int value) { set<<<1, 32>>>(memory, value); }
  int read(int index) const {
    int value = 0;
    CUDA(cudaMemcpy(&value, memory + index, sizeof value,
                    cudaMemcpyDeviceToHost));
    return value;
  }

private:
  int *memory = nullptr;
};

inline Buffer &buffer() {
  static Buffer instance;
  return instance;
}

int main() {
  Buffer local;
  expectValue(buffer().read(5), 1, "from a static object's constructor");
  buffer().write(7);
  expectValue(buffer().read(0), 7, "from a method");
  expectValue(local.read(0), 1, "the other object");
}
