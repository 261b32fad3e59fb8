//===- DeviceAssertion.h - __assertfail in device code ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_DEVICEASSERTION_H
#define HEDDLE_LIB_FRONTEND_DEVICEASSERTION_H

#include "llvm/IR/Module.h"

namespace heddle {

/// Gives `__assertfail` a body if the module calls it: the function of every
/// GPU that a failed assertion ends in. No header declares it. Programs that
/// call it declare it themselves, with parameter types of their choice.
void defineAssertfail(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_DEVICEASSERTION_H
