//===- HostValues.cpp - Constants in host code, per call ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostValues.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace heddle;

/// Limits on the depth of callers, on their number, and on the length of the
/// path from a parameter to a value.
static constexpr unsigned mostCallers = 3, mostCalls = 8, longestWay = 8;

bool heddle::isDim3Constructor(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with("_ZN4dim3C") &&
         call.arg_size() == 4;
}

bool heddle::isInLoop(const llvm::Instruction &inst) {
  auto *block = const_cast<llvm::BasicBlock *>(inst.getParent());
  llvm::SmallVector<llvm::BasicBlock *> next(llvm::successors(block));
  return !next.empty() &&
         llvm::isPotentiallyReachableFromMany(next, block, nullptr);
}

HostValues::HostValues() {
  llvm::PassBuilder builder;
  analyses.registerAll(builder);
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
}

void HostValues::simplify(llvm::Function &function) {
  if (function.isDeclaration() || !simplified.insert(&function).second)
    return;
  llvm::SmallVector<llvm::CallBase *> constructors;
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (isDim3Constructor(*call) &&
            !call->getCalledFunction()->isDeclaration())
          constructors.push_back(call);
  for (llvm::CallBase *call : constructors) {
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  passes.run(function, analyses.functions);
}

bool HostValues::isFromParameters(const llvm::Value *value, unsigned depth) {
  if (llvm::isa<llvm::Argument>(value))
    return value->getType()->isIntegerTy();
  auto *inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (!inst || depth == longestWay ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst,
                 llvm::ICmpInst>(inst))
    return false;
  return llvm::any_of(inst->operands(), [&](const llvm::Use &operand) {
    return isFromParameters(operand, depth + 1);
  });
}

llvm::ConstantInt *HostValues::get(llvm::Value *value, const Call &call,
                                   unsigned depth) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant;
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return call.numbers.lookup(argument);
  auto *inst = llvm::dyn_cast<llvm::Instruction>(value);
  if (!inst || depth == longestWay ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst,
                 llvm::ICmpInst>(inst))
    return nullptr;
  llvm::SmallVector<llvm::Constant *> operands;
  for (llvm::Use &operand : inst->operands()) {
    llvm::ConstantInt *constant = get(operand, call, depth + 1);
    if (!constant)
      return nullptr;
    operands.push_back(constant);
  }
  const llvm::DataLayout &layout = inst->getModule()->getDataLayout();
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(inst);
  llvm::Constant *result =
      compare ? llvm::ConstantFoldCompareInstOperands(
                    compare->getPredicate(), operands[0], operands[1], layout)
              : llvm::ConstantFoldInstOperands(inst, operands, layout);
  return llvm::dyn_cast_or_null<llvm::ConstantInt>(result);
}

std::vector<HostValues::Call> HostValues::getCalls(llvm::Function &function,
                                                   unsigned depth) {
  bool mayHaveOthers = depth == mostCallers || !function.hasLocalLinkage();
  std::vector<Call> calls;
  llvm::SmallSetVector<llvm::Function *, 8> callers;
  if (depth < mostCallers)
    for (llvm::Use &use : function.uses()) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
      if (call && call->isCallee(&use))
        callers.insert(call->getFunction());
      else
        mayHaveOthers = true;
    }
  if (callers.size() > mostCalls) {
    callers.clear();
    mayHaveOthers = true;
  }
  // Before references to calls are kept, since this may replace them.
  for (llvm::Function *caller : callers)
    simplify(*caller);
  for (llvm::Function *caller : callers) {
    llvm::SmallVector<llvm::CallBase *> here;
    bool needsCallers = false;
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
        if (call->getFunction() == caller &&
            call->getCalledFunction() == &function) {
          here.push_back(call);
          needsCallers |= llvm::any_of(call->args(), [](llvm::Use &operand) {
            return isFromParameters(operand);
          });
        }
    std::vector<Call> outer(1);
    if (needsCallers)
      outer = getCalls(*caller, depth + 1);
    for (llvm::CallBase *call : here)
      for (const Call &from : outer) {
        Call &to = calls.emplace_back();
        to.isInLoop = from.isInLoop || isInLoop(*call);
        for (llvm::Argument &parameter : function.args())
          if (llvm::ConstantInt *number =
                  get(call->getArgOperand(parameter.getArgNo()), from))
            to.numbers[&parameter] = number;
      }
    if (calls.size() > mostCalls) {
      calls.resize(mostCalls);
      mayHaveOthers = true;
      break;
    }
  }
  if (mayHaveOthers || calls.empty())
    calls.emplace_back();
  return calls;
}
