//===- host_config.h - Everything is in host_defines.h ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CRT_HOST_CONFIG_H
#define HEDDLE_CRT_HOST_CONFIG_H

#include "../host_defines.h"

#endif // HEDDLE_CRT_HOST_CONFIG_H
