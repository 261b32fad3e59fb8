//===- PTXEmitter.h - PTX instructions as LLVM IR ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers are stack slots of their width, whose types the instructions say
// anew each time; SROA makes values of them. The instructions are in a file for
// each family, which has one function: it emits an instruction and returns
// true, or returns false if the instruction is not of its family or in a form
// that it does not know.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_PTXEMITTER_H
#define HEDDLE_FRONTEND_PTXEMITTER_H

#include "PTXParser.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::ptx {

/// Where the carry of `add.cc` is kept from one asm statement to the next: a
/// global that each function makes a slot of its own for after inlining.
inline constexpr llvm::StringLiteral carryName = "__heddle_ptx_carry";
/// Stands for the end of a thread until its function is inlined.
inline constexpr llvm::StringLiteral exitName = "__heddle_ptx_exit";
/// Makes a pointer of a shared address that was cut to 32 bits.
inline constexpr llvm::StringLiteral sharedPointerName =
    "__heddle_shared_pointer";

class Emitter {
public:
  /// Emits into `function`, whose parameters are the inputs of the asm
  /// statement. `arguments` has a slot for each of its operands.
  Emitter(llvm::Function &function, std::vector<llvm::AllocaInst *> arguments);

  /// Emits all statements. False if one could not be; `error` says which.
  bool run(const Program &program);
  /// Ends the function with what `run` left open.
  llvm::IRBuilder<> &getBuilder() { return b; }

  std::string error;

  //===--------------------------------------------------------------------===//
  // For the families
  //===--------------------------------------------------------------------===//

  llvm::IRBuilder<> b;

  llvm::Module &module() { return *function.getParent(); }
  llvm::Type *intType(unsigned bits) { return b.getIntNTy(bits); }
  /// What an instruction of this type computes with. Bfloat16 is an integer.
  llvm::Type *llvmType(Type type);

  /// The operand as a value of this type.
  llvm::Value *read(const Operand &operand, Type type);
  llvm::Value *readPredicate(const Operand &operand);
  /// Its low bits as an integer, whatever it is.
  llvm::Value *readBits(const Operand &operand, unsigned bits,
                        bool isSigned = false);
  /// The constant that the operand is, if it is one.
  std::optional<uint64_t> constant(const Operand &operand);
  /// How wide the register is that the operand names.
  unsigned width(const Operand &operand);

  /// Puts a value where the operand says, extended as its type is.
  void write(const Operand &operand, llvm::Value *value, Type type);
  void writePredicate(const Operand &operand, llvm::Value *value);

  /// The address that a memory operand means.
  llvm::Value *address(const Operand &operand, bool shared);

  llvm::Value *bitcast(llvm::Value *value, llvm::Type *type) {
    return b.CreateBitCast(value, type);
  }
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::Type *type,
                         llvm::ArrayRef<llvm::Value *> args) {
    return b.CreateIntrinsic(id, {type}, args);
  }
  /// Calls a function of the runtime. Those that only compute are `pure`.
  llvm::Value *call(llvm::StringRef name, llvm::Type *result,
                    llvm::ArrayRef<llvm::Value *> args, bool pure = false);
  llvm::Value *i32(uint32_t value) { return b.getInt32(value); }
  llvm::Value *laneId();
  llvm::Value *specialRegister(llvm::StringRef name);
  llvm::Value *threadIndex();
  llvm::Value *blockThreads();
  /// The carry flag, 0 or 1.
  llvm::Value *readCarry();
  void writeCarry(llvm::Value *flag);

  /// An instruction with side effects runs under a branch; for others it is
  /// enough that what they write is chosen.
  void runGuarded(llvm::Value *condition, llvm::function_ref<void()> body);

  bool fail(const llvm::Twine &why) {
    if (error.empty())
      error = why.str();
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Numbers (PTXFloat.cpp)
  //===--------------------------------------------------------------------===//

  /// A value of a float type as `float`, `half` or `double` to compute with,
  /// and back.
  llvm::Value *widen(llvm::Value *value, Type type);
  llvm::Value *narrow(llvm::Value *value, Type type);
  /// Subnormals become zero, with their sign.
  llvm::Value *flush(llvm::Value *value);
  llvm::Value *saturateToUnit(llvm::Value *value);
  /// `nearest` is a number rounded to nearest. Gives it the rounding `mode`
  /// (rz, rm, rp), knowing on which side of it the exact one lies.
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
  /// Under which writes happen, or null.
  llvm::Value *writeGuard = nullptr;
};

bool emitInteger(Emitter &e, const Instruction &in);
bool emitBits(Emitter &e, const Instruction &in);
bool emitFloat(Emitter &e, const Instruction &in);
bool emitCompare(Emitter &e, const Instruction &in);
bool emitConvert(Emitter &e, const Instruction &in);
bool emitMemory(Emitter &e, const Instruction &in);
bool emitAtomic(Emitter &e, const Instruction &in);
bool emitWarp(Emitter &e, const Instruction &in);
bool emitVideo(Emitter &e, const Instruction &in);
bool emitMatrix(Emitter &e, const Instruction &in);

} // namespace heddle::ptx

#endif // HEDDLE_FRONTEND_PTXEMITTER_H
