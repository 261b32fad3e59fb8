//===- PTXEmitter.cpp - PTX registers, addresses and branches -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include "heddle/Frontend/DeviceModule.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

Emitter::Emitter(llvm::Function &function,
                 std::vector<llvm::AllocaInst *> arguments)
    : b(function.getContext()), function(function),
      arguments(std::move(arguments)), scopes(1) {
  b.SetInsertPoint(&function.back());
}

llvm::Type *Emitter::llvmType(Type type) {
  if (type.kind == 'f' && type.bits == 16)
    return b.getHalfTy();
  if ((type.kind == 'f' && type.bits == 32) || type.kind == 'T')
    return b.getFloatTy();
  if (type.kind == 'f' && type.bits == 64)
    return b.getDoubleTy();
  return intType(type.bits);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

llvm::AllocaInst *Emitter::makeSlot(llvm::Type *type) {
  llvm::BasicBlock &entry = function.getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.begin());
  return at.CreateAlloca(type);
}

llvm::AllocaInst *Emitter::slotOf(const Operand &operand) {
  if (operand.kind == Operand::Argument) {
    if (operand.index < arguments.size())
      return arguments[operand.index];
    fail("the statement has no operand " + llvm::Twine(operand.index));
    return nullptr;
  }
  if (operand.kind == Operand::Name)
    for (auto &scope : llvm::reverse(scopes)) {
      auto it = scope.find(operand.name);
      if (it != scope.end())
        return it->second.slot;
    }
  return nullptr;
}

unsigned Emitter::width(const Operand &operand) {
  if (llvm::AllocaInst *slot = slotOf(operand))
    return module().getDataLayout().getTypeSizeInBits(slot->getAllocatedType());
  if (operand.kind == Operand::Vector) {
    unsigned total = 0;
    for (const Operand &element : operand.elements)
      total += width(element);
    return total;
  }
  return 0;
}

std::optional<uint64_t> Emitter::constant(const Operand &operand) {
  if (operand.kind == Operand::Integer)
    return operand.value;
  // An "n" operand was stored to its slot as a constant.
  if (operand.kind == Operand::Argument)
    if (llvm::AllocaInst *slot = slotOf(operand))
      for (llvm::User *user : slot->users())
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
          if (auto *value =
                  llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand()))
            return value->getZExtValue();
  return std::nullopt;
}

Value *Emitter::truncateOrExtend(Value *value, unsigned bits, bool isSigned) {
  return isSigned ? b.CreateSExtOrTrunc(value, intType(bits))
                  : b.CreateZExtOrTrunc(value, intType(bits));
}

Value *Emitter::readBits(const Operand &operand, unsigned bits, bool isSigned) {
  Value *result = nullptr;
  switch (operand.kind) {
  case Operand::Integer:
    result = llvm::ConstantInt::get(
        intType(bits), llvm::APInt(64, operand.value).sextOrTrunc(bits));
    break;
  case Operand::Float: {
    llvm::APFloat number = operand.floatBits == 32
                               ? llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                               llvm::APInt(32, operand.value))
                               : llvm::APFloat(llvm::APFloat::IEEEdouble(),
                                               llvm::APInt(64, operand.value));
    // A floating-point immediate without a type has the width of its use.
    bool lost;
    if (!operand.floatBits && bits == 32)
      number.convert(llvm::APFloat::IEEEsingle(),
                     llvm::APFloat::rmNearestTiesToEven, &lost);
    result = llvm::ConstantInt::get(intType(bits),
                                    number.bitcastToAPInt().zextOrTrunc(bits));
    break;
  }
  case Operand::Vector: {
    unsigned each = bits / operand.elements.size();
    result = llvm::ConstantInt::get(intType(bits), 0);
    for (size_t i = 0; i < operand.elements.size(); ++i) {
      Value *part =
          b.CreateZExt(readBits(operand.elements[i], each), intType(bits));
      result = b.CreateOr(result, b.CreateShl(part, i * each));
    }
    break;
  }
  case Operand::Argument:
  case Operand::Name: {
    if (llvm::AllocaInst *slot = slotOf(operand)) {
      llvm::Type *type = slot->getAllocatedType();
      if (type->isPointerTy()) {
        result = b.CreatePtrToInt(b.CreateLoad(type, slot), b.getInt64Ty());
      } else if (type->isIntegerTy()) {
        result = b.CreateLoad(type, slot);
      } else {
        result = b.CreateLoad(type, slot);
        unsigned size = module().getDataLayout().getTypeSizeInBits(type);
        result = bitcast(result, intType(size));
      }
      result = truncateOrExtend(result, bits, isSigned);
      break;
    }
    if (error.empty())
      if (Value *special = specialRegister(operand.name)) {
        result = truncateOrExtend(special, bits, false);
        break;
      }
    fail("'" + operand.name + "'");
    break;
  }
  case Operand::Sink:
  case Operand::Pair:
  case Operand::Memory:
  case Operand::Parameters:
    fail("operand");
    break;
  }
  if (!result)
    return llvm::PoisonValue::get(intType(bits));
  if (operand.negated)
    result = bits == 1 ? b.CreateNot(result) : b.CreateNeg(result);
  return result;
}

