// RUN: %check-execution %s
// Textures on linear memory (tex1Dfetch) and on pitched memory (tex2D).
#include "texture.h"

__global__ void fetch(cudaTextureObject_t t, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex1Dfetch<float>(t, i - 8);
}

__global__ void fetchVectors(cudaTextureObject_t t, float *out) {
  float4 v;
  tex1Dfetch(&v, t, threadIdx.x);
  out[threadIdx.x] = v.x + v.y * 2 + v.z * 4 + v.w * 8;
}

__global__ void fetchRows(cudaTextureObject_t t, int *out, int width) {
  int x = threadIdx.x, y = threadIdx.y;
  short2 v = tex2D<short2>(t, float(x), float(y));
  out[y * width + x] = v.x * 1000 + v.y;
}

__global__ void smooth(cudaTextureObject_t t, float *out) {
  out[threadIdx.x] = tex2D<float>(t, threadIdx.x * 0.25f, 1.0f);
}

int main() {
  const int count = 500;
  DeviceArray<float> values(iota<float>(count)), out(512);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = values.data();
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc desc = {};
  cudaTextureObject_t texture;
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  fetch<<<4, 128>>>(texture, out);
  expect(out, [](int i) { return i >= 8 && i < count + 8 ? i - 8 : 0; });

  std::vector<unsigned char> bytes(128);
  for (int i = 0; i < 128; ++i)
    bytes[i] = i % 4 == 0 ? 255 : i % 8 == 5 ? 51 : 0;
  DeviceArray<unsigned char> pixels(bytes);
  resource.res.linear.devPtr = pixels.data();
  resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.linear.sizeInBytes = 128;
  desc.readMode = cudaReadModeNormalizedFloat;
  CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  DeviceArray<float> sums(36);
  fetchVectors<<<1, 36>>>(texture, sums);
  expect(sums,
         [](int i) { return i >= 32 ? 0 : 1 + (i % 2 ? 51 / 255.0f * 2 : 0); });
  CUDA(cudaDestroyTextureObject(texture));

  const int width = 20, height = 6;
  size_t pitch;
  short2 *rows;
  CUDA(cudaMallocPitch(&rows, &pitch, width * sizeof(short2), height));
  std::vector<short> numbers = iota<short>(width * height * 2);
  CUDA(cudaMemcpy2D(rows, pitch, numbers.data(), width * 4, width * 4, height,
                    cudaMemcpyHostToDevice));
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = rows;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<short2>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  desc = describe(cudaFilterModePoint, cudaAddressModeClamp, false);
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  const int wide = width + 4, tall = height + 2;
  DeviceArray<int> seen(wide * tall);
  fetchRows<<<1, dim3(wide, tall)>>>(texture, seen, wide);
  expect(seen, [](int i) {
    int x = i % wide, y = i / wide;
    int at =
        (y < height ? y : height - 1) * width + (x < width ? x : width - 1);
    return 2 * at * 1000 + 2 * at + 1;
  });
  CUDA(cudaDestroyTextureObject(texture));

  // Two rows of floats, 0 4 8 … and 64 68 …; y = 1 lies between them.
  float grid[2][16];
  for (int i = 0; i < 32; ++i)
    grid[i / 16][i % 16] = i * 4;
  CUDA(cudaMemcpy2D(rows, pitch, grid, 64, 64, 2, cudaMemcpyHostToDevice));
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 16;
  resource.res.pitch2D.height = 2;
  desc = describe(cudaFilterModeLinear, cudaAddressModeClamp, false);
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  DeviceArray<float> mixed(64);
  smooth<<<1, 64>>>(texture, mixed);
  expect(mixed, [](int i) {
    float x = i * 0.25f - 0.5f;
    return 32 + 4 * (x < 0 ? 0 : x > 15 ? 15 : x);
  });
  CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaFree(rows));
}
