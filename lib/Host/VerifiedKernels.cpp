//===- VerifiedKernels.cpp - Kernels in both lowerings --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Host/VerifiedKernels.h"
#include "heddle/Frontend/KernelParameters.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace heddle;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Types of values, by HeddleValueTypes.
uint32_t typesOf(const llvm::Type *type) {
  if (type->isHalfTy())
    return HeddleHalf;
  if (type->isBFloatTy())
    return HeddleBFloat16;
  if (type->isFloatTy())
    return HeddleFloat;
  if (type->isDoubleTy())
    return HeddleDouble;
  if (type->isPointerTy())
    return HeddleInt64;
  if (type->isIntegerTy()) {
    unsigned bits = type->getIntegerBitWidth();
    return bits <= 8    ? HeddleInt8
           : bits <= 16 ? HeddleInt16
           : bits <= 32 ? HeddleInt32
                        : HeddleInt64;
  }
  uint32_t types = 0;
  for (const llvm::Type *part : type->subtypes())
    types |= typesOf(part);
  return types;
}

/// Collects what one kernel does.
class KernelReader {
public:
  KernelReader(const llvm::Function &kernel, const SymbolFacts &facts)
      : kernel(kernel), facts(facts) {}

  VerifyFacts run() {
    reach(kernel);
    for (size_t i = 0; i < functions.size(); ++i)
      for (const llvm::Instruction &inst : llvm::instructions(*functions[i]))
        read(inst);
    for (size_t i = 0; i < functions.size(); ++i)
      for (const llvm::Instruction &inst : llvm::instructions(*functions[i]))
        readStores(inst);
    VerifyFacts result;
    result.flags = flags;
    for (auto &[variable, types] : variables)
      result.memory.push_back({variable->getName().str(), std::nullopt, types});
    for (auto &[argument, types] : arguments)
      result.memory.push_back({"", argument, types});
    if (storedAnywhere)
      result.memory.push_back({"", std::nullopt, storedAnywhere});
    return result;
  }

private:
  enum class Base { Local, Variable, Argument, Unknown };

  void reach(const llvm::Function &function) {
    if (!function.isDeclaration())
      functions.insert(&function);
  }

  bool isShared(const llvm::GlobalVariable &variable) const {
    auto found = facts.variables.find(variable.getName());
    return found != facts.variables.end() &&
           found->second == VariableKind::Shared;
  }

  /// Calls, and what an instruction names.
  void read(const llvm::Instruction &inst) {
    for (const llvm::Value *operand : inst.operands())
      name(operand);
    if (auto *load = dyn_cast<llvm::LoadInst>(&inst))
      followed(load->getPointerOperand());
    if (auto *copy = dyn_cast<llvm::MemTransferInst>(&inst))
      followed(copy->getRawSource());
    // What a kernel has in shared or local memory it may copy out as integers.
    if (auto *store = dyn_cast<llvm::StoreInst>(&inst);
        store && isLocal(store->getPointerOperand()))
      storedLocally |= typesOfValue(store->getValueOperand()) & floats;
    if (auto *call = dyn_cast<llvm::CallBase>(&inst))
      readCall(*call);
  }

  void name(const llvm::Value *operand) {
    if (auto *variable = dyn_cast<llvm::GlobalVariable>(operand)) {
      if (facts.variables.contains(variable->getName()) && !isShared(*variable))
        variables.insert({variable, 0});
    } else if (auto *constant = dyn_cast<llvm::ConstantExpr>(operand)) {
      for (const llvm::Value *part : constant->operands())
        name(part);
    }
  }

