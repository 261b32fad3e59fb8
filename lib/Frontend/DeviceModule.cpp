//===- DeviceModule.cpp - Prepares device IR for raising ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/DeviceModule.h"
#include "AddressSpaces.h"
#include "Lockstep.h"
#include "PTX/InlinePTX.h"
#include "SaturateCasts.h"
#include "SpinLoops.h"
#include "SplitCopies.h"
#include "UnrollShortLoops.h"
#include "WideShifts.h"
#include "heddle/Frontend/KernelParameters.h"
#include "heddle/Support/AnalysisManagers.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace heddle;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool heddle::isInternalName(llvm::StringRef name) {
  return name.starts_with("_ZL") || name.contains("_GLOBAL__N_");
}

void heddle::isolateDeviceSymbols(llvm::Module &device, SymbolFacts &facts,
                                  bool relocatable) {
  // Clang keeps device variables alive with this list. In Heddle their host
  // shadows and their registration do so.
  if (auto *used = device.getGlobalVariable("llvm.compiler.used"))
    used->eraseFromParent();

  llvm::SmallPtrSet<llvm::GlobalValue *, 16> keep;
  for (auto &entry : facts.variables) {
    llvm::GlobalVariable *global = device.getNamedGlobal(entry.getKey());
    if (entry.second != VariableKind::Shared)
      keep.insert(global);
    // `__constant__` variables are constant only for the device; the host
    // writes them.
    if (entry.second == VariableKind::Constant)
      global->setConstant(false);
    global->setExternallyInitialized(false);
  }

  // Other files define their symbols with the same suffix.
  std::vector<std::pair<llvm::GlobalVariable *, VariableKind>> renamed;
  for (auto &entry : facts.variables)
    renamed.push_back({device.getNamedGlobal(entry.getKey()), entry.second});
  for (const std::string &name : facts.externals)
    device.getNamedValue(name)->setName(name + ".device");

  auto isolate = [&](llvm::GlobalValue &value) {
    if (value.isDeclaration() || value.getName().starts_with("llvm."))
      return;
    bool variable = keep.contains(&value);
    if (!value.hasPrivateLinkage())
      value.setName(value.getName() + ".device");
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(&value))
      object->setComdat(nullptr);
    // Hidden, not internal: the host module refers to kernels and variables
    // until the two are linked.
    if (relocatable && !value.hasLocalLinkage() &&
        !isInternalName(value.getName()))
      return;
    value.setDSOLocal(true);
    if (variable) {
      value.setLinkage(llvm::GlobalValue::ExternalLinkage);
      value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    } else if (!value.hasPrivateLinkage()) {
      value.setVisibility(llvm::GlobalValue::DefaultVisibility);
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  };

  std::vector<llvm::Function *> kernels;
  for (const Kernel &kernel : facts.kernels)
    kernels.push_back(device.getFunction(kernel.name));

  for (llvm::Function &function : device)
    isolate(function);
  for (llvm::GlobalVariable &global : device.globals())
    isolate(global);
  for (llvm::GlobalAlias &alias : device.aliases())
    isolate(alias);

  // Without optimization, copying a built-in variable as a whole references it,
  // although nothing is read from it.
  for (llvm::StringRef name : {"threadIdx.device", "blockIdx.device",
                               "blockDim.device", "gridDim.device"})
    if (llvm::GlobalVariable *global = device.getNamedGlobal(name);
        global && global->isDeclaration()) {
      global->setInitializer(
          llvm::Constant::getNullValue(global->getValueType()));
      global->setLinkage(llvm::GlobalValue::InternalLinkage);
      global->setVisibility(llvm::GlobalValue::DefaultVisibility);
      global->setDSOLocal(true);
      llvm::erase_if(renamed,
                     [&](auto &entry) { return entry.first == global; });
    }

  facts.variables.clear();
  for (auto [global, kind] : renamed)
    facts.variables[global->getName()] = kind;
  for (size_t i = 0; i < kernels.size(); ++i) {
    facts.kernels[i].name = kernels[i]->getName().str();
    kernels[i]->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

//===----------------------------------------------------------------------===//
// Functions that must be inlined
//===----------------------------------------------------------------------===//

bool heddle::isCollective(llvm::StringRef name) {
  return name.starts_with("__heddle_warp_") ||
         name == HEDDLE_ABI(__heddle_lane_id).name ||
         name == HEDDLE_ABI(__heddle_block_count).name ||
         name == HEDDLE_ABI(__heddle_grid_sync).name || needsFibers(name);
}

bool heddle::needsFibers(llvm::StringRef name) {
  return name.starts_with("__heddle_named_") ||
         name == HEDDLE_ABI(__heddle_grid_valid).name ||
         name == HEDDLE_ABI(__heddle_yield).name;
}

bool heddle::isSynchronisation(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee)
    return false;
  llvm::StringRef name = callee->getName();
  return name == barrierName || name == HEDDLE_ABI(__heddle_block_count).name ||
         name == HEDDLE_ABI(__heddle_named_barrier).name ||
         name == HEDDLE_ABI(__heddle_grid_sync).name ||
         name.starts_with("__heddle_warp_");
}

bool heddle::isBlockSynchronisation(const llvm::Instruction &inst) {
  return isSynchronisation(inst) && !llvm::cast<llvm::CallBase>(inst)
                                         .getCalledFunction()
                                         ->getName()
                                         .starts_with("__heddle_warp_");
}

static bool isThreadContext(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  return name == barrierName || name.starts_with("__heddle_tid_") ||
         name.starts_with("__heddle_ctaid_") ||
         name.starts_with("__heddle_ntid_") ||
         name.starts_with("__heddle_nctaid_") || isCollective(name) ||
         isAddressSpaceQuery(name) || needsPTXContext(callee);
}

static bool usesContextDirectly(const llvm::Function &function,
                                const SymbolFacts &facts) {
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &inst : block) {
      // It may access shared memory, and lanes of a warp may rely on the order.
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst);
          store && store->isVolatile() &&
          !llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
        return true;
      for (const llvm::Value *operand : inst.operand_values()) {
        const llvm::Value *base = operand->stripInBoundsOffsets();
        if (auto *callee = llvm::dyn_cast<llvm::Function>(base))
          if (isThreadContext(*callee))
            return true;
        if (auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
          auto it = facts.variables.find(global->getName());
          if (it != facts.variables.end() && it->second == VariableKind::Shared)
            return true;
        }
      }
    }
  return false;
}