Value *Emitter::read(const Operand &operand, Type type) {
  if (type.isPredicate())
    return readPredicate(operand);
  if (type.kind == 'f' && !operand.floatBits &&
      operand.kind == Operand::Float && type.bits == 64)
    return llvm::ConstantFP::get(b.getDoubleTy(),
                                 llvm::bit_cast<double>(operand.value));
  Value *bits = readBits(operand, type.registerBits(), type.isSigned());
  if (type.packed)
    return bits;
  return bitcast(bits, llvmType(type));
}

Value *Emitter::readPredicate(const Operand &operand) {
  if (operand.kind == Operand::Integer)
    return b.getInt1((operand.value != 0) != operand.negated);
  llvm::AllocaInst *slot = slotOf(operand);
  // A predicate cannot be an operand of an asm statement: an integer is a true
  // predicate if it is not 0.
  if (!slot) {
    fail("'" + operand.name + "'");
    return b.getFalse();
  }
  Value *value = b.CreateLoad(slot->getAllocatedType(), slot);
  if (!value->getType()->isIntegerTy(1))
    value = b.CreateIsNotNull(value);
  return operand.negated ? b.CreateNot(value) : value;
}

void Emitter::write(const Operand &operand, Value *value, Type type) {
  if (operand.kind == Operand::Sink)
    return;
  if (operand.kind == Operand::Vector) {
    unsigned total = type.registerBits();
    unsigned each = total / operand.elements.size();
    Value *bits = bitcast(value, intType(total));
    for (size_t i = 0; i < operand.elements.size(); ++i)
      write(operand.elements[i],
            b.CreateTrunc(b.CreateLShr(bits, i * each), intType(each)),
            Type{'b', each});
    return;
  }
  llvm::AllocaInst *slot = slotOf(operand);
  if (!slot) {
    fail("'" + operand.name + "' cannot be written");
    return;
  }
  llvm::Type *target = slot->getAllocatedType();
  unsigned from = module().getDataLayout().getTypeSizeInBits(value->getType());
  if (value->getType()->isIntegerTy())
    from = value->getType()->getIntegerBitWidth();
  unsigned to =
      target->isIntegerTy()
          ? target->getIntegerBitWidth()
          : unsigned(module().getDataLayout().getTypeSizeInBits(target));
  if (value->getType() != target) {
    value = bitcast(value, intType(from));
    value = truncateOrExtend(value, to, type.isSigned());
    value = target->isPointerTy() ? b.CreateIntToPtr(value, target)
                                  : bitcast(value, target);
  }
  if (writeGuard)
    value = b.CreateSelect(writeGuard, value, b.CreateLoad(target, slot));
  b.CreateStore(value, slot);
}

