// RUN: %check-execution %s
// __device__ and __constant__ variables with initializers of all kinds.
#include "../check.h"

struct Node {
  const char *name;
  int value;
  const Node *next;
};

__device__ int plain[] = {1, 2, 3};
__device__ const Node last = {"tail", 40, nullptr};
__device__ const Node first = {"head", 2, &last};
__constant__ float half = 0.5f;
__device__ int matrix[2][3] = {{1}, {4, 5}};
static __device__ const int squares[5] = {0, 1, 4, 9, 16};

__global__ void kernel(int *out) {
  out[0] = plain[0] + plain[1] + plain[2];
  out[1] = first.value + first.next->value;
  out[2] = first.name[0] + first.next->name[3];
  out[3] = int(half * 10);
  out[4] = matrix[0][0] * 100 + matrix[1][0] * 10 + matrix[1][1] + matrix[1][2];
  int sum = 0;
  for (int square : squares)
    sum += square;
  out[5] = sum;
}

int main() {
  DeviceArray<int> out(6);
  kernel<<<1, 1>>>(out);
  const int want[] = {6, 42, 'h' + 'l', 5, 145, 30};
  expect(out, [&](int i) { return want[i]; });
}