static void
collectCallees(const llvm::Function &function,
               llvm::SmallPtrSetImpl<const llvm::Function *> &seen) {
  if (!seen.insert(&function).second)
    return;
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (const llvm::Function *callee = call->getCalledFunction())
          collectCallees(*callee, seen);
}

bool heddle::needsThreadContext(const llvm::Function &function,
                                const SymbolFacts &facts) {
  llvm::SmallPtrSet<const llvm::Function *, 16> reached;
  collectCallees(function, reached);
  return llvm::any_of(reached, [&](const llvm::Function *callee) {
    return usesContextDirectly(*callee, facts);
  });
}

static bool isRecursive(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Function *, 16> reached;
  for (const llvm::BasicBlock &block : function)
    for (const llvm::Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (const llvm::Function *callee = call->getCalledFunction())
          collectCallees(*callee, reached);
  return reached.contains(&function);
}

static void markForInlining(llvm::Module &device, const SymbolFacts &facts,
                            bool all) {
  llvm::StringSet<> kernels;
  for (const Kernel &kernel : facts.kernels)
    kernels.insert(kernel.name);
  for (llvm::Function &function : device) {
    if (function.isDeclaration() || kernels.contains(function.getName()))
      continue;
    if (isRecursive(function) || (!all && !needsThreadContext(function, facts)))
      continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

//===----------------------------------------------------------------------===//
// Kernel form
//===----------------------------------------------------------------------===//

/// A struct parameter that is passed by value is private to each thread. All
/// threads get the same pointer, so a kernel that may write through it needs a
/// copy first. For a kernel that only reads, SROA and Raise work better
/// without.
static void copyByValueArguments(llvm::Function &kernel) {
  for (llvm::Argument &arg : kernel.args()) {
    llvm::Type *type = typeInMemory(arg);
    if (!type)
      continue;
    llvm::SmallVector<llvm::Value *> worklist = {&arg};
    bool readOnly = true;
    while (!worklist.empty() && readOnly) {
      for (llvm::User *user : worklist.pop_back_val()->users()) {
        if (llvm::isa<llvm::GetElementPtrInst>(user)) {
          worklist.push_back(user);
          continue;
        }
        if (llvm::isa<llvm::LoadInst>(user))
          continue;
        auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
        if (copy && copy->getRawDest()->stripInBoundsOffsets() != &arg)
          continue;
        readOnly = false;
      }
    }
    if (readOnly)
      continue;
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().begin());
    llvm::Align align = arg.getParamAlign().valueOrOne();
    llvm::AllocaInst *local = builder.CreateAlloca(type);
    local->setAlignment(std::max(local->getAlign(), align));
    arg.replaceAllUsesWith(local);
    uint64_t size = kernel.getDataLayout().getTypeAllocSize(type);
    builder.CreateMemCpy(local, local->getAlign(), &arg, align, size);
  }
}

/// After a call that does not return, control flow continues to the kernel's
/// end: the kernel has one exit and no dead ends, as structured control flow
/// requires.
static void removeUnreachable(llvm::Function &kernel) {
  for (llvm::BasicBlock &block : kernel)
    if (auto *dead =
            llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::IRBuilder<>(dead).CreateRetVoid();
      dead->eraseFromParent();
    }
}

static void eraseMarkers(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inst : llvm::make_early_inc_range(block))
      if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&inst)) {
        switch (intrinsic->getIntrinsicID()) {
        case llvm::Intrinsic::lifetime_start:
        case llvm::Intrinsic::lifetime_end:
        case llvm::Intrinsic::assume:
        case llvm::Intrinsic::experimental_noalias_scope_decl:
          intrinsic->eraseFromParent();
          break;
        default:
          break;
        }
      }
}

