//===- DefaultWarnings.cpp - Clang's warnings that nvcc lacks -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/DefaultWarnings.h"

llvm::ArrayRef<const char *> heddle::defaultWarningArgs() {
  static const char *const args[] = {
      // Warnings of nvcc or gcc, but errors of Clang.
      "-Wno-error=register",
      "-Wno-error=c++11-narrowing",
      "-Wno-error=increment-bool",
      "-Wno-error=reserved-user-defined-literal",
      // About the use of Clang.
      "-Wno-unknown-cuda-version",
      "-Wno-cuda-compat",
      "-Wno-pass-failed",
      // Extensions that nvcc accepts without a word.
      "-Wno-vla-cxx-extension",
      "-Wno-c99-designator",
      "-Wno-missing-template-arg-list-after-template-kw",
      "-Wno-deprecated-literal-operator",
      // __device__ on deduction guides.
      "-Wno-deprecated-attributes",
      // __trap() is not declared to end the function.
      "-Wno-invalid-noreturn",
      // Style and suspicions: gcc has some of them in -Wall, as Clang then has.
      "-Wno-dangling-else",
      "-Wno-shift-op-parentheses",
      "-Wno-bitwise-op-parentheses",
      "-Wno-logical-op-parentheses",
      "-Wno-logical-not-parentheses",
      "-Wno-switch",
      "-Wno-format",
      "-Wno-format-security",
      "-Wno-implicit-const-int-float-conversion",
      "-Wno-literal-conversion",
      "-Wno-string-compare",
      "-Wno-dynamic-class-memaccess",
      "-Wno-pointer-bool-conversion",
      "-Wno-tautological-compare",
      "-Wno-null-dereference",
      "-Wno-unsequenced",
      "-Wno-inconsistent-missing-override",
      "-Wno-delete-abstract-non-virtual-dtor",
      "-Wno-delete-non-abstract-non-virtual-dtor",
      "-Wno-defaulted-function-deleted",
      "-Wno-undefined-var-template",
  };
  return args;
}
