//===- nvToolsExt.h - The older place of nvtx3/nvToolsExt.h -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTOOLSEXT_H
#define HEDDLE_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif // HEDDLE_NVTOOLSEXT_H
