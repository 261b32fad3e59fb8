//===- Compile.h - One CUDA source file to one output -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_COMPILE_H
#define HEDDLE_DRIVER_COMPILE_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// The stage to compile to, which determines the output.
enum class Stage {
  LLVM,      ///< The device code as Clang emits it.
  Raised,    ///< Kernels as structured MLIR, one thread's view.
  Par,       ///< Launches as nests of parallel loops with barriers.
  Optimized, ///< The same after the parallel optimizer.
  Lowered,   ///< LLVM IR of the whole program, host included, before -O3.
  Assembly,  ///< `-S`
  Object,    ///< `-c`
};

/// How the threads of a block run.
enum class Lowering {
  Auto,    ///< Fission where possible, otherwise fibers; fibers with `-G`.
  Fission, ///< An error where fission is not possible.
  Fibers,
};

/// What runs the threads of a block on one core.
enum class Mapping {
  Auto,
  Lanes, ///< Vectors of neighbouring threads.
  Loops, ///< Loops over threads, which LLVM may vectorise.
};

struct CompileOptions {
  std::string input;
  std::string output; ///< "-" is standard output.
  Stage stage = Stage::Object;
  Lowering lowering = Lowering::Auto;
  /// --map: the mapping of a kernel, or of all if the name is empty. Later ones
  /// win.
  std::vector<std::pair<std::string, Mapping>> mappings;
  /// Whether a report or a warning may name source lines.
  bool namesLines() const;

  int optLevel = 3;             ///< 0 to 3.
  bool debugInfo = false;       ///< -g: for host code
  bool deviceDebug = false;     ///< -G: debuggable kernels.
  bool lineInfo = false;        ///< -lineinfo
  bool fastMath = false;        ///< --use_fast_math
  std::optional<bool> fmad;     ///< --fmad
  bool relocatable = false;     ///< -rdc=true or -dc
  bool warpLockstep = false;    ///< --warp-lockstep
  bool verifyLaunches = false;  ///< --verify-launches
  bool sanitized = false;       ///< -fsanitize=, which is in clangArgs too.
  bool vectorizeReport = false; ///< --report=vectorize
  bool passReport = false;      ///< --report=passes
  bool timeReport = false;      ///< --time
  unsigned splitCompile = 0;    ///< --split-compile: threads, 0 for all cores.
  std::string cpu = "native";   ///< -march=
  /// --disable-pass: the names of disabled passes.
  std::vector<std::string> disabledPasses;

  /// Whether the source has no host code (NVRTC).
  bool deviceOnly = false;
  /// Files that exist only in memory: absolute path -> contents.
  std::map<std::string, std::string> files;

  /// --fail-kernel-for-test: a pass fails on the kernels of this name.
  std::string failKernelForTest;
  /// --strip-attributes-for-test: kernels lose their discardable attributes
  /// after the stage `par`.
  bool stripAttributesForTest = false;
  /// --check-shapes-for-test: kernels whose threads are lanes of vectors check
  /// at run time what the shape analysis says of values.
  bool checkShapesForTest = false;

  /// Arguments that Clang gets unchanged: -I -D -U -include -isystem -std= -W
  /// -f -m, and -MD/-MF/-MT for dependency files.
  std::vector<std::string> clangArgs;

  /// The root of Heddle's installation: CUDA headers are in lib/heddle/include
  /// and libheddle_rt.so is in lib below it.
  std::string installDir;
};

/// The arguments for Clang's driver that make `clang++ ARGS file.cu` parse CUDA
/// as Heddle does (for -E and -M, which only run Clang).
std::vector<std::string> clangDriverArgs(const CompileOptions &options);

/// What a program can ask of a module by name.
struct ModuleSymbols {
  struct Variable {
    std::string name;
    uint64_t bytes;
    uint64_t alignment;
    bool isConstant;
  };
  /// The symbols of the source's name expressions
  /// (heddle/Frontend/NameExpressions.h), in order.
  std::vector<std::string> expressions;
  std::vector<std::string> kernels;
  std::vector<Variable> variables;
};

/// Compiles one CUDA source. Diagnostics go to standard error. Returns 0 on
/// success, otherwise the process's exit code. `symbols` gets those of the
/// module, with the names that the driver API has for them.
int compileCuda(const CompileOptions &options,
                ModuleSymbols *symbols = nullptr);

} // namespace heddle

#endif // HEDDLE_DRIVER_COMPILE_H
