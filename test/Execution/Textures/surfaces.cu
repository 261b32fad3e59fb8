// RUN: %check-execution %s
// Surfaces of all shapes, read and written, and what happens beyond the edge.
#include "texture.h"

const int width = 8, height = 4, depth = 6;

struct Surfaces {
  cudaSurfaceObject_t line, image, solid, lines, images, cube, cubes;
};

__global__ void write(Surfaces s) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  int value = (z * height + y) * width + x;
  if (y == 0 && z == 0)
    surf1Dwrite(float(value), s.line, x * 4);
  if (z == 0)
    surf2Dwrite(make_short2(value, -value), s.image, x * 4, y);
  surf3Dwrite((unsigned char)value, s.solid, x, y, z);
  if (y == 0)
    surf1DLayeredwrite(make_int2(value, 1), s.lines, x * 8, z);
  surf2DLayeredwrite(make_float4(value, 1, 2, 3), s.images, x * 16, y, z);
  if (x < 4) {
    surfCubemapwrite(value, s.cube, x * 4, y, z);
    surfCubemapLayeredwrite((long long)value << 33, s.cubes, x * 8, y, z + 6);
  }
}

__global__ void read(Surfaces s, int *out) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  int value = (z * height + y) * width + x;
  bool right = true;
  if (y == 0 && z == 0) {
    float v;
    surf1Dread(&v, s.line, x * 4);
    right &= v == value && surf1Dread<float>(s.line, x * 4) == value;
  }
  if (z == 0) {
    short2 v = surf2Dread<short2>(s.image, x * 4, y);
    right &= v.x == value && v.y == -value;
  }
  right &= surf3Dread<unsigned char>(s.solid, x, y, z) == (value & 255);
  if (y == 0) {
    int2 v = surf1DLayeredread<int2>(s.lines, x * 8, z);
    right &= v.x == value && v.y == 1;
  }
  float4 v = surf2DLayeredread<float4>(s.images, x * 16, y, z);
  right &= v.x == value && v.w == 3;
  if (x < 4) {
    right &= surfCubemapread<int>(s.cube, x * 4, y, z) == value;
    right &= surfCubemapLayeredread<long long>(s.cubes, x * 8, y, z + 6) ==
             (long long)value << 33;
  }
  out[value] = right;
}

__global__ void beyond(cudaSurfaceObject_t s, int *clamped, int *zero) {
  int x = int(threadIdx.x) - 2, y = int(threadIdx.y) - 2;
  int i = threadIdx.y * 12 + threadIdx.x;
  clamped[i] = surf2Dread<int>(s, x * 4, y, cudaBoundaryModeClamp);
  zero[i] = surf2Dread<int>(s, x * 4, y, cudaBoundaryModeZero);
}

__global__ void writeBeyond(cudaSurfaceObject_t s) {
  surf2Dwrite(77, s, -4, 1, cudaBoundaryModeZero);
  surf2Dwrite(78, s, 4 * width, 1, cudaBoundaryModeZero);
  surf2Dwrite(79, s, 100, 100, cudaBoundaryModeClamp);
}

__global__ void trap(cudaSurfaceObject_t s) { surf2Dwrite(1, s, 0, height); }

template <typename T>
cudaSurfaceObject_t make(int w, int h, int d, unsigned flags,
                         cudaArray_t *array = nullptr) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  CUDA(cudaMalloc3DArray(&resource.res.array.array, &format,
                         make_cudaExtent(w, h, d),
                         flags | cudaArraySurfaceLoadStore));
  cudaSurfaceObject_t surface;
  CUDA(cudaCreateSurfaceObject(&surface, &resource));
  if (array)
    *array = resource.res.array.array;
  return surface;
}

int main() {
  Surfaces s;
  s.line = make<float>(width, 0, 0, 0);
  s.image = make<short2>(width, height, 0, 0);
  s.solid = make<unsigned char>(width, height, depth, 0);
  s.lines = make<int2>(width, 0, depth, cudaArrayLayered);
  s.images = make<float4>(width, height, depth, cudaArrayLayered);
  s.cube = make<int>(4, 4, 6, cudaArrayCubemap);
  s.cubes = make<uint2>(4, 4, 12, cudaArrayCubemap | cudaArrayLayered);
  DeviceArray<int> right(width * height * depth);
  write<<<depth, dim3(width, height)>>>(s);
  read<<<depth, dim3(width, height)>>>(s, right);
  expect(right, [](int) { return 1; });

  cudaArray_t array;
  cudaSurfaceObject_t image = make<int>(width, height, 0, 0, &array);
  std::vector<int> values(width * height);
  for (int i = 0; i < width * height; ++i)
    values[i] = i + 1;
  CUDA(cudaMemcpy2DToArray(array, 0, 0, values.data(), width * 4, width * 4,
                           height, cudaMemcpyHostToDevice));
  DeviceArray<int> clamped(96), zero(96);
  beyond<<<1, dim3(12, 8)>>>(image, clamped, zero);
  auto edge = [](int i, int size) {
    return i < 0 ? 0 : i < size ? i : size - 1;
  };
  expect(clamped, [&](int i) {
    return edge(i / 12 - 2, height) * width + edge(i % 12 - 2, width) + 1;
  });
  expect(zero, [](int i) {
    int x = i % 12 - 2, y = i / 12 - 2;
    return x >= 0 && x < width && y >= 0 && y < height ? y * width + x + 1 : 0;
  });
  writeBeyond<<<1, 1>>>(image);
  CUDA(cudaMemcpy2DFromArray(values.data(), width * 4, array, 0, 0, width * 4,
                             height, cudaMemcpyDeviceToHost));
  expect(values, [](int i) { return i == width * height - 1 ? 79 : i + 1; });
  CUDA(cudaDestroySurfaceObject(image));

  // By default, to write beyond the edge ends the kernel with an error.
  trap<<<1, 1>>>(s.image);
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) {
    printf("no trap\n");
    return 1;
  }
}