/// Drops alias information that Clang emits but that does not hold in a thread
/// loop. A noalias scope applies to one call, and the iterations of a thread
/// loop are many calls. A block may use shared memory first for floats and,
/// after a barrier, for integers: once barriers are loop boundaries, TBAA must
/// not prove that the two phases are independent.
static void dropAliasFacts(llvm::Function &function) {
  bool barriers = false;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (const llvm::Function *callee = call->getCalledFunction())
          barriers |= callee->getName() == barrierName ||
                      isCollective(callee->getName());
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inst : block) {
      inst.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
      inst.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
      if (barriers) {
        inst.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
        inst.setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
      }
    }
}

/// `__syncthreads()` becomes a call that LLVM passes treat as opaque and do not
/// duplicate.
static void nameBarriers(llvm::Module &device) {
  llvm::FunctionCallee barrier;
  for (llvm::Function &function : llvm::make_early_inc_range(device)) {
    if (function.getIntrinsicID() !=
        llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all)
      continue;
    llvm::LLVMContext &context = device.getContext();
    barrier =
        device.getOrInsertFunction(barrierName, llvm::Type::getVoidTy(context));
    auto *callee = llvm::cast<llvm::Function>(barrier.getCallee());
    callee->addFnAttr(llvm::Attribute::Convergent);
    callee->addFnAttr(llvm::Attribute::NoDuplicate);
    callee->addFnAttr(llvm::Attribute::NoUnwind);
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::CallInst *replacement = llvm::IRBuilder<>(call).CreateCall(barrier);
      replacement->setConvergent();
      replacement->setDebugLoc(call->getDebugLoc());
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

/// State that asm statements pass from one to the next, once they are in the
/// same function.
struct LocalizePTXState : llvm::PassInfoMixin<LocalizePTXState> {
  llvm::PreservedAnalyses run(llvm::Module &device,
                              llvm::ModuleAnalysisManager &) {
    localizePTXState(device);
    return llvm::PreservedAnalyses::none();
  }
};

namespace {
/// Without its inner loops, a loop is often short as well: of a matrix of
/// which each element was copied in a loop.
class UnrollAndCleanUp : public llvm::PassInfoMixin<UnrollAndCleanUp> {
public:
  explicit UnrollAndCleanUp(llvm::FunctionPassManager cleanup)
      : cleanup(std::move(cleanup)) {}

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses) {
    llvm::PreservedAnalyses result = llvm::PreservedAnalyses::all();
    UnrollShortLoops unroll;
    bool isUnrolled = true;
    for (int round = 0; isUnrolled && round < maxRounds; ++round) {
      llvm::PreservedAnalyses kept = unroll.run(function, analyses);
      isUnrolled = !kept.areAllPreserved();
      if (!isUnrolled && round == 0)
        break;
      analyses.invalidate(function, kept);
      result.intersect(kept);
      // The last time with indices that the time before has made constants. The
      // pass manager invalidates what its passes change.
      result.intersect(cleanup.run(function, analyses));
    }
    return result;
  }

private:
  static constexpr int maxRounds = 4;
  llvm::FunctionPassManager cleanup;
};
} // namespace

static void runPasses(llvm::Module &device, const SymbolFacts &facts,
                      int optLevel, bool unroll) {
  AnalysisManagers analyses;
  llvm::PassBuilder builder;
  analyses.registerAll(builder);

  // The passes must keep the structure that Raise needs: no switch tables, no
  // hoisting or sinking across branches, no jump threading.
  auto cleanup = [] {
    llvm::FunctionPassManager pm;
    pm.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    pm.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    pm.addPass(llvm::InstSimplifyPass());
    pm.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions()
                                         .convertSwitchToLookupTable(false)
                                         .convertSwitchRangeToICmp(false)
                                         .hoistCommonInsts(false)
                                         .sinkCommonInsts(false)
                                         .speculateBlocks(false)));
    return pm;
  };

  llvm::ModulePassManager pm;
  if (optLevel > 0)
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(cleanup()));
  pm.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  if (optLevel > 0) {
    // Calls prevent vectorisation of a thread loop, so inline more than the
    // host would.
    llvm::InlineParams params = llvm::getInlineParams(1000);
    pm.addPass(llvm::ModuleInlinerWrapperPass(params));
  }
  pm.addPass(LocalizePTXState());
  if (optLevel > 0)
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(cleanup()));
  pm.addPass(FoldAddressSpaces(facts));
  if (optLevel > 0) {
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(cleanup()));
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(SplitCopies()));
    // A pair of floats that is passed in a register arrives as a small vector,
    // which the vectoriser cannot widen.
    llvm::ScalarizerPassOptions scalars;
    scalars.ScalarizeLoadStore = true;
    pm.addPass(
        llvm::createModuleToFunctionPassAdaptor(llvm::ScalarizerPass(scalars)));
    pm.addPass(llvm::createModuleToFunctionPassAdaptor(cleanup()));
    if (unroll)
      pm.addPass(
          llvm::createModuleToFunctionPassAdaptor(UnrollAndCleanUp(cleanup())));
  }
  pm.addPass(llvm::GlobalDCEPass());
  pm.run(device, analyses.modules);
}

