//===- ModuleParts.h - A module in parts that compile apart -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM optimizes one module on one thread. Most of a CUDA file's code is in
// functions that the runtime calls through a pointer, such as the body of a
// kernel's loop over blocks. Nothing can be inlined there and nothing is known
// of its arguments, so such a function can be optimized in a module of its own
// without loss. How a module is divided depends on the module alone: the object
// file is the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_PARTS_MODULEPARTS_H
#define HEDDLE_LIB_TARGET_PARTS_MODULEPARTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace heddle {

/// What a part holds of a function or variable whose definition it needs.
enum class Holding {
  Definition, ///< It is defined here. A local constant is so in many parts.
  Copy,       ///< It is defined in another part; the optimizer may look at it.
};

struct ModuleParts {
  /// For each part, what it holds, by name. All else is a declaration there.
  std::vector<llvm::StringMap<Holding>> parts;
  /// Local symbols that another part refers to. They are external until the
  /// parts' objects are joined.
  std::vector<std::string> promoted;
};

/// Divides a module, and gives it the names and linkage that the parts need.
/// One part: the module is small, or cannot be divided.
ModuleParts divideModule(llvm::Module &module);

/// Reads one part of a divided module, which is given as bitcode.
std::unique_ptr<llvm::Module> readPart(llvm::MemoryBufferRef bitcode,
                                       const llvm::StringMap<Holding> &holdings,
                                       bool isFirst,
                                       llvm::LLVMContext &context);

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_PARTS_MODULEPARTS_H