  void readCall(const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee) {
      if (call.isInlineAsm())
        return;
      // Any function whose address somebody has taken.
      for (const llvm::Function &function : *kernel.getParent()) {
        if (!function.hasAddressTaken())
          continue;
        reach(function);
        if (function.isDeclaration() && function.getName().ends_with(".device"))
          flags |= HeddleVerifyExternal;
      }
      return;
    }
    reach(*callee);
    if (callee->isDeclaration())
      flags |= flagOf(*callee);
  }

  /// What a function of which only the name is known does.
  static uint32_t flagOf(const llvm::Function &callee) {
    switch (callee.getIntrinsicID()) {
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::readsteadycounter:
      return HeddleVerifyClock;
    case llvm::Intrinsic::not_intrinsic:
      break;
    default:
      return 0;
    }
    llvm::StringRef name = callee.getName();
    if (name.starts_with("_Znw") || name.starts_with("_Zna") ||
        name.starts_with("_Zdl") || name.starts_with("_Zda"))
      return HeddleVerifyAllocates;
    if (name.starts_with("cuda") || name == "__heddle_launch_device")
      return HeddleVerifyLaunches;
    if (name.ends_with(".device"))
      return HeddleVerifyExternal;
    return llvm::StringSwitch<uint32_t>(name)
        .Cases({"printf", "vprintf", "puts", "putchar", "fputs", "fwrite"},
               HeddleVerifyPrints)
        .Cases({"malloc", "calloc", "realloc", "free", "aligned_alloc"},
               HeddleVerifyAllocates)
        .Cases({"clock", "__heddle_global_timer", "__heddle_sm_id"},
               HeddleVerifyClock)
        .Case("__heddle_yield", HeddleVerifySpins)
        .Default(0);
  }

  /// Of an argument that is the address of a parameter, or null.
  const llvm::Argument *parameterAt(const llvm::Value *pointer) const {
    auto *argument =
        dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(pointer));
    return argument && argument->getParent() == &kernel &&
                   typeInMemory(*argument)
               ? argument
               : nullptr;
  }

  /// Calls `use` with each object that the pointer may be based on.
  template <typename Use>
  void forEachBase(const llvm::Value *pointer, Use use) const {
    llvm::SmallVector<const llvm::Value *> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    for (const llvm::Value *object : objects) {
      if (isa<llvm::AllocaInst, llvm::ConstantPointerNull, llvm::UndefValue>(
              object)) {
        use(Base::Local, object);
      } else if (auto *variable = dyn_cast<llvm::GlobalVariable>(object)) {
        use(isShared(*variable) ? Base::Local : Base::Variable, object);
      } else if (auto *argument = dyn_cast<llvm::Argument>(object);
                 argument && argument->getParent() == &kernel) {
        use(typeInMemory(*argument) ? Base::Local : Base::Argument, object);
      } else if (auto *load = dyn_cast<llvm::LoadInst>(object)) {
        const llvm::Argument *from = parameterAt(load->getPointerOperand());
        use(from ? Base::Argument : Base::Unknown, from ? from : object);
      } else {
        use(Base::Unknown, object);
      }
    }
  }

  bool isLocal(const llvm::Value *pointer) const {
    bool local = true;
    forEachBase(pointer, [&](Base base, const llvm::Value *) {
      local &= base == Base::Local;
    });
    return local;
  }

  void followed(const llvm::Value *pointer) {
    forEachBase(pointer, [&](Base base, const llvm::Value *) {
      if (base == Base::Unknown)
        flags |= HeddleVerifyFollowsPointers;
    });
  }

  void stored(const llvm::Value *pointer, uint32_t types) {
    forEachBase(pointer, [&](Base base, const llvm::Value *object) {
      switch (base) {
      case Base::Local:
        return;
      case Base::Variable: {
        auto *variable = cast<llvm::GlobalVariable>(object);
        variables[variable] |= types;
        // The runtime knows nothing of such a variable.
        if (!facts.variables.contains(variable->getName()))
          flags |= HeddleVerifyExternal;
        return;
      }
      case Base::Argument:
        arguments[cast<llvm::Argument>(object)->getArgNo()] |= types;
        return;
      case Base::Unknown:
        flags |= HeddleVerifyFollowsPointers;
        storedAnywhere |= types;
      }
    });
  }

  /// The types of a stored value. Floats may be stored as integers: by
  /// atomics, in pairs, or as they come from shared memory.
  uint32_t typesOfValue(const llvm::Value *value) const {
    llvm::SmallSetVector<const llvm::Value *, 8> values;
    uint32_t types = 0;
    values.insert(value);
    for (size_t i = 0; i < values.size() && i < 64; ++i) {
      const llvm::Value *part = values[i];
      uint32_t direct = typesOf(part->getType());
      if (auto *cast = dyn_cast<llvm::BitCastOperator>(part)) {
        if (uint32_t from = typesOf(cast->getSrcTy()) & floats)
          types |= from | (i ? typesOf(value->getType()) : 0);
        else
          values.insert(cast->getOperand(0));
        continue;
      }
      types |= direct;
      if (direct & floats)
        continue;
      if (isa<llvm::LoadInst>(part)) {
        types |= storedLocally;
      } else if (auto *inst = dyn_cast<llvm::Instruction>(part);
                 inst && isMove(*inst)) {
        for (const llvm::Value *operand : inst->operands())
          if (!isa<llvm::Constant>(operand))
            values.insert(operand);
      }
    }
    return types;
  }

  /// Whether the instruction's result has bits of its operands unchanged.
  static bool isMove(const llvm::Instruction &inst) {
    switch (inst.getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::Or:
    case llvm::Instruction::And:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractValue:
      return true;
    case llvm::Instruction::Call: {
      // A shuffle of a warp moves the bits of a float.
      const llvm::Function *callee =
          cast<llvm::CallInst>(inst).getCalledFunction();
      return callee && callee->getName().starts_with("__heddle_warp_shuffle");
    }
    default:
      return false;
    }
  }

  void readStores(const llvm::Instruction &inst) {
    if (auto *store = dyn_cast<llvm::StoreInst>(&inst)) {
      stored(store->getPointerOperand(),
             typesOfValue(store->getValueOperand()));
    } else if (auto *update = dyn_cast<llvm::AtomicRMWInst>(&inst)) {
      stored(update->getPointerOperand(),
             typesOfValue(update->getValOperand()));
    } else if (auto *exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
      stored(exchange->getPointerOperand(),
             typesOfValue(exchange->getNewValOperand()));
    } else if (auto *copy = dyn_cast<llvm::MemTransferInst>(&inst)) {
      stored(copy->getRawDest(), typesOfMemory(copy->getRawSource()));
    } else if (auto *fill = dyn_cast<llvm::MemSetInst>(&inst)) {
      stored(fill->getRawDest(), HeddleInt8);
    } else if (auto *call = dyn_cast<llvm::CallBase>(&inst)) {
      storedByCall(*call);
    }
  }

  uint32_t typesOfMemory(const llvm::Value *pointer) const {
    const llvm::Value *object = llvm::getUnderlyingObject(pointer);
    uint32_t types = storedLocally;
    if (auto *local = dyn_cast<llvm::AllocaInst>(object))
      types |= typesOf(local->getAllocatedType());
    return types ? types : uint32_t{HeddleInt8};
  }

  /// A function of the C library or of the runtime that is given a pointer,
  /// such as sincosf.
  void storedByCall(const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if ((callee && !callee->isDeclaration()) ||
        isa<llvm::IntrinsicInst>(call) || call.onlyReadsMemory())
      return;
    uint32_t types = 0;
    for (const llvm::Use &argument : call.args())
      types |= typesOf(argument->getType()) & floats;
    for (const llvm::Use &argument : call.args())
      if (argument->getType()->isPointerTy() &&
          !call.onlyReadsMemory(call.getArgOperandNo(&argument)) &&
          !isa<llvm::Function>(argument) && !isa<llvm::Constant>(argument))
        stored(argument, types ? types : uint32_t{HeddleInt32});
  }

  static constexpr uint32_t floats =
      HeddleHalf | HeddleBFloat16 | HeddleFloat | HeddleDouble;

  const llvm::Function &kernel;
  const SymbolFacts &facts;
  llvm::SmallSetVector<const llvm::Function *, 8> functions;
  uint32_t flags = 0, storedAnywhere = 0, storedLocally = 0;
  llvm::MapVector<const llvm::GlobalVariable *, uint32_t> variables;
  llvm::MapVector<unsigned, uint32_t> arguments;
};

