#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <nvml.h>
#include <nvrtc.h>
#include <nvtx3/nvToolsExt.h>

void fillInKernel(float *out, int count);

int main() {
  float *numbers, sum = 0;
  cudaMalloc(&numbers, 10 * sizeof(float));
#ifdef KERNEL
  fillInKernel(numbers, 10);
#else
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  curandGenerateUniform(generator, numbers, 10);
  curandDestroyGenerator(generator);
#endif
  nvtxMark("sum");
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSasum(handle, 10, numbers, 1, &sum);
  cublasDestroy(handle);
  unsigned devices = 0;
  nvmlInit();
  nvmlDeviceGetCount(&devices);
  nvmlShutdown();
  CUcontext context;
  cuCtxGetCurrent(&context);
  cudaFree(numbers);
  int nvrtc = 0;
#ifndef STANDALONE // NVRTC needs an installation.
  int minor;
  nvrtcVersion(&nvrtc, &minor);
#endif
  std::printf("sum %.3f, devices %u, cublasLt %zu, context %d, NVRTC %d\n", sum,
              devices, cublasLtGetVersion(), context != nullptr, nvrtc);
}
