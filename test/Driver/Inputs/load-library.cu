// Loads a library in each way, and links objects into one.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

#define EXPECT(call, result)                                                   \
  if (auto got = (call); got != (result)) {                                    \
    printf("line %d: %s: %d\n", __LINE__, #call, (int)got);                    \
    return 1;                                                                  \
  }
#define RUN(call) EXPECT(call, CUDA_SUCCESS)
#define CHECK(condition)                                                       \
  if (!(condition)) {                                                          \
    printf("line %d: %s\n", __LINE__, #condition);                             \
    return 1;                                                                  \
  }

static std::vector<char> read(const char *path) {
  std::vector<char> data;
  FILE *file = fopen(path, "rb");
  for (int c; (c = fgetc(file)) != EOF;)
    data.push_back((char)c);
  fclose(file);
  return data;
}

/// Launches the library's kernel, which counts.
static int libraries(const char *path) {
  CUlibrary library, other, owner;
  CUkernel count, kernels[4];
  CUfunction function;
  CUmodule module;
  CUdeviceptr counter, shared;
  size_t bytes;
  unsigned number;
  EXPECT(cuLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0,
                               nullptr, nullptr, 0),
         CUDA_ERROR_FILE_NOT_FOUND);
  RUN(cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr,
                            nullptr, 0));
  std::vector<char> image = read(path);
  CUlibraryOption preserved = CU_LIBRARY_BINARY_IS_PRESERVED;
  int yes = 1;
  void *value = &yes;
  RUN(cuLibraryLoadData(&other, image.data(), nullptr, nullptr, 0, &preserved,
                        &value, 1));
  EXPECT(cuLibraryLoadData(&other, nullptr, nullptr, nullptr, 0, nullptr,
                           nullptr, 0),
         CUDA_ERROR_INVALID_VALUE);
  char log[200] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *settings[] = {log, (void *)sizeof log};
  CUlibrary none;
  EXPECT(cuLibraryLoadData(&none, "//\n.version 8.0\n", options, settings, 2,
                           nullptr, nullptr, 0),
         CUDA_ERROR_INVALID_PTX);
  CHECK(strstr(log, "PTX cannot be loaded"));

  RUN(cuLibraryGetKernelCount(&number, library));
  CHECK(number == 2);
  RUN(cuLibraryEnumerateKernels(kernels, 4, library));
  EXPECT(cuLibraryGetKernel(&count, library, "nothing"), CUDA_ERROR_NOT_FOUND);
  RUN(cuLibraryGetKernel(&count, library, "count"));
  CHECK(count == kernels[0] || count == kernels[1]);
  const char *name;
  RUN(cuKernelGetName(&name, count));
  CHECK(!strcmp(name, "count"));
  RUN(cuKernelGetLibrary(&owner, count));
  CHECK(owner == library);
  size_t offset;
  RUN(cuKernelGetParamInfo(count, 0, &offset, &bytes));
  CHECK(offset == 0 && bytes == sizeof(int));
  int threads;
  RUN(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                           count, 0));
  CHECK(threads == 1024);
  RUN(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                           65536, count, 0));
  EXPECT(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 1, count, 0),
         CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuKernelGetAttribute(&threads, CU_FUNC_ATTRIBUTE_NUM_REGS, count, 9),
         CUDA_ERROR_INVALID_DEVICE);
  RUN(cuKernelSetCacheConfig(count, CU_FUNC_CACHE_PREFER_L1, 0));

  // Both as a function and as a kernel.
  RUN(cuKernelGetFunction(&function, count));
  int by = 10, result = 0;
  void *arguments[] = {&by};
  RUN(cuLaunchKernel(function, 1, 1, 1, 2, 1, 1, 0, nullptr, arguments,
                     nullptr));
  RUN(cuLaunchKernel((CUfunction)count, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments,
                     nullptr));
  RUN(cuLibraryGetGlobal(&counter, &bytes, library, "counter"));
  CHECK(bytes == sizeof(int));
  RUN(cuMemcpyDtoH(&result, counter, sizeof result));
  CHECK(result == 33);
  RUN(cuLibraryGetGlobal(&counter, nullptr, other, "counter"));
  RUN(cuMemcpyDtoH(&result, counter, sizeof result));
  CHECK(result == 3);
  RUN(cuLibraryGetManaged(&shared, &bytes, library, "shared"));
  CHECK(*(int *)shared == 4);
  EXPECT(cuLibraryGetManaged(&shared, &bytes, library, "nothing"),
         CUDA_ERROR_NOT_FOUND);
  void *unified;
  EXPECT(cuLibraryGetUnifiedFunction(&unified, library, "count"),
         CUDA_ERROR_NOT_FOUND);

  RUN(cuLibraryGetModule(&module, library));
  EXPECT(cuModuleUnload(module), CUDA_ERROR_NOT_PERMITTED);
  CUfunction functions[2], found;
  RUN(cuModuleEnumerateFunctions(functions, 2, module));
  RUN(cuModuleGetFunction(&found, module, "count"));
  CHECK(found == function);
  CHECK(functions[0] == found || functions[1] == found);
  RUN(cuLibraryUnload(library));
  EXPECT(cuLibraryUnload(library), CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuKernelGetFunction(&function, count), CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuModuleGetFunctionCount(&number, module), CUDA_ERROR_INVALID_HANDLE);
  RUN(cuLibraryUnload(other));
  return 0;
}

