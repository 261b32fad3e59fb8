// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// A kernel from a string: compiled, loaded and launched by the driver API, in
// blocks, with shared memory, a barrier and vectorised functions.
#include "program.h"
#include <cstring>

static const char *const source = R"(
struct Pair { float first, second; };
extern "C" __global__ void saxpy(Pair factors, const float *x, float *y, int n) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  int other = blockDim.x - 1 - threadIdx.x;
  if (i < n)
    y[i] = factors.first * tile[other] + factors.second * y[i];
}
extern "C" __global__ void exponential(float *x) {
  x[threadIdx.x] = expf(x[threadIdx.x]);
}
__constant__ int constants[3] = {1, 2, 3};
__device__ long long counter;
extern "C" __global__ void count(int *result) {
  atomicAdd((unsigned long long *)&counter, 5);
  *result = constants[1] + (int)counter;
}
)";

int main() {
  Program program(source);
  program.build({"--gpu-architecture=compute_80", "-lineinfo"});
  CHECK(program.log().empty());

  constexpr int count = 1000;
  std::vector<float> x(count), y(count);
  for (int i = 0; i < count; ++i)
    x[i] = float(i), y[i] = float(i % 7);
  float *deviceX, *deviceY;
  CUDA(cudaMalloc(&deviceX, count * sizeof(float)));
  CUDA(cudaMalloc(&deviceY, count * sizeof(float)));
  CUDA(cudaMemcpy(deviceX, x.data(), count * sizeof(float),
                  cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(deviceY, y.data(), count * sizeof(float),
                  cudaMemcpyHostToDevice));
  struct {
    float first, second;
  } factors = {3, 2};
  int n = count;
  void *arguments[] = {&factors, &deviceX, &deviceY, &n};
  DRIVER(cuLaunchKernel(program.kernel("saxpy"), 8, 1, 1, 128, 1, 1, 0, nullptr,
                        arguments, nullptr));
  std::vector<float> result(count);
  CUDA(cudaMemcpy(result.data(), deviceY, count * sizeof(float),
                  cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) {
    int other = i / 128 * 128 + 127 - i % 128;
    float expected = 3 * (other < count ? x[other] : 0) + 2 * y[i];
    CHECK(result[i] == expected);
  }

  // Functions of the vector library, which the module has to name.
  void *vector[] = {&deviceX};
  DRIVER(cuLaunchKernel(program.kernel("exponential"), 1, 1, 1, 64, 1, 1, 0,
                        nullptr, vector, nullptr));
  CUDA(cudaMemcpy(result.data(), deviceX, count * sizeof(float),
                  cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i)
    CHECK(std::fabs(result[i] / std::exp(float(i)) - 1) < 1e-5f);

  // Variables of the module.
  CUdeviceptr constants, counter;
  size_t bytes;
  DRIVER(cuModuleGetGlobal(&constants, &bytes, program.module, "constants"));
  CHECK(bytes == 3 * sizeof(int));
  DRIVER(cuModuleGetGlobal(&counter, &bytes, program.module, "counter"));
  CHECK(bytes == 8);
  CHECK(resultOf(program.kernel("count")) == 2 + 5);
  int others[] = {10, 20, 30};
  DRIVER(cuMemcpyHtoD(constants, others, sizeof others));
  CHECK(resultOf(program.kernel("count")) == 20 + 10);

  // The CUBIN is the same module; each load has variables of its own.
  size_t size = 0;
  NVRTC(nvrtcGetCUBINSize(program.program, &size));
  std::string cubin(size, 0);
  NVRTC(nvrtcGetCUBIN(program.program, cubin.data()));
  CUmodule again;
  CUfunction kernel;
  DRIVER(cuModuleLoadDataEx(&again, cubin.data(), 0, nullptr, nullptr));
  DRIVER(cuModuleGetFunction(&kernel, again, "count"));
  CHECK(resultOf(kernel) == 2 + 5);
  DRIVER(cuModuleUnload(again));

  // The PTX is text, which programs change: a comment at its end, other ends of
  // lines. A part of it is no module, and neither is another text.
  std::string ptx = program.ptx();
  CHECK(ptx.size() == strlen(ptx.c_str()) + 1);
  CHECK(ptx.find(".visible .entry saxpy(") != std::string::npos);
  CHECK(ptx.find(".const .align 4 .b8 constants[12];") != std::string::npos);
  CHECK(ptx.find(".global .align 8 .b8 counter[8];") != std::string::npos);
  std::string changed;
  for (char c : std::string(ptx.c_str()))
    changed += c == '\n' ? std::string("\r\n") : std::string(1, c);
  DRIVER(cuModuleLoadData(&again, (changed + "// end\n").c_str()));
  DRIVER(cuModuleGetFunction(&kernel, again, "count"));
  CHECK(resultOf(kernel) == 2 + 5);
  DRIVER(cuModuleUnload(again));
  CHECK(cuModuleLoadData(&again, ptx.substr(0, ptx.size() / 2).c_str()) ==
        CUDA_ERROR_INVALID_PTX);
  CHECK(cuModuleLoadData(&again, "// heddle-module 3\n//!!!!\n") ==
        CUDA_ERROR_INVALID_PTX);
  CHECK(cuModuleLoadData(&again, "// heddle\n.version 8.0\n") ==
        CUDA_ERROR_INVALID_PTX);

  // A kernel is compiled whether something launches it or not; others are not
  // there.
  CHECK(cuModuleGetFunction(&kernel, program.module, "none") ==
        CUDA_ERROR_NOT_FOUND);
}
