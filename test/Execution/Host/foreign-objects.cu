// RUN: %check-execution %s
// Memory, semaphores and buffers of other interfaces are on no GPU here: calls
// for them say that they are not supported, and the program may go on.
#include "../check.h"
#include <cuda_gl_interop.h>

static int calls = 0;

static void refused(cudaError_t error, const char *call) {
  if (error != cudaErrorNotSupported || cudaGetLastError() != error) {
    printf("%s gives %s\n", call, cudaGetErrorName(error));
    exit(1);
  }
  ++calls;
}
#define REFUSED(call) refused(call, #call)

int main() {
  for (cudaExternalMemoryHandleType type :
       {cudaExternalMemoryHandleTypeOpaqueFd,
        cudaExternalMemoryHandleTypeOpaqueWin32,
        cudaExternalMemoryHandleTypeOpaqueWin32Kmt,
        cudaExternalMemoryHandleTypeNvSciBuf}) {
    cudaExternalMemoryHandleDesc desc = {};
    desc.type = type;
    desc.size = 4096;
    desc.flags = cudaExternalMemoryDedicated;
    cudaExternalMemory_t memory = nullptr;
    REFUSED(cudaImportExternalMemory(&memory, &desc));
    cudaExternalMemoryBufferDesc buffer = {};
    void *pointer;
    REFUSED(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &buffer));
    cudaExternalMemoryMipmappedArrayDesc levels = {};
    cudaMipmappedArray_t array;
    REFUSED(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &levels));
    REFUSED(cudaDestroyExternalMemory(memory));
  }
  for (cudaExternalSemaphoreHandleType type :
       {cudaExternalSemaphoreHandleTypeOpaqueFd,
        cudaExternalSemaphoreHandleTypeOpaqueWin32,
        cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt,
        cudaExternalSemaphoreHandleTypeNvSciSync}) {
    cudaExternalSemaphoreHandleDesc desc = {};
    desc.type = type;
    cudaExternalSemaphore_t semaphore = nullptr;
    REFUSED(cudaImportExternalSemaphore(&semaphore, &desc));
    cudaExternalSemaphoreSignalParams signal = {};
    signal.params.fence.value = 1;
    REFUSED(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1));
    cudaExternalSemaphoreWaitParams wait = {};
    wait.params.fence.value = 1;
    REFUSED(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1));
    REFUSED(cudaDestroyExternalSemaphore(semaphore));
  }
  REFUSED(
      cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrSignal));
  REFUSED(cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrWait));

  struct cudaGraphicsResource *resource = nullptr;
  for (cudaGraphicsMapFlags flags :
       {cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly,
        cudaGraphicsMapFlagsWriteDiscard}) {
    REFUSED(cudaGraphicsGLRegisterBuffer(&resource, 1, flags));
    REFUSED(cudaGraphicsResourceSetMapFlags(resource, flags));
  }
  REFUSED(cudaGraphicsGLRegisterImage(&resource, 1, 0x0DE1, 0));
  REFUSED(cudaGraphicsMapResources(1, &resource, 0));
  size_t bytes;
  float *pointer;
  cudaArray_t array;
  REFUSED(cudaGraphicsResourceGetMappedPointer((void **)&pointer, &bytes,
                                               resource));
  REFUSED(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
  REFUSED(cudaGraphicsUnmapResources(1, &resource, 0));
  REFUSED(cudaGraphicsUnregisterResource(resource));
  expectValue(calls, 46, "refused calls");
}
