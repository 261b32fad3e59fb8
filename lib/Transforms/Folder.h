//===- Folder.h - Values that are known when others are ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_FOLDER_H
#define HEDDLE_LIB_TRANSFORMS_FOLDER_H

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// Computes what values are if others are these constants.
class Folder {
public:
  void set(mlir::Value value, mlir::Attribute constant) {
    known[value] = constant;
  }

  /// The constant that this value is, or null.
  mlir::Attribute get(mlir::Value value) {
    if (auto it = known.find(value); it != known.end())
      return it->second;
    mlir::Attribute constant;
    mlir::Operation *op = value.getDefiningOp();
    if (!op || matchPattern(op, mlir::m_Constant(&constant)))
      return known[value] = constant;
    if (op->getNumRegions() || op->getNumResults() != 1 || !isPure(op))
      return known[value] = mlir::Attribute();
    llvm::SmallVector<mlir::Attribute> operands;
    for (mlir::Value operand : op->getOperands())
      operands.push_back(get(operand));
    return known[value] = fold(op, operands);
  }

private:
  mlir::Attribute fold(mlir::Operation *op,
                       llvm::ArrayRef<mlir::Attribute> operands) {
    // What is changed in place would hold for these constants alone.
    llvm::SmallVector<mlir::Value> oldOperands(op->getOperands());
    mlir::DictionaryAttr oldAttributes = op->getAttrDictionary();
    llvm::SmallVector<mlir::OpFoldResult> results;
    if (failed(op->fold(operands, results)))
      return {};
    if (results.size() != 1) {
      op->setOperands(oldOperands);
      op->setAttrs(oldAttributes);
      return {};
    }
    if (auto constant = llvm::dyn_cast<mlir::Attribute>(results[0]))
      return constant;
    return get(llvm::cast<mlir::Value>(results[0]));
  }

  llvm::DenseMap<mlir::Value, mlir::Attribute> known;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_FOLDER_H