/// The same with the runtime API.
static int ofRuntime(const char *path) {
  cudaLibrary_t library;
  cudaKernel_t count, kernels[2];
  void *counter, *shared;
  size_t bytes;
  unsigned number;
  EXPECT(cudaLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0,
                                 nullptr, nullptr, 0),
         cudaErrorFileNotFound);
  EXPECT(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr,
                                 nullptr, 0),
         cudaSuccess);
  EXPECT(cudaLibraryGetKernelCount(&number, library), cudaSuccess);
  CHECK(number == 2);
  EXPECT(cudaLibraryEnumerateKernels(kernels, 2, library), cudaSuccess);
  EXPECT(cudaLibraryGetKernel(&count, library, "nothing"),
         cudaErrorSymbolNotFound);
  EXPECT(cudaLibraryGetKernel(&count, library, "count"), cudaSuccess);
  EXPECT(cudaKernelSetAttributeForDevice(
             count, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536, 0),
         cudaSuccess);
  EXPECT(cudaLibraryGetGlobal(&counter, &bytes, library, "counter"),
         cudaSuccess);
  EXPECT(cudaLibraryGetManaged(&shared, nullptr, library, "shared"),
         cudaSuccess);
  CHECK(*(int *)shared == 4);
  void *unified;
  EXPECT(cudaLibraryGetUnifiedFunction(&unified, library, "count"),
         cudaErrorSymbolNotFound);
  int by = 5, result;
  void *arguments[] = {&by};
  EXPECT(cudaLaunchKernel((const void *)count, dim3(1), dim3(1), arguments, 0,
                          nullptr),
         cudaSuccess);
  EXPECT(cudaMemcpy(&result, counter, sizeof result, cudaMemcpyDeviceToHost),
         cudaSuccess);
  CHECK(result == 8);
  EXPECT(cudaLibraryUnload(library), cudaSuccess);
  EXPECT(cudaLibraryUnload(library), cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  std::vector<char> image = read(path);
  EXPECT(cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0,
                             nullptr, nullptr, 0),
         cudaSuccess);
  EXPECT(cudaLibraryUnload(library), cudaSuccess);
  return 0;
}

