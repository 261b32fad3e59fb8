//===- Module.h - Images that are loaded while the program runs -*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_MODULE_H
#define HEDDLE_RUNTIME_DRIVER_MODULE_H

#include "Context.h"
#include "Registry.h"
#include <memory>
#include <string>

struct CUmod_st {
  void *library = nullptr;
  /// Open while the library is loaded: the loader knows libraries by their
  /// path, which has this number.
  int file = -1;
  /// If not null, the module is a library's and goes with it.
  CUlibrary owner = nullptr;
  heddle::rt::Registered contents;

  CUmod_st() = default;
  CUmod_st(const CUmod_st &) = delete;
  ~CUmod_st();
};

namespace heddle::rt::driver {

/// A reason to refuse an image, for the program and for its log.
struct Refusal {
  CUresult result = CUDA_SUCCESS;
  std::string reason;
};

/// The buffers of a log among the options.
class Log {
public:
  /// False if there should be options and are none.
  bool read(unsigned count, CUjit_option *options, void **values);
  void write(const std::string &text);

private:
  char *buffer = nullptr;
  void **bytes = nullptr; ///< The value is the size itself.
  size_t room = 0;
};

/// The size of an image in memory, or the reason why it cannot be loaded.
Refusal measure(const void *image, size_t &bytes);
/// False if it cannot be read.
bool readFile(const char *file, std::string &contents);
/// Reads an image from a file.
Refusal readImage(const char *file, std::string &image);

Refusal load(CUmodule *module, const void *image, size_t bytes);
bool unload(CUmodule module);

/// The results of looking for a name in a module.
CUresult findFunction(CUmodule module, const char *name, CUfunction *function);
CUresult countFunctions(CUmodule module, unsigned *count);
CUresult listFunctions(CUmodule module, CUfunction *functions, unsigned count);
CUresult findGlobal(CUmodule module, const char *name, CUdeviceptr *pointer,
                    size_t *bytes);
/// The module that a function is from, null if it is the program's.
CUmodule moduleOf(const void *function);

} // namespace heddle::rt::driver

#endif // HEDDLE_RUNTIME_DRIVER_MODULE_H
