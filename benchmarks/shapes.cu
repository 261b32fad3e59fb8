// shapes <repeats>: launches that leave cores idle, arguments open or vectors
// unused if a compiler takes them as they are.

#include "measure.h"

const int kThreads = 1024;

/// One block: a long loop for each thread, then a tree.
__global__ void mean(const float *in, float *out, int n) {
  __shared__ float part[kThreads];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += kThreads)
    sum += sqrtf(in[i]) * 0.5f + in[i];
  part[t] = sum;
  __syncthreads();
  for (int k = kThreads / 2; k > 0; k /= 2) {
    if (t < k)
      part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0)
    *out = part[0] / n;
}

/// Few blocks: a loop for each thread, nothing shared.
__global__ void relax(const float *in, float *out, int turns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int turn = 0; turn < turns; ++turn)
    x = x * 0.999f + 0.3f / (x + 1.0f);
  out[i] = x;
}

/// Records of some numbers each.
__global__ void sums(const float *in, float *out, int records, int numbers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= records)
    return;
  float sum = 0;
  for (int k = 0; k < numbers; ++k)
    sum += in[i * numbers + k];
  out[i] = sum;
}

/// Places of an image as one number, of a width that nobody says.
__global__ void gradient(const float *in, float *out, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % width, y = i / width;
  if (y >= height)
    return;
  float east = in[y * width + (x + 1 < width ? x + 1 : x)];
  float south = in[(y + 1 < height ? y + 1 : y) * width + x];
  out[i] = east + south - 2 * in[i];
}

/// Numbers without a sign, as long as a pointer.
__global__ void scale(const float *in, float *out, size_t n, float factor) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    out[i] = in[i] * factor + 1;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int repeats = atoi(argv[1]), n = 1 << 20;
  std::vector<float> values(n), result(n);
  for (int i = 0; i < n; ++i)
    values[i] = float(unsigned(i) * 2654435761u % 1000) / 100;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  auto show = [&](const char *name) {
    cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float value : result)
      sum += value;
    printf("result %s %.17g\n", name, sum);
  };

  cudaMemset(out, 0, n * sizeof(float));
  measure("one-block", repeats, [&] {
    mean<<<1, kThreads>>>(in, out, n);
    cudaDeviceSynchronize();
  });
  show("one-block");
  measure("three-blocks", repeats, [&] {
    relax<<<3, kThreads>>>(in, out, 2000);
    cudaDeviceSynchronize();
  });
  show("three-blocks");
  const int records = 1 << 14, blocks = records / 256;
  measure("records", repeats, [&] {
    for (int turn = 0; turn < 100; ++turn) {
      sums<<<blocks, 256>>>(in, out, records, 3);
      sums<<<blocks, 256>>>(in, out + records, records, 4);
    }
    cudaDeviceSynchronize();
  });
  show("records");
  // The width is what the caller says.
  const int width = n / 1000 + argc, height = n / width;
  measure("image", repeats, [&] {
    gradient<<<n / 256, 256>>>(in, out, width, height);
    cudaDeviceSynchronize();
  });
  show("image");
  measure("wide-indices", repeats, [&] {
    for (int turn = 0; turn < 100; ++turn)
      scale<<<64, 256>>>(in, out, n / 16, turn);
    cudaDeviceSynchronize();
  });
  show("wide-indices");
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
