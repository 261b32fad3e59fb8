//===- Pipeline.cpp - The passes of each stage, in order ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Pipeline.h"
#include "heddle/Conversion/Passes.h"
#include "heddle/Dialect/KernelAttributes.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Dialect/StageVerifiers.h"
#include "heddle/Frontend/DeviceModule.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Target/Codegen.h"
#include "heddle/Target/Passes.h"
#include "heddle/Transforms/Passes.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace heddle;

void heddle::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, DLTIDialect,
                  gpu::GPUDialect, index::IndexDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  ub::UBDialect, vector::VectorDialect, par::ParDialect,
                  HeddleDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerLLVMDialectImport(registry);
}

namespace {

/// Adds passes in order, except disabled ones.
class Sequence {
public:
  Sequence(OpPassManager &pm, ArrayRef<std::string> disabled = {},
           llvm::StringSet<> *names = nullptr)
      : pm(pm), disabled(disabled), names(names) {}

  void add(std::unique_ptr<Pass> pass) { pm.addPass(std::move(pass)); }

  /// An optimization pass: `--disable-pass` accepts its name.
  void optional(std::unique_ptr<Pass> pass) {
    if (names)
      names->insert(pass->getArgument());
    if (!llvm::is_contained(disabled, pass->getArgument()))
      add(std::move(pass));
  }

  /// Runs MLIR's verifier and checks the guarantees of the stage.
  void verify(VerifiedStage stage) { add(createVerifyStage({stage})); }

  void cleanup() {
    // The loops over blocks and threads stay separate, whatever is between
    // them, and each keeps its three dimensions, even those of size 1.
    add(createCanonicalizerPass(
        GreedyRewriteConfig(),
        /*disabledPatterns=*/
        {"(anonymous namespace)::MergeNestedParallelLoops",
         "(anonymous namespace)::ParallelOpSingleOrZeroIterationDimsFolder"}));
    add(createCSEPass());
  }

private:
  OpPassManager &pm;
  ArrayRef<std::string> disabled;
  llvm::StringSet<> *names;
};

} // namespace

static void addRaise(Sequence passes) {
  passes.add(createRaiseControlFlow());
  passes.add(createRaiseArith());
  passes.cleanup();
  passes.add(createRaiseLoops());
  passes.add(createRaiseMemory());
  passes.cleanup();
  passes.verify(VerifiedStage::Raised);
}

static void addPar(Sequence passes) {
  passes.add(createFormLaunch());
  passes.add(createRaiseAtomics());
  passes.add(createInferBarrierEffects());
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  passes.verify(VerifiedStage::Par);
}

/// To the loops that the passes from here on work on.
static void addOldForm(Sequence passes) {
  passes.add(createParToSCF());
  passes.cleanup();
}

static void addOptimize(Sequence passes) {
  // First, while users of the block size still refer to it directly.
  passes.optional(createSpecializeBlock());
  passes.optional(createSpecializeArguments());
  passes.cleanup();
  passes.optional(createUpliftLoops());
  passes.optional(createEvenLoops());
  passes.optional(createWidenIndices());
  passes.optional(createFlattenSwitches());
  passes.optional(createFlattenIfs());
  passes.optional(createLoopInvariantCodeMotionPass());
  passes.optional(createParallelLICM());
  passes.optional(createUpliftLoops());
  passes.optional(createUnrollLevels());
  passes.cleanup();
  passes.optional(createLocalAtomics());
  passes.optional(createEliminateBarriers());
  passes.optional(createForwardMemory());
  passes.optional(createEliminateBarriers());
  passes.optional(createIsolateShared());
  passes.optional(createStridedLoops());
  passes.optional(createInvertDivisors());
  passes.cleanup();
  passes.optional(createWidenIndices());
  passes.optional(createJoinBlocks());
  passes.optional(createMergeBlocks());
  passes.optional(createSplitBlocks());
  passes.optional(createCutBlocks());
  passes.optional(createSplitEdges());
  passes.cleanup();
  passes.optional(createHoistLoads());
  // The bound of a loop may have been a load in the loop.
  passes.optional(createUpliftLoops());
  passes.optional(createSplitInductions());
  passes.cleanup();
  passes.verify(VerifiedStage::Optimized);
}

/// Splits loops over threads or lanes at their barriers. `ofProgram`: the
/// barriers are the program's own, not those of form-lanes.
static void addFission(Sequence passes, bool ofProgram) {
  passes.add(createExpandSwitch());
  passes.optional(createIsolateGuards());
  if (ofProgram)
    passes.add(createLeaveEarly());
  passes.add(createMaskBarriers());
  passes.optional(createSpreadArrays());
  passes.add(createFission());
  passes.cleanup();
}

