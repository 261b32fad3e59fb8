//===- AddressTerms.h - The summands of an address --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_ADDRESSTERMS_H
#define HEDDLE_SUPPORT_ADDRESSTERMS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace heddle {

/// The pointer that address calculations start from.
inline mlir::Value baseOf(mlir::Value address) {
  while (auto gep = address.getDefiningOp<mlir::LLVM::GEPOp>())
    address = gep.getBase();
  return address;
}

/// The size of a type in bytes, or 0 if it is not a constant.
inline int64_t bytesOf(mlir::Type type, const mlir::DataLayout &layout) {
  if (type.isIndex())
    return 8;
  llvm::TypeSize size = layout.getTypeSize(type);
  return size.isScalable() ? 0 : size.getFixedValue();
}

/// The offset of a struct member.
inline int64_t offsetOf(mlir::LLVM::LLVMStructType type, int64_t member,
                        const mlir::DataLayout &layout) {
  uint64_t offset = 0;
  for (auto [i, part] : llvm::enumerate(type.getBody())) {
    if (!type.isPacked())
      offset = llvm::alignTo(offset, layout.getTypeABIAlignment(part));
    if (int64_t(i) == member)
      break;
    offset += bytesOf(part, layout);
  }
  return offset;
}

/// Calls `constant(bytes)` and `variable(value, bytes)` for each summand of the
/// address. False if not all of them are known.
template <typename Constant, typename Variable>
bool forEachTerm(mlir::LLVM::GEPOp gep, const mlir::DataLayout &layout,
                 Constant constant, Variable variable) {
  mlir::Type type = gep.getElemType();
  bool isFirst = true;
  for (auto index : gep.getIndices()) {
    auto number = mlir::dyn_cast<mlir::IntegerAttr>(index);
    if (!isFirst) {
      if (auto array = mlir::dyn_cast<mlir::LLVM::LLVMArrayType>(type)) {
        type = array.getElementType();
      } else if (auto structure =
                     mlir::dyn_cast<mlir::LLVM::LLVMStructType>(type);
                 structure && number) {
        type = structure.getBody()[number.getInt()];
        constant(offsetOf(structure, number.getInt(), layout));
        continue;
      } else {
        return false;
      }
    }
    isFirst = false;
    if (number)
      constant(number.getInt() * bytesOf(type, layout));
    else
      variable(mlir::cast<mlir::Value>(index), bytesOf(type, layout));
  }
  return true;
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_ADDRESSTERMS_H
