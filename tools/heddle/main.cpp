//===- main.cpp - The compiler driver -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Driver.h"

int main(int argc, char **argv) {
  return heddle::driverMain(argc, const_cast<const char **>(argv));
}
