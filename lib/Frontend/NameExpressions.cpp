//===- NameExpressions.cpp - Symbols that a program asks for --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each expression initialises a device variable, which Clang emits with the
// address of the kernel or variable: its symbol.
//
//===----------------------------------------------------------------------===//

#include "heddle/Frontend/NameExpressions.h"

#include "llvm/IR/GlobalVariable.h"

using namespace heddle;

static std::string variableOf(size_t number) {
  return "__heddle_name_" + std::to_string(number);
}

/// Messages name the expression in place of a file.
static std::string shownName(llvm::StringRef expression) {
  std::string name = "name expression '";
  for (char c : expression) {
    if (c == '\\' || c == '"')
      name += '\\';
    name += c == '\n' ? ' ' : c;
  }
  return name + "'";
}

std::string
heddle::declareNameExpressions(llvm::ArrayRef<std::string> expressions) {
  std::string text;
  for (size_t i = 0; i < expressions.size(); ++i)
    text += "\n#line 1 \"" + shownName(expressions[i]) +
            "\"\nextern \"C\" __device__ const void *" + variableOf(i) +
            " = (const void *)(" + expressions[i] + ");\n";
  return text;
}

std::vector<std::string> heddle::takeNameExpressions(llvm::Module &device) {
  std::vector<std::string> names;
  while (llvm::GlobalVariable *variable =
             device.getNamedGlobal(variableOf(names.size()))) {
    llvm::Constant *named =
        variable->hasInitializer()
            ? variable->getInitializer()->stripPointerCasts()
            : nullptr;
    auto *symbol = llvm::dyn_cast_or_null<llvm::GlobalValue>(named);
    names.push_back(symbol ? symbol->getName().str() : "");
    variable->eraseFromParent();
  }
  return names;
}
