//===- LaunchNeighbours.cpp - Launches that follow each other -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Host/LaunchNeighbours.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace heddle;

/// Limits on inlining, in instructions: for one function, and in total.
static constexpr unsigned longestInlined = 60, mostInlined = 8000;

static bool isPush(const llvm::Value *value) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(value);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() &&
         callee->getName() == "__cudaPushCallConfiguration";
}

/// Whether a call neither changes memory that kernels access nor reads memory
/// that they change.
static bool isQuietCall(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&call))
    return !copy->isVolatile();
  if (llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic,
                llvm::AssumeInst, llvm::NoAliasScopeDeclInst>(call))
    return true;
  // The runtime detects errors in a configuration before it defers the launch.
  if (isPush(&call) ||
      (callee->isDeclaration() && (callee->getName() == "cudaGetLastError" ||
                                   callee->getName() == "cudaPeekAtLastError")))
    return true;
  return call.doesNotAccessMemory() && call.doesNotThrow() &&
         call.hasFnAttr(llvm::Attribute::WillReturn);
}

/// Whether an instruction may be between launches of which the first is
/// deferred. Plain loads and stores access the host's own memory: for other
/// memory the host would have to synchronise with the kernel.
static bool isQuiet(const llvm::Instruction &inst) {
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
    return isQuietCall(*call);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    return load->isSimple();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    return store->isSimple();
  if (inst.isTerminator())
    return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(inst);
  // A landing pad: the code that threw has settled.
  if (llvm::isa<llvm::LandingPadInst>(inst))
    return true;
  return !inst.mayReadOrWriteMemory() && !inst.mayThrow() && !inst.isEHPad();
}

/// The successor that follows a successful push of a configuration, which the
/// runtime never refuses; null if this is not such a branch.
static llvm::BasicBlock *getAfterPush(const llvm::BasicBlock &block) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  auto *compare = branch && branch->isConditional()
                      ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                      : nullptr;
  if (!compare || !compare->isEquality() || !isPush(compare->getOperand(0)) ||
      !llvm::PatternMatch::match(compare->getOperand(1),
                                 llvm::PatternMatch::m_Zero()))
    return nullptr;
  bool isEqual = compare->getPredicate() == llvm::ICmpInst::ICMP_EQ;
  return branch->getSuccessor(isEqual ? 0 : 1);
}

namespace {

/// The paths from one launch to others.
class LaunchPaths {
public:
  LaunchPaths(llvm::Module &host, const HostFacts &facts)
      : host(host), facts(facts) {}

  /// The kernel that a call launches, or nothing.
  llvm::StringRef kernelOf(const llvm::Instruction &inst) const {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee->isDeclaration())
      return "";
    auto it = facts.stubs.find(callee->getName());
    return it == facts.stubs.end() ? llvm::StringRef() : it->second;
  }

  /// All calls that launch a kernel.
  std::vector<llvm::CallBase *> findLaunches() const {
    std::vector<llvm::CallBase *> launches;
    for (const auto &entry : facts.stubs) {
      llvm::Function *stub = host.getFunction(entry.getKey());
      if (!stub || stub->isDeclaration())
        continue;
      for (llvm::User *user : stub->users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
          if (call->getCalledFunction() == stub && mayLook(*call))
            launches.push_back(call);
    }
    return launches;
  }

  /// Follows all quiet paths from an instruction. A path ends where `visit`
  /// returns true.
  static void follow(llvm::Instruction &from,
                     llvm::function_ref<bool(llvm::Instruction &)> visit) {
    llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen;
    std::vector<llvm::BasicBlock *> worklist;
    auto walk = [&](llvm::BasicBlock::iterator it, llvm::BasicBlock *block) {
      for (; it != block->end(); ++it)
        if (visit(*it))
          return;
      llvm::BasicBlock *only = getAfterPush(*block);
      for (llvm::BasicBlock *next : llvm::successors(block))
        if ((!only || next == only) && seen.insert(next).second)
          worklist.push_back(next);
    };
    if (from.isTerminator())
      worklist.assign(llvm::succ_begin(&from), llvm::succ_end(&from));
    else
      walk(std::next(from.getIterator()), from.getParent());
    while (!worklist.empty()) {
      llvm::BasicBlock *block = worklist.back();
      worklist.pop_back();
      walk(block->begin(), block);
    }
  }

  bool inlineBetween();

private:
  /// Functions that return twice have invisible paths.
  static bool mayLook(const llvm::CallBase &call) {
    const llvm::Function &function = *call.getFunction();
    return !function.callsFunctionThatReturnsTwice() &&
           !function.isPresplitCoroutine();
  }

  bool isPassable(const llvm::Instruction &inst, unsigned depth = 0);
  bool canBePassed(llvm::Function &function, unsigned depth);
  bool launches(const llvm::Instruction &inst);

  llvm::Module &host;
  const HostFacts &facts;
  /// Facts about functions, valid until something is inlined.
  llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, bool> passable;
  unsigned inlined = 0;
};

} // namespace

/// Whether this calls a small function whose code is quiet except for launches:
/// one that reports errors, or one that launches.
bool LaunchPaths::isPassable(const llvm::Instruction &inst, unsigned depth) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || callee->isDeclaration() || callee->isInterposable() ||
      callee == inst.getFunction() || callee->isVarArg() ||
      callee->hasFnAttribute(llvm::Attribute::NoInline) ||
      callee->hasFnAttribute(llvm::Attribute::OptimizeNone) ||
      callee->callsFunctionThatReturnsTwice() || depth > 2 ||
      facts.stubs.contains(callee->getName()) ||
      callee->getInstructionCount() > longestInlined)
    return false;
  auto known = passable.find({callee, depth});
  if (known != passable.end())
    return known->second;
  bool result = canBePassed(*callee, depth);
  return passable[{callee, depth}] = result;
}

