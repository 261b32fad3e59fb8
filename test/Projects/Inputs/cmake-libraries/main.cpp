#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <nvml.h>
#include <nvrtc.h>

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
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSasum(handle, 10, numbers, 1, &sum);
  cublasDestroy(handle);
  unsigned devices = 0;
  nvmlInit();
  nvmlDeviceGetCount(&devices);
  nvmlShutdown();
  cudaFree(numbers);
  int major = 0, minor = 0;
  nvrtcVersion(&major, &minor);
  std::printf("sum %.3f, devices %u, NVRTC %d.%d\n", sum, devices, major,
              minor);
}
