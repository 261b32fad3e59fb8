//===- ArrayTest.cpp - CUDA arrays, and the objects made of them ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include "channel_descriptor.h"
#include "driver_functions.h"
#include <cstring>
#include <numeric>
#include <vector>

namespace {

class ArrayTest : public RuntimeTest {
protected:
  static constexpr size_t width = 8, height = 4, row = width * sizeof(int);

  void SetUp() override {
    RuntimeTest::SetUp();
    std::iota(host.begin(), host.end(), 1);
    ASSERT_EQ(cudaMallocArray(&array, &ints, width, height), cudaSuccess);
    ASSERT_EQ(cudaMallocArray(&other, &ints, width, height), cudaSuccess);
  }

  std::vector<int> contents(cudaArray_const_t from) {
    std::vector<int> values(width * height, -1);
    EXPECT_EQ(cudaMemcpy2DFromArray(values.data(), row, from, 0, 0, row, height,
                                    cudaMemcpyDeviceToHost),
              cudaSuccess);
    return values;
  }

  cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr, other = nullptr;
  std::vector<int> host = std::vector<int>(width * height);
};

TEST_F(ArrayTest, FormatsThatExist) {
  auto allocate = [](int x, int y, int z, int w, cudaChannelFormatKind kind) {
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(x, y, z, w, kind);
    cudaArray_t made = nullptr;
    cudaError_t error = cudaMallocArray(&made, &desc, 4, 4);
    cudaFreeArray(made);
    return error;
  };
  for (int bits : {8, 16, 32})
    for (auto kind :
         {cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned,
          cudaChannelFormatKindFloat}) {
      cudaError_t want = bits == 8 && kind == cudaChannelFormatKindFloat
                             ? cudaErrorInvalidValue
                             : cudaSuccess;
      EXPECT_EQ(allocate(bits, 0, 0, 0, kind), want);
      EXPECT_EQ(allocate(bits, bits, 0, 0, kind), want);
      EXPECT_EQ(allocate(bits, bits, bits, bits, kind), want);
      EXPECT_EQ(allocate(bits, bits, bits, 0, kind), cudaErrorInvalidValue);
      EXPECT_EQ(allocate(bits, 64, 0, 0, kind), cudaErrorInvalidValue);
    }
  EXPECT_EQ(allocate(64, 0, 0, 0, cudaChannelFormatKindSigned),
            cudaErrorInvalidValue);
  EXPECT_EQ(allocate(32, 0, 0, 0, cudaChannelFormatKindNone),
            cudaErrorInvalidValue);
}

TEST_F(ArrayTest, ShapesThatExist) {
  struct {
    cudaExtent extent;
    unsigned flags;
    bool exists;
  } shapes[] = {
      {{8, 0, 0}, 0, true},
      {{8, 8, 0}, cudaArraySurfaceLoadStore, true},
      {{8, 8, 8}, 0, true},
      {{0, 0, 0}, 0, false},
      {{8, 0, 8}, 0, false},
      {{8, 0, 8}, cudaArrayLayered, true},
      {{8, 8, 8}, cudaArrayLayered, true},
      {{8, 8, 0}, cudaArrayLayered, false},
      {{8, 8, 6}, cudaArrayCubemap, true},
      {{8, 4, 6}, cudaArrayCubemap, false},
      {{8, 8, 5}, cudaArrayCubemap, false},
      {{8, 8, 12}, cudaArrayCubemap, false},
      {{8, 8, 12}, cudaArrayCubemap | cudaArrayLayered, true},
      {{8, 8, 7}, cudaArrayCubemap | cudaArrayLayered, false},
      {{8, 8, 0}, cudaArrayTextureGather, true},
      {{8, 8, 8}, cudaArrayTextureGather, false},
      {{131073, 0, 0}, 0, false},
      {{8, 65537, 0}, 0, false},
      {{16385, 1, 1}, 0, false},
      {{8, 0, 2049}, cudaArrayLayered, false},
      {{8, 8, 0}, 0x8000, false},
  };
  for (auto &[extent, flags, exists] : shapes) {
    cudaArray_t made = nullptr;
    EXPECT_EQ(cudaMalloc3DArray(&made, &ints, extent, flags),
              exists ? cudaSuccess : cudaErrorInvalidValue)
        << extent.width << "x" << extent.height << "x" << extent.depth << " "
        << flags;
    EXPECT_EQ(cudaFreeArray(made), cudaSuccess);
  }
}

TEST_F(ArrayTest, Info) {
  cudaArray_t made;
  ASSERT_EQ(cudaMalloc3DArray(&made, &ints, make_cudaExtent(5, 0, 3),
                              cudaArrayLayered),
            cudaSuccess);
  cudaChannelFormatDesc desc;
  cudaExtent extent;
  unsigned flags;
  EXPECT_EQ(cudaArrayGetInfo(&desc, &extent, &flags, made), cudaSuccess);
  EXPECT_EQ(desc.x, 32);
  EXPECT_EQ(desc.f, cudaChannelFormatKindSigned);
  EXPECT_EQ(extent.width, 5u);
  EXPECT_EQ(extent.height, 0u);
  EXPECT_EQ(extent.depth, 3u);
  EXPECT_EQ(flags, unsigned(cudaArrayLayered));
  EXPECT_EQ(cudaArrayGetInfo(nullptr, nullptr, nullptr, made), cudaSuccess);
  EXPECT_EQ(cudaGetChannelDesc(&desc, made), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(made), cudaSuccess);
  EXPECT_EQ(cudaFreeArray(made), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeArray(nullptr), cudaSuccess);
  EXPECT_EQ(cudaGetChannelDesc(&desc, made), cudaErrorInvalidValue);
  EXPECT_EQ(cudaArrayGetInfo(&desc, &extent, &flags, nullptr),
            cudaErrorInvalidValue);
}

TEST_F(ArrayTest, RectanglesThereAndBack) {
  EXPECT_EQ(cudaMemcpy2DToArray(array, 0, 0, host.data(), row, row, height,
                                cudaMemcpyHostToDevice),
            cudaSuccess);
  EXPECT_EQ(contents(array), host);
  EXPECT_EQ(cudaMemcpy2DArrayToArray(other, 4, 1, array, 0, 0, 8, 2),
            cudaSuccess);
  std::vector<int> want(width * height, 0);
  want[width + 1] = 1;
  want[width + 2] = 2;
  want[2 * width + 1] = 9;
  want[2 * width + 2] = 10;
  EXPECT_EQ(contents(other), want);
}

TEST_F(ArrayTest, RectanglesAreChecked) {
  auto copy = [&](size_t x, size_t y, size_t pitch, size_t w, size_t h,
                  cudaMemcpyKind kind) {
    return cudaMemcpy2DToArray(array, x, y, host.data(), pitch, w, h, kind);
  };
  constexpr auto in = cudaMemcpyHostToDevice;
  EXPECT_EQ(copy(0, 0, row - 1, row, 1, in), cudaErrorInvalidPitchValue);
  EXPECT_EQ(copy(4, 0, row, row, 1, in), cudaErrorInvalidValue);
  EXPECT_EQ(copy(0, 1, row, row, height, in), cudaErrorInvalidValue);
  EXPECT_EQ(copy(2, 0, row, 8, 1, in), cudaErrorInvalidValue);
  EXPECT_EQ(copy(0, 0, row, 6, 1, in), cudaErrorInvalidValue);
  EXPECT_EQ(copy(0, 0, row, row, 1, cudaMemcpyDeviceToHost),
            cudaErrorInvalidValue);
  EXPECT_EQ(copy(0, 0, row, row, 1, static_cast<cudaMemcpyKind>(77)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(copy(0, 0, row, row, 1, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DToArray(nullptr, 0, 0, host.data(), row, row, 1, in),
            cudaErrorInvalidValue);
  auto stream = reinterpret_cast<cudaStream_t>(0x1234);
  EXPECT_EQ(cudaMemcpy2DToArrayAsync(array, 0, 0, host.data(), row, row, 1, in,
                                     stream),
            cudaErrorInvalidResourceHandle);
}

TEST_F(ArrayTest, LinearCopiesGoOnInTheNextRow) {
  EXPECT_EQ(cudaMemcpyToArray(array, 24, 0, host.data(), 12 * sizeof(int),
                              cudaMemcpyHostToDevice),
            cudaSuccess);
  std::vector<int> want(width * height, 0);
  std::iota(want.begin() + 6, want.begin() + 18, 1);
  EXPECT_EQ(contents(array), want);
  std::vector<int> back(12);
  EXPECT_EQ(cudaMemcpyFromArray(back.data(), array, 24, 0, 12 * sizeof(int),
                                cudaMemcpyDeviceToHost),
            cudaSuccess);
  EXPECT_EQ(back, std::vector<int>(host.begin(), host.begin() + 12));
  EXPECT_EQ(cudaMemcpyArrayToArray(other, 4, 0, array, 24, 0, 12 * sizeof(int)),
            cudaSuccess);
  std::vector<int> shifted(width * height, 0);
  std::iota(shifted.begin() + 1, shifted.begin() + 13, 1);
  EXPECT_EQ(contents(other), shifted);
  EXPECT_EQ(
      cudaMemcpyToArray(array, 24, 3, host.data(), 12, cudaMemcpyHostToDevice),
      cudaErrorInvalidValue);
}

TEST_F(ArrayTest, Boxes) {
  cudaArray_t solid;
  ASSERT_EQ(cudaMalloc3DArray(&solid, &ints, make_cudaExtent(4, 4, 2)),
            cudaSuccess);
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(host.data(), 16, 4, 4);
  p.dstArray = solid;
  p.extent = make_cudaExtent(4, 4, 2);
  p.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaSuccess);

  // An array's offset counts elements, a pointer's bytes.
  std::vector<int> back(8, 0);
  cudaMemcpy3DParms q = {};
  q.srcArray = solid;
  q.srcPos = make_cudaPos(1, 2, 1);
  q.dstPtr = make_cudaPitchedPtr(back.data(), 16, 4, 2);
  q.dstPos = make_cudaPos(4, 0, 0);
  q.extent = make_cudaExtent(2, 2, 1);
  q.kind = cudaMemcpyDeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&q), cudaSuccess);
  EXPECT_EQ(back, (std::vector<int>{0, 26, 27, 0, 0, 30, 31, 0}));

  q.srcPos.x = 3;
  EXPECT_EQ(cudaMemcpy3D(&q), cudaErrorInvalidValue);
  q.srcPos.x = 1;
  q.kind = cudaMemcpyHostToDevice;
  EXPECT_EQ(cudaMemcpy3D(&q), cudaErrorInvalidValue);
  p.srcPtr.pitch = 12;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue);
  p.srcPtr.pitch = 16;
  p.srcArray = array;
  EXPECT_EQ(cudaMemcpy3D(&p), cudaErrorInvalidValue) << "two sources";

