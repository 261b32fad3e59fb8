//===- AddressSpaces.cpp - Which memory a pointer points to ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a CPU an address does not say whether it is shared or local: fission keeps
// both kinds of memory on the stack of a worker. The pointer's origin does say
// so, and is usually visible once a kernel's functions are inlined.
//
//===----------------------------------------------------------------------===//

#include "AddressSpaces.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

namespace {

enum class Space { Global, Shared, Constant, Local };

struct Query {
  llvm::StringRef name;
  Space space;
};
constexpr Query queries[] = {
    {HEDDLE_ABI(__heddle_is_global).name, Space::Global},
    {HEDDLE_ABI(__heddle_is_shared).name, Space::Shared},
    {HEDDLE_ABI(__heddle_is_constant).name, Space::Constant},
    {HEDDLE_ABI(__heddle_is_local).name, Space::Local},
};

class Folder {
public:
  Folder(llvm::Module &device, const SymbolFacts &facts)
      : device(device), facts(facts) {
    for (const Kernel &kernel : facts.kernels)
      kernels.insert(kernel.name);
  }

  bool run() {
    bool changed = false;
    for (const Query &query : queries) {
      llvm::Function *function = device.getFunction(query.name);
      if (!function)
        continue;
      for (llvm::User *user : llvm::make_early_inc_range(function->users())) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledOperand() != function)
          continue;
        llvm::Value *answer = fold(*call, query.space);
        if (!answer)
          continue;
        call->replaceAllUsesWith(answer);
        call->eraseFromParent();
        changed = true;
      }
    }
    return changed;
  }

private:
  /// The pointer comes from the host, which has no shared or local memory.
  bool isFromHost(const llvm::Value *object) {
    auto *arg = llvm::dyn_cast<llvm::Argument>(object);
    return arg && !arg->hasByValAttr() &&
           kernels.contains(arg->getParent()->getName());
  }

  std::optional<Space> spaceOf(const llvm::Value *object) {
    if (llvm::isa<llvm::AllocaInst>(object))
      return Space::Local;
    auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    if (!global)
      return std::nullopt;
    auto known = facts.variables.find(global->getName());
    // Another file may define it as a constant.
    if (known == facts.variables.end())
      return global->isDeclaration() ? std::nullopt
                                     : std::optional(Space::Global);
    switch (known->second) {
    case VariableKind::Shared:
      return Space::Shared;
    case VariableKind::Constant:
      return Space::Constant;
    case VariableKind::Device:
    case VariableKind::Managed:
      return Space::Global;
    }
    return std::nullopt;
  }

  /// The answer, or null if it is known only at run time.
  llvm::Value *fold(llvm::CallInst &call, Space asked) {
    llvm::SmallVector<const llvm::Value *> objects;
    llvm::getUnderlyingObjects(call.getArgOperand(0), objects, nullptr,
                               /*MaxLookup=*/0);
    bool someAre = false, someAreNot = false, fromHost = false;
    for (const llvm::Value *object : objects) {
      if (isFromHost(object)) {
        fromHost = true;
        someAreNot = true;
        continue;
      }
      std::optional<Space> space = spaceOf(object);
      if (!space)
        return nullptr;
      (*space == asked ? someAre : someAreNot) = true;
    }
    if (fromHost && (asked == Space::Global || asked == Space::Constant))
      return objects.size() == 1 ? askForConstant(call, objects[0], asked)
                                 : nullptr;
    if (someAre && someAreNot)
      return nullptr;
    return llvm::ConstantInt::get(call.getType(), someAre);
  }

  /// Asks about the argument, which is the same in all threads, and not about
  /// an element. If a variable were on the stack of the thread that launches
  /// the kernel, the runtime could not tell it from local memory.
  llvm::Value *askForConstant(llvm::CallInst &call, const llvm::Value *argument,
                              Space asked) {
    if (asked == Space::Constant && call.getArgOperand(0) == argument)
      return nullptr;
    llvm::IRBuilder<> builder(&call);
    llvm::FunctionCallee isConstant = device.getOrInsertFunction(
        HEDDLE_ABI(__heddle_is_constant).name, call.getFunctionType(),
        call.getCalledFunction()->getAttributes());
    llvm::CallInst *answer =
        builder.CreateCall(isConstant, {const_cast<llvm::Value *>(argument)});
    answer->setDebugLoc(call.getDebugLoc());
    answer->setAttributes(call.getAttributes());
    return asked == Space::Constant
               ? answer
               : builder.CreateXor(answer,
                                   llvm::ConstantInt::get(call.getType(), 1));
  }

  llvm::Module &device;
  const SymbolFacts &facts;
  llvm::StringSet<> kernels;
};

} // namespace

bool heddle::isAddressSpaceQuery(llvm::StringRef name) {
  return llvm::any_of(queries,
                      [&](const Query &query) { return query.name == name; });
}

llvm::PreservedAnalyses FoldAddressSpaces::run(llvm::Module &device,
                                               llvm::ModuleAnalysisManager &) {
  return Folder(device, facts).run() ? llvm::PreservedAnalyses::none()
                                     : llvm::PreservedAnalyses::all();
}
