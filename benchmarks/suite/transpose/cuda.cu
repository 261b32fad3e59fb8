// A tile in shared memory turns, so that both reads and writes are of
// neighbours. Each thread moves four elements.

#include "../device.h"
#include "problem.h"

const int kTile = 32, kRows = 8;

__global__ void transpose(const float *in, float *out, int rows, int columns) {
  // One column more keeps a column of the tile in different banks.
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < columns && y + i < rows)
      tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < rows && y + i < columns)
      out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  suite::Device<float> values(problem.values), result(problem.values.size());
  dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  program.measure("cuda", [&] {
    transpose<<<grid, dim3(kTile, kRows)>>>(values, result, rows, columns);
    suite::wait();
  });
  program.result("cuda", result.read());
}