/// The last passes, for all code.
static void addLast(Sequence passes) {
  passes.add(createLowerFibers());
  passes.add(createSCFToControlFlowPass());
  passes.add(createLowerToLLVM());
  passes.add(createReconcileUnrealizedCastsPass());
  passes.verify(VerifiedStage::Lowered);
}

/// What kernels need of the older passes, on the older form.
static void addPrepareThreads(Sequence passes, bool hasBarriers) {
  // First, while users of the block size still refer to it directly.
  passes.optional(createSpecializeBlock());
  passes.cleanup();
  passes.optional(createUpliftLoops());
  passes.optional(createWidenIndices());
  passes.optional(createFlattenIfs({/*dropsPromises=*/true}));
  passes.add(createHoistInvariants());
  passes.optional(createParallelLICM());
  passes.optional(createUpliftLoops());
  if (hasBarriers) {
    passes.optional(createEvenLoops());
    passes.optional(createUnrollLevels());
    passes.cleanup();
    // Those in them have known bounds now.
    passes.optional(createUpliftLoops());
    passes.optional(createUnrollLevels());
    passes.cleanup();
    passes.optional(createLocalAtomics());
    passes.optional(createEliminateBarriers());
  }
  passes.cleanup();
  passes.optional(createInvertDivisors());
  passes.cleanup();
  passes.optional(createWidenIndices());
  passes.optional(createHoistLoads({/*keepsPromises=*/true}));
  // The bound of a loop may have been a load in the loop.
  passes.optional(createUpliftLoops());
  passes.optional(createCountLoops());
  passes.optional(createUnrollLaneLoops());
  passes.cleanup();
  passes.optional(createForwardMemory());
  passes.optional(createSelectStores());
  passes.optional(createForwardMemory());
  passes.cleanup();
  if (hasBarriers) {
    passes.optional(createEliminateBarriers());
    passes.optional(createForwardMemory());
    passes.optional(createSplitInductions());
    passes.cleanup();
    passes.add(createInferBarriers());
    addFission(passes, /*ofProgram=*/true);
    passes.verify(VerifiedStage::Fission);
    passes.optional(createNarrowThreadLoops());
    passes.cleanup();
    passes.optional(createUnmaskStores());
    passes.optional(createUnrollTiles());
  }
  passes.optional(createMergeBlocks());
  passes.cleanup();
  passes.optional(createFuseLaunches());
  passes.add(createSCFToPar());
  passes.add(createRaiseAtomics());
  passes.optional(createInterchangeThreads());
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  if (hasBarriers)
    passes.add(createUnmaskPatterns());
}

static void addVectorize(Sequence passes, int64_t lanes, bool checksShapes) {
  passes.add(createHoistInvariants());
  VectorizeThreadsOptions options;
  options.lanes = lanes;
  options.checksShapes = checksShapes;
  passes.add(createVectorizeThreads(options));
  passes.add(createCanonicalizerPass());
  passes.add(createCSEPass());
  passes.add(createNarrowLanes());
  passes.add(createCanonicalizerPass());
  // What only the code for guesses that fail needs is computed there.
  passes.add(createControlFlowSinkPass());
  passes.add(createLoopInvariantCodeMotionPass());
}

static void addVectorizedLower(Sequence passes) {
  addOldForm(passes);
  passes.verify(VerifiedStage::Grid);
  passes.add(createOutlineGrid());
  passes.add(createLowerMemory());
  addLast(passes);
}

static void addFiber(Sequence passes, bool optimizes) {
  passes.cleanup();
  if (optimizes)
    passes.optional(createJoinShuffles());
  addLast(passes);
}

