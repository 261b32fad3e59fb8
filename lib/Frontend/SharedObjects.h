//===- SharedObjects.h - Shared variables with constructors -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SHAREDOBJECTS_H
#define HEDDLE_LIB_FRONTEND_SHAREDOBJECTS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringMap.h"

#include <set>
#include <string>

namespace heddle {

/// Where files declare `__shared__` objects whose class has a constructor. nvcc
/// does not run it, and warns. Clang refuses the declaration.
class SharedObjects {
public:
  bool empty() const { return positions.empty(); }
  void add(llvm::StringRef file, unsigned offset) {
    positions[file].insert(offset);
  }
  void add(const SharedObjects &others);

  /// Wraps these variables of a file in unions, whose members have no
  /// constructor of their own. Lines keep their numbers. Whether there was one.
  bool wrap(llvm::StringRef file, std::string &text) const;

private:
  llvm::StringMap<std::set<unsigned>> positions;
};

/// Collects the objects that Clang refuses.
class SharedObjectFinder : public clang::DiagnosticConsumer {
public:
  explicit SharedObjectFinder(SharedObjects &found) : found(found) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

private:
  SharedObjects &found;
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SHAREDOBJECTS_H
