// RUN: %check-execution %s
// Texels of every type, as they are and as normalized floats, halves, sRGB, and
// integer borders.
#include "texture.h"

#include <cstring>

template <typename T> __global__ void read(cudaTextureObject_t t, T *out) {
  out[threadIdx.x] = tex1D<T>(t, threadIdx.x - 1.5f);
}

/// Bytes 3, 10, 17, … read as T, with a border texel at both ends.
template <typename T> void readsAsIs(const char *name) {
  const int width = 6;
  std::vector<unsigned char> bytes(width * sizeof(T));
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = i * 7 + 3;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaArray_t array = makeArray(format, make_cudaExtent(width, 0, 0), bytes);
  cudaTextureDesc desc =
      describe(cudaFilterModePoint, cudaAddressModeBorder, false);
  // A border of integers is given by bits.
  unsigned border = format.f == cudaChannelFormatKindFloat ? 0x40200000 : -3;
  for (float &channel : desc.borderColor)
    memcpy(&channel, &border, sizeof(border));
  for (bool clamps : {false, true}) {
    if (clamps)
      desc.addressMode[0] = cudaAddressModeClamp;
    cudaTextureObject_t texture = makeTexture(array, desc);
    DeviceArray<T> out(width + 4);
    read<<<1, width + 4>>>(texture, out.data());
    std::vector<T> got = out.read();
    for (int i = 0; i < width + 4; ++i) {
      T want = {};
      for (size_t at = 0; at < sizeof(T); at += format.x / 8)
        memcpy((char *)&want + at, &border, format.x / 8);
      int texel = i - 2;
      if (clamps)
        texel = texel < 0 ? 0 : texel >= width ? width - 1 : texel;
      if (texel >= 0 && texel < width)
        memcpy(&want, &bytes[texel * sizeof(T)], sizeof(T));
      if (memcmp(&want, &got[i], sizeof(T))) {
        printf("%s: texel %d differs\n", name, i);
        exit(1);
      }
    }
    CUDA(cudaDestroyTextureObject(texture));
  }
  CUDA(cudaFreeArray(array));
  printf("%s\n", name);
}
#define READS(type) readsAsIs<type>(#type)
#define READS_VECTORS(type) READS(type##2), READS(type##4)

__global__ void readFloats(cudaTextureObject_t t, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = tex2D<float4>(t, i % 256 + 0.5f, i / 256 + 0.5f);
}

/// Reads 65536 bytes as four channels of floats.
template <typename T>
std::vector<float> asFloats(const cudaChannelFormatDesc &format,
                            const std::vector<T> &texels, bool sRGB) {
  bool isReal = format.f == cudaChannelFormatKindFloat;
  int count = texels.size() / 4;
  cudaArray_t array =
      makeArray(format, make_cudaExtent(256, count / 256, 0), texels);
  cudaTextureDesc desc =
      describe(cudaFilterModePoint, cudaAddressModeClamp, false);
  if (!isReal)
    desc.readMode = cudaReadModeNormalizedFloat;
  desc.sRGB = sRGB;
  cudaTextureObject_t texture = makeTexture(array, desc);
  DeviceArray<float4> out(count);
  readFloats<<<count / 256, 256>>>(texture, out.data());
  std::vector<float4> vectors = out.read();
  std::vector<float> values(texels.size());
  memcpy(values.data(), vectors.data(), values.size() * sizeof(float));
  CUDA(cudaDestroyTextureObject(texture));
  CUDA(cudaFreeArray(array));
  return values;
}

template <typename T> std::vector<T> all(int count) {
  std::vector<T> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = T(i);
  return values;
}

int main() {
  READS(char);
  READS(signed char);
  READS(unsigned char);
  READS(short);
  READS(unsigned short);
  READS(int);
  READS(unsigned int);
  READS(float);
  READS(float1);
  READS(uchar1);
  READS_VECTORS(char);
  READS_VECTORS(uchar);
  READS_VECTORS(short);
  READS_VECTORS(ushort);
  READS_VECTORS(int);
  READS_VECTORS(uint);
  READS_VECTORS(float);

  auto unsigned8 = all<unsigned char>(1024);
  expect(asFloats(cudaCreateChannelDesc<uchar4>(), unsigned8, false),
         [](int i) { return i % 256 / 255.0f; });
  expect(
      asFloats(cudaCreateChannelDesc<char4>(), all<signed char>(1024), false),
      [](int i) { return fmaxf((signed char)(i) / 127.0f, -1.0f); });
  expect(asFloats(cudaCreateChannelDesc<ushort4>(), all<unsigned short>(65536),
                  false),
         [](int i) { return i / 65535.0f; });
  expect(asFloats(cudaCreateChannelDesc<short4>(), all<short>(65536), false),
         [](int i) { return fmaxf(short(i) / 32767.0f, -1.0f); });

  // Halves are read as floats: 1 + k/1024, and some with other exponents.
  auto halves = all<unsigned short>(1024);
  for (int i = 0; i < 1024; ++i)
    halves[i] = 0x3c00 | i;
  halves[0] = 0xc000;
  halves[1] = 0x0001;
  halves[2] = 0x7bff;
  expect(asFloats(cudaCreateChannelDescHalf4(), halves, false), [](int i) {
    return i == 0   ? -2.0f
           : i == 1 ? ldexpf(1, -24)
           : i == 2 ? 65504.0f
                    : 1 + i / 1024.0f;
  });

  // Three channels of light, the fourth as it is. GPUs are as exact as this.
  auto light = asFloats(cudaCreateChannelDesc<uchar4>(), unsigned8, true);
  for (int i = 0; i < 1024; ++i) {
    double v = i % 256 / 255.0;
    double want = i % 4 == 3     ? v
                  : v <= 0.04045 ? v / 12.92
                                 : pow((v + 0.055) / 1.055, 2.4);
    if (fabs(light[i] - want) > 4e-3) {
      printf("sRGB %d is %g but should be %g\n", i, light[i], want);
      return 1;
    }
  }
}
