// RUN: %check-execution %s
// Headers that many programs include and have little use for: the marks for a
// profiler do nothing, and OpenGL interoperability says that it is not there.
#include "../check.h"
#include <cuda_gl_interop.h>
#include <cuda_profiler_api.h>
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>

__global__ void kernel(int *out) { out[threadIdx.x] = 3 * threadIdx.x; }

int main() {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.colorType = NVTX_COLOR_ARGB;
  event.color = 0xff00ff00;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "launch";
  nvtxNameOsThread(1, "main");
  nvtxMark("begin");
  nvtxDomainHandle_t domain = nvtxDomainCreateA("test");
  nvtxRangeId_t range = nvtxRangeStart("all");
  CUDA(cudaProfilerStart());
  bool right = nvtxRangePushEx(&event) < 0 && nvtxRangePush("inner") < 0;
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out);
  right &= nvtxRangePop() < 0 && nvtxRangePop() < 0;
  CUDA(cudaProfilerStop());
  nvtxRangeEnd(range);
  nvtxDomainDestroy(domain);
  expectValue(right, true, "nobody listens");
  expect(out, [](int i) { return 3 * i; });
  cudaGraphicsResource *resource = nullptr;
  expectValue(int(cudaGraphicsGLRegisterBuffer(&resource, 1, 0)),
              int(cudaErrorNotSupported), "sharing a buffer");
}
