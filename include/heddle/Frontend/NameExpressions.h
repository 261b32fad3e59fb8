//===- NameExpressions.h - Symbols that a program asks for ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_NAMEEXPRESSIONS_H
#define HEDDLE_FRONTEND_NAMEEXPRESSIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace heddle {

/// Source text to append to a program without host code. It instantiates the
/// kernels and variables that the expressions (`kernel<int>`, `&variable`)
/// name.
std::string declareNameExpressions(llvm::ArrayRef<std::string> expressions);

/// Removes what that text became from a device module. Returns the symbol of
/// each expression, in order.
std::vector<std::string> takeNameExpressions(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_FRONTEND_NAMEEXPRESSIONS_H
