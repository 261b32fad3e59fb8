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

__global__ void gradients(const float *image, float *north, float *south,
                          float *west, float *east, float *c, int rows,
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
  float dn = tile[ty][tx + 1] - value, ds = tile[ty + 2][tx + 1] - value;
  float dw = tile[ty + 1][tx] - value, de = tile[ty + 1][tx + 2] - value;
  int i = y * columns + x;
  c[i] = coefficient(value, dn, ds, dw, de, q0);
  north[i] = dn;
  south[i] = ds;
  west[i] = dw;
  east[i] = de;
}

__global__ void update(float *image, const float *north, const float *south,
                       const float *west, const float *east, const float *c,
                       int rows, int columns) {
  __shared__ float tile[kTile + 1][kTile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * kTile + tx, y = blockIdx.y * kTile + ty;
  int cx = min(x, columns - 1), cy = min(y, rows - 1);
  tile[ty][tx] = c[cy * columns + cx];
  if (ty == kTile - 1)
    tile[kTile][tx] = c[min(cy + 1, rows - 1) * columns + cx];
  if (tx == kTile - 1)
    tile[ty][kTile] = c[cy * columns + min(cx + 1, columns - 1)];
  __syncthreads();
  if (x >= columns || y >= rows)
    return;
  int i = y * columns + x;
  float own = tile[ty][tx];
  float divergence = own * north[i] + tile[ty + 1][tx] * south[i] +
                     own * west[i] + tile[ty][tx + 1] * east[i];
  image[i] += 0.25f * kLambda * divergence;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns, n = rows * columns;
  int parts = std::min(128, (n + kThreads - 1) / kThreads);
  suite::Device<float> image(n), c(n), north(n), south(n), west(n), east(n),
      sum(parts), squares(parts);
  std::vector<float> hostSum(parts), hostSquares(parts);
  dim3 block(kTile, kTile);
  dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  program.measure(
      "cuda", [&] { image.write(problem.image); },
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
          gradients<<<grid, block>>>(image, north, south, west, east, c, rows,
                                     columns, q0);
          update<<<grid, block>>>(image, north, south, west, east, c, rows,
                                  columns);
        }
        suite::wait();
      });
  program.result("cuda", image.read());
}
