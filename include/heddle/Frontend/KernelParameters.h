//===- KernelParameters.h - From `void **args` to arguments -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_KERNELPARAMETERS_H
#define HEDDLE_FRONTEND_KERNELPARAMETERS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle {

/// Attribute of an argument of a kernel or stub that is the address of a
/// parameter: the size of the parameter in bytes.
inline constexpr llvm::StringLiteral parameterSizeAttr = "heddle-size";

/// The type of the parameter at an argument that is its address, or null.
llvm::Type *typeInMemory(const llvm::Argument &arg);

/// The source of an LLVM argument of a kernel. The ABI may split a struct
/// parameter into several arguments, so the relation is not one-to-one.
struct ArgumentSource {
  unsigned parameter = 0; ///< Index into `void **args`.
  uint64_t offset = 0;    ///< Bytes into that parameter.
  llvm::Type *stored =
      nullptr; ///< Its type in memory; null: passed by address.
};

struct KernelParameters {
  unsigned count = 0;
  llvm::SmallVector<uint32_t> sizes; ///< The size of each parameter in bytes.
  llvm::SmallVector<uint32_t> alignments;
  llvm::SmallVector<llvm::Type *> types;
  llvm::SmallVector<ArgumentSource> sources; ///< One per LLVM argument.
};

/// Derives the relation from Clang's own stub, which does the inverse: it
/// spills its arguments and builds the `void **args` for cudaLaunchKernel.
KernelParameters readKernelParameters(llvm::Function &stub);

/// Emits the loads that take a kernel's arguments out of `void **args`.
llvm::SmallVector<llvm::Value *>
loadKernelArguments(llvm::IRBuilder<> &builder,
                    const KernelParameters &parameters, llvm::Value *args);

/// The inverse: stores the stub's arguments in memory and returns the `void
/// **args`.
llvm::Value *storeKernelArguments(llvm::IRBuilder<> &builder,
                                  const KernelParameters &parameters,
                                  llvm::ArrayRef<llvm::Value *> arguments);

} // namespace heddle

#endif // HEDDLE_FRONTEND_KERNELPARAMETERS_H
