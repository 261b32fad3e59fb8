// mandelbrot [width] [height] [iterations] [file.pgm]: the Mandelbrot set, one
// thread a pixel. Neighbouring threads run for very different times.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                       \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error));                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// The number of iterations until the point leaves the circle of radius 2. The
/// explicit fmaf makes host and device round alike, so that they agree exactly.
__host__ __device__ int escapeTime(float cx, float cy, int limit) {
  float x = 0, y = 0;
  int i = 0;
  while (i < limit && fmaf(x, x, y * y) <= 4.0f) {
    float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(x + x, y, cy);
    x = next;
    ++i;
  }
  return i;
}

struct View {
  int width, height, limit;
  float left, top, step;

  __host__ __device__ int pixel(int x, int y) const {
    return escapeTime(fmaf(float(x), step, left), fmaf(float(y), -step, top),
                      limit);
  }
};

__global__ void mandelbrot(View view, int *image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < view.width && y < view.height)
    image[y * view.width + x] = view.pixel(x, y);
}

static bool writePgm(const char *path, const std::vector<int> &image,
                     const View &view) {
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    return false;
  }
  fprintf(file, "P5\n%d %d\n255\n", view.width, view.height);
  for (int value : image)
    fputc(value == view.limit ? 0 : 255 - value * 5 % 256, file);
  return fclose(file) == 0;
}

int main(int argc, char **argv) {
  View view;
  view.width = argc > 1 ? atoi(argv[1]) : 640;
  view.height = argc > 2 ? atoi(argv[2]) : 480;
  view.limit = argc > 3 ? atoi(argv[3]) : 100;
  view.step = 3.0f / view.width;
  view.left = -2.2f;
  view.top = view.step * view.height / 2;

  std::vector<int> image(size_t(view.width) * view.height);
  const size_t bytes = image.size() * sizeof(int);
  int *deviceImage;
  CUDA_CHECK(cudaMalloc(&deviceImage, bytes));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  dim3 threads(16, 16);
  dim3 blocks((view.width + 15) / 16, (view.height + 15) / 16);
  CUDA_CHECK(cudaEventRecord(start));
  mandelbrot<<<blocks, threads>>>(view, deviceImage);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(
      cudaMemcpy(image.data(), deviceImage, bytes, cudaMemcpyDeviceToHost));
  bool passed = true;
  double iterations = 0;
  for (int y = 0; y < view.height && passed; ++y)
    for (int x = 0; x < view.width && passed; ++x) {
      int value = image[size_t(y) * view.width + x];
      passed = value == view.pixel(x, y);
      iterations += value;
    }
  if (argc > 4)
    passed = writePgm(argv[4], image, view) && passed;

  printf("mandelbrot: %dx%d, %.1f M iterations in %.3f ms (%.1f M/s): %s\n",
         view.width, view.height, 1e-6 * iterations, milliseconds,
         1e-3 * iterations / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceImage));
  return passed ? 0 : 1;
}
