//===- HostFlags.cpp - Flags of gcc and Clang -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/HostFlags.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"

using namespace heddle;
using llvm::StringRef;

/// Whether a comma after this prefix of a flag belongs to the flag:
/// -Wl,-rpath,dir.
static bool takesCommas(StringRef flag) {
  return llvm::is_contained({"-Wl", "-Wa", "-Wp"}, flag.split(',').first);
}

std::vector<std::string> heddle::splitHostFlags(StringRef value) {
  std::vector<std::string> flags;
  std::string flag;
  bool started = false;
  char quote = 0;
  auto finish = [&] {
    if (started)
      flags.push_back(std::move(flag));
    flag.clear();
    started = false;
  };
  for (size_t i = 0; i < value.size(); ++i) {
    char c = value[i];
    if (c == '\\' && quote != '\'' && i + 1 < value.size()) {
      flag += value[++i];
      started = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        flag += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      started = true;
    } else if (llvm::isSpace(c)) {
      finish();
    } else if (c == ',' && !takesCommas(flag)) {
      finish();
    } else {
      flag += c;
      started = true;
    }
  }
  finish();
  return flags;
}

/// Whether a part of a -D list is a definition: NAME or NAME=value.
static bool isDefinition(StringRef piece) {
  StringRef name = piece.split('=').first;
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::vector<std::string> heddle::splitDefinitions(StringRef value) {
  llvm::SmallVector<StringRef> pieces;
  value.split(pieces, ',');
  if (!llvm::all_of(pieces, isDefinition))
    return {value.str()};
  return {pieces.begin(), pieces.end()};
}

std::vector<std::string> heddle::splitList(StringRef value) {
  std::vector<std::string> pieces;
  for (StringRef piece : llvm::split(value, ','))
    if (!piece.empty())
      pieces.push_back(piece.str());
  return pieces;
}

bool heddle::isLinkFlag(StringRef flag) {
  static const StringRef exact[] = {"-rdynamic",
                                    "-static-libgcc",
                                    "-static-libstdc++",
                                    "-pie",
                                    "-no-pie",
                                    "-nopie",
                                    "-s",
                                    "-shared",
                                    "-static-pie",
                                    "-nostdlib",
                                    "-nodefaultlibs",
                                    "-nostartfiles",
                                    "-static-libasan"};
  static const StringRef prefixes[] = {"-Wl,", "-l", "-L", "-fuse-ld=", "-z"};
  return llvm::is_contained(exact, flag) ||
         llvm::any_of(prefixes, [&](StringRef prefix) {
           return flag.starts_with(prefix);
         });
}

bool heddle::isQueryFlag(StringRef flag) {
  static const StringRef exact[] = {"--version", "-dumpversion",
                                    "-dumpfullversion", "-dumpmachine",
                                    "-dumpspecs"};
  return llvm::is_contained(exact, flag) || flag.starts_with("-print-") ||
         flag.starts_with("--print-");
}

/// Parses one flag as Clang's driver does.
static std::unique_ptr<llvm::opt::Arg>
parseForClang(llvm::opt::InputArgList &list) {
  unsigned index = 0;
  return clang::getDriverOptTable().ParseOneArg(
      list, index, llvm::opt::Visibility(clang::options::ClangOption));
}

bool heddle::isClangFlag(StringRef flag) {
  std::string text = flag.str();
  const char *argv[] = {text.c_str(), ""};
  llvm::opt::InputArgList list(argv, argv + 2);
  std::unique_ptr<llvm::opt::Arg> arg = parseForClang(list);
  return arg && !arg->getOption().matches(clang::options::OPT_UNKNOWN) &&
         !arg->getOption().matches(clang::options::OPT_INPUT);
}

/// Whether Clang accepts the flag only for compatibility with gcc, and warns
/// that it has no effect.
static bool isIgnoredByClang(StringRef flag) {
  namespace options = clang::options;
  std::string text = flag.str();
  const char *argv[] = {text.c_str(), ""};
  llvm::opt::InputArgList list(argv, argv + 2);
  std::unique_ptr<llvm::opt::Arg> arg = parseForClang(list);
  return arg && (arg->getOption().matches(options::OPT_clang_ignored_f_Group) ||
                 arg->getOption().matches(
                     options::OPT_clang_ignored_gcc_optimization_f_Group) ||
                 arg->getOption().matches(options::OPT_clang_ignored_m_Group));
}

bool heddle::isGccOnlyFlag(StringRef flag) {
  // gcc's optimization, tuning and output flags. Warning flags need no entry:
  // Clang accepts unknown ones.
  static const StringRef prefixes[] = {"allow-store-data-races",
                                       "auto-inc-dec",
                                       "avx256-split-unaligned",
                                       "checking",
                                       "cld",
                                       "combine-stack-adjustments",
                                       "compare-elim",
                                       "concepts",
                                       "cprop-registers",
                                       "crossjumping",
                                       "cse-",
                                       "dce",
                                       "delayed-branch",
                                       "diagnostics-plain-output",
                                       "diagnostics-urls",
                                       "early-inlining",
                                       "enforce-eh-specs",
                                       "ext-numeric-literals",
                                       "forward-propagate",
                                       "function-cse",
                                       "gnu-unique",
                                       "graphite",
                                       "guess-branch-probability",
                                       "hoist-adjacent-loads",
                                       "if-conversion",
                                       "incoming-stack-boundary",
                                       "indirect-inlining",
                                       "ipa-",
                                       "ira-",
                                       "keep-inline-dllexport",
                                       "lifetime-dse",
                                       "loop-",
                                       "lto-partition",
                                       "max-errors",
                                       "new-ttp-matching",
                                       "nothrow-opt",
                                       "optimize-strlen",
                                       "partial-inlining",
                                       "predictive-commoning",
                                       "preferred-stack-boundary",
                                       "printf-return-value",
                                       "rerun-",
                                       "sched",
                                       "section-anchors",
                                       "selective-scheduling",
                                       "shrink-wrap",
                                       "simd-cost-model",
                                       "split-",
                                       "stdarg-opt",
                                       "store-merging",
                                       "thread-jumps",
                                       "toplevel-reorder",
                                       "tree-",
                                       "vect-cost-model",
                                       "veclibabi"};
  if (isClangFlag(flag))
    return isIgnoredByClang(flag);
  StringRef name = flag;
  if (!name.consume_front("-f") && !name.consume_front("-m"))
    return false;
  name.consume_front("no-");
  return llvm::any_of(
      prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

std::string heddle::nearestClangFlag(StringRef flag, unsigned maximumDistance) {
  std::string nearest;
  unsigned distance = clang::getDriverOptTable().findNearest(
      flag, nearest, llvm::opt::Visibility(clang::options::ClangOption),
      /*MinimumLength=*/4, maximumDistance);
  return distance <= maximumDistance ? nearest : "";
}
