//===- Advice.h - Advice about managed memory -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ADVICE_H
#define HEDDLE_RUNTIME_ADVICE_H

#include "Memory.h"

namespace heddle::rt {

/// Call this when the memory is freed.
void forgetAdvice(const Allocation &allocation);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_ADVICE_H
