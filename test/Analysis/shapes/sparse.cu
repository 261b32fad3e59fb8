// Sparse matrices, graphs and lists: indices that are loaded.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=atomic:

// The same number of elements in each row, which are stored by columns.
__global__ void padded(int n, int width, const int *columns, const float *values, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    int c = columns[k * n + row]; // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    // SHAPE: load: varying
    sum += values[k * n + row] * x[c];
  }
  y[row] = sum; // SHAPE: store: linear 4
}

// A warp for each row.
__global__ void byWarp(int n, const int *first, const int *columns, const float *values, const float *x, float *y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= n)
    return;
  float sum = 0;
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  for (int k = first[row] + lane; k < first[row + 1]; k += 32)
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    // SHAPE: load: varying
    sum += values[k] * x[columns[k]];
  atomicAdd(&y[row], sum); // SHAPE: atomic: uniform
}

// The step of a block has no sign, so that the sum may wrap between two lanes.
__global__ void byBlock(const int *first, const float *values, float *y) {
  int row = blockIdx.x;
  float sum = 0;
  // SHAPE: load: uniform
  int end = first[row + 1];
  // SHAPE: load: uniform
  for (int k = first[row] + threadIdx.x; k < end; k += blockDim.x)
    sum += values[k]; // SHAPE: load: varying
  atomicAdd(&y[row], sum); // SHAPE: atomic: uniform
}

__global__ void coordinates(int n, const int *rows, const int *columns, const float *values, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    // SHAPE: load: varying
    atomicAdd(&y[rows[i]], values[i] * x[columns[i]]); // SHAPE: atomic: varying
  }
}

__global__ void permuted(int n, const int *order, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    y[order[i]] = x[i]; // SHAPE: store: varying
}

__global__ void frontier(int n, const int *list, const int *first, const int *edges, int *level, int *next, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = list[i]; // SHAPE: load: linear 4
  // SHAPE: load: varying
  int e = first[v];
  // SHAPE: load: varying
  int end = first[v + 1];
  for (; e < end; ++e) {
    int u = edges[e]; // SHAPE: load: varying
    if (atomicCAS(&level[u], -1, 1) == -1) // SHAPE: atomic: varying
      // SHAPE: atomic: uniform
      next[atomicAdd(count, 1)] = u; // SHAPE: store: varying
  }
}

// A hash table with open addresses.
__global__ void probe(unsigned size, const unsigned *keys, const unsigned *table, int *found) {
  int t = threadIdx.x;
  unsigned key = keys[t]; // SHAPE: load: linear 4
  unsigned slot = key * 2654435761u % size;
  while (table[slot] != key) // SHAPE: load: varying
    slot = (slot + 1) % size;
  found[t] = slot; // SHAPE: store: linear 4
}
