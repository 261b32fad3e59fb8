//===- DeviceAttributes.cpp - cudaDeviceGetAttribute ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Error.h"
#include <climits>
#include <cstring>

namespace heddle::rt {
namespace {

/// Nearly every attribute is also a property.
struct Field {
  cudaDeviceAttr attribute;
  size_t offset, bytes;
};

#define HEDDLE_FIELD(attribute, field)                                         \
  {cudaDevAttr##attribute, offsetof(cudaDeviceProp, field),                    \
   sizeof(cudaDeviceProp::field)}
constexpr Field fields[] = {
    HEDDLE_FIELD(MaxThreadsPerBlock, maxThreadsPerBlock),
    HEDDLE_FIELD(MaxBlockDimX, maxThreadsDim[0]),
    HEDDLE_FIELD(MaxBlockDimY, maxThreadsDim[1]),
    HEDDLE_FIELD(MaxBlockDimZ, maxThreadsDim[2]),
    HEDDLE_FIELD(MaxGridDimX, maxGridSize[0]),
    HEDDLE_FIELD(MaxGridDimY, maxGridSize[1]),
    HEDDLE_FIELD(MaxGridDimZ, maxGridSize[2]),
    HEDDLE_FIELD(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    HEDDLE_FIELD(TotalConstantMemory, totalConstMem),
    HEDDLE_FIELD(WarpSize, warpSize),
    HEDDLE_FIELD(MaxPitch, memPitch),
    HEDDLE_FIELD(MaxRegistersPerBlock, regsPerBlock),
    HEDDLE_FIELD(ClockRate, clockRate),
    HEDDLE_FIELD(TextureAlignment, textureAlignment),
    HEDDLE_FIELD(GpuOverlap, deviceOverlap),
    HEDDLE_FIELD(MultiProcessorCount, multiProcessorCount),
    HEDDLE_FIELD(KernelExecTimeout, kernelExecTimeoutEnabled),
    HEDDLE_FIELD(Integrated, integrated),
    HEDDLE_FIELD(CanMapHostMemory, canMapHostMemory),
    HEDDLE_FIELD(ComputeMode, computeMode),
    HEDDLE_FIELD(MaxTexture1DWidth, maxTexture1D),
    HEDDLE_FIELD(MaxTexture2DWidth, maxTexture2D[0]),
    HEDDLE_FIELD(MaxTexture2DHeight, maxTexture2D[1]),
    HEDDLE_FIELD(MaxTexture3DWidth, maxTexture3D[0]),
    HEDDLE_FIELD(MaxTexture3DHeight, maxTexture3D[1]),
    HEDDLE_FIELD(MaxTexture3DDepth, maxTexture3D[2]),
    HEDDLE_FIELD(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    HEDDLE_FIELD(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    HEDDLE_FIELD(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    HEDDLE_FIELD(SurfaceAlignment, surfaceAlignment),
    HEDDLE_FIELD(ConcurrentKernels, concurrentKernels),
    HEDDLE_FIELD(EccEnabled, ECCEnabled),
    HEDDLE_FIELD(PciBusId, pciBusID),
    HEDDLE_FIELD(TccDriver, tccDriver),
    HEDDLE_FIELD(MemoryClockRate, memoryClockRate),
    HEDDLE_FIELD(GlobalMemoryBusWidth, memoryBusWidth),
    HEDDLE_FIELD(L2CacheSize, l2CacheSize),
    HEDDLE_FIELD(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    HEDDLE_FIELD(AsyncEngineCount, asyncEngineCount),
    HEDDLE_FIELD(UnifiedAddressing, unifiedAddressing),
    HEDDLE_FIELD(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    HEDDLE_FIELD(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    HEDDLE_FIELD(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    HEDDLE_FIELD(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    HEDDLE_FIELD(MaxTexture3DWidthAlt, maxTexture3DAlt[0]),
    HEDDLE_FIELD(MaxTexture3DHeightAlt, maxTexture3DAlt[1]),
    HEDDLE_FIELD(MaxTexture3DDepthAlt, maxTexture3DAlt[2]),
    HEDDLE_FIELD(PciDomainId, pciDomainID),
    HEDDLE_FIELD(TexturePitchAlignment, texturePitchAlignment),
    HEDDLE_FIELD(MaxTextureCubemapWidth, maxTextureCubemap),
    HEDDLE_FIELD(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
    HEDDLE_FIELD(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
    HEDDLE_FIELD(MaxSurface1DWidth, maxSurface1D),
    HEDDLE_FIELD(MaxSurface2DWidth, maxSurface2D[0]),
    HEDDLE_FIELD(MaxSurface2DHeight, maxSurface2D[1]),
    HEDDLE_FIELD(MaxSurface3DWidth, maxSurface3D[0]),
    HEDDLE_FIELD(MaxSurface3DHeight, maxSurface3D[1]),
    HEDDLE_FIELD(MaxSurface3DDepth, maxSurface3D[2]),
    HEDDLE_FIELD(MaxSurface1DLayeredWidth, maxSurface1DLayered[0]),
    HEDDLE_FIELD(MaxSurface1DLayeredLayers, maxSurface1DLayered[1]),
    HEDDLE_FIELD(MaxSurface2DLayeredWidth, maxSurface2DLayered[0]),
    HEDDLE_FIELD(MaxSurface2DLayeredHeight, maxSurface2DLayered[1]),
    HEDDLE_FIELD(MaxSurface2DLayeredLayers, maxSurface2DLayered[2]),
    HEDDLE_FIELD(MaxSurfaceCubemapWidth, maxSurfaceCubemap),
    HEDDLE_FIELD(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0]),
    HEDDLE_FIELD(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1]),
    HEDDLE_FIELD(MaxTexture1DLinearWidth, maxTexture1DLinear),
    HEDDLE_FIELD(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    HEDDLE_FIELD(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    HEDDLE_FIELD(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    HEDDLE_FIELD(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
    HEDDLE_FIELD(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
    HEDDLE_FIELD(ComputeCapabilityMajor, major),
    HEDDLE_FIELD(ComputeCapabilityMinor, minor),
    HEDDLE_FIELD(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
    HEDDLE_FIELD(StreamPrioritiesSupported, streamPrioritiesSupported),
    HEDDLE_FIELD(GlobalL1CacheSupported, globalL1CacheSupported),
    HEDDLE_FIELD(LocalL1CacheSupported, localL1CacheSupported),
    HEDDLE_FIELD(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    HEDDLE_FIELD(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    HEDDLE_FIELD(ManagedMemory, managedMemory),
    HEDDLE_FIELD(IsMultiGpuBoard, isMultiGpuBoard),
    HEDDLE_FIELD(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    HEDDLE_FIELD(HostNativeAtomicSupported, hostNativeAtomicSupported),
    HEDDLE_FIELD(SingleToDoublePrecisionPerfRatio,
                 singleToDoublePrecisionPerfRatio),
    HEDDLE_FIELD(PageableMemoryAccess, pageableMemoryAccess),
    HEDDLE_FIELD(ConcurrentManagedAccess, concurrentManagedAccess),
    HEDDLE_FIELD(ComputePreemptionSupported, computePreemptionSupported),
    HEDDLE_FIELD(CanUseHostPointerForRegisteredMem,
                 canUseHostPointerForRegisteredMem),
    HEDDLE_FIELD(CooperativeLaunch, cooperativeLaunch),
    HEDDLE_FIELD(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    HEDDLE_FIELD(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    HEDDLE_FIELD(HostRegisterSupported, hostRegisterSupported),
    HEDDLE_FIELD(PageableMemoryAccessUsesHostPageTables,
                 pageableMemoryAccessUsesHostPageTables),
    HEDDLE_FIELD(DirectManagedMemAccessFromHost,
                 directManagedMemAccessFromHost),
    HEDDLE_FIELD(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    HEDDLE_FIELD(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    HEDDLE_FIELD(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    HEDDLE_FIELD(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    HEDDLE_FIELD(SparseCudaArraySupported, sparseCudaArraySupported),
    HEDDLE_FIELD(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
    HEDDLE_FIELD(TimelineSemaphoreInteropSupported,
                 timelineSemaphoreInteropSupported),
    HEDDLE_FIELD(MemoryPoolsSupported, memoryPoolsSupported),
    HEDDLE_FIELD(GPUDirectRDMASupported, gpuDirectRDMASupported),
    HEDDLE_FIELD(GPUDirectRDMAFlushWritesOptions,
                 gpuDirectRDMAFlushWritesOptions),
    HEDDLE_FIELD(GPUDirectRDMAWritesOrdering, gpuDirectRDMAWritesOrdering),
    HEDDLE_FIELD(MemoryPoolSupportedHandleTypes,
                 memoryPoolSupportedHandleTypes),
    HEDDLE_FIELD(ClusterLaunch, clusterLaunch),
    HEDDLE_FIELD(DeferredMappingCudaArraySupported,
                 deferredMappingCudaArraySupported),
    HEDDLE_FIELD(IpcEventSupport, ipcEventSupported),
};
#undef HEDDLE_FIELD

int read(const cudaDeviceProp &properties, const Field &field) {
  const char *place =
      reinterpret_cast<const char *>(&properties) + field.offset;
  if (field.bytes == sizeof(int)) {
    int value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  size_t value;
  std::memcpy(&value, place, sizeof value);
  return value > INT_MAX ? INT_MAX : static_cast<int>(value);
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which,
                                   int device) {
  if (cudaError_t error = checkDevice(device))
    return error;
  if (!value || which < cudaDevAttrMaxThreadsPerBlock ||
      which >= cudaDevAttrMax)
    return fail(cudaErrorInvalidValue);
  // The others concern features that a CPU does not have.
  *value = 0;
  if (which == cudaDevAttrPciDeviceId)
    *value = device;
  else if (which == cudaDevAttrNumaId || which == cudaDevAttrHostNumaId)
    *value = -1;
  for (const Field &field : fields)
    if (field.attribute == which)
      *value = read(deviceProperties(), field);
  return cudaSuccess;
}

} // extern "C"
