//===- PassReport.h - Reports which passes changed the program --*- C++ -*-===//
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

/// `--report=passes`: the effect of each optional pass on one file. Disabling a
/// pass that changed nothing does not change the program.
class PassReport {
public:
  /// Observes the passes that the manager runs.
  void watch(mlir::PassManager &pm);

  /// Adds what another report has seen.
  void add(const PassReport &other);

  void print(llvm::raw_ostream &out, llvm::StringRef file) const;

private:
  /// For each pass that ran, whether it changed the IR.
  llvm::StringMap<bool> changes;
};

} // namespace heddle

#endif // HEDDLE_DRIVER_PASSREPORT_H
