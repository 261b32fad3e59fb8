//===- KernelPipeline.cpp - The passes, kernel by kernel ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/KernelPipeline.h"
#include "heddle/Analysis/SourceLines.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/StageVerifiers.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Pipeline.h"
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
                               llvm::StringRef processor,
                               VerificationTime &verificationTime)
    : options(options), processor(processor), module(module),
      context(*module.getContext()), facts(facts),
      verificationTime(verificationTime),
      // Only the optimizer looks into functions that are not inlined.
      kernels(splitKernels(module, /*copyBodies=*/options.optLevel > 0)),
      tasks(kernels.size()) {
  for (auto [task, kernel] : llvm::zip(tasks, kernels)) {
    task.kernel = &kernel;
    task.prettyName = prettyNameOf(kernel.name);
    for (const Kernel &fact : facts)
      if (fact.name == kernel.name)
        task.parameters = fact.parameters;
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

/// What the report says of a kernel that runs on fibers.
static std::string describeNeed(const FiberNeed &need) {
  std::string line = nameSourceLine(need.op->getLoc());
  return ("  because it " + describe(need.construct) +
          (line.empty() ? "" : ", " + line) + "\n")
      .str();
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
      if (std::optional<FiberNeed> need = findFiberConstruct(function)) {
        task.need = need->construct;
        task.mappingText = describeNeed(*need);
      }
  }
  return !task.need;
}

/// The name of a template names all its instances.
static bool isNamed(llvm::StringRef kernel, llvm::StringRef name) {
  return kernel.consume_front(name) &&
         (kernel.empty() || kernel.starts_with("<"));
}

Mapping KernelPipeline::mappingOf(const Task &task) const {
  for (const auto &[name, mapping] : llvm::reverse(options.mappings))
    if (name.empty() || isNamed(task.prettyName, name))
      return mapping;
  return Mapping::Auto;
}

/// Maps the threads of a kernel to lanes, if that is possible and wanted.
bool KernelPipeline::vectorize(Task &task, mlir::ModuleOp par) {
  Mapping mapping = mappingOf(task);
  MappingChoice choice;
  choice.isForced = mapping != Mapping::Auto;
  choice.wantsLanes = mapping == Mapping::Lanes;
  choice.lanes = getNativeLanes(par);
  choice.processor = processor;
  choice.refusal = whyNotVectorized(par, /*beforeFission=*/true);
  mlir::OwningOpRef<mlir::ModuleOp> prepared;
  if (!choice.refusal && mapping != Mapping::Loops) {
    prepared = task.kernel->module->clone();
    bool hasBarriers = par::holdsBarrier(par);
    runPasses(task, *prepared, [&](mlir::OpPassManager &pm) {
      addPrepareThreadsPasses(pm, options.disabledPasses, hasBarriers);
    });
    if (task.isFailed)
      return true;
    choice.refusal = whyNotVectorized(*prepared, /*beforeFission=*/false);
    if (!choice.refusal) {
      bool isWanted = mapping == Mapping::Lanes;
      // The older passes know much about loops between barriers.
      LaneChoice lanes = chooseLanes(*prepared, processor,
                                     /*mayBeSlow=*/isWanted || !hasBarriers);
      choice.lanes = lanes.lanes;
      choice.isSlowInParts = lanes.isSlowInParts;
      choice.asLanes = isWanted || (lanes.isFaster && !lanes.isSlowInParts);
    }
  }
  explainMapping(task, prepared ? *prepared : par, choice);
  if (!choice.asLanes)
    return false;
  task.kernel->module = std::move(prepared);
  task.isVectorized = true;
  runPasses(task, *task.kernel->module, [&](mlir::OpPassManager &pm) {
    addVectorizePasses(pm, choice.lanes, options.checkShapesForTest);
  });
  return true;
}

void KernelPipeline::explainMapping(Task &task, mlir::ModuleOp par,
                                    const MappingChoice &choice) {
  if (options.vectorizeReport)
    task.mappingText = describeMapping(par, choice, task.parameters);
  if (choice.refusal && choice.wantsLanes)
    task.whyNotLanes = describe(*choice.refusal);
}

llvm::StringMap<MappingReport> KernelPipeline::getMappingReports() const {
  llvm::StringMap<MappingReport> reports;
  if (options.vectorizeReport)
    for (const Task &task : tasks)
      reports[task.kernel->name] = {task.isVectorized,
                                    // That of a failed pass is a warning.
                                    task.isFailed ? std::string()
                                                  : task.mappingText};
  return reports;
}

/// Warns of `--map` with the name of a kernel that this source does not have.
void KernelPipeline::warnOfUnknownKernels() {
  std::vector<llvm::StringRef> names;
  for (const Kernel &kernel : facts)
    if (!kernel.isReference)
      names.push_back(kernel.prettyName);
  for (const auto &[name, mapping] : options.mappings) {
    if (names.empty() || name.empty() ||
        llvm::any_of(names, [&](llvm::StringRef kernel) {
          return isNamed(kernel, name);
        }))
      continue;
    warning("--map: '" + options.input + "' has no kernel '" + name + "'" +
            "; it has " + llvm::join(names, ", "));
  }
}

/// Warns of kernels that `--map` asks lanes for in vain.
void KernelPipeline::warnOfMappings() {
  for (const Task &task : tasks) {
    if (mappingOf(task) != Mapping::Lanes || task.isVectorized || task.isFailed)
      continue;
    std::string why = task.whyNotLanes;
    if (task.need)
      why = ("it runs on fibers, because it " + describe(*task.need)).str();
    else if (options.optLevel == 0)
      why = "it is not optimized";
    if (!why.empty())
      warning("--map: the threads of kernel '" + task.prettyName + "' of '" +
              options.input + "' cannot be lanes: " + why);
  }
}

bool KernelPipeline::raise() {
  warnOfUnknownKernels();
  bool isRaised = forEachKernel([&](Task &task) {
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
    if (!isRaised || options.optLevel == 0 || vectorize(task, *par))
      return;
    runPasses(task, module, [&](mlir::OpPassManager &pm) {
      addOptimizePasses(pm, options.disabledPasses);
    });
  });
  warnOfMappings();
  return isRaised;
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
  runPasses(rest, module, [&](mlir::OpPassManager &pm) {
    addFiberPasses(pm, options.optLevel > 0, options.disabledPasses);
  });
  if (rest.isFailed) {
    llvm::errs() << "heddle: error: cannot compile device code of '"
                 << options.input << "': " << describeFailure(rest) << "\n";
    return false;
  }
  mergeRaisedKernels(module, kernels);
  return true;
}
