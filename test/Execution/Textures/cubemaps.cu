// RUN: %check-execution %s
// Cubemaps: which face and which of its texels a direction means.
#include "texture.h"

const int size = 4, texels = 6 * size * size;

/// The direction through a texel, as the programming guide's table has it.
__host__ __device__ float3 direction(int texel) {
  int face = texel / (size * size);
  float s = (2 * (texel % size) + 1.0f) / size - 1;
  float t = (2 * (texel / size % size) + 1.0f) / size - 1;
  switch (face) {
  case 0:
    return make_float3(1, -t, -s);
  case 1:
    return make_float3(-1, -t, s);
  case 2:
    return make_float3(s, 1, t);
  case 3:
    return make_float3(s, -1, -t);
  case 4:
    return make_float3(s, -t, 1);
  default:
    return make_float3(-s, -t, -1);
  }
}

__global__ void centres(cudaTextureObject_t t, float *out, float scale) {
  float3 d = direction(threadIdx.x);
  float v = texCubemap<float>(t, d.x * scale, d.y * scale, d.z * scale);
  float4 flat = make_float4(0, 0, 0, 0);
  float w = texCubemapLod<float>(t, d.x, d.y, d.z, 0);
  float u = texCubemapGrad<float>(t, d.x, d.y, d.z, flat, flat);
  out[threadIdx.x] = v == w && v == u ? v : -1;
}

__global__ void layers(cudaTextureObject_t t, float *out) {
  float3 d = direction(threadIdx.x);
  out[threadIdx.y * texels + threadIdx.x] =
      texCubemapLayered<float>(t, d.x, d.y, d.z, threadIdx.y);
}

__global__ void edge(cudaTextureObject_t t, float *out) {
  // From the middle of +x to the middle of +y.
  float angle = threadIdx.x / 16.0f;
  float x = angle < 1 ? 1 : 2 - angle, y = angle < 1 ? angle : 1;
  out[threadIdx.x] = texCubemap<float>(t, x, y, 0);
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t cube = makeArray(format, make_cudaExtent(size, size, 6),
                               iota<float>(texels), cudaArrayCubemap);
  cudaTextureDesc desc =
      describe(cudaFilterModePoint, cudaAddressModeWrap, true);
  DeviceArray<float> out(texels);
  for (bool linear : {false, true}) {
    if (linear)
      desc.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture = makeTexture(cube, desc);
    for (float scale : {1.0f, 0.125f}) {
      centres<<<1, texels>>>(texture, out, scale);
      expect(out, [](int i) { return i; });
    }
  }
  cudaArray_t cubes =
      makeArray(format, make_cudaExtent(size, size, 12),
                iota<float>(2 * texels), cudaArrayCubemap | cudaArrayLayered);
  DeviceArray<float> both(3 * texels);
  layers<<<1, dim3(texels, 3)>>>(makeTexture(cubes, desc), both);
  expect(both, [](int i) { return i < 2 * texels ? i : i - texels; });

  // Faces of one value each: with seams it jumps from face to face, without
  // it goes over in the two half texels at the edge.
  std::vector<float> plain(texels);
  for (int i = 0; i < texels; ++i)
    plain[i] = i / (size * size) * 64;
  cudaArray_t colours = makeArray(format, make_cudaExtent(size, size, 6), plain,
                                  cudaArrayCubemap);
  DeviceArray<float> walk(33);
  edge<<<1, 33>>>(makeTexture(colours, desc), walk);
  expect(walk, [](int i) { return i < 16 ? 0 : 128; });
  desc.seamlessCubemap = 1;
  edge<<<1, 33>>>(makeTexture(colours, desc), walk);
  expect(walk, [](int i) {
    int over = i - 16;
    return over <= -4 ? 0 : over >= 4 ? 128 : 64 + over * 16;
  });
}
