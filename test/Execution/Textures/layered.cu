// RUN: %check-execution %s
// Layered textures: the layer is an index without a sign, clamped and not
// filtered.
#include "texture.h"

const int width = 4, height = 2, layers = 3;

__global__ void rows(cudaTextureObject_t t, float *out) {
  out[threadIdx.y * 16 + threadIdx.x] =
      tex1DLayered<float>(t, threadIdx.x * 0.5f, int(threadIdx.y) - 1);
}

__global__ void images(cudaTextureObject_t t, float *out) {
  int i = threadIdx.x, layer = int(threadIdx.y) - 1;
  float2 flat = make_float2(0, 0);
  float2 v = tex2DLayered<float2>(t, i % 4 + 0.5f, i / 4 + 0.5f, layer);
  float2 w = tex2DLayeredLod<float2>(t, i % 4 + 0.5f, i / 4 + 0.5f, layer, 0);
  float2 u = tex2DLayeredGrad<float2>(t, i % 4 + 0.5f, i / 4 + 0.5f, layer,
                                      flat, flat);
  out[threadIdx.y * 8 + i] = v.x + v.y * 100 + (w.x - v.x) + (u.y - v.y);
}

int main() {
  cudaArray_t lines = makeArray(cudaCreateChannelDesc<float>(),
                                make_cudaExtent(width, 0, layers),
                                iota<float>(width * layers), cudaArrayLayered);
  cudaTextureObject_t texture = makeTexture(
      lines, describe(cudaFilterModeLinear, cudaAddressModeClamp, false));
  DeviceArray<float> out(16 * 5);
  rows<<<1, dim3(16, 5)>>>(texture, out);
  auto layerOf = [](int i) { return i < 0 || i >= layers ? layers - 1 : i; };
  expect(out, [&](int i) {
    float x = i % 16 * 0.5f - 0.5f;
    return layerOf(i / 16 - 1) * width + (x < 0 ? 0 : x > 3 ? 3 : x);
  });

  cudaArray_t pages = makeArray(
      cudaCreateChannelDesc<float2>(), make_cudaExtent(width, height, layers),
      iota<float>(width * height * layers * 2), cudaArrayLayered);
  texture = makeTexture(
      pages, describe(cudaFilterModePoint, cudaAddressModeClamp, false));
  DeviceArray<float> sums(8 * 5);
  images<<<1, dim3(8, 5)>>>(texture, sums);
  expect(sums, [&](int i) {
    int at = layerOf(i / 8 - 1) * 8 + i % 8;
    return 2 * at + (2 * at + 1) * 100;
  });

  // A view of the second layer and the third alone.
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = pages;
  cudaTextureDesc desc =
      describe(cudaFilterModePoint, cudaAddressModeClamp, false);
  cudaResourceViewDesc view = {};
  view.width = width;
  view.height = height;
  view.depth = layers;
  view.format = cudaResViewFormatFloat2;
  view.firstLayer = 1;
  view.lastLayer = 2;
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, &view));
  images<<<1, dim3(8, 5)>>>(texture, sums);
  expect(sums, [&](int i) {
    int layer = i / 8 - 1;
    int at = (layer == 0 ? 1 : 2) * 8 + i % 8;
    return 2 * at + (2 * at + 1) * 100;
  });
}
