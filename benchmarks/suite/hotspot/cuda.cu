// Two steps in each launch: a block computes the rim of its tile twice, and
// keeps the tile in shared memory between the steps.

#include "../device.h"
#include "problem.h"

const int kBlock = 16, kAtOnce = 2, kInner = kBlock - 2 * kAtOnce;

__global__ void heat(const float *in, float *out, const float *power, int rows,
                     int columns) {
  __shared__ float temperature[kBlock][kBlock];
  __shared__ float following[kBlock][kBlock];
  __shared__ float powers[kBlock][kBlock];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = int(blockIdx.x) * kInner - kAtOnce + tx;
  int y = int(blockIdx.y) * kInner - kAtOnce + ty;
  bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
  if (inside) {
    temperature[ty][tx] = in[y * columns + x];
    powers[ty][tx] = power[y * columns + x];
  }
  __syncthreads();

  int west = x == 0 ? tx : tx - 1, east = x == columns - 1 ? tx : tx + 1;
  int north = y == 0 ? ty : ty - 1, south = y == rows - 1 ? ty : ty + 1;
  bool computed = false;
  for (int step = 0; step < kAtOnce; ++step) {
    computed = inside && tx > step && tx < kBlock - 1 - step && ty > step &&
               ty < kBlock - 1 - step;
    if (computed)
      following[ty][tx] = next(temperature[ty][tx], temperature[north][tx],
                               temperature[south][tx], temperature[ty][west],
                               temperature[ty][east], powers[ty][tx]);
    __syncthreads();
    if (step == kAtOnce - 1)
      break;
    if (computed)
      temperature[ty][tx] = following[ty][tx];
    __syncthreads();
  }
  if (computed)
    out[y * columns + x] = following[ty][tx];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  suite::Device<float> power(problem.power), one(problem.temperature),
      two(problem.power.size());
  float *in = one, *out = two;
  dim3 block(kBlock, kBlock);
  dim3 grid((columns + kInner - 1) / kInner, (rows + kInner - 1) / kInner);
  program.measure(
      "cuda",
      [&] {
        one.write(problem.temperature);
        in = one;
        out = two;
      },
      [&] {
        for (int step = 0; step < kSteps; step += kAtOnce) {
          heat<<<grid, block>>>(in, out, power, rows, columns);
          std::swap(in, out);
        }
        suite::wait();
      });
  program.result("cuda", in == one ? one.read() : two.read());
}
