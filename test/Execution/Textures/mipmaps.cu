// RUN: %check-execution %s
// Mipmapped arrays: which level a level of detail, a bias, a clamp or the
// coordinates' derivatives choose. Every level holds its own number.
#include "texture.h"

const int size = 16, levels = 5, count = 97;

__global__ void byLevel(cudaTextureObject_t t, float *out) {
  out[threadIdx.x] =
      tex2DLod<float>(t, 0.3f, 0.6f, int(threadIdx.x) / 16.0f - 1);
}

__global__ void byDerivative(cudaTextureObject_t t, float *out) {
  // A step of 2^i texels asks for level i.
  float step = ldexpf(1.0f / size, threadIdx.x);
  float2 none = make_float2(0, 0), x = make_float2(step, 0),
         y = make_float2(0, step);
  float a = tex2DGrad<float>(t, 0.3f, 0.6f, x, none);
  float b = tex2DGrad<float>(t, 0.3f, 0.6f, none, y);
  out[threadIdx.x] = a == b ? a : -1;
}

__global__ void oneAndThree(cudaTextureObject_t line, cudaTextureObject_t solid,
                            float *out) {
  float step = ldexpf(1.0f / size, threadIdx.x), lod = threadIdx.x;
  float4 none = make_float4(0, 0, 0, 0), z = make_float4(0, 0, step, 0);
  out[threadIdx.x] = tex1DLod<float>(line, 0.5f, lod) +
                     10 * tex1DGrad<float>(line, 0.5f, step, 0) +
                     100 * tex3DLod<float>(solid, 0.5f, 0.5f, 0.5f, lod) +
                     1000 * tex3DGrad<float>(solid, 0.5f, 0.5f, 0.5f, z, none);
}

cudaMipmappedArray_t makeMipmap(cudaExtent extent) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMipmappedArray_t mipmap;
  CUDA(cudaMallocMipmappedArray(&mipmap, &format, extent, levels));
  for (int level = 0; level < levels; ++level) {
    cudaArray_t array;
    CUDA(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    cudaExtent e;
    CUDA(cudaArrayGetInfo(nullptr, &e, nullptr, array));
    if (int(e.width) != size >> level)
      exit(1);
    size_t height = e.height ? e.height : 1, depth = e.depth ? e.depth : 1;
    std::vector<float> values(e.width * height * depth, level);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values.data(), e.width * sizeof(float),
                                      e.width, height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(e.width, height, depth);
    copy.kind = cudaMemcpyHostToDevice;
    CUDA(cudaMemcpy3D(&copy));
  }
  return mipmap;
}

cudaTextureObject_t makeTexture(cudaMipmappedArray_t mipmap, bool linear,
                                float bias, float low, float high) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc desc =
      describe(cudaFilterModeLinear, cudaAddressModeClamp, true);
  desc.mipmapFilterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
  desc.mipmapLevelBias = bias;
  desc.minMipmapLevelClamp = low;
  desc.maxMipmapLevelClamp = high;
  cudaTextureObject_t texture;
  CUDA(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
  return texture;
}

int main() {
  cudaMipmappedArray_t mipmap = makeMipmap(make_cudaExtent(size, size, 0));
  DeviceArray<float> out(count), steps(levels + 2);
  struct {
    float bias, low, high;
  } settings[] = {{0, 0, 10}, {0.75f, 0, 10}, {0, 0.5f, 2.25f}, {0, 0, 0}};
  for (bool linear : {false, true})
    for (auto [bias, low, high] : settings) {
      auto levelOf = [=](float lod) {
        lod = fminf(fmaxf(lod + bias, low), high);
        lod = fminf(fmaxf(lod, 0), levels - 1);
        return linear ? lod : floorf(lod + 0.5f);
      };
      cudaTextureObject_t t = makeTexture(mipmap, linear, bias, low, high);
      byLevel<<<1, count>>>(t, out);
      expect(out, [&](int i) { return levelOf(i / 16.0f - 1); });
      byDerivative<<<1, levels + 2>>>(t, steps);
      expect(steps, [&](int i) { return levelOf(i); });
      CUDA(cudaDestroyTextureObject(t));
    }

  cudaMipmappedArray_t line = makeMipmap(make_cudaExtent(size, 0, 0));
  cudaMipmappedArray_t solid = makeMipmap(make_cudaExtent(size, size, size));
  DeviceArray<float> sums(levels);
  oneAndThree<<<1, levels>>>(makeTexture(line, true, 0, 0, 10),
                             makeTexture(solid, false, 0, 0, 10), sums);
  expect(sums, [](int i) { return i * 1111; });

  // A view of levels 2 to 3.
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  cudaTextureDesc desc =
      describe(cudaFilterModePoint, cudaAddressModeClamp, true);
  desc.mipmapFilterMode = cudaFilterModePoint;
  desc.maxMipmapLevelClamp = 10;
  cudaResourceViewDesc view = {};
  view.width = view.height = size;
  view.format = cudaResViewFormatFloat1;
  view.firstMipmapLevel = 2;
  view.lastMipmapLevel = 3;
  cudaTextureObject_t t;
  CUDA(cudaCreateTextureObject(&t, &resource, &desc, &view));
  byLevel<<<1, count>>>(t, out);
  expect(out, [](int i) { return i / 16.0f - 1 < 0.5f ? 2 : 3; });
  CUDA(cudaFreeMipmappedArray(mipmap));
}
