//===- KernelPipeline.cpp - The passes, kernel by kernel ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/KernelPipeline.h"
#include "heddle/Dialect/StageVerifiers.h"
#include "heddle/Driver/Pipeline.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include <thread>

using namespace heddle;

namespace {
/// Notes which pass fails.
class NoteFailure : public mlir::PassInstrumentation {
public:
  explicit NoteFailure(std::string &name) : name(name) {}

  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    if (name.empty())
      name = pass->getArgument().str();
  }

private:
  std::string &name;
};

/// Fails, as a pass may that meets what it cannot do.
struct FailForTest
    : mlir::PassWrapper<FailForTest, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailForTest)

  llvm::StringRef getArgument() const override { return "fail-for-test"; }
  void runOnOperation() override {
    getOperation().emitError("was asked to fail");
    signalPassFailure();
  }
};
} // namespace

/// Passes that run in several threads cannot load dialects.
static void loadDependentDialects(mlir::MLIRContext &context) {
  mlir::PassManager pm(&context);
  addBuiltinPasses(pm);
  addRaisePasses(pm);
  addParPasses(pm);
  addOldFormPasses(pm);
  addOptimizePasses(pm);
  addLowerPasses(pm);
  mlir::DialectRegistry registry;
  pm.getDependentDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

KernelPipeline::KernelPipeline(const CompileOptions &options,
                               mlir::ModuleOp module,
                               llvm::ArrayRef<Kernel> facts,
                               VerificationTime &verificationTime)
    : options(options), module(module), context(*module.getContext()),
      facts(facts), verificationTime(verificationTime),
      // Only the optimizer looks into functions that are not inlined.
      kernels(splitKernels(module, /*copyBodies=*/options.optLevel > 0)),
      tasks(kernels.size()) {
  for (auto [task, kernel] : llvm::zip(tasks, kernels)) {
    task.kernel = &kernel;
    task.prettyName = prettyNameOf(kernel.name);
  }
  llvm::ThreadPoolStrategy strategy = llvm::hardware_concurrency();
  unsigned threads =
      std::min<size_t>(strategy.compute_thread_count(), kernels.size());
  if (threads < 2)
    return;
  loadDependentDialects(context);
  strategy.ThreadsRequested = threads;
  pool = std::make_unique<llvm::DefaultThreadPool>(strategy);
  context.setThreadPool(*pool);
}

KernelPipeline::~KernelPipeline() {
  if (pool)
    context.disableMultithreading();
}

llvm::StringRef KernelPipeline::prettyNameOf(llvm::StringRef name) {
  for (const Kernel &kernel : facts)
    if (kernel.name == name)
      return kernel.prettyName;
  return name;
}

void KernelPipeline::runPasses(Task &task, mlir::ModuleOp module,
                               AddPasses addPasses) {
  // Other threads report errors of other kernels.
  std::thread::id self = std::this_thread::get_id();
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (std::this_thread::get_id() != self)
          return mlir::failure();
        if (task.reason.empty() &&
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          task.reason = diagnostic.str();
        return mlir::success();
      });
  mlir::PassManager pm(&context);
  // The stages end with a pass that verifies; after each pass it would take as
  // long as the passes do.
  pm.enableVerifier(false);
  verificationTime.watch(pm);
  pm.addInstrumentation(std::make_unique<NoteFailure>(task.pass));
  if (options.passReport)
    task.passReport.watch(pm);
  addPasses(pm);
  task.isFailed |= failed(pm.run(module));
}

std::string KernelPipeline::describeFailure(const Task &task) {
  return "pass '" + task.pass + "' failed: " +
         (task.reason.empty() ? "no reason is known" : task.reason);
}

bool KernelPipeline::forEachKernel(llvm::function_ref<void(Task &)> callback) {
  mlir::parallelForEach(&context, tasks, [&](Task &task) {
    if (!task.kernel->usesFibers)
      callback(task);
  });
  return settle();
}

void KernelPipeline::reportPasses() {
  PassReport all;
  for (const Task &task : tasks)
    all.add(task.passReport);
  all.print(llvm::errs(), options.input);
}