void Emitter::writePredicate(const Operand &operand, Value *value) {
  write(operand, value, Type{'p', 1});
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Value *Emitter::address(const Operand &operand, bool shared) {
  if (operand.kind != Operand::Memory) {
    fail("an operand that is not an address");
    return llvm::PoisonValue::get(b.getPtrTy());
  }
  const Operand &base = operand.elements[0];
  Value *pointer;
  llvm::AllocaInst *slot = slotOf(base);
  if (slot && slot->getAllocatedType()->isPointerTy()) {
    pointer = b.CreateLoad(b.getPtrTy(), slot);
  } else if (base.kind == Operand::Integer || (slot && width(base) == 64)) {
    pointer = b.CreateIntToPtr(readBits(base, 64), b.getPtrTy());
  } else if (slot && width(base) == 32 && shared) {
    pointer = call(HEDDLE_ABI(__heddle_shared_pointer), {readBits(base, 32)},
                   /*pure=*/true);
  } else {
    fail(slot ? "a 32-bit address outside shared memory"
              : "the address '" + base.name + "'");
    return llvm::PoisonValue::get(b.getPtrTy());
  }
  if (operand.value)
    pointer = b.CreateGEP(b.getInt8Ty(), pointer, b.getInt64(operand.value));
  if (operand.offsetArgument) {
    Operand offset;
    offset.kind = Operand::Argument;
    offset.index = *operand.offsetArgument;
    pointer = b.CreateGEP(b.getInt8Ty(), pointer, readBits(offset, 64, true));
  }
  return pointer;
}

//===----------------------------------------------------------------------===//
// Runtime functions and special registers
//===----------------------------------------------------------------------===//

Value *Emitter::call(StringRef name, llvm::Type *result,
                     llvm::ArrayRef<Value *> args, bool pure) {
  llvm::SmallVector<llvm::Type *> types;
  for (Value *arg : args)
    types.push_back(arg->getType());
  return call(name, llvm::FunctionType::get(result, types, false), args, pure);
}

Value *Emitter::call(StringRef name, llvm::FunctionType *type,
                     llvm::ArrayRef<Value *> args, bool pure) {
  llvm::FunctionCallee callee = module().getOrInsertFunction(name, type);
  if (auto *declared = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    declared->addFnAttr(llvm::Attribute::NoUnwind);
    if (pure) {
      declared->setDoesNotAccessMemory();
      declared->addFnAttr(llvm::Attribute::WillReturn);
    } else if (heddle::isCollective(name) || name == heddle::barrierName) {
      declared->addFnAttr(llvm::Attribute::Convergent);
      declared->addFnAttr(llvm::Attribute::NoDuplicate);
    }
  }
  return b.CreateCall(callee, args);
}

Value *Emitter::laneId() { return call(HEDDLE_ABI(__heddle_lane_id), {}); }

Value *Emitter::threadIndex() {
  auto index = [&](StringRef name) {
    return call(name, b.getInt32Ty(), {}, /*pure=*/true);
  };
  Value *row = b.CreateAdd(
      index("__heddle_tid_y"),
      b.CreateMul(index("__heddle_tid_z"), index("__heddle_ntid_y")));
  return b.CreateAdd(index("__heddle_tid_x"),
                     b.CreateMul(row, index("__heddle_ntid_x")));
}

Value *Emitter::blockThreads() {
  auto index = [&](StringRef name) {
    return call(name, b.getInt32Ty(), {}, /*pure=*/true);
  };
  return b.CreateMul(
      index("__heddle_ntid_x"),
      b.CreateMul(index("__heddle_ntid_y"), index("__heddle_ntid_z")));
}

Value *Emitter::specialRegister(StringRef name) {
  if (!name.consume_front("%"))
    return nullptr;
  auto [base, component] = name.split('.');
  if (llvm::is_contained({"tid", "ntid", "ctaid", "nctaid"}, base) &&
      llvm::is_contained({"x", "y", "z"}, component))
    return call(("__heddle_" + base + "_" + component).str(), b.getInt32Ty(),
                {}, /*pure=*/true);
  if (name == "laneid")
    return laneId();
  if (base == "lanemask_eq")
    return b.CreateShl(i32(1), laneId());
  if (base == "lanemask_lt")
    return b.CreateSub(b.CreateShl(i32(1), laneId()), i32(1));
  if (base == "lanemask_ge")
    return b.CreateShl(i32(~0u), laneId());
  if (base == "lanemask_le")
    return b.CreateNot(b.CreateShl(i32(~1u), laneId()));
  if (base == "lanemask_gt")
    return b.CreateShl(i32(~1u), laneId());
  if (name == "warpid")
    return b.CreateLShr(threadIndex(), 5);
  if (name == "nwarpid")
    return b.CreateLShr(b.CreateAdd(blockThreads(), i32(31)), 5);
  if (name == "clock64" || name == "clock" || name == "clock_hi") {
    Value *count = b.CreateIntrinsic(b.getInt64Ty(),
                                     llvm::Intrinsic::readcyclecounter, {});
    if (name == "clock")
      return b.CreateTrunc(count, b.getInt32Ty());
    return name == "clock_hi"
               ? b.CreateTrunc(b.CreateLShr(count, 32), b.getInt32Ty())
               : count;
  }
  if (base.starts_with("globaltimer")) {
    Value *time = call(HEDDLE_ABI(__heddle_global_timer), {});
    if (name == "globaltimer_lo")
      return b.CreateTrunc(time, b.getInt32Ty());
    return name == "globaltimer_hi"
               ? b.CreateTrunc(b.CreateLShr(time, 32), b.getInt32Ty())
               : time;
  }
  if (name == "smid")
    return call(HEDDLE_ABI(__heddle_sm_id), {});
  if (name == "nsmid")
    return call(HEDDLE_ABI(__heddle_sm_count), {});
  return nullptr;
}

llvm::GlobalVariable *Emitter::carry() {
  if (auto *existing = module().getNamedGlobal(carryName))
    return existing;
  return new llvm::GlobalVariable(
      module(), b.getInt32Ty(), /*isConstant=*/false,
      llvm::GlobalValue::PrivateLinkage, b.getInt32(0), carryName);
}

Value *Emitter::readCarry() { return b.CreateLoad(b.getInt32Ty(), carry()); }

void Emitter::writeCarry(Value *flag) {
  if (flag->getType()->isIntegerTy(1))
    flag = b.CreateZExt(flag, b.getInt32Ty());
  if (writeGuard)
    flag = b.CreateSelect(writeGuard, flag, readCarry());
  b.CreateStore(flag, carry());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

llvm::BasicBlock *Emitter::labelBlock(StringRef label) {
  llvm::BasicBlock *&block = labels[label];
  if (!block)
    block = llvm::BasicBlock::Create(b.getContext(), label, &function);
  return block;
}

void Emitter::runGuarded(Value *condition, llvm::function_ref<void()> body) {
  auto *then = llvm::BasicBlock::Create(b.getContext(), "", &function);
  auto *after = llvm::BasicBlock::Create(b.getContext(), "", &function);
  b.CreateCondBr(condition, then, after);
  b.SetInsertPoint(then);
  body();
  if (!b.GetInsertBlock()->getTerminator())
    b.CreateBr(after);
  b.SetInsertPoint(after);
}

/// Whether an instruction does more than write its registers, so that it must
/// not run if its guard is false.
static bool hasSideEffects(const Instruction &in) {
  return llvm::StringSwitch<bool>(in.opcode)
      .Cases({"ld", "ldu", "st", "atom", "red", "cp", "bar", "barrier"}, true)
      .Cases(
          {"mbarrier", "shfl", "vote", "match", "redux", "activemask", "elect"},
          true)
      .Cases({"trap", "brkpt", "exit", "nanosleep", "membar", "fence"}, true)
      .Cases({"mma", "ldmatrix", "stmatrix", "wmma", "movmatrix"}, true)
      .Cases({"prefetch", "prefetchu", "discard", "applypriority"}, true)
      .Default(false);
}

bool Emitter::run(const Program &program) {
  for (const Statement &statement : program.statements) {
    switch (statement.kind) {
    case Statement::Open:
      scopes.emplace_back();
      break;
    case Statement::Close:
      if (scopes.size() > 1)
        scopes.pop_back();
      break;
    case Statement::Declare:
      for (const std::string &name : statement.registers)
        scopes.back()[name] = {makeSlot(intType(statement.type.registerBits())),
                               statement.type};
      break;
    case Statement::Label: {
      llvm::BasicBlock *block = labelBlock(statement.label);
      if (!block->empty())
        return fail("label '" + statement.label + "' twice");
      b.CreateBr(block);
      block->moveAfter(b.GetInsertBlock());
      b.SetInsertPoint(block);
      break;
    }
    case Statement::Run:
      if (!emit(statement.instruction)) {
        fail("");
        error = "'" + statement.instruction.text + "'" +
                (error.empty() ? "" : " (" + error + ")");
        return false;
      }
      break;
    }
    if (!error.empty())
      return false;
  }
  for (auto &label : labels)
    if (label.second->empty() && label.second != b.GetInsertBlock())
      return fail("branch to '" + label.getKey().str() +
                  "', which is not in the statement,");
  return true;
}

bool Emitter::emit(const Instruction &in) {
  Value *guard = in.guard ? readPredicate(*in.guard) : nullptr;
  if (in.opcode == "bra") {
    if (in.operands.size() != 1 || in.operands[0].kind != Operand::Name)
      return false;
    llvm::BasicBlock *target = labelBlock(in.operands[0].name);
    auto *next = llvm::BasicBlock::Create(b.getContext(), "", &function);
    if (guard)
      b.CreateCondBr(guard, target, next);
    else
      b.CreateBr(target);
    b.SetInsertPoint(next);
    return error.empty();
  }
  if (!guard)
    return dispatch(in) && error.empty();
  bool done = false;
  if (hasSideEffects(in)) {
    runGuarded(guard, [&] { done = dispatch(in); });
  } else {
    writeGuard = guard;
    done = dispatch(in);
    writeGuard = nullptr;
  }
  return done && error.empty();
}

bool Emitter::dispatch(const Instruction &in) {
  return emitInteger(*this, in) || emitBits(*this, in) ||
         emitFloat(*this, in) || emitCompare(*this, in) ||
         emitConvert(*this, in) || emitBarrier(*this, in) ||
         emitMemory(*this, in) || emitAtomic(*this, in) ||
         emitWarp(*this, in) || emitVideo(*this, in) || emitMatrix(*this, in);
}
