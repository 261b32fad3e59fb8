//===- LaunchShapes.cpp - Block sizes that host code launches with --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/LaunchShapes.h"
#include "heddle/Support/AnalysisManagers.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace heddle;

static bool isDim3Constructor(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("_ZN4dim3C") &&
         call.arg_size() == 4;
}

/// Makes the configuration's values visible: dim3's constructors inlined, local
/// variables in registers.
static void simplify(llvm::ArrayRef<llvm::Function *> functions) {
  AnalysisManagers analyses;
  llvm::PassBuilder builder;
  analyses.registerAll(builder);
  llvm::FunctionPassManager pm;
  pm.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  pm.addPass(llvm::EarlyCSEPass());
  pm.addPass(llvm::InstCombinePass());
  for (llvm::Function *function : functions) {
    llvm::SmallVector<llvm::CallBase *> constructors;
    for (llvm::BasicBlock &block : *function)
      for (llvm::Instruction &inst : block)
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
          if (isDim3Constructor(*call) &&
              !call->getCalledFunction()->isDeclaration())
            constructors.push_back(call);
    for (llvm::CallBase *call : constructors) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
    pm.run(*function, analyses.functions);
  }
}

/// Three numbers as they are passed: x and y in one word, and z.
static std::optional<BlockShape> getConstantDim3(const llvm::CallBase &call,
                                                 unsigned first) {
  auto *low = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(first));
  auto *high = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(first + 1));
  if (!low || !high)
    return std::nullopt;
  uint64_t xy = low->getZExtValue();
  return BlockShape{uint32_t(xy), uint32_t(xy >> 32),
                    uint32_t(high->getZExtValue())};
}

/// The call of a stub if the configuration was accepted: the first one on the
/// way from the push, arguments being computed in between.
static llvm::CallBase *findStub(llvm::CallBase &push, const HostFacts &facts) {
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen;
  llvm::SmallVector<llvm::BasicBlock *> worklist;
  auto scan = [&](llvm::BasicBlock::iterator begin,
                  llvm::BasicBlock::iterator end) -> llvm::CallBase * {
    for (auto it = begin; it != end; ++it)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&*it))
        if (llvm::Function *callee = call->getCalledFunction())
          if (facts.stubs.contains(callee->getName()))
            return call;
    return nullptr;
  };
  llvm::BasicBlock *block = push.getParent();
  if (auto *stub = scan(std::next(push.getIterator()), block->end()))
    return stub;
  for (llvm::BasicBlock *next : llvm::successors(block))
    worklist.push_back(next);
  for (size_t i = 0; i < worklist.size() && i < 16; ++i) {
    llvm::BasicBlock *current = worklist[i];
    if (!seen.insert(current).second)
      continue;
    if (auto *stub = scan(current->begin(), current->end()))
      return stub;
    for (llvm::BasicBlock *next : llvm::successors(current))
      worklist.push_back(next);
  }
  return nullptr;
}

using ShapeCounts = std::map<BlockShape, unsigned>;

static std::vector<BlockShape> byFrequency(const ShapeCounts &counts) {
  std::vector<BlockShape> shapes;
  for (const auto &entry : counts)
    shapes.push_back(entry.first);
  // The map's order decides between equals.
  llvm::sort(shapes, [&](const BlockShape &a, const BlockShape &b) {
    return std::pair(counts.at(b), a) < std::pair(counts.at(a), b);
  });
  return shapes;
}

/// All constant `dim3`s of the program that could be a block's size: what a
/// launch uses that hides it behind a variable of another function.
static ShapeCounts findConstantShapes(llvm::Module &host) {
  ShapeCounts counts;
  for (llvm::Function &function : host)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &inst : block) {
        auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
        if (!call || !isDim3Constructor(*call))
          continue;
        BlockShape shape;
        uint64_t threads = 1;
        bool constant = true;
        for (unsigned i = 0; i < 3; ++i) {
          auto *size =
              llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(i + 1));
          constant &= size != nullptr;
          shape[i] = size ? size->getZExtValue() : 0;
          threads *= shape[i];
        }
        if (constant && threads >= 32 && threads <= 1024)
          ++counts[shape];
      }
  return counts;
}

/// Whether all uses of a stub are calls for which the block's size is known. A
/// kernel whose address is taken can be launched in any way.
static bool hasOnlyCalls(const llvm::Function &stub,
                         const llvm::SmallPtrSetImpl<llvm::CallBase *> &known) {
  return llvm::all_of(stub.uses(), [&](const llvm::Use &use) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    // The stub gives itself to the runtime.
    return call && (call->getFunction() == &stub ||
                    (call->isCallee(&use) && known.contains(call)));
  });
}

/// Whether other files have the same kernel, an instance of a template: whose
/// code they all run is the linker's choice. Another file may declare any
/// kernel, but seldom does.
static bool isShared(const llvm::Function &stub) {
  return !stub.hasExternalLinkage() && !stub.hasLocalLinkage();
}

/// The numbers that all calls of a stub pass to it.
static std::vector<std::optional<int64_t>>
findConstantArguments(const llvm::Function &stub) {
  std::vector<std::optional<int64_t>> arguments(stub.arg_size());
  bool isFirst = true;
  for (const llvm::User *user : stub.users()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->getFunction() == &stub)
      continue;
    for (unsigned i = 0; i < arguments.size(); ++i) {
      auto *number = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(i));
      std::optional<int64_t> value;
      if (number && number->getBitWidth() <= 64)
        value = number->getSExtValue();
      if (isFirst)
        arguments[i] = value;
      else if (arguments[i] != value)
        arguments[i] = std::nullopt;
    }
    isFirst = false;
  }
  return arguments;
}

llvm::StringMap<LaunchShapes> heddle::findBlockShapes(llvm::Module &host,
                                                      const HostFacts &facts) {
  llvm::StringMap<LaunchShapes> result;
  llvm::Function *push = host.getFunction("__cudaPushCallConfiguration");
  if (!push)
    return result;
  llvm::SmallPtrSet<llvm::Function *, 8> seen;
  llvm::SmallVector<llvm::Function *> launching;
  for (llvm::User *user : push->users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
      if (seen.insert(call->getFunction()).second)
        launching.push_back(call->getFunction());
  ShapeCounts anywhere = findConstantShapes(host);
  simplify(launching);

  llvm::StringMap<ShapeCounts> counts;
  llvm::StringSet<> single;
  llvm::SmallPtrSet<llvm::CallBase *, 16> known;
  for (llvm::User *user : push->users()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->arg_size() < 4)
      continue;
    std::optional<BlockShape> shape = getConstantDim3(*call, 2);
    llvm::CallBase *stub = findStub(*call, facts);
    if (!shape || !stub)
      continue;
    known.insert(stub);
    std::string kernel =
        facts.stubs.lookup(stub->getCalledFunction()->getName());
    ++counts[kernel][*shape];
    if (getConstantDim3(*call, 0) == BlockShape{1, 1, 1})
      single.insert(kernel);
  }
  for (const auto &stub : facts.stubs) {
    LaunchShapes &launches = result[stub.second + ".device"];
    if (counts.contains(stub.second)) {
      launches.shapes = byFrequency(counts[stub.second]);
      launches.hasSingleBlocks = single.contains(stub.second);
      const llvm::Function &function = *host.getFunction(stub.getKey());
      launches.areAllHere = hasOnlyCalls(function, known);
      launches.areAll = launches.areAllHere && !isShared(function);
      if (launches.areAll)
        launches.arguments = findConstantArguments(function);
    } else {
      launches.shapes = byFrequency(anywhere);
    }
  }
  return result;
}
