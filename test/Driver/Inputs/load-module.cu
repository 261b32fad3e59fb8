// Loads a module twice and runs its kernels.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <vector>

#define EXPECT(call, result)                                                   \
  if (CUresult got = (call); got != (result)) {                                \
    const char *name = "?";                                                    \
    cuGetErrorName(got, &name);                                                \
    printf("line %d: %s: %s\n", __LINE__, #call, name);                        \
    return 1;                                                                  \
  }
#define RUN(call) EXPECT(call, CUDA_SUCCESS)

int main(int, char **argv) {
  CUcontext context;
  CUmodule first, second;
  CUfunction scale, count, other;
  CUdeviceptr x, factor, counters[2];
  size_t bytes;
  RUN(cuInit(0));
  RUN(cuCtxCreate(&context, 0, 0));
  EXPECT(cuModuleLoad(&first, "/no/such/file"), CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT(cuModuleLoad(&first, "/dev/null"), CUDA_ERROR_INVALID_IMAGE);
  RUN(cuModuleLoad(&first, argv[1]));

  // The second one from memory.
  std::vector<char> image;
  FILE *file = fopen(argv[1], "rb");
  for (int c; (c = fgetc(file)) != EOF;)
    image.push_back((char)c);
  fclose(file);
  RUN(cuModuleLoadData(&second, image.data()));

  RUN(cuModuleGetFunction(&scale, first, "scale"));
  RUN(cuModuleGetFunction(&count, first, "_ZN5inner5countEi"));
  RUN(cuModuleGetFunction(&other, second, "_ZN5inner5countEi"));
  EXPECT(cuModuleGetFunction(&other, first, "nothing"), CUDA_ERROR_NOT_FOUND);
  RUN(cuModuleGetFunction(&other, second, "_ZN5inner5countEi"));
  unsigned functions;
  RUN(cuModuleGetFunctionCount(&functions, first));
  if (functions != 2 || count == other)
    return 2;
  RUN(cuModuleGetGlobal(&factor, &bytes, first, "factor"));
  if (bytes != sizeof(float))
    return 3;
  EXPECT(cuModuleGetGlobal(&factor, &bytes, first, "nothing"),
         CUDA_ERROR_NOT_FOUND);
  RUN(cuModuleGetGlobal(&counters[0], nullptr, first, "counter"));
  RUN(cuModuleGetGlobal(&counters[1], nullptr, second, "counter"));

  const int n = 100;
  std::vector<float> host(n, 2.0f);
  float three = 3.0f;
  RUN(cuMemcpyHtoD(factor, &three, sizeof three));
  RUN(cuMemAlloc(&x, n * sizeof(float)));
  RUN(cuMemcpyHtoD(x, host.data(), n * sizeof(float)));
  int size = n;
  void *arguments[] = {&x, &size};
  RUN(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  RUN(cuCtxSynchronize());
  RUN(cuMemcpyDtoH(host.data(), x, n * sizeof(float)));
  for (float value : host)
    if (value != 6.0f)
      return 4;

  // Each module has its own variables.
  int by = 10;
  void *step[] = {&by};
  RUN(cuLaunchKernel(count, 1, 1, 1, 2, 1, 1, 0, nullptr, step, nullptr));
  RUN(cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, nullptr, step, nullptr));
  int values[2];
  for (int i = 0; i < 2; ++i)
    RUN(cuMemcpyDtoH(&values[i], counters[i], sizeof(int)));
  if (values[0] != 23 || values[1] != 13)
    return 5;
  CUmodule owner;
  RUN(cuFuncGetModule(&owner, other));
  if (owner != second)
    return 6;

  // After it is unloaded, nothing of it is left.
  RUN(cuModuleUnload(second));
  EXPECT(cuModuleUnload(second), CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuLaunchKernel(other, 1, 1, 1, 1, 1, 1, 0, nullptr, step, nullptr),
         CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuMemcpyDtoH(values, counters[1], sizeof(int)),
         CUDA_ERROR_INVALID_VALUE);

  // What is not a module is refused by name.
  const char *ptx = "//\n.version 8.0\n.target sm_80\n";
  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *settings[] = {log, (void *)sizeof log};
  EXPECT(cuModuleLoadDataEx(&second, ptx, 2, options, settings),
         CUDA_ERROR_INVALID_PTX);
  if (!strstr(log, "PTX cannot be loaded"))
    return 7;
  unsigned fat[64] = {0xba55ed50};
  EXPECT(cuModuleLoadData(&second, fat), CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT(cuModuleLoadData(&second, "some text"), CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuModuleLoadData(&second, nullptr), CUDA_ERROR_INVALID_VALUE);
  RUN(cuCtxDestroy(context));
  puts("PASSED");
}
