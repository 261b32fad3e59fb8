//===- PTXEmitter.h - Emits PTX instructions as LLVM IR ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers are stack slots of their width, since each instruction gives their
// type anew; SROA promotes them. Each group of instructions has a file with one
// function. It emits an instruction and returns true, or returns false if the
// instruction is not in its group or has an unknown form.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_PTXEMITTER_H
#define HEDDLE_FRONTEND_PTXEMITTER_H

#include "PTXParser.h"
#include "heddle/Support/RuntimeABI.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::ptx {

/// Holds the carry of `add.cc` from one asm statement to the next: a global
/// that is replaced by a stack slot in each function after inlining.
inline constexpr llvm::StringLiteral carryName = "__heddle_ptx_carry";
/// Marks the end of a thread until its function is inlined.
inline constexpr llvm::StringLiteral exitName = "__heddle_ptx_exit";
/// Converts a shared address that was truncated to 32 bits to a pointer.
inline constexpr llvm::StringLiteral sharedPointerName =
    HEDDLE_ABI(__heddle_shared_pointer).name;

class Emitter {
public:
  /// Emits into `function`, whose parameters are the inputs of the asm
  /// statement. `arguments` has a slot for each operand.
  Emitter(llvm::Function &function, std::vector<llvm::AllocaInst *> arguments);

  /// Emits all statements. Returns false if one has no translation; `error`
  /// names it.
  bool run(const Program &program);
  /// Completes the function after `run`.
  llvm::IRBuilder<> &getBuilder() { return b; }

  std::string error;

  //===--------------------------------------------------------------------===//
  // For the instruction groups
  //===--------------------------------------------------------------------===//

  llvm::IRBuilder<> b;

  llvm::Module &module() { return *function.getParent(); }
  llvm::Type *intType(unsigned bits) { return b.getIntNTy(bits); }
  /// The LLVM type for computations of this type. Bfloat16 is an integer.
  llvm::Type *llvmType(Type type);

  /// The operand as a value of this type.
  llvm::Value *read(const Operand &operand, Type type);
  llvm::Value *readPredicate(const Operand &operand);
  /// The low bits of the operand as an integer, for any type.
  llvm::Value *readBits(const Operand &operand, unsigned bits,
                        bool isSigned = false);
  /// The operand as a constant, if it is one.
  std::optional<uint64_t> constant(const Operand &operand);
  /// The width of the register that the operand names.
  unsigned width(const Operand &operand);

  /// Writes a value to the operand, extended according to its type.
  void write(const Operand &operand, llvm::Value *value, Type type);
  void writePredicate(const Operand &operand, llvm::Value *value);

  /// The address of a memory operand.
  llvm::Value *address(const Operand &operand, bool shared);

  llvm::Value *bitcast(llvm::Value *value, llvm::Type *type) {
    return b.CreateBitCast(value, type);
  }
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::Type *type,
                         llvm::ArrayRef<llvm::Value *> args) {
    return b.CreateIntrinsic(id, {type}, args);
  }
  /// Calls a function. `pure`: it accesses no memory.
  llvm::Value *call(llvm::StringRef name, llvm::FunctionType *type,
                    llvm::ArrayRef<llvm::Value *> args, bool pure = false);
  llvm::Value *call(llvm::StringRef name, llvm::Type *result,
                    llvm::ArrayRef<llvm::Value *> args, bool pure = false);
  /// Calls a function of the runtime.
  template <typename Type>
  llvm::Value *call(abi::Function<Type> function,
                    llvm::ArrayRef<llvm::Value *> args, bool pure = false) {
    return call(function.name, abi::typeOf(function, b.getContext()), args,
                pure);
  }
  llvm::Value *i32(uint32_t value) { return b.getInt32(value); }
  llvm::Value *laneId();
  llvm::Value *specialRegister(llvm::StringRef name);
  llvm::Value *threadIndex();
  llvm::Value *blockThreads();
  /// The carry flag, 0 or 1.
  llvm::Value *readCarry();
  void writeCarry(llvm::Value *flag);

  /// An instruction with side effects runs under a branch. For others, a select
  /// on what they write is enough.
  void runGuarded(llvm::Value *condition, llvm::function_ref<void()> body);

  bool fail(const llvm::Twine &why) {
    if (error.empty())
      error = why.str();
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Floating point (PTXFloat.cpp)
  //===--------------------------------------------------------------------===//

  /// Converts a value of a float type to `float`, `half` or `double` for
  /// computations, and back.
  llvm::Value *widen(llvm::Value *value, Type type);
  llvm::Value *narrow(llvm::Value *value, Type type);
  /// Flushes subnormals to zero, keeping the sign.
  llvm::Value *flush(llvm::Value *value);
  llvm::Value *saturateToUnit(llvm::Value *value);
  /// `nearest` is a value rounded to nearest. Rounds it with `mode` (rz, rm,
  /// rp), given on which side of it the exact value lies.
  llvm::Value *direct(llvm::StringRef mode, llvm::Value *nearest,
                      llvm::Value *exactIsAbove, llvm::Value *exactIsBelow);
  llvm::Value *toBfloat(llvm::Value *value, llvm::StringRef mode);
  llvm::Value *fromBfloat(llvm::Value *bits);

private:
  struct Register {
    llvm::AllocaInst *slot;
    Type type;
  };
  bool emit(const Instruction &instruction);
  bool dispatch(const Instruction &instruction);
  llvm::Value *truncateOrExtend(llvm::Value *value, unsigned bits,
                                bool isSigned);
  llvm::AllocaInst *slotOf(const Operand &operand);
  llvm::AllocaInst *makeSlot(llvm::Type *type);
  llvm::GlobalVariable *carry();
  llvm::BasicBlock *labelBlock(llvm::StringRef label);

  llvm::Function &function;
  std::vector<llvm::AllocaInst *> arguments;
  std::vector<llvm::StringMap<Register>> scopes;
  llvm::StringMap<llvm::BasicBlock *> labels;
  /// The condition of writes, or null.
  llvm::Value *writeGuard = nullptr;
};

bool emitInteger(Emitter &e, const Instruction &in);
bool emitBits(Emitter &e, const Instruction &in);
bool emitFloat(Emitter &e, const Instruction &in);
bool emitCompare(Emitter &e, const Instruction &in);
bool emitConvert(Emitter &e, const Instruction &in);
bool emitBarrier(Emitter &e, const Instruction &in);
bool emitMemory(Emitter &e, const Instruction &in);
bool emitAtomic(Emitter &e, const Instruction &in);
bool emitWarp(Emitter &e, const Instruction &in);
bool emitVideo(Emitter &e, const Instruction &in);
bool emitMatrix(Emitter &e, const Instruction &in);
bool multiplyInQuadPairs(Emitter &e, const Instruction &in);

/// The value that another lane of the warp has.
llvm::Value *shuffleFrom(Emitter &e, llvm::Value *value, llvm::Value *lane);
/// The registers of a vector in braces, or the one register.
std::vector<Operand> registersOf(const Operand &operand);

} // namespace heddle::ptx

#endif // HEDDLE_FRONTEND_PTXEMITTER_H
