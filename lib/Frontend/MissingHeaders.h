//===- MissingHeaders.h - What CUDA's missing headers are -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_MISSINGHEADERS_H
#define HEDDLE_LIB_FRONTEND_MISSINGHEADERS_H

#include "clang/Basic/Diagnostic.h"
#include <memory>

namespace heddle {

/// Prints diagnostics as Clang does. After the error that a header was not
/// found, a note says which library of CUDA it belongs to.
std::unique_ptr<clang::DiagnosticConsumer>
explainMissingHeaders(llvm::raw_ostream &out,
                      clang::DiagnosticOptions &options);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_MISSINGHEADERS_H
