//===- DriverTextureReference.cpp - Texture references of modules ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUtexref is the variable of a module, or one that cuTexRefCreate made.
// Setting a property makes a new texture object of all of them, which kernels
// then read.
//
//===----------------------------------------------------------------------===//

#include "Copies.h"
#include "DriverTexture.h"
#include "Limits.h"
#include "Memory.h"
#include "Module.h"
#include <algorithm>
#include <map>
#include <mutex>

namespace heddle::rt::driver {
namespace {

/// What the program has set, in the form of texture objects.
struct Reference {
  bool created = false; ///< By cuTexRefCreate.
  bool bound = false;
  CUDA_RESOURCE_DESC resource = {};
  CUDA_TEXTURE_DESC desc = {};
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  unsigned channels = 1;
};

struct References {
  std::mutex mutex;
  std::map<CUtexref, Reference> textures;
  std::map<CUsurfref, CUarray> surfaces;
};

References &references() {
  static auto &instance = *new References;
  return instance;
}

textureReference &variableOf(CUtexref texture) {
  return *reinterpret_cast<textureReference *>(texture);
}

/// What `use` does with a reference.
template <class Use> CUresult inReference(CUtexref texture, Use use) {
  if (CUresult result = checkContext())
    return result;
  References &r = references();
  std::lock_guard lock(r.mutex);
  auto found = r.textures.find(texture);
  if (found == r.textures.end())
    return CUDA_ERROR_INVALID_VALUE;
  KeepLastError keep;
  return use(found->second);
}

/// Makes the texture object that a reference then reads by.
cudaError_t makeObject(textureReference &variable, const Reference &reference) {
  cudaResourceDesc resource;
  cudaTextureObject_t object;
  if (cudaError_t error = convert(reference.resource, resource))
    return error;
  cudaTextureDesc desc = convert(reference.desc, resource);
  if (cudaError_t error =
          cudaCreateTextureObject(&object, &resource, &desc, nullptr))
    return error;
  if (variable.heddleBound)
    cudaDestroyTextureObject(variable.heddleObject);
  variable.heddleObject = object;
  variable.heddleBound = 1;
  return cudaSuccess;
}

/// Changes what a reference reads.
template <class Use> CUresult bind(CUtexref texture, Use use) {
  return inReference(texture, [&](Reference &reference) {
    Reference changed = reference;
    if (!use(changed))
      return CUDA_ERROR_INVALID_VALUE;
    changed.bound = true;
    if (cudaError_t error = makeObject(variableOf(texture), changed))
      return resultOf(error);
    reference = changed;
    return CUDA_SUCCESS;
  });
}

/// Changes how a reference reads. Properties that do not fit each other have no
/// effect until they do: programs set one after another.
template <class Use> CUresult change(CUtexref texture, Use use) {
  return inReference(texture, [&](Reference &reference) {
    Reference changed = reference;
    if (!use(changed))
      return CUDA_ERROR_INVALID_VALUE;
    if (changed.bound)
      makeObject(variableOf(texture), changed);
    reference = changed;
    return CUDA_SUCCESS;
  });
}

/// What the declaration of the variable says.
Reference declared(const textureReference &variable) {
  Reference reference;
  for (int i = 0; i < 3; ++i)
    reference.desc.addressMode[i] =
        static_cast<CUaddress_mode>(variable.addressMode[i]);
  reference.desc.filterMode = static_cast<CUfilter_mode>(variable.filterMode);
  if (variable.normalized)
    reference.desc.flags |= CU_TRSF_NORMALIZED_COORDINATES;
  if (variable.heddleReadMode == cudaReadModeElementType)
    reference.desc.flags |= CU_TRSF_READ_AS_INTEGER;
  if (variable.channelDesc.x) {
    reference.format = formatOf(variable.channelDesc);
    reference.channels = channelsOf(variable.channelDesc);
  }
  return reference;
}

bool isMode(CUaddress_mode mode) {
  return mode >= CU_TR_ADDRESS_MODE_WRAP && mode <= CU_TR_ADDRESS_MODE_BORDER;
}
bool isMode(CUfilter_mode mode) {
  return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
}

/// Gives the program a value of the reference.
template <class Value, class Read>
CUresult get(CUtexref texture, Value *value, Read read) {
  if (!value)
    return CUDA_ERROR_INVALID_VALUE;
  return inReference(texture, [&](Reference &reference) {
    *value = read(reference);
    return CUDA_SUCCESS;
  });
}

} // namespace

void forgetReference(const void *variable) {
  References &r = references();
  std::lock_guard lock(r.mutex);
  auto *address = const_cast<void *>(variable);
  r.textures.erase(static_cast<CUtexref>(address));
  r.surfaces.erase(static_cast<CUsurfref>(address));
}

} // namespace heddle::rt::driver

