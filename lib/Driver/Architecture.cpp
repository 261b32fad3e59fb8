//===- Architecture.cpp - -arch, -code and -gencode -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/HostFlags.h"
#include "heddle/Driver/Invocation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using llvm::StringRef;

/// sm_80, compute_90a, lto_75 and similar names. New ones appear every year, so
/// only the form is checked.
static bool isArchitecture(StringRef name) {
  if (!name.consume_front("sm_") && !name.consume_front("compute_") &&
      !name.consume_front("lto_"))
    return false;
  if (name.ends_with("a") || name.ends_with("f"))
    name = name.drop_back();
  return (name.size() == 2 || name.size() == 3) &&
         llvm::all_of(name, llvm::isDigit);
}

bool heddle::checkArchitecture(StringRef spelling, StringRef value) {
  for (const std::string &name : splitList(value))
    if (!isArchitecture(name) &&
        !llvm::is_contained({"native", "all", "all-major"}, name))
      return error("'" + name + "' in '" + spelling +
                   "' is not a CUDA architecture (such as sm_80, compute_80 "
                   "or native)");
  return true;
}

bool heddle::checkGencode(StringRef spelling, StringRef value) {
  // arch=compute_80,code=[sm_80,compute_80], with optional brackets, and with
  // quotes that Makefiles pass on.
  std::string text;
  for (char c : value)
    if (!StringRef("[]\"\\ ").contains(c))
      text += c;
  StringRef rest = text;
  bool wellFormed = rest.consume_front("arch=");
  auto [arch, code] = rest.split(",code=");
  if (!wellFormed || arch.empty() || (code.empty() && rest.contains(',')))
    return error("'" + value + "' in '" + spelling +
                 "' is not of the form arch=compute_80,code=sm_80");
  return checkArchitecture(spelling, arch) && checkArchitecture(spelling, code);
}
