// A thread for each point.

#include "../device.h"
#include "problem.h"

__global__ void mandelbrot(int *result, int width, int height, float stepX,
                           float stepY) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;
  float cx = kLeft + column * stepX, cy = kTop + row * stepY;
  float x = 0, y = 0;
  int count = 0;
  while (count < kIterations && x * x + y * y < 4) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++count;
  }
  result[row * width + column] = count;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int width = problem.width, height = problem.height;
  suite::Device<int> result(size_t(width) * height);
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  program.measure("cuda", [&] {
    mandelbrot<<<grid, block>>>(result, width, height, problem.stepX,
                                problem.stepY);
    suite::wait();
  });
  program.result("cuda", means(problem, result.read().data()));
}
