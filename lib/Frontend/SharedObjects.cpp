//===- SharedObjects.cpp - Shared variables with constructors -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedObjects.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using llvm::StringRef;

void SharedObjects::add(const SharedObjects &others) {
  for (const auto &file : others.positions)
    positions[file.getKey()].insert(file.second.begin(), file.second.end());
}

void SharedObjectFinder::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                          const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (info.getID() == clang::diag::err_shared_var_init &&
      info.hasSourceManager()) {
    const clang::SourceManager &sources = info.getSourceManager();
    clang::SourceLocation place = sources.getFileLoc(info.getLocation());
    found.add(sources.getFilename(place), sources.getFileOffset(place));
  }
}

/// Whether a list of declarators or template arguments has a comma between
/// declarators.
static bool declaresSeveral(StringRef text) {
  int depth = 0;
  for (char c : text) {
    depth += StringRef("<([").contains(c) - StringRef(">)]").contains(c);
    if (c == ',' && depth == 0)
      return true;
  }
  return false;
}

/// `__shared__ T name[2];`, with `name` at an offset, becomes
/// `__shared__ union U { U() {} ~U() {} T name[2]; } u; auto &name = u.name;`
static bool wrapOne(std::string &text, size_t at) {
  static constexpr llvm::StringLiteral keyword = "__shared__";
  StringRef all = text;
  size_t begin = all.take_front(at).rfind(keyword), end = all.find(';', at);
  if (begin == StringRef::npos || end == StringRef::npos)
    return false;
  begin += keyword.size();
  StringRef type = all.slice(begin, at), declarator = all.slice(at, end);
  StringRef name = declarator.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_'; });
  StringRef dimensions = declarator.drop_front(name.size()).trim();
  if (name.empty() || type.find_first_of(";{}") != StringRef::npos ||
      declaresSeveral(type) ||
      !(dimensions.empty() ||
        (dimensions.starts_with("[") && dimensions.ends_with("]"))))
    return false;
  std::string memory = ("__heddle_shared_" + name).str();
  std::string wrapper = memory + "_type";
  std::string wrapped = " union " + wrapper + " { __device__ " + wrapper +
                        "() {} __device__ ~" + wrapper + "() {} " + type.str() +
                        declarator.str() + "; } " + memory + "; auto &" +
                        name.str() + " = " + memory + "." + name.str();
  text.replace(begin, end - begin, wrapped);
  return true;
}

bool SharedObjects::wrap(StringRef file, std::string &text) const {
  auto known = positions.find(file);
  if (known == positions.end())
    return false;
  bool changed = false;
  // From the end, so that the positions before stay valid.
  for (unsigned at : llvm::reverse(known->second))
    changed |= at < text.size() && wrapOne(text, at);
  return changed;
}
