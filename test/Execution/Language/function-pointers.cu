// RUN: %check-execution %s
// Pointers to device functions: from a table, by choice, and as an argument
// that the device made itself.
#include "../check.h"

typedef int (*Operation)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }

__device__ Operation table[] = {add, subtract, multiply};

__device__ int apply(Operation operation, int a, int b) {
  return operation(a, b);
}

__global__ void choose(Operation *chosen) { *chosen = multiply; }

__global__ void kernel(const Operation *chosen, int *out) {
  int t = threadIdx.x;
  Operation mine = t % 2 ? add : subtract;
  out[t] =
      table[t % 3](t, 5) + 1000 * mine(t, 2) + 100000 * apply(*chosen, t, 3);
}

int main() {
  DeviceArray<Operation> chosen(1);
  DeviceArray<int> out(32);
  choose<<<1, 1>>>(chosen);
  kernel<<<1, 32>>>(chosen, out);
  expect(out, [](int t) {
    int first = t % 3 == 0 ? t + 5 : t % 3 == 1 ? t - 5 : t * 5;
    return first + 1000 * (t % 2 ? t + 2 : t - 2) + 100000 * 3 * t;
  });
}
