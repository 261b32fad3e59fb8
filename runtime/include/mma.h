//===- mma.h - Not supported yet --------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#error "heddle: warp matrix operations (<mma.h>) are not supported yet"
