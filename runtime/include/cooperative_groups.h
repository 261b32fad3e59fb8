//===- cooperative_groups.h - Not supported yet -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#error                                                                         \
    "heddle: cooperative groups (<cooperative_groups.h>) are not supported yet"
