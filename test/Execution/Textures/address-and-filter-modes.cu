// RUN: %check-execution %s
// tex1D, tex2D and tex3D with every address mode, the nearest texel and linear
// filtering, coordinates in texels and normalized. The coordinates are
// multiples of 1/64 of a texel, of 1/16 or 1/4 where there are more axes, so
// that 8 bits hold the weights and a GPU agrees exactly. Texels
// are floats, whose fetches are inlined, and halves, which the runtime reads.
#include "texture.h"
#include <cuda_fp16.h>

const int width = 4, height = 2, depth = 8;
const int count = 4000;

__device__ __host__ float coordinate(int i, int axis, int dimensions) {
  unsigned hash = (i * 3 + axis) * 2654435761u;
  int part = dimensions == 1 ? 64 : dimensions == 2 ? 16 : 4;
  return float(int(hash >> 16) % (16 * part)) / part - 6;
}

__global__ void fetch(int dimensions, cudaTextureObject_t texture, float *out,
                      float3 scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float x = coordinate(i, 0, dimensions) * scale.x,
        y = coordinate(i, 1, dimensions) * scale.y,
        z = coordinate(i, 2, dimensions) * scale.z;
  float value;
  if (dimensions == 1)
    value = tex1D<float>(texture, x);
  else if (dimensions == 2)
    tex2D(&value, texture, x, y);
  else
    value = tex3D<float>(texture, x, y, z);
  out[i] = value;
}

int main() {
  // Values and weights of few bits, so that no rounding tells orders apart.
  std::vector<float> values(width * height * depth);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = int(i * 37 % 64) - 20;
  const float border = 5;
  DeviceArray<float> out(count);
  for (int dimensions = 1; dimensions <= 3; ++dimensions) {
    int sizes[3] = {width, dimensions > 1 ? height : 1,
                    dimensions > 2 ? depth : 1};
    cudaExtent extent = make_cudaExtent(width, dimensions > 1 ? height : 0,
                                        dimensions > 2 ? depth : 0);
    std::vector<__half> halves;
    for (float value : values)
      halves.push_back(__float2half(value));
    cudaArray_t arrays[] = {
        makeArray(cudaCreateChannelDesc<float>(), extent, values),
        makeArray(cudaCreateChannelDescHalf(), extent, halves)};
    for (int variant = 0; variant < 32; ++variant) {
      auto mode = cudaTextureAddressMode(variant % 4);
      bool linear = variant & 4, normalized = variant & 8;
      cudaTextureDesc desc =
          describe(linear ? cudaFilterModeLinear : cudaFilterModePoint, mode,
                   normalized);
      // A GPU mixes in borders of axes that the texture has not.
      for (int axis = dimensions; axis < 3; ++axis)
        desc.addressMode[axis] = cudaAddressModeClamp;
      desc.borderColor[0] = border;
      cudaTextureObject_t texture = makeTexture(arrays[variant / 16], desc);
      float3 scale = make_float3(1, 1, 1);
      if (normalized)
        scale = make_float3(1.0f / width, 1.0f / height, 1.0f / depth);
      fetch<<<(count + 127) / 128, 128>>>(dimensions, texture, out, scale);
      expect(out, [&](int i) {
        double sum = 0;
        for (int corner = 0; corner < 8; ++corner) {
          double weight = 1;
          int index[3];
          for (int axis = 0; axis < 3; ++axis) {
            bool second = corner >> axis & 1;
            double x =
                axis < dimensions ? coordinate(i, axis, dimensions) : 0.5;
            if (normalized)
              x = folded(x, sizes[axis], mode);
            // The nearest texel is found before it is mirrored.
            bool back =
                normalized && mode == cudaAddressModeMirror &&
                axis < dimensions &&
                fmod(floor(coordinate(i, axis, dimensions) / sizes[axis]), 2);
            double from = linear ? floor(x - 0.5)
                          : back ? ceil(x) - 1
                                 : floor(x);
            double part = linear ? x - 0.5 - from : 0;
            weight *= second ? part : 1 - part;
            index[axis] =
                addressed(int(from) + second, sizes[axis], mode, normalized);
          }
          bool outside = index[0] < 0 || index[1] < 0 || index[2] < 0;
          if (weight > 0)
            sum += weight *
                   (outside ? border
                            : values[(index[2] * sizes[1] + index[1]) * width +
                                     index[0]]);
        }
        return float(sum);
      });
      CUDA(cudaDestroyTextureObject(texture));
    }
    for (cudaArray_t array : arrays)
      CUDA(cudaFreeArray(array));
  }
}
