// RUN: %check-execution %s
// Pointers that all threads carry through a loop with barriers, and that differ
// by what was loaded.
#include "../check.h"

struct Node {
  int value;
  const Node *next[2];
};

__global__ void walk(const Node *start, const int *way, int *out, int n) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  const Node *node = start;
  sums[t] = 0;
  for (int i = 0; node && i < n; ++i) {
    __syncthreads();
    int mine = node->value * t + sums[(t + 1) % 64];
    __syncthreads();
    sums[t] = mine;
    node = node->next[way[i]];
  }
  out[t] = sums[t];
}

// The same in a warp.
__global__ void walkWarp(const Node *start, const int *way, int *out, int n) {
  int t = threadIdx.x, sum = t;
  const Node *node = start;
  do {
    sum = __shfl_xor_sync(0xffffffffu, sum, 1) * 3 + node->value;
    node = node->next[way[--n & 7]];
  } while (__any_sync(0xffffffffu, node != nullptr) && n > 0);
  out[t] = sum;
}

int main() {
  const int count = 12, n = 9;
  Node *nodes;
  CUDA(cudaMallocManaged(&nodes, count * sizeof(Node)));
  std::vector<int> ways(count);
  for (int i = 0; i < count; ++i) {
    nodes[i] = {i * 7 % 5, {nodes + (i + 1) % count, nodes + (i + 5) % count}};
    ways[i] = i * 3 % 2;
  }
  DeviceArray<int> way(ways), out(64), warps(64);
  walk<<<1, 64>>>(nodes, way, out, n);
  expect(out, [&](int t) {
    std::vector<int> sums(64, 0);
    const Node *node = nodes;
    for (int i = 0; i < n; ++i) {
      std::vector<int> next(64);
      for (int k = 0; k < 64; ++k)
        next[k] = node->value * k + sums[(k + 1) % 64];
      sums = next;
      node = node->next[ways[i]];
    }
    return sums[t];
  });
  walkWarp<<<1, 64>>>(nodes, way, warps, n);
  expect(warps, [&](int t) {
    int own = t, other = t ^ 1, left = n;
    const Node *node = nodes;
    do {
      int next = other * 3 + node->value;
      other = own * 3 + node->value;
      own = next;
      node = node->next[ways[--left & 7]];
    } while (left > 0);
    return own;
  });
}
