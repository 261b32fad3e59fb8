//===- PTXMemory.cpp - PTX loads, stores and copies -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

/// Accesses one element, or the 2, 4 or 8 of a vector.
static unsigned elementsOf(const Instruction &in) {
  return in.has("v2") ? 2 : in.has("v4") ? 4 : in.has("v8") ? 8 : 1;
}

static bool isShared(const Instruction &in) {
  return in.has("shared") || in.has("shared::cta");
}

/// `.relaxed`, `.acquire` and `.release` map to LLVM's orderings. The scope
/// makes no difference on one machine.
static llvm::AtomicOrdering orderingOf(const Instruction &in) {
  if (in.has("relaxed") || in.has("mmio"))
    return llvm::AtomicOrdering::Monotonic;
  if (in.has("acquire"))
    return llvm::AtomicOrdering::Acquire;
  if (in.has("release"))
    return llvm::AtomicOrdering::Release;
  return llvm::AtomicOrdering::NotAtomic;
}

static bool load(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.size() != 1 || in.operands.size() < 2)
    return false;
  Type type = types[0];
  unsigned count = elementsOf(in);
  const Operand &to = in.operands[0];
  if ((count > 1) != (to.kind == Operand::Vector) ||
      (count > 1 && to.elements.size() != count))
    return false;
  Value *base = e.address(in.operands[1], isShared(in));
  unsigned bytes = type.registerBits() / 8;
  llvm::Type *element =
      type.packed ? e.intType(type.registerBits()) : e.llvmType(type);
  llvm::SmallVector<Value *, 8> values;
  for (unsigned i = 0; i < count; ++i) {
    Value *at =
        i ? e.b.CreateConstInBoundsGEP1_64(e.b.getInt8Ty(), base, i * bytes)
          : base;
    llvm::LoadInst *loaded = e.b.CreateAlignedLoad(
        element, at, llvm::Align(bytes), in.has("volatile"));
    loaded->setAtomic(orderingOf(in));
    values.push_back(loaded);
  }
  for (unsigned i = 0; i < count; ++i)
    e.write(count > 1 ? to.elements[i] : to, values[i], type);
  return true;
}

static bool store(Emitter &e, const Instruction &in) {
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.size() != 1 || in.operands.size() < 2)
    return false;
  Type type = types[0];
  unsigned count = elementsOf(in);
  const Operand &from = in.operands[1];
  if ((count > 1) != (from.kind == Operand::Vector) ||
      (count > 1 && from.elements.size() != count))
    return false;
  Value *base = e.address(in.operands[0], isShared(in));
  unsigned bytes = type.registerBits() / 8;
  for (unsigned i = 0; i < count; ++i) {
    Value *at =
        i ? e.b.CreateConstInBoundsGEP1_64(e.b.getInt8Ty(), base, i * bytes)
          : base;
    Value *value = e.read(count > 1 ? from.elements[i] : from, type);
    llvm::StoreInst *stored = e.b.CreateAlignedStore(
        value, at, llvm::Align(bytes), in.has("volatile"));
    stored->setAtomic(orderingOf(in));
  }
  return true;
}

/// An asynchronous copy is done immediately, which PTX allows: programs may not
/// read the result before the wait.
static bool copyAsync(Emitter &e, const Instruction &in) {
  if (in.has("commit_group") || in.has("wait_group") || in.has("wait_all"))
    return true;
  if (in.has("bulk") || in.has("mbarrier") || in.has("reduce") ||
      in.operands.size() < 3)
    return false;
  std::optional<uint64_t> size = e.constant(in.operands[2]);
  if (!size || (*size != 4 && *size != 8 && *size != 16))
    return e.fail("a size that is not a constant");
  Value *to = e.address(in.operands[0], /*shared=*/true);
  Value *from = e.address(in.operands[1], /*shared=*/false);
  auto copyAll = [&] {
    for (unsigned at = 0; at < *size; at += 4) {
      Value *source = e.b.CreateConstInBoundsGEP1_64(e.b.getInt8Ty(), from, at);
      Value *target = e.b.CreateConstInBoundsGEP1_64(e.b.getInt8Ty(), to, at);
      llvm::Align align(at % 16 == 0 ? *size : at % 8 == 0 ? 8 : 4);
      if (at % *size)
        align = llvm::Align(4);
      Value *word = e.b.CreateAlignedLoad(e.b.getInt32Ty(), source, align);
      e.b.CreateAlignedStore(word, target, align);
    }
  };
  // Bytes beyond the source's size are zero; a cache policy operand may follow.
  if (in.operands.size() == 3 || in.has("L2::cache_hint")) {
    copyAll();
    return true;
  }
  Value *wanted = e.readBits(in.operands[3], 32);
  Value *whole = e.b.CreateICmpEQ(wanted, e.i32(*size));
  Value *none = e.b.CreateNot(whole);
  e.runGuarded(whole, copyAll);
  e.runGuarded(none, [&] {
    e.b.CreateMemSet(to, e.b.getInt8(0), *size, llvm::Align(4));
    e.b.CreateMemCpy(to, llvm::Align(1), from, llvm::Align(1), wanted);
  });
  return true;
}

bool heddle::ptx::emitMemory(Emitter &e, const Instruction &in) {
  StringRef opcode = in.opcode;
  if (opcode == "ld" || opcode == "ldu") {
    if (in.has("param") || in.has("shared::cluster"))
      return false;
    return load(e, in);
  }
  if (opcode == "st") {
    if (in.has("param") || in.has("shared::cluster") || in.has("async"))
      return false;
    return store(e, in);
  }
  if (opcode == "cp" && in.has("async"))
    return copyAsync(e, in);
  // Cache hints. What `discard` leaves in memory may be what was there.
  return opcode == "prefetch" || opcode == "prefetchu" ||
         opcode == "applypriority" || opcode == "discard";
}
