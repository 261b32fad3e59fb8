// A thread for each column of cells: it goes up the layers and keeps the cells
// below and above in registers.

#include "../device.h"
#include "problem.h"

__global__ void heat(const float *in, float *out, const float *power, int nx,
                     int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny)
    return;
  int i = y * nx + x, layer = nx * ny;
  int west = x == 0 ? 0 : -1, east = x == nx - 1 ? 0 : 1;
  int north = y == 0 ? 0 : -nx, south = y == ny - 1 ? 0 : nx;
  float below = in[i], own = in[i];
  for (int z = 0; z < nz; ++z) {
    float above = z < nz - 1 ? in[i + layer] : own;
    out[i] = kOwn * own + kX * (in[i + west] + in[i + east]) +
             kY * (in[i + north] + in[i + south]) + kZ * (below + above) +
             kPower * power[i] + kAir * kAirTemperature;
    i += layer;
    below = own;
    own = above;
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int nx = problem.nx, ny = problem.ny, nz = problem.nz;
  suite::Device<float> power(problem.power), one(problem.temperature),
      two(problem.power.size());
  float *in = one, *out = two;
  dim3 block(64, 4), grid((nx + 63) / 64, (ny + 3) / 4);
  program.measure(
      "cuda",
      [&] {
        one.write(problem.temperature);
        in = one;
        out = two;
      },
      [&] {
        for (int step = 0; step < kSteps; ++step) {
          heat<<<grid, block>>>(in, out, power, nx, ny, nz);
          std::swap(in, out);
        }
        suite::wait();
      });
  program.result("cuda", in == one ? one.read() : two.read());
}
