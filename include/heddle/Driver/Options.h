//===- Options.h - The option table -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_OPTIONS_H
#define HEDDLE_DRIVER_OPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/StringSaver.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

namespace options {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "heddle/Driver/Options.inc"
#undef OPTION
};
} // namespace options

const llvm::opt::OptTable &optionTable();

/// The command line in a form that the option table can parse: response files
/// and options files are expanded, NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS are
/// added, and ambiguous spellings of nvcc (`-O 3`, `-Werror all-warnings`) are
/// joined. The strings live as long as `saver`.
std::optional<llvm::SmallVector<const char *, 0>>
expandCommandLine(llvm::ArrayRef<const char *> args, llvm::StringSaver &saver);

/// The position of the first input in `args`, or their number if there is none.
size_t firstInput(llvm::ArrayRef<const char *> args);

/// Parses the options. Reports unknown ones, with the nearest known one, and
/// missing values.
std::optional<llvm::opt::InputArgList>
parseOptions(llvm::ArrayRef<const char *> args);

} // namespace heddle

#endif // HEDDLE_DRIVER_OPTIONS_H
