//===- KernelPipeline.h - The passes, kernel by kernel ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_KERNELPIPELINE_H
#define HEDDLE_DRIVER_KERNELPIPELINE_H

#include "heddle/Analysis/FiberConstructs.h"
#include "heddle/Driver/Compile.h"
#include "heddle/Driver/PassReport.h"
#include "heddle/Driver/VerificationTime.h"
#include "heddle/Frontend/Frontend.h"
#include "heddle/Raise/SplitKernels.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "llvm/Support/ThreadPool.h"
#include <memory>

namespace heddle {

/// What `--report=vectorize` says of what runs a kernel's threads.
struct MappingReport {
  bool asLanes = false;
  std::string text; ///< Lines.
};

/// Runs the stages of the compiler on a device module. Each kernel that is to
/// be raised goes through them in a module of its own, several at a time where
/// there are several cores. A kernel that a pass fails on runs on fibers,
/// alone, with a warning; with `--lowering=fission` that is an error.
class KernelPipeline {
public:
  /// `module` is what was imported; it becomes the result. `processor` is what
  /// the code is for, as LLVM calls it.
  KernelPipeline(const CompileOptions &options, mlir::ModuleOp module,
                 llvm::ArrayRef<Kernel> kernels, llvm::StringRef processor,
                 VerificationTime &verificationTime);
  ~KernelPipeline();

  /// Up to the stage that is asked for, at most to the optimized parallel IR.
  bool raise();
  /// From there to the LLVM dialect.
  bool lower();
  /// Puts the kernels back into the module. `lower` does so by itself.
  void merge();

  /// Prints what the optional passes did to the kernels (`--report=passes`).
  void reportPasses();

  /// By the kernel's symbol; empty without `--report=vectorize`.
  llvm::StringMap<MappingReport> getMappingReports() const;

private:
  /// What becomes of one kernel.
  struct Task {
    llvm::StringRef prettyName;
    llvm::ArrayRef<std::string> parameters;
    KernelModule *kernel = nullptr;
    std::optional<FiberConstruct> need; ///< What it has that needs fibers.
    bool isFailed = false;
    bool isVectorized = false; ///< Its threads are lanes of vectors.
    std::string pass;          ///< The one that failed.
    std::string reason;        ///< The first error that it reported.
    PassReport passReport;
    std::string mappingText; ///< For --report=vectorize.
    std::string whyNotLanes; ///< Although --map asks for them.
  };
  using AddPasses = llvm::function_ref<void(mlir::OpPassManager &)>;

  bool forEachKernel(llvm::function_ref<void(Task &)> callback);
  void runPasses(Task &task, mlir::ModuleOp module, AddPasses addPasses);
  static std::string describeFailure(const Task &task);
  bool chooseLowering(Task &task);
  Mapping mappingOf(const Task &task) const;
  bool vectorize(Task &task, mlir::ModuleOp par);
  void explainMapping(Task &task, mlir::ModuleOp par,
                      const MappingChoice &choice);
  void warnOfUnknownKernels();
  void warnOfMappings();
  bool settle();
  llvm::StringRef prettyNameOf(llvm::StringRef kernel);

  const CompileOptions &options;
  std::string processor;
  mlir::ModuleOp module;
  mlir::MLIRContext &context;
  llvm::ArrayRef<Kernel> facts;
  VerificationTime &verificationTime;
  std::vector<KernelModule> kernels;
  std::vector<Task> tasks;
  std::unique_ptr<llvm::DefaultThreadPool> pool;
};

} // namespace heddle

#endif // HEDDLE_DRIVER_KERNELPIPELINE_H