static void addLower(Sequence passes) {
  passes.add(createInferBarriers());
  // Once for the threads of a block, then for the lanes of a warp.
  addFission(passes, /*ofProgram=*/true);
  passes.verify(VerifiedStage::Fission);
  passes.optional(createMergeShared());
  passes.optional(createSplitInside());
  passes.add(createFormWarps());
  passes.cleanup();
  addFission(passes, /*ofProgram=*/true);
  passes.verify(VerifiedStage::Warps);
  passes.optional(createNarrowThreadLoops());
  passes.optional(createSpecializeRuns());
  passes.cleanup();
  passes.optional(createFormRows());
  passes.optional(createPeelEdges());
  passes.cleanup();
  passes.optional(createFormLanes());
  addFission(passes, /*ofProgram=*/false);
  passes.verify(VerifiedStage::Warps);
  passes.add(createSplitGrid());
  passes.verify(VerifiedStage::Grid);
  passes.add(createGuardConditions());
  passes.optional(createAlignGuards());
  passes.optional(createNarrowThreadLoops());
  passes.optional(createUnmaskStores());
  passes.optional(createCompleteGroups());
  passes.optional(createFindWriters());
  passes.optional(createScatteredLoops());
  passes.optional(createFuseRows());
  passes.optional(createIsolateLookups());
  passes.optional(createRowUpdates());
  passes.optional(createTransposeReads());
  passes.optional(createCombineUpdates());
  passes.optional(createSpreadUpdates());
  passes.optional(createIsolateUpdates());
  passes.optional(createUnrollTiles());
  passes.optional(createPrefetchTiles());
  passes.optional(createPrefetchBlocks());
  passes.optional(createPrefetchFar());
  passes.optional(createPrefetchRows());
  passes.optional(createPrefetchRuns());
  passes.optional(createFuseLaunches());
  passes.add(createOutlineGrid());
  passes.add(createLowerMemory());
  passes.add(createKeepUnevenLoops());
  passes.add(createThreadLoops());
  passes.optional(createHoistRowLoads());
  passes.optional(createAlignRows());
  addLast(passes);
}

void heddle::addBuiltinPasses(OpPassManager &pm) {
  pm.addPass(createRaiseBuiltins());
}

void heddle::addRaisePasses(OpPassManager &pm) { addRaise(pm); }

void heddle::addParPasses(OpPassManager &pm) { addPar(pm); }

void heddle::addOldFormPasses(OpPassManager &pm) { addOldForm(pm); }

void heddle::addOptimizePasses(OpPassManager &pm,
                               ArrayRef<std::string> disabled) {
  addOptimize({pm, disabled});
}

void heddle::addPrepareThreadsPasses(OpPassManager &pm,
                                     ArrayRef<std::string> disabled,
                                     bool hasBarriers) {
  addPrepareThreads({pm, disabled}, hasBarriers);
}

void heddle::addVectorizePasses(OpPassManager &pm, int64_t lanes,
                                bool checksShapes) {
  addVectorize(pm, lanes, checksShapes);
}

void heddle::addVectorizedLowerPasses(OpPassManager &pm) {
  addVectorizedLower(pm);
}

void heddle::addLowerPasses(OpPassManager &pm, ArrayRef<std::string> disabled) {
  addLower({pm, disabled});
}

void heddle::addFiberPasses(OpPassManager &pm, bool optimizes,
                            ArrayRef<std::string> disabled) {
  addFiber({pm, disabled}, optimizes);
}

std::vector<std::string> heddle::optionalPasses() {
  OpPassManager pm(ModuleOp::getOperationName());
  llvm::StringSet<> names;
  names.insert(unrollShortLoopsName);
  names.insert(skipQuietStripsName);
  addOptimize({pm, {}, &names});
  addLower({pm, {}, &names});
  addFiber({pm, {}, &names}, /*optimizes=*/true);
  std::vector<std::string> sorted;
  for (StringRef name : names.keys())
    sorted.push_back(name.str());
  llvm::sort(sorted);
  return sorted;
}

namespace {
struct StageOptions : PassPipelineOptions<StageOptions> {
  ListOption<std::string> disabled{*this, "disable-pass",
                                   llvm::cl::desc("passes that are left out")};
};
} // namespace

void heddle::registerPasses() {
  registerConversionPasses();
  registerDialectPasses();
  registerRaisePasses();
  registerTransformsPasses();
  registerVectorizePasses();
  registerTargetPasses();
  PassPipelineRegistration<>("raise", "the passes of -emit=raised",
                             [](OpPassManager &pm) {
                               addBuiltinPasses(pm);
                               addRaisePasses(pm);
                             });
  PassPipelineRegistration<>("par", "the passes from raised to par",
                             addParPasses);
  PassPipelineRegistration<StageOptions>(
      "prepare-threads", "what comes before threads become lanes of vectors",
      [](OpPassManager &pm, const StageOptions &options) {
        addOldFormPasses(pm);
        addPrepareThreadsPasses(pm, options.disabled, /*hasBarriers=*/true);
      });
  PassPipelineRegistration<StageOptions>(
      "optimize", "the parallel optimizer",
      [](OpPassManager &pm, const StageOptions &options) {
        addOldFormPasses(pm);
        addOptimizePasses(pm, options.disabled);
      });
  PassPipelineRegistration<StageOptions>(
      "lower", "the passes from optimized to LLVM",
      [](OpPassManager &pm, const StageOptions &options) {
        addLowerPasses(pm, options.disabled);
      });
}