/// The `__shared__` variables that a function's own instructions name.
llvm::SmallSetVector<llvm::GlobalVariable *, 4>
sharedVariables(llvm::Function &function, const SymbolFacts &facts) {
  llvm::SmallSetVector<llvm::GlobalVariable *, 4> found;
  for (const auto &entry : facts.variables) {
    llvm::GlobalVariable *variable =
        function.getParent()->getNamedGlobal(entry.getKey());
    if (entry.second != VariableKind::Shared || !variable ||
        variable->isDeclaration())
      continue;
    for (llvm::User *user : variable->users())
      if (auto *inst = dyn_cast<llvm::Instruction>(user);
          inst && inst->getFunction() == &function)
        found.insert(variable);
  }
  return found;
}

} // namespace

std::string heddle::referenceName(llvm::StringRef kernel) {
  return (kernel + ".reference").str();
}

VerifyFactsMap heddle::addReferenceKernels(llvm::Module &device,
                                           SymbolFacts &facts) {
  VerifyFactsMap result;
  for (const Kernel &kernel : facts.kernels)
    result[kernel.name] =
        KernelReader(*device.getFunction(kernel.name), facts).run();
  std::vector<Kernel> references;
  for (const Kernel &kernel : facts.kernels) {
    llvm::Function *function = device.getFunction(kernel.name);
    llvm::ValueToValueMapTy map;
    // Each has its shared variables to itself, as the kernel does without the
    // copy: what passes may assume of them stays the same.
    for (llvm::GlobalVariable *variable : sharedVariables(*function, facts)) {
      std::string name =
          referenceName(kernel.name) + "." + variable->getName().str();
      auto *copy = new llvm::GlobalVariable(
          device, variable->getValueType(), variable->isConstant(),
          variable->getLinkage(), variable->getInitializer(), name, variable);
      copy->copyAttributesFrom(variable);
      map[variable] = copy;
      facts.variables[name] = VariableKind::Shared;
    }
    llvm::Function *copy = llvm::CloneFunction(function, map);
    copy->setName(referenceName(kernel.name));
    Kernel reference = kernel;
    reference.name = copy->getName().str();
    reference.isReference = true;
    references.push_back(std::move(reference));
  }
  llvm::append_range(facts.kernels, references);
  return result;
}