bool LaunchPaths::canBePassed(llvm::Function &function, unsigned depth) {
  bool returns = false;
  auto visit = [&](llvm::Instruction &inst) {
    returns |= llvm::isa<llvm::ReturnInst>(inst);
    return !isQuiet(inst) && kernelOf(inst).empty() &&
           !isPassable(inst, depth + 1);
  };
  llvm::Instruction &first = function.getEntryBlock().front();
  if (!visit(first))
    follow(first, visit);
  return returns;
}

/// Whether a function that is called here launches a kernel.
bool LaunchPaths::launches(const llvm::Instruction &inst) {
  const llvm::Function *callee =
      llvm::cast<llvm::CallBase>(inst).getCalledFunction();
  for (const llvm::BasicBlock &block : *callee)
    for (const llvm::Instruction &its : block)
      if (!kernelOf(its).empty())
        return true;
  return false;
}

/// Inlines small functions that are between launches, or launch themselves.
/// Returns false if there are none left.
bool LaunchPaths::inlineBetween() {
  std::vector<llvm::CallBase *> starts = findLaunches();
  // A call of a function that launches is a start of paths, like a launch.
  llvm::SmallPtrSet<llvm::Function *, 8> launching;
  for (llvm::CallBase *launch : starts)
    launching.insert(launch->getFunction());
  for (llvm::CallBase *launch : std::vector(starts))
    if (launching.erase(launch->getFunction()))
      for (llvm::User *user : launch->getFunction()->users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
            call && mayLook(*call) && isPassable(*call))
          starts.push_back(call);

  llvm::SmallSetVector<llvm::CallBase *, 16> calls;
  for (llvm::CallBase *start : starts) {
    llvm::SmallVector<llvm::CallBase *> between;
    bool arrives = false;
    follow(*start, [&](llvm::Instruction &inst) {
      if (!kernelOf(inst).empty()) {
        arrives = true;
        return true;
      }
      if (isQuiet(inst))
        return false;
      if (!isPassable(inst))
        return true;
      arrives |= launches(inst);
      between.push_back(llvm::cast<llvm::CallBase>(&inst));
      return false;
    });
    if (!arrives)
      continue;
    if (kernelOf(*start).empty())
      calls.insert(start);
    calls.insert_range(between);
  }
  bool changed = false;
  passable.clear();
  for (llvm::CallBase *call : calls) {
    inlined += call->getCalledFunction()->getInstructionCount();
    if (inlined > mostInlined)
      return false;
    llvm::InlineFunctionInfo info;
    changed |= llvm::InlineFunction(*call, info).isSuccess();
  }
  return changed;
}

llvm::StringSet<> heddle::findNeighbours(llvm::Module &host,
                                         const HostFacts &facts) {
  llvm::StringSet<> neighbours;
  LaunchPaths paths(host, facts);
  // Inlined code may contain more calls.
  for (unsigned round = 0; round < 4 && paths.inlineBetween(); ++round)
    ;
  for (llvm::CallBase *launch : paths.findLaunches())
    LaunchPaths::follow(*launch, [&](llvm::Instruction &inst) {
      llvm::StringRef next = paths.kernelOf(inst);
      if (next.empty())
        return !isQuiet(inst);
      neighbours.insert((next + ".device").str());
      neighbours.insert((paths.kernelOf(*launch) + ".device").str());
      return true;
    });
  return neighbours;
}

void heddle::letLaunchesWait(
    llvm::Module &host, const HostFacts &facts,
    const llvm::StringMap<KernelResources> &resources) {
  LaunchPaths paths(host, facts);
  auto resourcesOf = [&](const llvm::Instruction &launch) {
    return resources.lookup((paths.kernelOf(launch) + ".device").str());
  };
  std::vector<llvm::CallBase *> waiting;
  for (llvm::CallBase *launch : paths.findLaunches()) {
    if (!resourcesOf(*launch).mayWait)
      continue;
    bool isFollowed = false;
    LaunchPaths::follow(*launch, [&](llvm::Instruction &inst) {
      bool isLaunch = !paths.kernelOf(inst).empty();
      isFollowed |= isLaunch && resourcesOf(inst).mayJoin;
      return isLaunch || !isQuiet(inst);
    });
    if (isFollowed)
      waiting.push_back(launch);
  }
  // A launch that is not deferred runs the deferred ones. All other code that
  // is not quiet has to settle first. Collected before anything is changed.
  llvm::SmallSetVector<llvm::Instruction *, 16> ends;
  for (llvm::CallBase *launch : waiting)
    LaunchPaths::follow(*launch, [&](llvm::Instruction &inst) {
      bool isLaunch = !paths.kernelOf(inst).empty();
      bool isEnd = !isLaunch && !isQuiet(inst);
      if (isEnd)
        ends.insert(&inst);
      return isLaunch || isEnd;
    });
  if (waiting.empty())
    return;
  auto declare = [&](auto function) {
    llvm::FunctionCallee callee = abi::declare(host, function);
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    return callee;
  };
  llvm::FunctionCallee mayWait = declare(HEDDLE_ABI(__heddle_launch_may_wait)),
                       settle = declare(HEDDLE_ABI(__heddle_launch_settle));
  for (llvm::CallBase *launch : waiting)
    llvm::IRBuilder<>(launch).CreateCall(mayWait);
  for (llvm::Instruction *end : ends)
    llvm::IRBuilder<>(end).CreateCall(settle);
}
