//===- PassReport.h - Which optimizations changed something -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_PASSREPORT_H
#define HEDDLE_DRIVER_PASSREPORT_H

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

/// `--report=passes`: what the passes that can be left out did to one file.
/// Without a pass that changed nothing, the program is the same.
class PassReport {
public:
  /// Looks at the passes that the manager will run.
  void watch(mlir::PassManager &pm);

  void print(llvm::raw_ostream &out, llvm::StringRef file) const;

private:
  /// Whether it changed something, of each pass that ran.
  llvm::StringMap<bool> changes;
};

} // namespace heddle

#endif // HEDDLE_DRIVER_PASSREPORT_H
