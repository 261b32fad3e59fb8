//===- SkippedBodies.h - Bodies that are not parsed -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SKIPPEDBODIES_H
#define HEDDLE_LIB_FRONTEND_SKIPPEDBODIES_H

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace heddle {

/// Makes Clang skip the bodies of functions in system headers for which this
/// pass generates no code.
std::unique_ptr<clang::ASTConsumer>
skipUnusedBodies(clang::CompilerInstance &compiler,
                 std::unique_ptr<clang::ASTConsumer> consumer);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SKIPPEDBODIES_H
