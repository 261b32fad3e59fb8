//===- program.h - What the tests of NVRTC share ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_NVRTC_PROGRAM_H
#define HEDDLE_TEST_NVRTC_PROGRAM_H

#include "../check.h"
#include <cuda.h>
#include <nvrtc.h>
#include <string>

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)
#define NVRTC(call) CHECK((call) == NVRTC_SUCCESS)

using Strings = std::vector<const char *>;

/// A program of NVRTC and its module.
struct Program {
  nvrtcProgram program;
  CUmodule module = nullptr;

  Program(const char *source, Strings headers = {}, Strings names = {},
          const char *name = "program.cu") {
    NVRTC(nvrtcCreateProgram(&program, source, name, int(headers.size()),
                             headers.data(), names.data()));
  }
  Program(const Program &) = delete;
  ~Program() {
    if (module)
      DRIVER(cuModuleUnload(module));
    NVRTC(nvrtcDestroyProgram(&program));
  }

  nvrtcResult compile(Strings options = {}) {
    return nvrtcCompileProgram(program, int(options.size()), options.data());
  }

  std::string log() {
    size_t size = 0;
    NVRTC(nvrtcGetProgramLogSize(program, &size));
    std::string text(size, 'x');
    NVRTC(nvrtcGetProgramLog(program, text.data()));
    CHECK(text.back() == 0);
    text.pop_back();
    return text;
  }
  bool logHas(const char *text) {
    if (log().find(text) != std::string::npos)
      return true;
    printf("no '%s' in the log:\n%s\n", text, log().c_str());
    return false;
  }

  std::string ptx() {
    size_t size = 0;
    NVRTC(nvrtcGetPTXSize(program, &size));
    std::string image(size, 0);
    NVRTC(nvrtcGetPTX(program, image.data()));
    return image;
  }

  /// Compiles, shows the log if that fails, and loads the module.
  void build(Strings options = {}) {
    if (compile(options) != NVRTC_SUCCESS)
      printf("%s\n", log().c_str());
    load();
  }
  void load() {
    CUDA(cudaFree(nullptr)); // Makes the runtime's context the current one.
    DRIVER(cuModuleLoadData(&module, ptx().c_str()));
  }
  CUfunction kernel(const char *name) {
    CUfunction function;
    DRIVER(cuModuleGetFunction(&function, module, name));
    return function;
  }
  const char *lowered(const char *expression) {
    const char *name = nullptr;
    NVRTC(nvrtcGetLoweredName(program, expression, &name));
    return name;
  }
};

/// What a kernel with one pointer to an int stores there.
inline int resultOf(CUfunction kernel) {
  int *device, value = -1;
  CUDA(cudaMalloc(&device, sizeof(int)));
  CUDA(cudaMemcpy(device, &value, sizeof(int), cudaMemcpyHostToDevice));
  void *arguments[] = {&device};
  DRIVER(
      cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CUDA(cudaMemcpy(&value, device, sizeof(int), cudaMemcpyDeviceToHost));
  CUDA(cudaFree(device));
  return value;
}

#endif // HEDDLE_TEST_NVRTC_PROGRAM_H
