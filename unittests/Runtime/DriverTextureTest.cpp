//===- DriverTextureTest.cpp - Arrays and textures of cuda.h --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTest.h"
#include "heddle/texture_object.h"
#include <cstring>
#include <numeric>

namespace {

class DriverTextureTest : public DriverTest {
protected:
  /// An array of 8 by 4 floats, which are their indices.
  CUarray makeArray(unsigned flags = 0) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {8, 4,    0, CU_AD_FORMAT_FLOAT,
                                          1, flags};
    CUarray array = nullptr;
    EXPECT_OK(cuArray3DCreate(&array, &descriptor));
    std::iota(std::begin(values), std::end(values), 0.0f);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = values;
    copy.srcPitch = 32;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = array;
    copy.WidthInBytes = 32;
    copy.Height = 4;
    EXPECT_OK(cuMemcpy2D(&copy));
    return array;
  }
  /// The texel of a two-dimensional texture, as a kernel reads it.
  static float sample(CUtexObject texture, float x, float y) {
    HeddleTexel texel =
        __heddle_texture_sample(texture, HeddleTexture2D, x, y, 0, 0, 0);
    float value;
    std::memcpy(&value, &texel, sizeof value);
    return value;
  }

  float values[32];
};

TEST_F(DriverTextureTest, OfArrays) {
  CUDA_RESOURCE_DESC resource = {}, read;
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = makeArray();
  CUDA_TEXTURE_DESC desc = {}, readDesc;
  desc.addressMode[0] = desc.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  desc.filterMode = CU_TR_FILTER_MODE_LINEAR;
  CUtexObject texture;
  EXPECT_OK(cuTexObjectCreate(&texture, &resource, &desc, nullptr));
  EXPECT_EQ(sample(texture, 2.5f, 1.5f), 10.0f);
  EXPECT_EQ(sample(texture, 3.0f, 1.5f), 10.5f);
  EXPECT_OK(cuTexObjectGetResourceDesc(&read, texture));
  EXPECT_EQ(read.res.array.hArray, resource.res.array.hArray);
  EXPECT_OK(cuTexObjectGetTextureDesc(&readDesc, texture));
  EXPECT_EQ(readDesc.filterMode, CU_TR_FILTER_MODE_LINEAR);
  CUDA_RESOURCE_VIEW_DESC view;
  EXPECT_EQ(cuTexObjectGetResourceViewDesc(&view, texture),
            CUDA_ERROR_INVALID_VALUE)
      << "it has none";
  EXPECT_OK(cuTexObjectDestroy(texture));
  EXPECT_EQ(cuTexObjectDestroy(texture), CUDA_ERROR_INVALID_VALUE);

  view = {};
  view.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
  view.width = 8;
  view.height = 4;
  EXPECT_OK(cuTexObjectCreate(&texture, &resource, &desc, &view));
  CUDA_RESOURCE_VIEW_DESC readView;
  EXPECT_OK(cuTexObjectGetResourceViewDesc(&readView, texture));
  EXPECT_EQ(readView.format, CU_RES_VIEW_FORMAT_FLOAT_1X32);
  EXPECT_OK(cuTexObjectDestroy(texture));
  resource.flags = 1;
  EXPECT_EQ(cuTexObjectCreate(&texture, &resource, &desc, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexObjectCreate(&texture, nullptr, &desc, nullptr),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuArrayDestroy(resource.res.array.hArray));
}

TEST_F(DriverTextureTest, OfMemoryWithNormalizedBytes) {
  CUDA_RESOURCE_DESC resource = {}, read;
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  auto &plane = resource.res.pitch2D;
  ASSERT_EQ(cuMemAlloc(&plane.devPtr, 512), CUDA_SUCCESS);
  ASSERT_EQ(cuMemsetD8(plane.devPtr, 51, 512), CUDA_SUCCESS);
  plane.format = CU_AD_FORMAT_UNSIGNED_INT8;
  plane.numChannels = 1;
  plane.width = plane.height = 2;
  plane.pitchInBytes = 256;
  CUDA_TEXTURE_DESC desc = {}, readDesc;
  CUtexObject texture;
  EXPECT_OK(cuTexObjectCreate(&texture, &resource, &desc, nullptr));
  EXPECT_FLOAT_EQ(sample(texture, 0.5f, 1.5f), 0.2f) << "without the flag";
  EXPECT_OK(cuTexObjectGetResourceDesc(&read, texture));
  EXPECT_EQ(read.res.pitch2D.format, CU_AD_FORMAT_UNSIGNED_INT8);
  EXPECT_EQ(read.res.pitch2D.pitchInBytes, 256u);
  EXPECT_OK(cuTexObjectDestroy(texture));
  desc.flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES;
  EXPECT_OK(cuTexObjectCreate(&texture, &resource, &desc, nullptr));
  EXPECT_OK(cuTexObjectGetTextureDesc(&readDesc, texture));
  EXPECT_EQ(readDesc.flags, desc.flags);
  EXPECT_OK(cuTexObjectDestroy(texture));
  desc.flags = 1 << 20;
  EXPECT_EQ(cuTexObjectCreate(&texture, &resource, &desc, nullptr),
            CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTextureTest, Surfaces) {
  CUDA_RESOURCE_DESC resource = {}, read;
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = makeArray(CUDA_ARRAY3D_SURFACE_LDST);
  CUsurfObject surface;
  EXPECT_OK(cuSurfObjectCreate(&surface, &resource));
  EXPECT_OK(cuSurfObjectGetResourceDesc(&read, surface));
  EXPECT_EQ(read.res.array.hArray, resource.res.array.hArray);
  EXPECT_OK(cuSurfObjectDestroy(surface));
  EXPECT_EQ(cuSurfObjectDestroy(surface), CUDA_ERROR_INVALID_VALUE);
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  EXPECT_EQ(cuSurfObjectCreate(&surface, &resource), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTextureTest, MipmapsAndCopiesBetweenArrays) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor = {8, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  CUmipmappedArray mipmap;
  CUarray level;
  EXPECT_OK(cuMipmappedArrayCreate(&mipmap, &descriptor, 3));
  EXPECT_OK(cuMipmappedArrayGetLevel(&level, mipmap, 1));
  CUDA_ARRAY3D_DESCRIPTOR half;
  EXPECT_OK(cuArray3DGetDescriptor(&half, level));
  EXPECT_EQ(half.Width, 4u);
  EXPECT_EQ(half.Height, 2u);
  EXPECT_EQ(cuMipmappedArrayGetLevel(&level, mipmap, 3),
            CUDA_ERROR_INVALID_VALUE);

  CUarray from = makeArray(), to = makeArray();
  EXPECT_OK(cuMemcpyAtoA(to, 0, from, 8, 16));
  float row[4];
  EXPECT_OK(cuMemcpyAtoHAsync(row, to, 0, sizeof row, nullptr));
  EXPECT_EQ(row[0], 2.0f);
  EXPECT_EQ(row[3], 5.0f);
  row[0] = 50;
  EXPECT_OK(cuMemcpyHtoAAsync(to, 4, row, 4, nullptr));
  EXPECT_OK(cuMemcpyAtoH(row, to, 4, 4));
  EXPECT_EQ(row[0], 50.0f);
  EXPECT_EQ(cuMemcpyAtoA(to, 0, from, 8, 6), CUDA_ERROR_INVALID_VALUE)
      << "no whole elements";
  CUDA_MEMCPY3D_PEER peer = {};
  peer.srcMemoryType = peer.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  peer.srcArray = from;
  peer.dstArray = to;
  peer.srcContext = peer.dstContext = context;
  peer.WidthInBytes = 32;
  peer.Height = 4;
  peer.Depth = 1;
  EXPECT_OK(cuMemcpy3DPeer(&peer));
  EXPECT_OK(cuMemcpy3DPeerAsync(&peer, nullptr));
  EXPECT_OK(cuMemcpyAtoH(row, to, 4, 4));
  EXPECT_EQ(row[0], 1.0f);
  peer.dstContext = nullptr;
  EXPECT_EQ(cuMemcpy3DPeer(&peer), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(cuMemcpy3DPeerAsync(nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);

  EXPECT_OK(cuMipmappedArrayDestroy(mipmap));
  EXPECT_EQ(cuMipmappedArrayDestroy(mipmap), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuMipmappedArrayCreate(&mipmap, nullptr, 1),
            CUDA_ERROR_INVALID_VALUE);
  descriptor.Format = CU_AD_FORMAT_BC1_UNORM;
  EXPECT_EQ(cuArray3DCreate(&level, &descriptor), CUDA_ERROR_INVALID_VALUE);
  size_t elements = 0;
  EXPECT_OK(
      cuDeviceGetTexture1DLinearMaxWidth(&elements, CU_AD_FORMAT_FLOAT, 4, 0));
  EXPECT_GT(elements, 1u << 20);
  EXPECT_EQ(
      cuDeviceGetTexture1DLinearMaxWidth(&elements, CU_AD_FORMAT_FLOAT, 3, 0),
      CUDA_ERROR_INVALID_VALUE);
}

TEST_F(DriverTextureTest, References) {
  CUtexref texture;
  EXPECT_OK(cuTexRefCreate(&texture));
  CUarray array = makeArray(), readArray;
  EXPECT_OK(cuTexRefSetArray(texture, array, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT_OK(cuTexRefGetArray(&readArray, texture));
  EXPECT_EQ(readArray, array);
  CUarray_format format;
  int channels, anisotropy;
  EXPECT_OK(cuTexRefGetFormat(&format, &channels, texture));
  EXPECT_EQ(format, CU_AD_FORMAT_FLOAT);
  EXPECT_EQ(channels, 1);
  CUdeviceptr memory, address;
  EXPECT_EQ(cuTexRefGetAddress(&address, texture), CUDA_ERROR_INVALID_VALUE);

  // Each change counts from then on.
  auto object = [&] {
    return reinterpret_cast<textureReference *>(texture)->heddleObject;
  };
  EXPECT_EQ(sample(object(), 2.0f, 1.0f), 10.0f);
  EXPECT_OK(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  EXPECT_EQ(sample(object(), 2.0f, 1.0f), 5.5f);
  EXPECT_OK(cuTexRefSetAddressMode(texture, 0, CU_TR_ADDRESS_MODE_CLAMP));
  EXPECT_OK(cuTexRefSetFlags(texture, CU_TRSF_NORMALIZED_COORDINATES));
  EXPECT_EQ(sample(object(), 0.25f, 0.25f), 5.5f);

  CUaddress_mode mode;
  CUfilter_mode filter;
  unsigned flags;
  float bias, least, most, color[4] = {1, 2, 3, 4}, readColor[4];
  EXPECT_OK(cuTexRefGetAddressMode(&mode, texture, 0));
  EXPECT_EQ(mode, CU_TR_ADDRESS_MODE_CLAMP);
  EXPECT_OK(cuTexRefGetFilterMode(&filter, texture));
  EXPECT_EQ(filter, CU_TR_FILTER_MODE_LINEAR);
  EXPECT_OK(cuTexRefGetFlags(&flags, texture));
  EXPECT_EQ(flags, unsigned(CU_TRSF_NORMALIZED_COORDINATES));
  EXPECT_OK(cuTexRefSetMipmapFilterMode(texture, CU_TR_FILTER_MODE_LINEAR));
  EXPECT_OK(cuTexRefGetMipmapFilterMode(&filter, texture));
  EXPECT_EQ(filter, CU_TR_FILTER_MODE_LINEAR);
  EXPECT_OK(cuTexRefSetMipmapLevelBias(texture, 0.5f));
  EXPECT_OK(cuTexRefGetMipmapLevelBias(&bias, texture));
  EXPECT_EQ(bias, 0.5f);
  EXPECT_OK(cuTexRefSetMipmapLevelClamp(texture, 1, 2));
  EXPECT_OK(cuTexRefGetMipmapLevelClamp(&least, &most, texture));
  EXPECT_EQ(least + most, 3.0f);
  EXPECT_OK(cuTexRefSetMaxAnisotropy(texture, 4));
  EXPECT_OK(cuTexRefGetMaxAnisotropy(&anisotropy, texture));
  EXPECT_EQ(anisotropy, 4);
  EXPECT_OK(cuTexRefSetBorderColor(texture, color));
  EXPECT_OK(cuTexRefGetBorderColor(readColor, texture));
  EXPECT_EQ(readColor[3], 4.0f);

  // Other memory.
  CUmipmappedArray mipmap, readMipmap;
  CUDA_ARRAY3D_DESCRIPTOR box = {8, 4, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  ASSERT_EQ(cuMipmappedArrayCreate(&mipmap, &box, 2), CUDA_SUCCESS);
  EXPECT_OK(
      cuTexRefSetMipmappedArray(texture, mipmap, CU_TRSA_OVERRIDE_FORMAT));
  EXPECT_OK(cuTexRefGetMipmappedArray(&readMipmap, texture));
  EXPECT_EQ(readMipmap, mipmap);
  EXPECT_OK(cuTexRefSetFlags(texture, 0));
  EXPECT_OK(cuTexRefSetFilterMode(texture, CU_TR_FILTER_MODE_POINT));
  ASSERT_EQ(cuMemAlloc(&memory, 1024), CUDA_SUCCESS);
  CUDA_ARRAY_DESCRIPTOR plane = {4, 2, CU_AD_FORMAT_FLOAT, 1};
  EXPECT_OK(cuTexRefSetAddress2D(texture, &plane, memory, 256));
  EXPECT_OK(cuTexRefGetAddress(&address, texture));
  EXPECT_EQ(address, memory);
  EXPECT_OK(cuTexRefSetFormat(texture, CU_AD_FORMAT_SIGNED_INT32, 2));
  size_t offset = 99;
  EXPECT_OK(cuTexRefSetAddress(&offset, texture, memory + 8, 64));
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(cuTexRefSetAddress(nullptr, texture, memory + 8, 64),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefSetArray(texture, array, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefSetFilterMode(texture, static_cast<CUfilter_mode>(5)),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefSetAddressMode(texture, 3, CU_TR_ADDRESS_MODE_WRAP),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuTexRefGetMaxAnisotropy(nullptr, texture),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_OK(cuTexRefDestroy(texture));
  EXPECT_EQ(cuTexRefDestroy(texture), CUDA_ERROR_INVALID_VALUE);
}

} // namespace
