// Steps until a point leaves the circle: ways to write a loop that threads
// leave at different times. The arithmetic is in explicit fmas, so that all
// styles count the same.

#include "styles.h"

void host(int *out, int width, int height, int limit);

struct View {
  int width, height, limit;
  __host__ __device__ float cx(int x) const {
    return fmaf(float(x), 3.0f / width, -2.0f);
  }
  __host__ __device__ float cy(int y) const {
    return fmaf(float(y), 2.5f / height, -1.25f);
  }
};

__device__ inline float squared(float x, float y) { return fmaf(x, x, y * y); }
__device__ inline float nextX(float x, float y, float cx) {
  return fmaf(x, x, fmaf(-y, y, cx));
}
__device__ inline float nextY(float x, float y, float cy) {
  return fmaf(x + x, y, cy);
}

__global__ void whileGuard(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < view.width && row < view.height) {
    float cx = view.cx(column), cy = view.cy(row), x = 0, y = 0;
    int step = 0;
    while (step < view.limit && squared(x, y) <= 4) {
      float next = nextX(x, y, cx);
      y = nextY(x, y, cy);
      x = next;
      ++step;
    }
    out[row * view.width + column] = step;
  }
}

__global__ void forBreak(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= view.width || row >= view.height)
    return;
  float cx = view.cx(column), cy = view.cy(row), x = 0, y = 0;
  int step;
  for (step = 0; step < view.limit; ++step) {
    if (squared(x, y) > 4)
      break;
    float next = nextX(x, y, cx);
    y = nextY(x, y, cy);
    x = next;
  }
  out[row * view.width + column] = step;
}

// What is known before the break is used after it.
__global__ void valueAtBreak(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= view.width || row >= view.height)
    return;
  float cx = view.cx(column), cy = view.cy(row), x = 0, y = 0, distance = 0;
  int step = 0;
  for (; step < view.limit; ++step) {
    distance = squared(x, y);
    if (distance > 4)
      break;
    float next = nextX(x, y, cx);
    y = nextY(x, y, cy);
    x = next;
  }
  out[row * view.width + column] = distance > 4 ? step : view.limit;
}

__global__ void doWhile(int *out, View view) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= view.width * view.height)
    return;
  float cx = view.cx(i % view.width), cy = view.cy(i / view.width), x = 0,
        y = 0;
  int step = 0;
  do {
    float next = nextX(x, y, cx);
    y = nextY(x, y, cy);
    x = next;
  } while (++step < view.limit && squared(x, y) <= 4);
  out[i] = step;
}

__global__ void flag(int *out, View view) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
       i < view.width * view.height; i += blockDim.x * gridDim.x) {
    float cx = view.cx(i % view.width), cy = view.cy(i / view.width), x = 0,
          y = 0;
    int steps = 0;
    bool isInside = true;
    for (int k = 0; k < view.limit && isInside; ++k) {
      if (squared(x, y) > 4) {
        isInside = false;
      } else {
        float next = nextX(x, y, cx);
        y = nextY(x, y, cy);
        x = next;
        ++steps;
      }
    }
    out[i] = steps;
  }
}

__device__ int stepsOf(float cx, float cy, int limit) {
  float x = 0, y = 0;
  for (int step = 0; step < limit; ++step) {
    if (squared(x, y) > 4)
      return step;
    float next = nextX(x, y, cx);
    y = nextY(x, y, cy);
    x = next;
  }
  return limit;
}

__global__ void returnFromLoop(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column < view.width)
    out[row * view.width + column] =
        stepsOf(view.cx(column), view.cy(row), view.limit);
}

__global__ void threadPerRow(int *out, View view) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < view.height)
    for (int column = 0; column < view.width; ++column)
      out[row * view.width + column] =
          stepsOf(view.cx(column), view.cy(row), view.limit);
}

__global__ void fourEach(int *out, View view) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x),
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= view.height)
    return;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (first + k < view.width)
      out[row * view.width + first + k] =
          stepsOf(view.cx(first + k), view.cy(row), view.limit);
}

struct Complex {
  float re, im;
  __device__ Complex squarePlus(Complex c) const {
    return {nextX(re, im, c.re), nextY(re, im, c.im)};
  }
  __device__ float norm() const { return squared(re, im); }
};

