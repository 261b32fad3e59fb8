//===- Module.cpp - Modules of the driver API -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is a shared library that `heddle -cubin`, `-fatbin` or NVRTC made:
// its constructors register its kernels and variables. Each load is a library
// of its own, with its own variables, so it is loaded from a copy in memory.
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "DriverTexture.h"
#include "Handles.h"
#include "heddle/module_text.h"
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

CUmod_st::~CUmod_st() {
  if (library) {
    __heddle_launch_settle();
    for (const auto &variable : contents.variables)
      heddle::rt::driver::forgetReference(variable.address);
    heddle::rt::unregister(contents);
    dlclose(library);
  }
  if (file >= 0)
    close(file);
}

namespace heddle::rt::driver {
namespace {

Handles<CUmod_st> &modules() {
  static auto &instance = *new Handles<CUmod_st>;
  return instance;
}

Refusal notLoadable() {
  return {CUDA_ERROR_INVALID_IMAGE,
          "heddle: the image is not a module; 'heddle -cubin' makes one"};
}

template <class T> T readAt(const void *image, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(image) + offset, sizeof value);
  return value;
}

bool looksLikePTX(const char *text) {
  while (*text == ' ' || *text == '\t' || *text == '\n' || *text == '\r')
    ++text;
  return !std::strncmp(text, "//", 2) || !std::strncmp(text, "/*", 2) ||
         !std::strncmp(text, ".version", 8);
}

/// What `use` makes of a module, if it exists.
template <class Use> CUresult inModule(CUmodule module, Use use) {
  CUresult result = CUDA_ERROR_INVALID_HANDLE;
  modules().with(module, [&](CUmod_st &m) { result = use(m.contents); });
  return result;
}

/// The size of the text of a module.
Refusal measureText(const char *text, size_t &bytes) {
  size_t needed = 0;
  std::string module = textToModule(text, &bytes);
  if (module.size() < sizeof(Elf64_Ehdr))
    return {CUDA_ERROR_INVALID_PTX, "heddle: the module's text is damaged"};
  Refusal refusal = measure(module.data(), needed);
  if (refusal.result == CUDA_SUCCESS && needed > module.size())
    return notLoadable();
  return refusal;
}

} // namespace

Refusal measure(const void *image, size_t &bytes) {
  constexpr uint32_t fatbinary = 0xba55ed50, fatbinaryWrapper = 0x466243b1;
  constexpr unsigned cudaMachine = 190;
  // Any text ends before four bytes only if it is empty.
  const char *text = static_cast<const char *>(image);
  if (!text[0])
    return notLoadable();
  if (isModuleText(text))
    return measureText(text, bytes);
  if (looksLikePTX(text))
    return {CUDA_ERROR_INVALID_PTX,
            "heddle: PTX cannot be loaded: Heddle compiles CUDA C++; 'heddle "
            "-cubin' makes a module"};
  uint32_t magic = readAt<uint32_t>(image, 0);
  if (magic == fatbinary || magic == fatbinaryWrapper)
    return {CUDA_ERROR_NO_BINARY_FOR_GPU,
            "heddle: the image has code for a GPU; 'heddle -fatbin' makes a "
            "module for the CPU"};
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0)
    return notLoadable();
  auto header = readAt<Elf64_Ehdr>(image, 0);
  if (header.e_machine == cudaMachine)
    return {CUDA_ERROR_NO_BINARY_FOR_GPU,
            "heddle: the image has code for a GPU; 'heddle -cubin' makes a "
            "module for the CPU"};
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN)
    return notLoadable();
  // Linkers write the table of sections last.
  bytes = header.e_shoff + size_t(header.e_shnum) * header.e_shentsize;
  return {};
}

Refusal load(CUmodule *module, const void *image, size_t bytes) {
  std::string decoded;
  if (isModuleText(static_cast<const char *>(image))) {
    decoded = textToModule(static_cast<const char *>(image));
    image = decoded.data();
    bytes = decoded.size();
  }
  int file = memfd_create("CUmodule", MFD_CLOEXEC);
  if (file < 0)
    return {CUDA_ERROR_OPERATING_SYSTEM, "heddle: no memory for the module"};
  const char *from = static_cast<const char *>(image);
  for (size_t done = 0; done < bytes;) {
    ssize_t part = write(file, from + done, bytes - done);
    if (part <= 0) {
      close(file);
      return {CUDA_ERROR_OUT_OF_MEMORY, "heddle: no memory for the module"};
    }
    done += part;
  }
  auto made = std::make_unique<CUmod_st>();
  made->file = file;
  std::string path = "/proc/self/fd/" + std::to_string(file);
  registering = &made->contents;
  made->library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  registering = nullptr;
  if (!made->library)
    return {CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, dlerror()};
  *module = modules().add(std::move(made));
  return {};
}

bool readFile(const char *file, std::string &contents) {
  FILE *stream = std::fopen(file, "rb");
  if (!stream)
    return false;
  char part[1 << 16];
  while (size_t bytes = std::fread(part, 1, sizeof part, stream))
    contents.append(part, bytes);
  std::fclose(stream);
  return true;
}