  cudaMemcpy3DPeerParms peer = {};
  peer.srcArray = solid;
  peer.dstArray = array;
  peer.extent = make_cudaExtent(4, 4, 1);
  EXPECT_EQ(cudaMemcpy3DPeer(&peer), cudaSuccess);
  EXPECT_EQ(contents(array)[width + 2], 7);
  peer.dstDevice = 1;
  EXPECT_EQ(cudaMemcpy3DPeer(&peer), cudaErrorInvalidDevice);
}

TEST_F(ArrayTest, Mipmaps) {
  cudaMipmappedArray_t mipmap;
  ASSERT_EQ(
      cudaMallocMipmappedArray(&mipmap, &ints, make_cudaExtent(8, 4, 0), 99),
      cudaSuccess);
  size_t sizes[][2] = {{8, 4}, {4, 2}, {2, 1}, {1, 1}};
  cudaArray_t level = nullptr;
  for (unsigned i = 0; i < 4; ++i) {
    cudaExtent extent;
    ASSERT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, i), cudaSuccess);
    EXPECT_EQ(cudaArrayGetInfo(nullptr, &extent, nullptr, level), cudaSuccess);
    EXPECT_EQ(extent.width, sizes[i][0]);
    EXPECT_EQ(extent.height, sizes[i][1]);
  }
  EXPECT_EQ(cudaFreeArray(level), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, 4),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFreeMipmappedArray(mipmap), cudaSuccess);
  EXPECT_EQ(cudaGetMipmappedArrayLevel(&level, mipmap, 0),
            cudaErrorInvalidResourceHandle);
}

