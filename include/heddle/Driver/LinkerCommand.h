//===- LinkerCommand.h - The linker without Clang's driver ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_LINKERCOMMAND_H
#define HEDDLE_DRIVER_LINKERCOMMAND_H

#include <string>
#include <vector>

namespace heddle {

/// The command that a `clang++` command, which only links, would run. That
/// saves the start of another compiler. The command itself if it does more.
std::vector<std::string> linkerCommand(const std::vector<std::string> &clang);

} // namespace heddle

#endif // HEDDLE_DRIVER_LINKERCOMMAND_H
