//===- Link.cpp - Links programs and libraries ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Plan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace heddle;
using llvm::StringRef;

/// The compiler that -ccbin names. The value may be a directory, or a C
/// compiler whose C++ counterpart is meant.
std::string heddle::hostCompiler(const std::string &given, Language language) {
  if (given.empty())
    return llvmTool(language == Language::C ? "clang" : "clang++");
  if (!llvm::sys::fs::is_directory(given))
    return given;
  for (StringRef name : {"g++", "clang++", "c++"}) {
    std::string path = given + "/" + name.str();
    if (llvm::sys::fs::can_execute(path))
      return path;
  }
  return given + "/g++";
}

/// Whether the compiler driver links C++ programs by default.
static bool linksCxx(StringRef compiler) {
  return llvm::sys::path::filename(compiler).contains("++");
}

Job heddle::linkJob(const Invocation &invocation,
                    const std::vector<std::string> &objects,
                    const std::string &output) {
  Job job;
  job.output = output;
  std::vector<std::string> &argv = job.argv;
  argv.push_back(hostCompiler(invocation.hostCompiler, Language::Cxx));
  bool linkerGiven = llvm::any_of(invocation.linkFlags, [](StringRef flag) {
    return flag.starts_with("-fuse-ld=");
  });
  if (invocation.hostCompiler.empty() && !linkerGiven &&
      llvm::sys::fs::exists(llvmTool("ld.lld")))
    argv.push_back("-fuse-ld=lld");
  // CMake reads the linker's command line to find out which libraries a program
  // with CUDA code needs when another compiler links it.
  if (invocation.verbose)
    argv.push_back("-v");
  if (invocation.shared)
    argv.push_back("-shared");
  argv.insert(argv.end(), invocation.linkFlags.begin(),
              invocation.linkFlags.end());

  for (const LinkItem &item : invocation.linkItems) {
    StringRef argument = item.argument;
    if (item.source) {
      argv.push_back(objects[*item.source]);
    } else if (argument.consume_front("-Xlinker=")) {
      argv.push_back("-Xlinker");
      argv.push_back(argument.str());
    } else {
      argv.push_back(item.argument);
    }
  }

  // Partial links (-r) get the libraries in the final link.
  if (!llvm::is_contained(invocation.linkFlags, "-r")) {
    std::string ours = invocation.installation.libDir();
    std::string llvms = llvmLibDir();
    if (invocation.staticRuntime)
      // All of it: weak references to the runtime would not find theirs.
      argv.insert(argv.end(), {"-Wl,--whole-archive", ours + "/libheddle_rt.a",
                               "-Wl,--no-whole-archive"});
    else
      argv.insert(argv.end(), {"-L" + ours, "-Wl,-rpath," + ours,
                               "-Wl,--library=heddle_rt"});
    argv.insert(argv.end(),
                {"-L" + llvms, "-Wl,-rpath," + llvms, "-Wl,--library=omp"});
    // Where CMake links with another compiler, it adds what this command has:
    // the directories, -l of a name, and archives. The other linker would not
    // get the rpath too, so the libraries above are of a form that CMake skips,
    // and it finds this archive, which refers to them by their path.
    if (!invocation.staticRuntime)
      argv.insert(argv.end(), {"-Wl,--push-state,--as-needed",
                               invocation.installation.cudaHome() +
                                   "/lib64/libcudart_static.a",
                               "-Wl,--pop-state"});
    // A copy of the libraries next to the program serves where these paths do
    // not exist.
    argv.push_back("-Wl,-rpath,$ORIGIN");
    if (!linksCxx(argv.front()))
      argv.push_back("-lstdc++");
    for (const char *flag : {"-lm", "-lpthread", "-ldl"})
      argv.push_back(flag);
  }
  argv.push_back("-o");
  argv.push_back(output);
  return job;
}

Job heddle::archiveJob(const Invocation &invocation,
                       const std::vector<std::string> &objects,
                       const std::string &output) {
  Job job;
  job.output = output;
  job.replacesOutput = true;
  std::string archiver = llvmTool("llvm-ar");
  if (!llvm::sys::fs::can_execute(archiver))
    archiver = "ar";
  job.argv = {archiver, "rcs", output};
  for (const LinkItem &item : invocation.linkItems) {
    if (item.source)
      job.argv.push_back(objects[*item.source]);
    else if (!StringRef(item.argument).starts_with("-"))
      job.argv.push_back(item.argument);
  }
  return job;
}
