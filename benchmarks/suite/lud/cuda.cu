// Tiles in shared memory: the one on the diagonal, those in its row and its
// column, and all that remain.

#include "../device.h"
#include "problem.h"

__global__ void diagonal(float *a, int n, int start) {
  __shared__ float tile[kTile][kTile];
  int t = threadIdx.x;
  a += (size_t)start * n + start;
  for (int i = 0; i < kTile; ++i)
    tile[i][t] = a[i * n + t];
  __syncthreads();
  for (int k = 0; k < kTile - 1; ++k) {
    if (t > k) {
      // A thread has a row of L first, and then a column of U.
      for (int p = 0; p < k; ++p)
        tile[t][k] -= tile[t][p] * tile[p][k];
      tile[t][k] /= tile[k][k];
    }
    __syncthreads();
    if (t > k)
      for (int p = 0; p <= k; ++p)
        tile[k + 1][t] -= tile[k + 1][p] * tile[p][t];
    __syncthreads();
  }
  for (int i = 0; i < kTile; ++i)
    a[i * n + t] = tile[i][t];
}

__global__ void perimeter(float *a, int n, int start) {
  __shared__ float corner[kTile][kTile];
  __shared__ float right[kTile][kTile];
  __shared__ float below[kTile][kTile];
  int other = start + (blockIdx.x + 1) * kTile;
  int t = threadIdx.x % kTile;
  bool isRight = threadIdx.x < kTile;
  for (int i = threadIdx.x / kTile; i < kTile; i += 2)
    corner[i][t] = a[(size_t)(start + i) * n + start + t];
  if (isRight) {
    for (int i = 0; i < kTile; ++i)
      right[i][t] = a[(size_t)(start + i) * n + other + t];
  } else {
    for (int i = 0; i < kTile; ++i)
      below[i][t] = a[(size_t)(other + i) * n + start + t];
  }
  __syncthreads();
  if (isRight) {
    for (int i = 1; i < kTile; ++i)
      for (int k = 0; k < i; ++k)
        right[i][t] -= corner[i][k] * right[k][t];
  } else {
    for (int j = 0; j < kTile; ++j) {
      for (int k = 0; k < j; ++k)
        below[t][j] -= below[t][k] * corner[k][j];
      below[t][j] /= corner[j][j];
    }
  }
  __syncthreads();
  if (isRight) {
    for (int i = 1; i < kTile; ++i)
      a[(size_t)(start + i) * n + other + t] = right[i][t];
  } else {
    for (int i = 0; i < kTile; ++i)
      a[(size_t)(other + i) * n + start + t] = below[i][t];
  }
}

__global__ void internal(float *a, int n, int start) {
  __shared__ float right[kTile][kTile];
  __shared__ float below[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = start + (blockIdx.x + 1) * kTile + tx;
  int row = start + (blockIdx.y + 1) * kTile + ty;
  right[ty][tx] = a[(size_t)(start + ty) * n + column];
  below[ty][tx] = a[(size_t)row * n + start + tx];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < kTile; ++k)
    sum += below[ty][k] * right[k][tx];
  a[(size_t)row * n + column] -= sum;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<float> a(problem.matrix.size());
  program.measure(
      "cuda", [&] { a.write(problem.matrix); },
      [&] {
        for (int start = 0; start < n; start += kTile) {
          diagonal<<<1, kTile>>>(a, n, start);
          int others = (n - start) / kTile - 1;
          if (others == 0)
            break;
          perimeter<<<others, 2 * kTile>>>(a, n, start);
          internal<<<dim3(others, others), dim3(kTile, kTile)>>>(a, n, start);
        }
        suite::wait();
      });
  program.result("cuda", a.read());
}