__global__ void complexStruct(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= view.width || row >= view.height)
    return;
  Complex c{view.cx(column), view.cy(row)}, z{0, 0};
  int step = 0;
  for (; step < view.limit && z.norm() <= 4; ++step)
    z = z.squarePlus(c);
  out[row * view.width + column] = step;
}

__global__ void float2Size(int *out, size_t width, size_t height,
                           size_t limit) {
  View view{int(width), int(height), int(limit)};
  size_t column = blockIdx.x * blockDim.x + threadIdx.x,
         row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;
  float2 z = make_float2(0, 0);
  size_t step = 0;
  while (squared(z.x, z.y) <= 4 && step < limit) {
    z = make_float2(nextX(z.x, z.y, view.cx(column)),
                    nextY(z.x, z.y, view.cy(row)));
    step++;
  }
  out[row * width + column] = step;
}

// A fixed number of steps; a point that left stays where it is.
__global__ void allSteps(int *out, View view) {
  int column = blockIdx.x * blockDim.x + threadIdx.x,
      row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= view.width || row >= view.height)
    return;
  float cx = view.cx(column), cy = view.cy(row), x = 0, y = 0;
  int steps = 0;
  for (int k = 0; k < view.limit; ++k)
    if (squared(x, y) <= 4) {
      float next = nextX(x, y, cx);
      y = nextY(x, y, cy);
      x = next;
      ++steps;
    }
  out[row * view.width + column] = steps;
}

// Blocks take the next row until none is left.
__global__ void rowQueue(int *out, View view, int *nextRow) {
  __shared__ int row;
  while (true) {
    if (threadIdx.x == 0)
      row = atomicAdd(nextRow, 1);
    __syncthreads();
    if (row >= view.height)
      return;
    for (int column = threadIdx.x; column < view.width; column += blockDim.x)
      out[row * view.width + column] =
          stepsOf(view.cx(column), view.cy(row), view.limit);
    __syncthreads();
  }
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  View view{set.size(384, 37), set.size(256, 29), 256};
  styles::Array<int> out(view.width * view.height), nextRow(1);
  set.host(out, 0,
           [&] { host(out.host, view.width, view.height, view.limit); });

  int n = view.width * view.height;
  dim3 block(16, 16),
      grid(styles::ceilDiv(view.width, 16), styles::ceilDiv(view.height, 16));
  dim3 wide(32, 4), wideGrid(styles::ceilDiv(view.width, 32),
                             styles::ceilDiv(view.height, 4));
  set.style("whileGuard", [&] { whileGuard<<<grid, block>>>(out, view); });
  set.style("forBreak", [&] { forBreak<<<wideGrid, wide>>>(out, view); });
  set.style("valueAtBreak",
            [&] { valueAtBreak<<<wideGrid, wide>>>(out, view); });
  set.style("doWhile",
            [&] { doWhile<<<styles::ceilDiv(n, 256), 256>>>(out, view); });
  set.style("flag", [&] { flag<<<8, 128>>>(out, view); });
  set.style("returnFromLoop", [&] {
    returnFromLoop<<<dim3(styles::ceilDiv(view.width, 64), view.height), 64>>>(
        out, view);
  });
  set.style("threadPerRow", [&] {
    threadPerRow<<<styles::ceilDiv(view.height, 32), 32>>>(out, view);
  });
  set.style("fourEach", [&] {
    dim3 threads(8, 8), blocks(styles::ceilDiv(view.width, 32),
                               styles::ceilDiv(view.height, 8));
    fourEach<<<blocks, threads>>>(out, view);
  });
  set.style("complexStruct",
            [&] { complexStruct<<<grid, block>>>(out, view); });
  set.style("float2Size", [&] {
    float2Size<<<grid, block>>>(out, view.width, view.height, view.limit);
  });
  set.style("allSteps", [&] { allSteps<<<grid, block>>>(out, view); });
  set.style("rowQueue", [&] {
    styles::check(cudaMemset(nextRow, 0, sizeof(int)));
    rowQueue<<<4, 64>>>(out, view, nextRow);
  });
  return set.status();
}