/// Objects that are linked, and an image as it is.
static int linking(char **argv) {
  CUlinkState state;
  char log[2000] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *settings[] = {log, (void *)sizeof log};
  void *image;
  size_t bytes;
  RUN(cuLinkCreate(2, options, settings, &state));
  char ptx[] = ".version 8.0";
  EXPECT(cuLinkAddData(state, CU_JIT_INPUT_PTX, ptx, sizeof ptx, "a.ptx", 0,
                       nullptr, nullptr),
         CUDA_ERROR_INVALID_PTX);
  CHECK(strstr(log, "PTX and NVVM code cannot be linked"));
  EXPECT(
      cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, argv[1], 0, nullptr, nullptr),
      CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, "/no/such/file", 0, nullptr,
                       nullptr),
         CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT(cuLinkComplete(state, &image, &bytes), CUDA_ERROR_INVALID_IMAGE);
  RUN(cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, argv[2], 0, nullptr, nullptr));
  std::vector<char> archive = read(argv[3]);
  RUN(cuLinkAddData(state, CU_JIT_INPUT_LIBRARY, archive.data(), archive.size(),
                    "empty.a", 0, nullptr, nullptr));
  RUN(cuLinkComplete(state, &image, &bytes));
  CHECK(bytes > 100);
  CUmodule module;
  CUfunction count;
  CUdeviceptr counter;
  RUN(cuModuleLoadData(&module, image));
  RUN(cuLinkDestroy(state));
  EXPECT(cuLinkDestroy(state), CUDA_ERROR_INVALID_HANDLE);
  RUN(cuModuleGetFunction(&count, module, "count"));
  RUN(cuModuleGetGlobal(&counter, nullptr, module, "counter"));
  int by = 7, result;
  void *arguments[] = {&by};
  RUN(cuLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  RUN(cuMemcpyDtoH(&result, counter, sizeof result));
  CHECK(result == 10);
  RUN(cuModuleUnload(module));

  // What the linker says is in the log.
  settings[1] = (void *)sizeof log;
  RUN(cuLinkCreate(2, options, settings, &state));
  for (int i = 0; i < 2; ++i)
    RUN(cuLinkAddFile(state, CU_JIT_INPUT_OBJECT, argv[2], 0, nullptr,
                      nullptr));
  EXPECT(cuLinkComplete(state, &image, &bytes), CUDA_ERROR_INVALID_IMAGE);
  CHECK(strstr(log, "the objects do not link") && strstr(log, "count"));
  RUN(cuLinkDestroy(state));

  RUN(cuLinkCreate(0, nullptr, nullptr, &state));
  RUN(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, argv[1], 0, nullptr, nullptr));
  EXPECT(cuLinkAddFile(state, CU_JIT_INPUT_CUBIN, argv[1], 0, nullptr, nullptr),
         CUDA_ERROR_NOT_SUPPORTED);
  RUN(cuLinkComplete(state, &image, &bytes));
  RUN(cuModuleLoadFatBinary(&module, image));
  RUN(cuModuleUnload(module));
  RUN(cuLinkDestroy(state));
  return 0;
}

/// A texture and a surface reference of a module.
static int references(const char *path) {
  CUmodule module;
  CUtexref image;
  CUsurfref output;
  CUfunction scale;
  RUN(cuModuleLoad(&module, path));
  EXPECT(cuModuleGetTexRef(&image, module, "nothing"), CUDA_ERROR_NOT_FOUND);
  EXPECT(cuModuleGetTexRef(&image, module, "counter"), CUDA_ERROR_NOT_FOUND);
  RUN(cuModuleGetTexRef(&image, module, "image"));
  RUN(cuModuleGetSurfRef(&output, module, "output"));
  EXPECT(cuModuleGetSurfRef(&output, module, "image"), CUDA_ERROR_NOT_FOUND);
  RUN(cuModuleGetFunction(&scale, module, "scale"));
  CUDA_ARRAY3D_DESCRIPTOR descriptor = {
      4, 4, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
  CUarray array, found;
  RUN(cuArray3DCreate(&array, &descriptor));
  CUdeviceptr pixels;
  size_t pitch;
  RUN(cuMemAllocPitch(&pixels, &pitch, 16, 4, 4));
  RUN(cuMemsetD2D32(pixels, pitch, 0x3f800000, 4, 4));
  CUDA_ARRAY_DESCRIPTOR plane = {4, 4, CU_AD_FORMAT_FLOAT, 1};
  RUN(cuTexRefSetAddress2D(image, &plane, pixels, pitch));
  RUN(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT));
  RUN(cuSurfRefSetArray(output, array, 0));
  RUN(cuSurfRefGetArray(&found, output));
  CHECK(found == array);
  EXPECT(cuSurfRefSetArray(output, array, 7), CUDA_ERROR_INVALID_VALUE);
  float factor = 6, row[4];
  void *arguments[] = {&factor};
  RUN(cuLaunchKernel(scale, 1, 1, 1, 4, 4, 1, 0, nullptr, arguments, nullptr));
  RUN(cuMemcpyAtoH(row, array, 0, sizeof row));
  CHECK(row[0] == 6 && row[3] == 6);
  RUN(cuModuleUnload(module));
  EXPECT(cuTexRefSetFilterMode(image, CU_TR_FILTER_MODE_POINT),
         CUDA_ERROR_INVALID_VALUE);
  return 0;
}

int main(int, char **argv) {
  CUcontext context;
  RUN(cuInit(0));
  RUN(cuCtxCreate(&context, 0, 0));
  if (libraries(argv[1]) || ofRuntime(argv[1]) || linking(argv) ||
      references(argv[1]))
    return 1;
  RUN(cuCtxDestroy(context));
  puts("PASSED");
}
