//===- Pipeline.cpp - The passes of each stage, in order ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Pipeline.h"
#include "heddle/Dialect/Par.h"
#include "heddle/Raise/Passes.h"
#include "heddle/Target/Passes.h"
#include "heddle/Transforms/Passes.h"

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
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace heddle;

void heddle::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect, DLTIDialect,
                  gpu::GPUDialect, index::IndexDialect, LLVM::LLVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  ub::UBDialect, par::ParDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerLLVMDialectImport(registry);
}

static void addCleanup(OpPassManager &pm) {
  // The grid's loop and the block's stay two loops, whatever stands between,
  // and each has its three dimensions, even those of size 1.
  pm.addPass(createCanonicalizerPass(
      GreedyRewriteConfig(),
      /*disabledPatterns=*/
      {"(anonymous namespace)::MergeNestedParallelLoops",
       "(anonymous namespace)::ParallelOpSingleOrZeroIterationDimsFolder"}));
  pm.addPass(createCSEPass());
}

void heddle::addRaisePasses(OpPassManager &pm) {
  pm.addPass(createRaiseBuiltins());
  pm.addPass(createRaiseControlFlow());
  pm.addPass(createRaiseArith());
  addCleanup(pm);
  pm.addPass(createRaiseLoops());
  pm.addPass(createRaiseMemory());
  addCleanup(pm);
}

void heddle::addParPasses(OpPassManager &pm) {
  pm.addPass(createFormLaunch());
  addCleanup(pm);
}

void heddle::addOptimizePasses(OpPassManager &pm) {
  // First, while the block's size is still what its users use.
  pm.addPass(createSpecializeBlock());
  addCleanup(pm);
  pm.addPass(createWidenIndices());
  pm.addPass(createFlattenIfs());
  pm.addPass(createLoopInvariantCodeMotionPass());
  addCleanup(pm);
  pm.addPass(createEliminateBarriers());
  pm.addPass(createForwardMemory());
  pm.addPass(createEliminateBarriers());
  addCleanup(pm);
}

static void addFissionPasses(OpPassManager &pm) {
  pm.addPass(createExpandSwitch());
  pm.addPass(createIsolateGuards());
  pm.addPass(createMaskBarriers());
  pm.addPass(createFission());
  addCleanup(pm);
}

void heddle::addLowerPasses(OpPassManager &pm) {
  pm.addPass(createInferBarriers());
  // Once for the threads of a block, then for the lanes of a warp.
  addFissionPasses(pm);
  pm.addPass(createFormWarps());
  addCleanup(pm);
  addFissionPasses(pm);
  pm.addPass(createSplitGrid());
  pm.addPass(createNarrowThreadLoops());
  pm.addPass(createOutlineGrid());
  pm.addPass(createLowerMemory());
  pm.addPass(createThreadLoops());
  pm.addPass(createLowerFibers());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerToLLVM());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void heddle::registerPasses() {
  registerRaisePasses();
  registerTransformsPasses();
  registerTargetPasses();
  PassPipelineRegistration<>("raise", "the passes of -emit=raised",
                             addRaisePasses);
  PassPipelineRegistration<>("par", "the passes from raised to par",
                             addParPasses);
  PassPipelineRegistration<>("optimize", "the parallel optimizer",
                             addOptimizePasses);
  PassPipelineRegistration<>("lower", "the passes from optimized to LLVM",
                             addLowerPasses);
}
