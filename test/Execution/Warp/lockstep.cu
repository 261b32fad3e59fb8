// RUN: %check-execution %s
// RUN: %check-execution %s -DPLAIN --warp-lockstep
// The last warp of a reduction, as it was written before warps had operations
// of their own: its lanes exchange through volatile shared memory and rely on
// running in step.
#include "../check.h"

#ifdef PLAIN
#define VOLATILE
#else
#define VOLATILE volatile
#endif

__device__ void lastWarp(VOLATILE float *data, int thread) {
  data[thread] += data[thread + 32];
  data[thread] += data[thread + 16];
  data[thread] += data[thread + 8];
  data[thread] += data[thread + 4];
  data[thread] += data[thread + 2];
  data[thread] += data[thread + 1];
}

__global__ void reduce(const float *in, float *out) {
  extern __shared__ float data[];
  int thread = threadIdx.x;
  data[thread] = in[blockIdx.x * blockDim.x + thread];
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (thread < stride)
      data[thread] += data[thread + stride];
    __syncthreads();
  }
  if (thread < 32)
    lastWarp(data, thread);
  if (thread == 0)
    out[blockIdx.x] = data[0];
}

// A scan of a warp; half of the lanes drop out of each step.
__global__ void scan(const int *in, int *out) {
  __shared__ VOLATILE int data[32];
  int lane = threadIdx.x;
  data[lane] = in[lane];
  for (int step = 1; step < 32; step *= 2)
    if (lane >= step)
      data[lane] = data[lane] + data[lane - step];
  out[lane] = data[lane];
}

#ifdef PLAIN
// All lanes of a warp add to one element of global memory: an element is read
// by all of them before one writes it, so they add once. In the second kernel,
// the pointer is in memory, and lanes leave the loop.
__global__ void redundant(int *v, const int *by) { v[threadIdx.y] += by[0]; }

struct Rows {
  int *v;
  int width;
  __device__ void operator()(int row, int lane) const {
    for (int i = 0; i < width && i <= lane; ++i)
      v[row * width + i] += 10;
  }
};
__global__ void redundantRows(Rows rows) { rows(threadIdx.y, threadIdx.x); }

// Each lane takes its neighbour's value.
__device__ int line[32];
__global__ void shift() {
  int lane = threadIdx.x;
  for (int i = 0; i < 3; ++i)
    line[lane] = line[(lane + 1) % 32];
}
#endif

int main() {
  std::vector<float> values(16 * 256);
  for (int i = 0; i < 16 * 256; ++i)
    values[i] = float(i % 13);
  DeviceArray<float> in(values), out(16);
  reduce<<<16, 256, 256 * sizeof(float)>>>(in, out);
  expect(out, [](int block) {
    float sum = 0;
    for (int i = 0; i < 256; ++i)
      sum += float((block * 256 + i) % 13);
    return sum;
  });
  std::vector<int> squares(32);
  for (int i = 0; i < 32; ++i)
    squares[i] = i * i + 1;
  DeviceArray<int> numbers(squares), sums(32);
  scan<<<1, 32>>>(numbers, sums);
  expect(sums, [](int lane) {
    int sum = 0;
    for (int i = 0; i <= lane; ++i)
      sum += i * i + 1;
    return sum;
  });
#ifdef PLAIN
  DeviceArray<int> v(iota<int>(128)), by(iota<int>(8));
  redundant<<<1, dim3(32, 4)>>>(v, by + 7);
  expect(v, [](int i) { return i < 4 ? i + 7 : i; });
  redundantRows<<<1, dim3(32, 4)>>>({v, 32});
  expect(v, [](int i) { return i < 4 ? i + 17 : i + 10; });
  int places[32];
  for (int i = 0; i < 32; ++i)
    places[i] = i * i;
  cudaMemcpyToSymbol(line, places, sizeof places);
  shift<<<1, 32>>>();
  cudaMemcpyFromSymbol(places, line, sizeof places);
  for (int i = 0; i < 32; ++i)
    CHECK(places[i] == (i + 3) % 32 * ((i + 3) % 32));
#endif
}