TEST_F(ArrayTest, TextureObjects) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = {};
  desc.borderColor[2] = 3;
  cudaTextureObject_t texture = 0;
  ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &desc, nullptr),
            cudaSuccess);
  cudaResourceDesc itsResource;
  cudaTextureDesc itsDesc;
  cudaResourceViewDesc itsView;
  EXPECT_EQ(cudaGetTextureObjectResourceDesc(&itsResource, texture),
            cudaSuccess);
  EXPECT_EQ(itsResource.res.array.array, array);
  EXPECT_EQ(cudaGetTextureObjectTextureDesc(&itsDesc, texture), cudaSuccess);
  EXPECT_EQ(itsDesc.borderColor[2], 3);
  EXPECT_EQ(cudaGetTextureObjectResourceViewDesc(&itsView, texture),
            cudaErrorInvalidValue)
      << "it has none";
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
  EXPECT_EQ(cudaDestroyTextureObject(texture), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetTextureObjectTextureDesc(&itsDesc, texture),
            cudaErrorInvalidValue);

  auto create = [&] {
    cudaTextureObject_t made = 0;
    return cudaCreateTextureObject(&made, &resource, &desc, nullptr);
  };
  desc.filterMode = cudaFilterModeLinear;
  EXPECT_EQ(create(), cudaErrorInvalidFilterSetting);
  desc.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(create(), cudaErrorInvalidNormSetting);
  desc = {};
  desc.addressMode[1] = static_cast<cudaTextureAddressMode>(9);
  EXPECT_EQ(create(), cudaErrorInvalidValue);
  desc = {};
  resource.res.array.array = nullptr;
  EXPECT_EQ(create(), cudaErrorInvalidValue);

  char *memory;
  ASSERT_EQ(cudaMalloc(&memory, 4096), cudaSuccess);
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.desc = ints;
  resource.res.linear.sizeInBytes = 400;
  resource.res.linear.devPtr = memory;
  EXPECT_EQ(create(), cudaSuccess);
  resource.res.linear.devPtr = memory + 16;
  EXPECT_EQ(create(), cudaErrorInvalidValue) << "not aligned";
  resource.res.linear.devPtr = nullptr;
  EXPECT_EQ(create(), cudaErrorInvalidValue);

  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = ints;
  resource.res.pitch2D.width = 8;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = 64;
  EXPECT_EQ(create(), cudaSuccess);
  resource.res.pitch2D.pitchInBytes = 48;
  EXPECT_EQ(create(), cudaErrorInvalidValue) << "not aligned";
  resource.res.pitch2D.pitchInBytes = 32;
  resource.res.pitch2D.width = 9;
  EXPECT_EQ(create(), cudaErrorInvalidValue) << "wider than its pitch";
}

TEST_F(ArrayTest, SurfaceObjects) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue)
      << "made without cudaArraySurfaceLoadStore";
  cudaArray_t canvas;
  ASSERT_EQ(
      cudaMallocArray(&canvas, &ints, width, height, cudaArraySurfaceLoadStore),
      cudaSuccess);
  resource.res.array.array = canvas;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
  cudaResourceDesc its;
  EXPECT_EQ(cudaGetSurfaceObjectResourceDesc(&its, surface), cudaSuccess);
  EXPECT_EQ(its.res.array.array, canvas);
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
  EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaErrorInvalidValue);
  resource.res.array.array = nullptr;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource),
            cudaErrorInvalidResourceHandle);
  resource.resType = cudaResourceTypeLinear;
  EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource),
            cudaErrorInvalidChannelDescriptor);
}

TEST_F(ArrayTest, ResetFreesAll) {
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  cudaChannelFormatDesc desc;
  EXPECT_EQ(cudaGetChannelDesc(&desc, array), cudaErrorInvalidValue);
}

} // namespace
