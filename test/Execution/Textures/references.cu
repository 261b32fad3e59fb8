// RUN: %check-execution %s
// Texture and surface references: variables at file scope that host code binds
// and sets, and device code reads.
#include "../check.h"

#include <cstring>

texture<float, 1, cudaReadModeElementType> byIndex;
static texture<int4> vectors;
texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<float, 2> smooth(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<float, 3> volume;
texture<short2, cudaTextureType1DLayered> layers;
texture<uchar2, 2, cudaReadModeElementType> gathered;
surface<void, 2> canvas;
surface<void, cudaSurfaceType3D> block;
namespace inner {
texture<int2, 1> doubles;
}

__global__ void readIndex(float *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = tex1Dfetch(byIndex, i);
}

__global__ void readVectors(int *out) {
  int4 v = tex1Dfetch(vectors, threadIdx.x);
  out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}

__global__ void readImage(float *out, int width) {
  out[threadIdx.y * width + threadIdx.x] =
      tex2D(image, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}

__global__ void readSmooth(float *out) {
  out[threadIdx.x] = tex2D(smooth, threadIdx.x / 8.0f, 0.5f);
}

__global__ void readVolume(float *out) {
  int i = threadIdx.x;
  out[i] = tex3D(volume, float(i % 2), float(i / 2 % 3), float(i / 6));
}

__global__ void readLayers(int *out) {
  short2 v = tex1DLayered(layers, threadIdx.x % 4, threadIdx.x / 4);
  out[threadIdx.x] = v.x * 100 + v.y;
}

__global__ void gatherPairs(int *out) {
  uchar4 v = tex2Dgather(gathered, 2.0f, 3.0f, 1);
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
  out[3] = v.w;
}

static __inline__ __device__ double fetchDouble(texture<int2, 1> t, int i) {
  int2 v = tex1Dfetch(t, i);
  return __hiloint2double(v.y, v.x);
}

__global__ void readDoubles(double *out) {
  out[threadIdx.x] = fetchDouble(inner::doubles, threadIdx.x) * 2;
}

__global__ void paint(int width) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(y * width + x, canvas, x * 4, y);
  surf3Dwrite(make_float2(x, y), block, x * 8, y, y % 2);
}

__global__ void look(int *out, float *depth, int width) {
  int x = threadIdx.x, y = threadIdx.y, v;
  surf2Dread(&v, canvas, x * 4, y);
  out[y * width + x] = v + surf2Dread<int>(canvas, 0, 1);
  float2 f = surf3Dread<float2>(block, x * 8, y, y % 2);
  depth[y * width + x] = f.x * 10 + f.y;
}

int main() {
  const int count = 1000;
  DeviceArray<float> values(iota<float>(count)), out(count + 8);
  size_t offset = 99;
  CUDA(cudaBindTexture(&offset, byIndex, values.data(), count * 4));
  expectValue(offset, size_t(0), "offset");
  readIndex<<<8, 128>>>(out, count + 8);
  // Beyond the end there are zeros.
  expect(out, [](int i) { return i < count ? i : 0; });

  // Bound to other memory, without a size: all there is, and an offset.
  CUDA(cudaBindTexture(&offset, byIndex, values.data() + 3,
                       cudaCreateChannelDesc<float>()));
  expectValue(offset, size_t(12), "offset");
  size_t again = 0;
  CUDA(cudaGetTextureAlignmentOffset(&again, byIndex));
  expectValue(again, offset, "offset again");
  if (cudaBindTexture(nullptr, byIndex, values.data() + 3) !=
      cudaErrorInvalidValue)
    return 1;
  cudaGetLastError();
  CUDA(cudaUnbindTexture(byIndex));
  if (cudaGetTextureAlignmentOffset(&again, byIndex) !=
      cudaErrorInvalidTextureBinding)
    return 1;
  cudaGetLastError();

  DeviceArray<int> quads(iota<int>(64)), sums(16);
  CUDA(cudaBindTexture(0, vectors, quads.data(), 64 * sizeof(int)));
  readVectors<<<1, 16>>>(sums);
  expect(sums, [](int i) { return 4 * i * 1111 + 10 + 200 + 3000; });

  const int width = 32, height = 4;
  std::vector<unsigned char> bytes(width * height);
  for (int i = 0; i < width * height; ++i)
    bytes[i] = i * 2;
  DeviceArray<unsigned char> pixels(bytes);
  DeviceArray<float> light(width * height);
  CUDA(cudaBindTexture2D(&offset, image, pixels.data(), width, height, width));
  readImage<<<1, dim3(width, height)>>>(light, width);
  expect(light, [](int i) { return i * 2 / 255.0f; });

  // The fields are as they were set, and count when the texture is bound.
  if (smooth.normalized != 1 || smooth.filterMode != cudaFilterModeLinear ||
      smooth.addressMode[1] != cudaAddressModeWrap ||
      smooth.channelDesc.x != 32 || smooth.channelDesc.y != 0 ||
      smooth.channelDesc.f != cudaChannelFormatKindFloat)
    return 1;
  cudaArray *array;
  CUDA(cudaMallocArray(&array, &smooth.channelDesc, 4, 1));
  float row[] = {0, 4, 8, 12};
  CUDA(cudaMemcpyToArray(array, 0, 0, row, sizeof row, cudaMemcpyHostToDevice));
  CUDA(cudaBindTextureToArray(smooth, array));
  DeviceArray<float> mixed(16);
  readSmooth<<<1, 16>>>(mixed);
  float repeats[] = {6, 0, 2, 4, 6, 8, 10, 12};
  expect(mixed, [&](int i) { return repeats[i % 8]; });
  smooth.filterMode = cudaFilterModePoint;
  smooth.addressMode[0] = cudaAddressModeClamp;
  CUDA(cudaBindTextureToArray(smooth, array, smooth.channelDesc));
  readSmooth<<<1, 16>>>(mixed);
  expect(mixed, [&](int i) { return i < 8 ? row[i / 2] : 12; });

  cudaArray_t solid;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  CUDA(cudaMalloc3DArray(&solid, &floats, make_cudaExtent(2, 3, 2)));
  std::vector<float> cells = iota<float>(12);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cells.data(), 2 * sizeof(float), 2, 3);
  copy.dstArray = solid;
  copy.extent = make_cudaExtent(2, 3, 2);
  copy.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&copy));
  CUDA(cudaBindTextureToArray(volume, solid));
  DeviceArray<float> found(12);
  readVolume<<<1, 12>>>(found);
  expect(found, [](int i) { return i; });

  cudaArray_t rows;
  cudaChannelFormatDesc pairs = cudaCreateChannelDesc<short2>();
  CUDA(cudaMalloc3DArray(&rows, &pairs, make_cudaExtent(4, 0, 3),
                         cudaArrayLayered));
  std::vector<short> numbers = iota<short>(24);
  copy = {};
  copy.srcPtr = make_cudaPitchedPtr(numbers.data(), 16, 4, 1);
  copy.dstArray = rows;
  copy.extent = make_cudaExtent(4, 1, 3);
  copy.kind = cudaMemcpyHostToDevice;
  CUDA(cudaMemcpy3D(&copy));
  CUDA(cudaBindTextureToArray(layers, rows));
  DeviceArray<int> layered(12);
  readLayers<<<1, 12>>>(layered);
  expect(layered, [](int i) { return 2 * i * 100 + 2 * i + 1; });

  cudaArray_t eights;
  cudaChannelFormatDesc bytePairs = cudaCreateChannelDesc<uchar2>();
  CUDA(cudaMallocArray(&eights, &bytePairs, 8, 8, cudaArrayTextureGather));
  std::vector<unsigned char> squares = iota<unsigned char>(128);
  CUDA(cudaMemcpy2DToArray(eights, 0, 0, squares.data(), 16, 16, 8,
                           cudaMemcpyHostToDevice));
  CUDA(cudaBindTextureToArray(gathered, eights));
  DeviceArray<int> four(4);
  gatherPairs<<<1, 1>>>(four);
  int corners[] = {51, 53, 37, 35};
  expect(four, [&](int i) { return corners[i]; });

  DeviceArray<double> reals(iota<double>(32)), twice(32);
  CUDA(cudaBindTexture(nullptr, inner::doubles, reals.data()));
  readDoubles<<<1, 32>>>(twice);
  expect(twice, [](int i) { return 2 * i; });

  cudaArray_t drawing, drawing3;
  cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaChannelFormatDesc two = cudaCreateChannelDesc<float2>();
  CUDA(cudaMallocArray(&drawing, &ints, 8, 4, cudaArraySurfaceLoadStore));
  CUDA(cudaMalloc3DArray(&drawing3, &two, make_cudaExtent(8, 4, 2),
                         cudaArraySurfaceLoadStore));
  CUDA(cudaBindSurfaceToArray(canvas, drawing));
  CUDA(cudaBindSurfaceToArray(block, drawing3));
  paint<<<1, dim3(8, 4)>>>(8);
  DeviceArray<int> seen(32);
  DeviceArray<float> deep(32);
  look<<<1, dim3(8, 4)>>>(seen, deep, 8);
  expect(seen, [](int i) { return i + 8; });
  expect(deep, [](int i) { return i % 8 * 10 + i / 8; });

  const textureReference *reference = nullptr;
  CUDA(cudaGetTextureReference(&reference, &volume));
  if (reference != &volume)
    return 1;
  CUDA(cudaUnbindTexture(&volume));
  readVolume<<<1, 12>>>(found);
  expect(found, [](int) { return 0; });
  for (cudaArray_t a : {array, solid, rows, drawing, drawing3})
    CUDA(cudaFreeArray(a));
}
