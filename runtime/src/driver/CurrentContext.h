//===- CurrentContext.h - The runtime API makes a context current ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_CURRENTCONTEXT_H
#define HEDDLE_RUNTIME_DRIVER_CURRENTCONTEXT_H

#include "Thread.h"

namespace heddle::rt {

/// What cuInit does. Calls of the runtime API that take or name a device do it
/// too, before there is a context.
void initializeDriver();

/// Makes the primary context of the thread's device current, in place of the
/// one that is.
void enterPrimaryContext();

/// Calls of the runtime API that need a context make the primary one current if
/// there is none, so that the driver API can be used after them.
inline void useContext() {
  if (!thisThread().inContext)
    enterPrimaryContext();
}

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_DRIVER_CURRENTCONTEXT_H
