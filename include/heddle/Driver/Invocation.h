//===- Invocation.h - A command line, read and checked ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_INVOCATION_H
#define HEDDLE_DRIVER_INVOCATION_H

#include "heddle/Driver/Compile.h"
#include "heddle/Driver/Installation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Option/ArgList.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

enum class Language { Cuda, C, Cxx };

struct Source {
  std::string path;
  Language language;
};

/// What to produce.
enum class Goal {
  Link,
  Object,        ///< -c, -dc
  Assembly,      ///< -S
  Emit,          ///< -emit=
  Preprocess,    ///< -E
  Dependencies,  ///< -M, -MM
  StaticLibrary, ///< -lib
  DeviceLink,    ///< -dlink
};

/// An item of the linker's command line, in the user's order.
struct LinkItem {
  std::optional<size_t> source; ///< The object of this source, or
  std::string argument;         ///< a file or flag.
};

/// The dependency files that -MD and related options write.
struct DependencyFile {
  std::string mode;                 ///< -MD, -MMD, -M or -MM; empty: none.
  std::string file;                 ///< -MF
  std::vector<std::string> targets; ///< -MT x, -MQ x
  bool phony = false;               ///< -MP
};

/// A command line, read and checked. It depends on the file system only for the
/// existence of the inputs.
struct Invocation {
  Installation installation;

  Goal goal = Goal::Link;
  std::vector<Source> sources;
  std::vector<LinkItem> linkItems;
  std::string output;    ///< -o, or empty.
  std::string outputDir; ///< -odir
  DependencyFile dependencies;

  /// The options of all CUDA sources. Its clangArgs also apply to C and C++
  /// sources.
  CompileOptions compile;
  std::optional<std::string>
      optLevel; ///< As given; the default differs by language.
  bool cpuGiven = false;
  std::string std;                      ///< -std=, not used for C sources.
  std::vector<std::string> cudaDefines; ///< Macros that nvcc's options define.

  std::string hostCompiler; ///< -ccbin
  std::vector<std::string> linkFlags;
  std::vector<std::string> droppedFlags; ///< Flags of gcc that Clang rejects.
  bool shared = false;
  bool staticRuntime = false;  ///< --static-runtime
  std::string moduleExtension; ///< .cubin or .fatbin: a module, not a program.
  bool preprocessToFile = false; ///< -cuda: to <name>.cu.cpp.ii.

  bool verbose = false;
  bool dryRun = false;
  bool keep = false;
  std::string keepDir;
  unsigned threads = 1;
  bool runAfterwards = false; ///< nvcc's -run.
  std::vector<std::string> runArgs;
  std::optional<int> crashForTest; ///< A signal, or an exit code above 64.
};

/// Reads a command line. Returns nothing after errors, which it reports.
std::optional<Invocation> createInvocation(const llvm::opt::InputArgList &args,
                                           const Installation &installation);

/// What -ccbin or the variable NVCC_CCBIN names, or an empty string.
std::string givenHostCompiler(const llvm::opt::InputArgList &args);

/// Checks the form of -arch, -code and -gencode. They do not affect the code.
bool checkArchitecture(llvm::StringRef spelling, llvm::StringRef value);
bool checkGencode(llvm::StringRef spelling, llvm::StringRef value);

} // namespace heddle

#endif // HEDDLE_DRIVER_INVOCATION_H
