// RUN: %check-execution %s
// Lists through device memory; each thread walks its own.
#include "../check.h"

struct Node {
  int value;
  Node *next;
};

__global__ void build(Node *nodes, int count, int lists) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    nodes[i].value = i;
    nodes[i].next = i + lists < count ? &nodes[i + lists] : nullptr;
  }
}

__global__ void walk(const Node *nodes, int *sums) {
  int sum = 0;
  for (const Node *node = &nodes[threadIdx.x]; node; node = node->next)
    sum += node->value;
  sums[threadIdx.x] = sum;
}

int main() {
  const int count = 500, lists = 24;
  DeviceArray<Node> nodes(count);
  DeviceArray<int> sums(lists);
  build<<<5, 100>>>(nodes, count, lists);
  walk<<<1, lists>>>(nodes, sums);
  expect(sums, [](int list) {
    int sum = 0;
    for (int i = list; i < count; i += lists)
      sum += i;
    return sum;
  });
}
