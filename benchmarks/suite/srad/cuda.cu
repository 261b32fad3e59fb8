// A reduction for the statistics, and a kernel for each of the two stencils.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256, kTile = 16;

__global__ void sums(const float *image, float *sum, float *squares, int n) {
  __shared__ float partSum[kThreads], partSquares[kThreads];
  int t = threadIdx.x;
  float mySum = 0, mySquares = 0;
  for (int i = blockIdx.x * kThreads + t; i < n; i += gridDim.x * kThreads) {
    mySum += image[i];
    mySquares += image[i] * image[i];
  }
  partSum[t] = mySum;
  partSquares[t] = mySquares;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) {
      partSum[t] += partSum[t + half];
      partSquares[t] += partSquares[t + half];
    }
    __syncthreads();
  }
  if (t == 0) {
    sum[blockIdx.x] = partSum[0];
    squares[blockIdx.x] = partSquares[0];
  }
}

__global__ void coefficients(const float *image, float *c, int rows,
                             int columns, float q0) {
  __shared__ float tile[kTile + 2][kTile + 2];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * kTile + tx, y = blockIdx.y * kTile + ty;
  int cx = min(x, columns - 1), cy = min(y, rows - 1);
  tile[ty + 1][tx + 1] = image[cy * columns + cx];
  if (ty == 0)
    tile[0][tx + 1] = image[max(cy - 1, 0) * columns + cx];
  if (ty == kTile - 1)
    tile[kTile + 1][tx + 1] = image[min(cy + 1, rows - 1) * columns + cx];
  if (tx == 0)
    tile[ty + 1][0] = image[cy * columns + max(cx - 1, 0)];
  if (tx == kTile - 1)
    tile[ty + 1][kTile + 1] = image[cy * columns + min(cx + 1, columns - 1)];
  __syncthreads();
  if (x >= columns || y >= rows)
    return;
  float value = tile[ty + 1][tx + 1];
  c[y * columns + x] =
      coefficient(value, tile[ty][tx + 1] - value, tile[ty + 2][tx + 1] - value,
                  tile[ty + 1][tx] - value, tile[ty + 1][tx + 2] - value, q0);
}

/// The differences are computed again: that is faster than to keep them in
/// memory. So the update needs another image.
__global__ void update(const float *image, const float *c, float *out, int rows,
                       int columns) {
  __shared__ float tile[kTile + 2][kTile + 2];
  __shared__ float factors[kTile + 1][kTile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * kTile + tx, y = blockIdx.y * kTile + ty;
  int cx = min(x, columns - 1), cy = min(y, rows - 1);
  int south = min(cy + 1, rows - 1), east = min(cx + 1, columns - 1);
  tile[ty + 1][tx + 1] = image[cy * columns + cx];
  factors[ty][tx] = c[cy * columns + cx];
  if (ty == 0)
    tile[0][tx + 1] = image[max(cy - 1, 0) * columns + cx];
  if (ty == kTile - 1) {
    tile[kTile + 1][tx + 1] = image[south * columns + cx];
    factors[kTile][tx] = c[south * columns + cx];
  }
  if (tx == 0)
    tile[ty + 1][0] = image[cy * columns + max(cx - 1, 0)];
  if (tx == kTile - 1) {
    tile[ty + 1][kTile + 1] = image[cy * columns + east];
    factors[ty][kTile] = c[cy * columns + east];
  }
  __syncthreads();
  if (x >= columns || y >= rows)
    return;
  float value = tile[ty + 1][tx + 1];
  float divergence =
      factors[ty][tx] * (tile[ty][tx + 1] - value + tile[ty + 1][tx] - value) +
      factors[ty + 1][tx] * (tile[ty + 2][tx + 1] - value) +
      factors[ty][tx + 1] * (tile[ty + 1][tx + 2] - value);
  out[y * columns + x] = value + 0.25f * kLambda * divergence;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns, n = rows * columns;
  int parts = std::min(128, (n + kThreads - 1) / kThreads);
  suite::Device<float> first(n), second(n), c(n), sum(parts), squares(parts);
  float *image = first, *next = second;
  std::vector<float> hostSum(parts), hostSquares(parts);
  dim3 block(kTile, kTile);
  dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  program.measure(
      "cuda",
      [&] {
        first.write(problem.image);
        image = first;
        next = second;
      },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          sums<<<parts, kThreads>>>(image, sum, squares, n);
          suite::check(cudaMemcpy(hostSum.data(), sum, parts * sizeof(float),
                                  cudaMemcpyDeviceToHost));
          suite::check(cudaMemcpy(hostSquares.data(), squares,
                                  parts * sizeof(float),
                                  cudaMemcpyDeviceToHost));
          float all = 0, allSquares = 0;
          for (int i = 0; i < parts; ++i) {
            all += hostSum[i];
            allSquares += hostSquares[i];
          }
          float q0 = variation(all, allSquares, n);
          coefficients<<<grid, block>>>(image, c, rows, columns, q0);
          update<<<grid, block>>>(image, c, next, rows, columns);
          std::swap(image, next);
        }
        suite::wait();
      });
  program.result("cuda", image == first ? first.read() : second.read());
}
