//===- InlinePTX.cpp - Translates inline PTX to LLVM IR -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each asm statement becomes a function that is always inlined. It may
// therefore contain branches without affecting the code around it.
//
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "PTXEmitter.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;

namespace {

/// The asm statement's source line.
clang::SourceLocation locationOf(const llvm::CallBase &call) {
  if (llvm::MDNode *node = call.getMetadata("srcloc"))
    if (auto *value =
            llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)))
      return clang::SourceLocation::getFromRawEncoding(value->getZExtValue());
  return {};
}

struct Translation {
  llvm::Function *function = nullptr;
  std::string error;
};

Translation translate(llvm::Module &device, llvm::CallBase &call) {
  Translation result;
  auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  ptx::Program program = ptx::parse(assembly->getAsmString());
  if (!program.error.empty()) {
    result.error = program.error;
    return result;
  }

  llvm::SmallVector<llvm::Type *> parameters;
  for (llvm::Value *arg : call.args())
    parameters.push_back(arg->getType());
  auto *type = llvm::FunctionType::get(call.getType(), parameters, false);
  auto *function = llvm::Function::Create(
      type, llvm::GlobalValue::InternalLinkage, "ptx", device);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> b(
      llvm::BasicBlock::Create(device.getContext(), "", function));

  // Operands in the order of their indices: outputs, then inputs. An operand
  // that is read and written is an output and, after all others, an input tied
  // to it.
  std::vector<llvm::AllocaInst *> slots;
  unsigned outputs = 0, inputs = 0;
  auto *results = llvm::dyn_cast<llvm::StructType>(call.getType());
  for (const llvm::InlineAsm::ConstraintInfo &info :
       assembly->ParseConstraints()) {
    if (info.isIndirect || info.Type == llvm::InlineAsm::isLabel) {
      result.error = "an operand in memory";
      break;
    }
    if (info.Type == llvm::InlineAsm::isOutput) {
      llvm::Type *output =
          results ? results->getElementType(outputs) : call.getType();
      ++outputs;
      slots.push_back(b.CreateAlloca(output));
      // An output that a false predicate leaves unwritten still needs a value.
      b.CreateStore(llvm::Constant::getNullValue(output), slots.back());
    } else if (info.Type == llvm::InlineAsm::isInput) {
      llvm::Value *passed = function->getArg(inputs);
      if (auto *constant =
              llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(inputs)))
        passed = constant;
      ++inputs;
      if (!passed->getType()->isSingleValueType() ||
          passed->getType()->isVectorTy()) {
        result.error = "an operand that is not a scalar";
        break;
      }
      if (info.hasMatchingInput() || info.Codes.empty()) {
        result.error = "an operand";
        break;
      }
      slots.push_back(b.CreateAlloca(passed->getType()));
      b.CreateStore(passed, slots.back());
      // For a tied input, Clang uses the index of the output as the constraint.
      unsigned tied;
      if (!llvm::StringRef(info.Codes[0]).getAsInteger(10, tied) &&
          tied < outputs) {
        llvm::Type *wanted = slots[tied]->getAllocatedType();
        if (wanted == passed->getType()) {
          b.CreateStore(passed, slots[tied]);
        } else if (wanted->isIntegerTy() && passed->getType()->isIntegerTy()) {
          b.CreateStore(b.CreateZExtOrTrunc(passed, wanted), slots[tied]);
        } else {
          result.error = "an operand whose two types differ";
          break;
        }
      }
    }
  }

  if (result.error.empty()) {
    ptx::Emitter emitter(*function, slots);
    if (!emitter.run(program))
      result.error = emitter.error;
    llvm::IRBuilder<> &end = emitter.getBuilder();
    if (results) {
      llvm::Value *all = llvm::PoisonValue::get(results);
      for (unsigned i = 0; i < outputs; ++i)
        all = end.CreateInsertValue(
            all, end.CreateLoad(results->getElementType(i), slots[i]), i);
      end.CreateRet(all);
    } else if (outputs) {
      end.CreateRet(end.CreateLoad(call.getType(), slots[0]));
    } else {
      end.CreateRetVoid();
    }
  }
  if (!result.error.empty()) {
    function->dropAllReferences();
    function->eraseFromParent();
    return result;
  }
  result.function = function;
  return result;
}

bool usesCarry(const llvm::Function &function) {
  for (const llvm::Instruction &inst : llvm::instructions(function))
    for (const llvm::Value *operand : inst.operand_values())
      if (operand->getName() == ptx::carryName)
        return true;
  return false;
}

} // namespace

void heddle::translateInlinePTX(llvm::Module &device,
                                clang::DiagnosticsEngine &diags) {
  unsigned id =
      diags.getCustomDiagID(clang::DiagnosticsEngine::Error,
                            "inline PTX: %0 has no translation to the CPU");
  std::vector<llvm::CallBase *> statements;
  for (llvm::Function &function : device)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (call->isInlineAsm())
          statements.push_back(call);
  for (llvm::CallBase *call : statements) {
    // An empty statement is only a compiler barrier: it stays.
    auto *assembly = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
    llvm::StringRef text = assembly->getAsmString();
    if (text.trim().empty() && call->getType()->isVoidTy() && call->arg_empty())
      continue;
    Translation translation = translate(device, *call);
    if (!translation.function) {
      diags.Report(locationOf(*call), id) << translation.error;
      continue;
    }
    // The carry flag of one statement may be read by another one, after
    // inlining.
    if (usesCarry(*translation.function)) {
      llvm::Function &user = *call->getFunction();
      user.removeFnAttr(llvm::Attribute::NoInline);
      user.removeFnAttr(llvm::Attribute::OptimizeNone);
      user.addFnAttr(llvm::Attribute::AlwaysInline);
    }
    llvm::IRBuilder<> b(call);
    llvm::SmallVector<llvm::Value *> args(call->args());
    llvm::CallInst *replacement = b.CreateCall(translation.function, args);
    replacement->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
}

bool heddle::needsPTXContext(const llvm::Function &callee) {
  return callee.getName() == ptx::exitName;
}

void heddle::localizePTXState(llvm::Module &device) {
  llvm::GlobalVariable *carry = device.getGlobalVariable(ptx::carryName, true);
  if (!carry)
    return;
  llvm::DenseMap<llvm::Function *, llvm::AllocaInst *> flags;
  for (llvm::User *user : llvm::make_early_inc_range(carry->users())) {
    auto *inst = llvm::cast<llvm::Instruction>(user);
    llvm::AllocaInst *&flag = flags[inst->getFunction()];
    if (!flag) {
      llvm::BasicBlock &entry = inst->getFunction()->getEntryBlock();
      llvm::IRBuilder<> b(&entry, entry.begin());
      flag = b.CreateAlloca(b.getInt32Ty());
      b.CreateStore(b.getInt32(0), flag);
    }
    inst->replaceUsesOfWith(carry, flag);
  }
  carry->eraseFromParent();
}

void heddle::lowerPTXExits(llvm::Module &device) {
  llvm::Function *exit = device.getFunction(ptx::exitName);
  if (!exit)
    return;
  for (llvm::User *user : llvm::make_early_inc_range(exit->users()))
    llvm::cast<llvm::CallInst>(user)->eraseFromParent();
  exit->eraseFromParent();
}
