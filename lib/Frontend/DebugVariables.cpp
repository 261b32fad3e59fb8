//===- DebugVariables.cpp - Thread state for debuggers --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/DebugVariables.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"

using namespace heddle;

namespace {

class DebugVariables {
public:
  explicit DebugVariables(llvm::Module &device, llvm::DICompileUnit *unit)
      : device(device), info(device, /*AllowUnresolved=*/false, unit),
        unit(unit), ptr(llvm::PointerType::get(device.getContext(), 0)) {}

  void describeThread(llvm::Function &function);
  void describeShared(llvm::GlobalVariable &variable);
  void finish() { info.finalize(); }

private:
  /// A slot in the function's frame that holds `address`, through which the
  /// debugger finds the variables. The store has no source line: it is part of
  /// the prologue, and breakpoints are set after it.
  llvm::AllocaInst *keepAddress(llvm::Function &function,
                                llvm::Value *address) {
    auto at = function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    llvm::IRBuilder<> builder(&function.getEntryBlock(), at);
    builder.SetCurrentDebugLocation(llvm::DebugLoc());
    llvm::AllocaInst *slot = builder.CreateAlloca(ptr);
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(address))
      builder.Insert(call);
    builder.CreateStore(address, slot);
    return slot;
  }

  void declare(llvm::Function &function, llvm::AllocaInst *slot,
               llvm::DILocalScope *scope, llvm::StringRef name,
               llvm::DIFile *file, unsigned line, llvm::DIType *type,
               llvm::ArrayRef<uint64_t> expression) {
    llvm::DILocalVariable *variable = info.createAutoVariable(
        scope, name, file, line, type, /*AlwaysPreserve=*/true);
    auto *location =
        llvm::DILocation::get(device.getContext(), /*Line=*/0, 0, scope);
    auto at = std::next(slot->getIterator());
    // After the store of the address.
    while (!llvm::isa<llvm::StoreInst>(*at))
      ++at;
    info.insertDeclare(slot, variable, info.createExpression(expression),
                       location, std::next(at));
  }

  llvm::DIType *vectorType(llvm::StringRef name) {
    llvm::DIType *&type = vectorTypes[name];
    if (type)
      return type;
    llvm::DIFile *file = unit->getFile();
    llvm::DIType *component =
        info.createBasicType("unsigned int", 32, llvm::dwarf::DW_ATE_unsigned);
    llvm::DICompositeType *vector = info.createStructType(
        unit, name, file, 0, 96, 32, llvm::DINode::FlagZero, nullptr, {});
    llvm::SmallVector<llvm::Metadata *> members;
    uint64_t offset = 0;
    for (llvm::StringRef letter : {"x", "y", "z"}) {
      members.push_back(info.createMemberType(vector, letter, file, 0, 32, 32,
                                              offset, llvm::DINode::FlagZero,
                                              component));
      offset += 32;
    }
    info.replaceArrays(vector, info.getOrCreateArray(members));
    return type = vector;
  }

  llvm::Module &device;
  llvm::DIBuilder info;
  llvm::DICompileUnit *unit;
  llvm::Type *ptr;
  llvm::StringMap<llvm::DIType *> vectorTypes;
};

} // namespace

void DebugVariables::describeThread(llvm::Function &function) {
  static const struct {
    llvm::StringRef name, type;
    uint64_t offset;
  } variables[] = {{"threadIdx", "uint3", offsetof(HeddleThread, threadIdx)},
                   {"blockIdx", "uint3", offsetof(HeddleThread, blockIdx)},
                   {"blockDim", "dim3", offsetof(HeddleThread, blockDim)},
                   {"gridDim", "dim3", offsetof(HeddleThread, gridDim)}};
  llvm::FunctionCallee query =
      abi::declare(device, HEDDLE_ABI(__heddle_this_thread));
  llvm::AllocaInst *slot = keepAddress(function, llvm::CallInst::Create(query));
  llvm::DISubprogram *scope = function.getSubprogram();
  for (auto &[name, type, offset] : variables)
    declare(function, slot, scope, name, scope->getFile(), scope->getLine(),
            vectorType(type),
            {llvm::dwarf::DW_OP_deref, llvm::dwarf::DW_OP_plus_uconst, offset});
}

/// The functions that use the variable.
static llvm::SetVector<llvm::Function *>
functionsThatName(llvm::GlobalVariable &variable) {
  llvm::SetVector<llvm::Function *> functions;
  llvm::SmallVector<llvm::User *> worklist(variable.users());
  while (!worklist.empty()) {
    llvm::User *user = worklist.pop_back_val();
    if (auto *inst = llvm::dyn_cast<llvm::Instruction>(user))
      functions.insert(inst->getFunction());
    else
      worklist.append(user->user_begin(), user->user_end());
  }
  return functions;
}

void DebugVariables::describeShared(llvm::GlobalVariable &variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *> descriptions;
  variable.getDebugInfo(descriptions);
  if (descriptions.empty())
    return;
  // The global itself is only a name, without memory.
  variable.eraseMetadata(llvm::LLVMContext::MD_dbg);
  llvm::DIGlobalVariable *known = descriptions.front()->getVariable();
  for (llvm::Function *function : functionsThatName(variable)) {
    llvm::DISubprogram *subprogram = function->getSubprogram();
    if (!subprogram)
      continue;
    // In the scope of its declaration, if that is in this function.
    auto *scope = llvm::dyn_cast_or_null<llvm::DILocalScope>(known->getScope());
    if (!scope || scope->getSubprogram() != subprogram)
      scope = subprogram;
    llvm::AllocaInst *slot = keepAddress(*function, &variable);
    declare(*function, slot, scope, known->getName(), known->getFile(),
            known->getLine(), known->getType(), {llvm::dwarf::DW_OP_deref});
  }
}

static bool isBelow(const llvm::DISubprogram &function,
                    llvm::StringRef directory) {
  llvm::SmallString<128> path(function.getFilename());
  llvm::sys::path::make_absolute(function.getDirectory(), path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().starts_with(directory);
}

void heddle::describeThreadToDebugger(llvm::Module &device,
                                      const SymbolFacts &facts,
                                      llvm::StringRef ownHeaders) {
  if (device.debug_compile_units().empty())
    return;
  DebugVariables variables(device, *device.debug_compile_units_begin());
  for (const auto &entry : facts.variables)
    if (entry.second == VariableKind::Shared)
      variables.describeShared(*device.getNamedGlobal(entry.getKey()));
  for (llvm::Function &function : device) {
    llvm::DISubprogram *subprogram = function.getSubprogram();
    if (subprogram && !function.isDeclaration() &&
        !isBelow(*subprogram, ownHeaders))
      variables.describeThread(function);
  }
  variables.finish();
}
