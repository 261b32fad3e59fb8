//===- Frontend.h - CUDA C++ to two LLVM modules ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_FRONTEND_H
#define HEDDLE_FRONTEND_FRONTEND_H

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A `__global__` function as the two passes of Clang see it.
struct Kernel {
  std::string name;       ///< The device definition's symbol.
  std::string prettyName; ///< Demangled.
  unsigned maxThreads = 1024;
  /// Of the definition: file:line:column.
  std::string location = {};
  /// The copy of a kernel that always runs on fibers (--verify-launches).
  bool isReference = false;
  /// The names of its parameters, as LLVM has them: a parameter may be several.
  std::vector<std::string> parameters = {};
};

/// The kind of a device variable. The values are those of the runtime.
enum class VariableKind { Device = 0, Constant = 1, Managed = 2, Shared = 3 };

/// Facts from Clang's syntax tree about symbols of a module, which LLVM IR for
/// a host triple does not contain.
struct SymbolFacts {
  std::vector<Kernel> kernels;
  llvm::StringMap<VariableKind> variables;
  /// Device functions and variables that other files define (-rdc=true).
  std::vector<std::string> externals;
};

/// The host pass's view: kernels by the name of their launch stub.
struct HostFacts {
  llvm::StringMap<std::string> stubs; ///< stub symbol -> kernel symbol
  std::vector<std::string> shadows;   ///< host copies of device variables
};

struct FrontendOptions {
  /// Arguments for Clang's driver, including the input file.
  std::vector<std::string> driverArgs;
  std::string
      clangPath; ///< Clang's executable; it finds its headers by this path.
  bool contract =
      true; ///< a*b+c may become one fused operation (nvcc's -fmad).
  bool fastMath = false; ///< nvcc's --use_fast_math, for device code.
  /// Whether no pass may choose how operations round: then --use_fast_math only
  /// selects faster functions.
  bool sameRounding = false;
  bool relocatable = false;
  /// Whether the source has no host code (NVRTC): then Clang parses it once.
  bool deviceOnly = false;
  /// Files that exist only in memory: absolute path -> contents.
  std::map<std::string, std::string> files;
  /// The first header in Clang's own form, if there is one.
  const llvm::MemoryBuffer *hostHeader = nullptr, *deviceHeader = nullptr;
};

struct FrontendResult {
  std::unique_ptr<llvm::Module> host;
  std::unique_ptr<llvm::Module> device;
  HostFacts hostFacts;
  SymbolFacts deviceFacts;
  /// What the name expressions of a source without host code name, in order.
  std::vector<std::string> loweredNames;
};

/// Writes the header that every source begins with, which is at `path`, in the
/// form in which Clang reads it fast: `FrontendOptions::hostHeader` and
/// `deviceHeader`. The files that it consists of are added to `files`. Prints
/// nothing; false if Clang fails.
bool precompileHeader(const FrontendOptions &options, const std::string &path,
                      const std::string &hostOutput,
                      const std::string &deviceOutput,
                      std::vector<std::string> &files);

/// Runs Clang's two passes over one source: the host's, and the device's with
/// the host's triple and ABI. They run at the same time, so each module has its
/// own context. Both modules are unoptimized. Diagnostics go to standard error.
/// Returns nothing if there was an error. Of a source without host code there
/// is only the device's pass, and the host module is the stubs of its kernels.
std::optional<FrontendResult> parseCuda(const FrontendOptions &options,
                                        llvm::LLVMContext &hostContext,
                                        llvm::LLVMContext &deviceContext);

} // namespace heddle

#endif // HEDDLE_FRONTEND_FRONTEND_H
