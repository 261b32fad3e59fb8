//===- LaunchBrackets.cpp - Launches written with spaces ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceForms.h"

#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using llvm::StringRef;

/// Finds three brackets with spaces between them, starting at `at`.
static size_t findSpread(StringRef text, char bracket, size_t at,
                         size_t &length) {
  for (size_t first = text.find(bracket, at); first != StringRef::npos;
       first = text.find(bracket, first + 1)) {
    size_t end = first + 1;
    int count = 1;
    bool spaces = false;
    while (end < text.size() && count < 3) {
      if (text[end] == bracket)
        ++count;
      else if (text[end] == ' ' || text[end] == '\t')
        spaces = true;
      else
        break;
      ++end;
    }
    if (count == 3 && spaces) {
      length = end - first;
      return first;
    }
  }
  return StringRef::npos;
}

bool heddle::joinLaunchBrackets(std::string &result) {
  // Searches work on the original text.
  std::string original;
  if (StringRef(result).contains("< <") || StringRef(result).contains("> >"))
    original = result;
  StringRef text = original;
  bool changed = false;
  auto join = [&](size_t at, size_t length, char bracket) {
    changed = true;
    result.replace(at, length,
                   std::string(3, bracket) + std::string(length - 3, ' '));
  };
  size_t at = 0, length = 0;
  while ((at = findSpread(text, '<', at, length)) != StringRef::npos) {
    StringRef before = text.take_front(at).rtrim();
    size_t open = at;
    at += length;
    // A launch follows a kernel's name or its template arguments; `operator<<
    // <T>` is not a launch.
    if (before.ends_with("operator") || before.empty() ||
        isInString(text, open) ||
        !(llvm::isAlnum(before.back()) || before.back() == '_' ||
          before.back() == '>'))
      continue;
    // The end of the configuration precedes the end of the statement and is
    // followed by arguments.
    size_t statement = text.find(';', at), closeLength = 0;
    size_t close = findSpread(text, '>', at, closeLength);
    size_t together = text.find(">>>", at);
    if (close != StringRef::npos && close < statement &&
        text.substr(close + closeLength).ltrim().starts_with("(")) {
      join(open, length, '<');
      join(close, closeLength, '>');
    } else if (together != StringRef::npos && together < statement) {
      join(open, length, '<');
    }
  }
  // In `<<<grid, block>> >` only the end has spaces.
  at = 0;
  while ((at = text.find("<<<", at)) != StringRef::npos) {
    at += 3;
    size_t statement = text.find(';', at), closeLength = 0;
    size_t close = findSpread(text, '>', at, closeLength);
    if (close != StringRef::npos && close < statement &&
        text.find(">>>", at) > statement && !isInString(text, at) &&
        text.substr(close + closeLength).ltrim().starts_with("("))
      join(close, closeLength, '>');
  }
  return changed;
}
