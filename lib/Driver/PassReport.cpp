//===- PassReport.cpp - Reports which passes changed the program ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/PassReport.h"
#include "heddle/Driver/Pipeline.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace heddle;

namespace {

/// Compares the IR before and after a pass.
class Watch : public PassInstrumentation {
public:
  explicit Watch(llvm::StringMap<bool> &changes) : changes(changes) {
    for (const std::string &name : optionalPasses())
      names.insert(name);
  }

  void runBeforePass(Pass *pass, Operation *op) override {
    if (names.contains(pass->getArgument()))
      before.emplace(op);
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    StringRef name = pass->getArgument();
    if (names.contains(name))
      changes[name] |= *before != OperationFingerPrint(op);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (names.contains(pass->getArgument()))
      changes[pass->getArgument()] = true;
  }

private:
  llvm::StringMap<bool> &changes;
  llvm::StringSet<> names;
  std::optional<OperationFingerPrint> before;
};

} // namespace

void PassReport::watch(PassManager &pm) {
  pm.addInstrumentation(std::make_unique<Watch>(changes));
}

void PassReport::add(const PassReport &other) {
  for (const auto &entry : other.changes)
    changes[entry.getKey()] |= entry.second;
}

void PassReport::print(llvm::raw_ostream &out, StringRef file) const {
  std::vector<StringRef> changed, idle;
  for (const auto &entry : changes)
    (entry.second ? changed : idle).push_back(entry.getKey());
  out << "passes report of " << file << "\n";
  auto list = [&](StringRef title, std::vector<StringRef> &names) {
    llvm::sort(names);
    out << "  " << title << ": "
        << (names.empty() ? "none" : llvm::join(names, ", ")) << "\n";
  };
  list("changed something", changed);
  list("found nothing to do", idle);
}
