//===- Invocation.h - What a command line asks for --------------*- C++ -*-===//
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

/// How far to go.
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

/// One thing on the linker's command line; the order is the user's.
struct LinkItem {
  std::optional<size_t> source; ///< The object made from this source, or
  std::string argument;         ///< a file or flag as it is.
};

/// The files that -MD and its like write.
struct DependencyFile {
  std::string mode; ///< -MD, -MMD, -M or -MM; empty: none is asked for.
  std::string file; ///< -MF
  std::vector<std::string> targets; ///< -MT x, -MQ x
  bool phony = false;               ///< -MP
};

/// A command line, read and checked. Nothing here depends on the file system
/// but the existence of the inputs.
struct Invocation {
  Installation installation;

  Goal goal = Goal::Link;
  std::vector<Source> sources;
  std::vector<LinkItem> linkItems;
  std::string output;    ///< -o, or empty.
  std::string outputDir; ///< -odir
  DependencyFile dependencies;

  /// What all CUDA sources are compiled with. Its clangArgs are those of C and
  /// C++ sources too.
  CompileOptions compile;
  std::optional<std::string>
      optLevel; ///< As given; the default differs by language.
  bool cpuGiven = false;
  std::string std;                      ///< -std=, which C sources do not want.
  std::vector<std::string> cudaDefines; ///< What nvcc's options define.

  std::string hostCompiler; ///< -ccbin
  std::vector<std::string> linkFlags;
  std::vector<std::string> droppedFlags; ///< gcc's, which Clang refuses.
  bool shared = false;
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

/// Reads a command line. All errors have been reported when it returns nothing.
std::optional<Invocation> createInvocation(const llvm::opt::InputArgList &args,
                                           const Installation &installation);

/// Checks -arch, -code and -gencode for their form; the code does not depend
/// on them.
bool checkArchitecture(llvm::StringRef spelling, llvm::StringRef value);
bool checkGencode(llvm::StringRef spelling, llvm::StringRef value);

} // namespace heddle

#endif // HEDDLE_DRIVER_INVOCATION_H