/// Only volatile and atomic accesses can be intended for other threads to
/// observe.
static bool ordersMemory(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const llvm::Instruction &inst) {
                        return inst.isVolatile() || inst.isAtomic();
                      });
}

void heddle::simplifyDeviceModule(llvm::Module &device,
                                  const SymbolFacts &facts, int optLevel,
                                  bool warpLockstep, bool unroll) {
  defineWideShifts(device);
  saturateCasts(device);
  nameBarriers(device);
  // Only in the kernel is it visible which accesses are to shared memory.
  markForInlining(device, facts, /*all=*/warpLockstep);
  for (const Kernel &kernel : facts.kernels)
    copyByValueArguments(*device.getFunction(kernel.name));
  runPasses(device, facts, optLevel, unroll);
  resolveSharedAddresses(device);
  lowerPTXExits(device);
  for (const Kernel &kernel : facts.kernels)
    removeUnreachable(*device.getFunction(kernel.name));
  for (llvm::Function &function : llvm::make_early_inc_range(device)) {
    if (function.isDeclaration())
      continue;
    eraseMarkers(function);
    if ((warpLockstep || ordersMemory(function)) && !yieldInSpinLoops(function))
      meetAroundStores(function, facts, warpLockstep);
    dropAliasFacts(function);
  }
}