/// Sends kernels that need fibers, or that a pass failed on, to fibers: slow,
/// but right.
bool KernelPipeline::settle() {
  bool isSettled = true;
  for (Task &task : tasks) {
    if (task.kernel->usesFibers || (!task.isFailed && !task.need))
      continue;
    task.kernel->usesFibers = true;
    if (options.lowering == Lowering::Fission) {
      isSettled = false;
      llvm::errs() << "heddle: error: kernel '" << task.prettyName
                   << "' cannot be lowered by fission: "
                   << (task.isFailed ? describeFailure(task)
                                     : "it " + describe(*task.need).str())
                   << "\n";
    } else if (task.isFailed) {
      llvm::errs() << "heddle: warning: kernel '" << task.prettyName << "' of '"
                   << options.input << "' runs on fibers, which is slow: "
                   << describeFailure(task) << "\n";
    }
  }
  return isSettled;
}

/// Decides on the lowering of a kernel that has got this far. Whether it is
/// still to be raised.
bool KernelPipeline::chooseLowering(Task &task) {
  if (task.isFailed)
    return false;
  for (auto function : task.kernel->module->getOps<mlir::LLVM::LLVMFuncOp>()) {
    llvm::StringRef name = function.getName();
    name.consume_back(".grid");
    if (name == task.kernel->name)
      if (std::optional<FiberNeed> need = findFiberConstruct(function))
        task.need = need->construct;
  }
  return !task.need;
}

Mapping KernelPipeline::mappingOf(const Task &task) const {
  for (const auto &[name, mapping] : llvm::reverse(options.mappings))
    if (name.empty() || name == task.prettyName)
      return mapping;
  return Mapping::Auto;
}

/// Maps the threads of a kernel to lanes, if that is possible and wanted.
bool KernelPipeline::vectorize(Task &task,
                               mlir::OwningOpRef<mlir::ModuleOp> par) {
  Mapping mapping = mappingOf(task);
  if (mapping == Mapping::Loops || whyNotVectorized(*par))
    return false;
  int64_t lanes = (*par)->hasAttr(par::packsLanesAttr) ? 16 : 8;
  if (mapping == Mapping::Auto && !areLanesFaster(*par, lanes))
    return false;
  task.kernel->module = std::move(par);
  task.isVectorized = true;
  runPasses(task, *task.kernel->module, [&](mlir::OpPassManager &pm) {
    addVectorizePasses(pm, lanes, options.checkShapesForTest);
  });
  return true;
}

bool KernelPipeline::raise() {
  return forEachKernel([&](Task &task) {
    mlir::ModuleOp module = *task.kernel->module;
    runPasses(task, module, addBuiltinPasses);
    // Before it is raised: without structure it cannot be.
    if (!chooseLowering(task))
      return;
    runPasses(task, module, [&](mlir::OpPassManager &pm) {
      addRaisePasses(pm);
      if (options.stage != Stage::Raised)
        addParPasses(pm);
      if (options.stage != Stage::Raised && options.stripAttributesForTest)
        pm.addPass(createStripAttributes());
    });
    if (options.stage == Stage::Raised || task.isFailed)
      return;
    // What is chosen depends on analyses of the older form.
    mlir::OwningOpRef<mlir::ModuleOp> par = module.clone();
    runPasses(task, module, addOldFormPasses);
    bool isRaised = chooseLowering(task);
    if (options.stage == Stage::Par) {
      task.kernel->module = std::move(par);
      return;
    }
    if (!isRaised || options.optLevel == 0 || vectorize(task, std::move(par)))
      return;
    runPasses(task, module, [&](mlir::OpPassManager &pm) {
      addOptimizePasses(pm, options.disabledPasses);
    });
  });
}

void KernelPipeline::merge() {
  mergeFiberKernels(module, kernels);
  mergeRaisedKernels(module, kernels);
}

bool KernelPipeline::lower() {
  bool isLowered = forEachKernel([&](Task &task) {
    runPasses(task, *task.kernel->module, [&](mlir::OpPassManager &pm) {
      if (task.prettyName == options.failKernelForTest)
        pm.addPass(std::make_unique<FailForTest>());
      if (task.isVectorized)
        addVectorizedLowerPasses(pm);
      else
        addLowerPasses(pm, options.disabledPasses);
    });
  });
  if (!isLowered)
    return false;
  // What is left are variables, device functions and kernels on fibers. These
  // may share variables and are lowered together.
  mergeFiberKernels(module, kernels);
  Task rest;
  runPasses(rest, module, [](mlir::OpPassManager &pm) { addFiberPasses(pm); });
  if (rest.isFailed) {
    llvm::errs() << "heddle: error: cannot compile device code of '"
                 << options.input << "': " << describeFailure(rest) << "\n";
    return false;
  }
  mergeRaisedKernels(module, kernels);
  return true;
}