using namespace heddle::rt;
using namespace heddle::rt::driver;

extern "C" {

CUresult cuModuleGetTexRef(CUtexref *texture, CUmodule module,
                           const char *name) {
  if (CUresult result = checkContext())
    return result;
  if (!texture || !name)
    return CUDA_ERROR_INVALID_VALUE;
  CUdeviceptr variable;
  size_t bytes;
  if (CUresult result = findGlobal(module, name, &variable, &bytes))
    return result;
  if (bytes != sizeof(textureReference))
    return CUDA_ERROR_NOT_FOUND;
  *texture = static_cast<CUtexref>(pointerOf(variable));
  References &r = references();
  std::lock_guard lock(r.mutex);
  r.textures.try_emplace(*texture, declared(variableOf(*texture)));
  return CUDA_SUCCESS;
}

CUresult cuModuleGetSurfRef(CUsurfref *surface, CUmodule module,
                            const char *name) {
  if (CUresult result = checkContext())
    return result;
  if (!surface || !name)
    return CUDA_ERROR_INVALID_VALUE;
  CUdeviceptr variable;
  size_t bytes;
  if (CUresult result = findGlobal(module, name, &variable, &bytes))
    return result;
  if (bytes != sizeof(surfaceReference))
    return CUDA_ERROR_NOT_FOUND;
  *surface = static_cast<CUsurfref>(pointerOf(variable));
  References &r = references();
  std::lock_guard lock(r.mutex);
  r.surfaces.try_emplace(*surface, nullptr);
  return CUDA_SUCCESS;
}

CUresult cuTexRefCreate(CUtexref *texture) {
  if (CUresult result = checkContext())
    return result;
  if (!texture)
    return CUDA_ERROR_INVALID_VALUE;
  *texture = reinterpret_cast<CUtexref>(new textureReference());
  Reference reference;
  reference.created = true;
  References &r = references();
  std::lock_guard lock(r.mutex);
  r.textures[*texture] = reference;
  return CUDA_SUCCESS;
}

CUresult cuTexRefDestroy(CUtexref texture) {
  CUresult result = inReference(texture, [&](Reference &reference) {
    return reference.created ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
  if (result)
    return result;
  forgetReference(texture);
  textureReference &variable = variableOf(texture);
  if (variable.heddleBound)
    cudaDestroyTextureObject(variable.heddleObject);
  delete &variable;
  return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref texture, CUarray array, unsigned flags) {
  return bind(texture, [=](Reference &reference) {
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    if (flags != CU_TRSA_OVERRIDE_FORMAT ||
        cuArray3DGetDescriptor(&descriptor, array))
      return false;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_ARRAY;
    reference.resource.res.array.hArray = array;
    reference.format = descriptor.Format;
    reference.channels = descriptor.NumChannels;
    return true;
  });
}

CUresult cuTexRefSetMipmappedArray(CUtexref texture, CUmipmappedArray mipmap,
                                   unsigned flags) {
  return bind(texture, [=](Reference &reference) {
    CUarray level;
    CUDA_ARRAY3D_DESCRIPTOR descriptor;
    if (flags != CU_TRSA_OVERRIDE_FORMAT ||
        cuMipmappedArrayGetLevel(&level, mipmap, 0) ||
        cuArray3DGetDescriptor(&descriptor, level))
      return false;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    reference.resource.res.mipmap.hMipmappedArray = mipmap;
    reference.format = descriptor.Format;
    reference.channels = descriptor.NumChannels;
    return true;
  });
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref texture,
                            CUdeviceptr pointer, size_t bytes) {
  return bind(texture, [=](Reference &reference) {
    // A texture begins at an aligned address; the program gets the rest, and an
    // error if it does not ask for it.
    size_t rest = pointer % textureAlignment;
    if (rest && !offset)
      return false;
    if (offset)
      *offset = rest;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_LINEAR;
    auto &linear = reference.resource.res.linear;
    linear.devPtr = pointer - rest;
    linear.format = reference.format;
    linear.numChannels = reference.channels;
    linear.sizeInBytes = bytes + rest;
    return true;
  });
}

CUresult cuTexRefSetAddress2D(CUtexref texture,
                              const CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUdeviceptr pointer, size_t pitch) {
  return bind(texture, [=](Reference &reference) {
    if (!descriptor)
      return false;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    auto &plane = reference.resource.res.pitch2D;
    plane.devPtr = pointer;
    plane.format = reference.format = descriptor->Format;
    plane.numChannels = reference.channels = descriptor->NumChannels;
    plane.width = descriptor->Width;
    plane.height = descriptor->Height;
    plane.pitchInBytes = pitch;
    return true;
  });
}

CUresult cuTexRefSetFormat(CUtexref texture, CUarray_format format,
                           int channels) {
  return change(texture, [=](Reference &reference) {
    if (!describe(format, channels).x)
      return false;
    reference.format = format;
    reference.channels = channels;
    // An array has its own.
    if (reference.resource.resType == CU_RESOURCE_TYPE_LINEAR) {
      reference.resource.res.linear.format = format;
      reference.resource.res.linear.numChannels = channels;
    }
    return true;
  });
}

CUresult cuTexRefSetAddressMode(CUtexref texture, int dimension,
                                CUaddress_mode mode) {
  return change(texture, [=](Reference &reference) {
    if (dimension < 0 || dimension > 2 || !isMode(mode))
      return false;
    reference.desc.addressMode[dimension] = mode;
    return true;
  });
}
CUresult cuTexRefSetFilterMode(CUtexref texture, CUfilter_mode mode) {
  return change(texture, [=](Reference &reference) {
    reference.desc.filterMode = mode;
    return isMode(mode);
  });
}
CUresult cuTexRefSetMipmapFilterMode(CUtexref texture, CUfilter_mode mode) {
  return change(texture, [=](Reference &reference) {
    reference.desc.mipmapFilterMode = mode;
    return isMode(mode);
  });
}
CUresult cuTexRefSetMipmapLevelBias(CUtexref texture, float bias) {
  return change(texture, [=](Reference &reference) {
    reference.desc.mipmapLevelBias = bias;
    return true;
  });
}
CUresult cuTexRefSetMipmapLevelClamp(CUtexref texture, float least,
                                     float most) {
  return change(texture, [=](Reference &reference) {
    reference.desc.minMipmapLevelClamp = least;
    reference.desc.maxMipmapLevelClamp = most;
    return true;
  });
}
CUresult cuTexRefSetMaxAnisotropy(CUtexref texture, unsigned anisotropy) {
  return change(texture, [=](Reference &reference) {
    reference.desc.maxAnisotropy = anisotropy;
    return true;
  });
}
CUresult cuTexRefSetBorderColor(CUtexref texture, float *color) {
  return change(texture, [=](Reference &reference) {
    if (!color)
      return false;
    std::copy(color, color + 4, reference.desc.borderColor);
    return true;
  });
}
CUresult cuTexRefSetFlags(CUtexref texture, unsigned flags) {
  constexpr unsigned known = CU_TRSF_READ_AS_INTEGER |
                             CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                             CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
  return change(texture, [=](Reference &reference) {
    reference.desc.flags = flags;
    return !(flags & ~known);
  });
}

CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref texture) {
  return inReference(texture, [=](Reference &reference) {
    bool linear = reference.resource.resType == CU_RESOURCE_TYPE_LINEAR;
    if (!pointer || !reference.bound ||
        (!linear && reference.resource.resType != CU_RESOURCE_TYPE_PITCH2D))
      return CUDA_ERROR_INVALID_VALUE;
    *pointer = linear ? reference.resource.res.linear.devPtr
                      : reference.resource.res.pitch2D.devPtr;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetArray(CUarray *array, CUtexref texture) {
  return inReference(texture, [=](Reference &reference) {
    if (!array || !reference.bound ||
        reference.resource.resType != CU_RESOURCE_TYPE_ARRAY)
      return CUDA_ERROR_INVALID_VALUE;
    *array = reference.resource.res.array.hArray;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *mipmap, CUtexref texture) {
  return inReference(texture, [=](Reference &reference) {
    if (!mipmap || !reference.bound ||
        reference.resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
      return CUDA_ERROR_INVALID_VALUE;
    *mipmap = reference.resource.res.mipmap.hMipmappedArray;
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref texture,
                                int dimension) {
  if (dimension < 0 || dimension > 2)
    return CUDA_ERROR_INVALID_VALUE;
  return get(texture, mode,
             [=](Reference &r) { return r.desc.addressMode[dimension]; });
}
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref texture) {
  return get(texture, mode, [](Reference &r) { return r.desc.filterMode; });
}
CUresult cuTexRefGetFormat(CUarray_format *format, int *channels,
                           CUtexref texture) {
  if (!channels)
    return CUDA_ERROR_INVALID_VALUE;
  return get(texture, format, [=](Reference &r) {
    *channels = static_cast<int>(r.channels);
    return r.format;
  });
}
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref texture) {
  return get(texture, mode,
             [](Reference &r) { return r.desc.mipmapFilterMode; });
}
CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref texture) {
  return get(texture, bias,
             [](Reference &r) { return r.desc.mipmapLevelBias; });
}
CUresult cuTexRefGetMipmapLevelClamp(float *least, float *most,
                                     CUtexref texture) {
  if (!most)
    return CUDA_ERROR_INVALID_VALUE;
  return get(texture, least, [=](Reference &r) {
    *most = r.desc.maxMipmapLevelClamp;
    return r.desc.minMipmapLevelClamp;
  });
}
CUresult cuTexRefGetMaxAnisotropy(int *anisotropy, CUtexref texture) {
  return get(texture, anisotropy, [](Reference &r) {
    return static_cast<int>(r.desc.maxAnisotropy);
  });
}
CUresult cuTexRefGetBorderColor(float *color, CUtexref texture) {
  return inReference(texture, [=](Reference &reference) {
    if (!color)
      return CUDA_ERROR_INVALID_VALUE;
    std::copy(std::begin(reference.desc.borderColor),
              std::end(reference.desc.borderColor), color);
    return CUDA_SUCCESS;
  });
}
CUresult cuTexRefGetFlags(unsigned *flags, CUtexref texture) {
  return get(texture, flags, [](Reference &r) { return r.desc.flags; });
}

CUresult cuSurfRefSetArray(CUsurfref surface, CUarray array, unsigned flags) {
  if (CUresult result = checkContext())
    return result;
  References &r = references();
  std::lock_guard lock(r.mutex);
  auto found = r.surfaces.find(surface);
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (found == r.surfaces.end() || flags ||
      cuArray3DGetDescriptor(&descriptor, array))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = inContext([=] {
    return cudaBindSurfaceToArray(
        reinterpret_cast<const surfaceReference *>(surface), array, nullptr);
  });
  if (result == CUDA_SUCCESS)
    found->second = array;
  return result;
}
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref surface) {
  if (CUresult result = checkContext())
    return result;
  References &r = references();
  std::lock_guard lock(r.mutex);
  auto found = r.surfaces.find(surface);
  if (!array || found == r.surfaces.end() || !found->second)
    return CUDA_ERROR_INVALID_VALUE;
  *array = found->second;
  return CUDA_SUCCESS;
}

} // extern "C"