Refusal readImage(const char *file, std::string &image) {
  if (!readFile(file, image))
    return {CUDA_ERROR_FILE_NOT_FOUND,
            "heddle: cannot read '" + std::string(file) + "'"};
  // An image ends where its header says.
  size_t bytes = 0, size = image.size();
  image.append(sizeof(Elf64_Ehdr), 0);
  Refusal refusal = measure(image.data(), bytes);
  if (refusal.result == CUDA_SUCCESS && bytes > size)
    return {CUDA_ERROR_INVALID_IMAGE,
            "heddle: '" + std::string(file) + "' is not complete"};
  image.resize(size);
  return refusal;
}

bool unload(CUmodule module) { return modules().remove(module); }

bool Log::read(unsigned count, CUjit_option *options, void **values) {
  if (count && (!options || !values))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      buffer = static_cast<char *>(values[i]);
    else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      bytes = &values[i];
  }
  if (bytes)
    room = reinterpret_cast<uintptr_t>(*bytes);
  return true;
}

void Log::write(const std::string &text) {
  if (!buffer || !bytes || !room)
    return;
  std::snprintf(buffer, room, "%s", text.c_str());
  *bytes = reinterpret_cast<void *>(std::strlen(buffer));
}

CUresult findFunction(CUmodule module, const char *name, CUfunction *function) {
  *function = nullptr;
  return inModule(module, [&](Registered &contents) {
    for (const void *handle : contents.kernels) {
      Kernel *kernel = findKernel(handle);
      if (kernel && kernel->info->symbol &&
          std::string_view(kernel->info->symbol) == name)
        *function = static_cast<CUfunction>(const_cast<void *>(handle));
    }
    return *function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
  });
}

CUresult countFunctions(CUmodule module, unsigned *count) {
  return inModule(module, [&](Registered &contents) {
    *count = static_cast<unsigned>(contents.kernels.size());
    return CUDA_SUCCESS;
  });
}

CUresult listFunctions(CUmodule module, CUfunction *functions, unsigned count) {
  return inModule(module, [&](Registered &contents) {
    for (unsigned i = 0; i < count && i < contents.kernels.size(); ++i)
      functions[i] =
          static_cast<CUfunction>(const_cast<void *>(contents.kernels[i]));
    return CUDA_SUCCESS;
  });
}

CUresult findGlobal(CUmodule module, const char *name, CUdeviceptr *pointer,
                    size_t *bytes) {
  return inModule(module, [&](Registered &contents) {
    for (const Registered::Variable &variable : contents.variables) {
      if (std::string_view(variable.name) != name)
        continue;
      if (pointer)
        *pointer = addressOf(variable.address);
      if (bytes)
        *bytes = variable.bytes;
      return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_FOUND;
  });
}

CUmodule moduleOf(const void *function) {
  CUmodule module = nullptr;
  modules().forEach([&](CUmod_st &m) {
    for (const void *handle : m.contents.kernels)
      if (handle == function)
        module = &m;
  });
  return module;
}

} // namespace heddle::rt::driver

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

/// A module that the current context owns.
Refusal loadInContext(CUmodule *module, const void *image, size_t bytes) {
  Refusal refusal = load(module, image, bytes);
  if (refusal.result == CUDA_SUCCESS)
    own(*module, [](const void *module) {
      unload(static_cast<CUmodule>(const_cast<void *>(module)));
    });
  return refusal;
}

} // namespace

extern "C" {

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  if (CUresult result = checkContext())
    return result;
  Log log;
  if (!module || !image || !log.read(count, options, values))
    return CUDA_ERROR_INVALID_VALUE;
  size_t bytes = 0;
  Refusal refusal = measure(image, bytes);
  if (refusal.result == CUDA_SUCCESS)
    refusal = loadInContext(module, image, bytes);
  log.write(refusal.reason);
  return refusal.result;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) {
  return cuModuleLoadData(module, image);
}

CUresult cuModuleLoad(CUmodule *module, const char *file) {
  if (CUresult result = checkContext())
    return result;
  if (!module || !file)
    return CUDA_ERROR_INVALID_VALUE;
  std::string image;
  if (Refusal refusal = readImage(file, image); refusal.result)
    return refusal.result;
  return loadInContext(module, image.data(), image.size()).result;
}

CUresult cuModuleUnload(CUmodule module) {
  if (CUresult result = checkContext())
    return result;
  bool ofLibrary = false;
  if (!modules().with(module, [&](CUmod_st &m) { ofLibrary = m.owner; }))
    return CUDA_ERROR_INVALID_HANDLE;
  if (ofLibrary)
    return CUDA_ERROR_NOT_PERMITTED;
  disown(module);
  unload(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  if (CUresult result = checkContext())
    return result;
  if (!function || !name)
    return CUDA_ERROR_INVALID_VALUE;
  return findFunction(module, name, function);
}

CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  if (CUresult result = checkContext())
    return result;
  return count ? countFunctions(module, count) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned count,
                                    CUmodule module) {
  if (CUresult result = checkContext())
    return result;
  return functions ? listFunctions(module, functions, count)
                   : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleGetGlobal(CUdeviceptr *pointer, size_t *bytes, CUmodule module,
                           const char *name) {
  if (CUresult result = checkContext())
    return result;
  if (!name || (!pointer && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  return findGlobal(module, name, pointer, bytes);
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
  if (CUresult result = checkInitialized())
    return result;
  if (!mode)
    return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_EAGER_LOADING;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
  if (CUresult result = checkContext())
    return result;
  if (!module)
    return CUDA_ERROR_INVALID_VALUE;
  *module = moduleOf(function);
  return *module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

} // extern "C"
