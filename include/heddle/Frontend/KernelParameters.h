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

/// On a kernel's or a stub's argument that is the address of a parameter: how
/// many bytes that has.
inline constexpr llvm::StringLiteral parameterSizeAttr = "heddle-size";

/// Of an argument that is the address of a parameter, what is there; or null.
llvm::Type *typeInMemory(const llvm::Argument &arg);

/// Where an LLVM argument of a kernel comes from: the ABI may split a struct
/// parameter over several arguments, so there is no one-to-one relation.
struct ArgumentSource {
  unsigned parameter = 0; ///< Index into `void **args`.
  uint64_t offset = 0;    ///< Bytes into that parameter.
  llvm::Type *stored =
      nullptr; ///< Its type in memory; null: passed by address.
};

struct KernelParameters {
  unsigned count = 0;
  llvm::SmallVector<uint32_t> sizes; ///< Bytes of each of the `count`.
  llvm::SmallVector<llvm::Type *> types;
  llvm::SmallVector<ArgumentSource> sources; ///< One per LLVM argument.
};

/// Reads the relation off Clang's own stub, which goes the other way: it spills
/// its arguments and builds the `void **args` for cudaLaunchKernel.
KernelParameters readKernelParameters(llvm::Function &stub);

/// Emits the loads that take a kernel's arguments out of `void **args`.
llvm::SmallVector<llvm::Value *>
loadKernelArguments(llvm::IRBuilder<> &builder,
                    const KernelParameters &parameters, llvm::Value *args);

/// The reverse: puts the stub's own arguments into memory and returns the
/// `void **args`.
llvm::Value *storeKernelArguments(llvm::IRBuilder<> &builder,
                                  const KernelParameters &parameters,
                                  llvm::ArrayRef<llvm::Value *> arguments);

} // namespace heddle

#endif // HEDDLE_FRONTEND_KERNELPARAMETERS_H
