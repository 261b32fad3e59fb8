//===- Options.cpp - The option table -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Options.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/HostFlags.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace heddle;
using namespace heddle::options;
using namespace llvm::opt;
using llvm::StringRef;

#define OPTTABLE_STR_TABLE_CODE
#include "heddle/Driver/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "heddle/Driver/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

static constexpr OptTable::Info infoTable[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "heddle/Driver/Options.inc"
#undef OPTION
};

namespace {
class HeddleOptTable : public GenericOptTable {
public:
  HeddleOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, infoTable) {}
};
} // namespace

const OptTable &heddle::optionTable() {
  static const HeddleOptTable table;
  return table;
}

/// The kinds that nvcc's -Werror accepts as a separate argument. Any other
/// argument after -Werror is not its value: gcc's -Werror has none.
static bool isWerrorKind(StringRef word) {
  return llvm::all_of(llvm::split(word, ','), [](StringRef kind) {
    return llvm::is_contained(
        {"all-warnings", "default", "cross-execution-space-call", "reorder",
         "default-stream-launch", "missing-launch-bounds",
         "ext-lambda-captures-this", "deprecated-declarations"},
        kind);
  });
}

static void appendEnvironment(const char *name,
                              llvm::SmallVectorImpl<const char *> &args,
                              llvm::StringSaver &saver) {
  if (std::optional<std::string> flags = llvm::sys::Process::GetEnv(name))
    llvm::cl::TokenizeGNUCommandLine(*flags, saver, args);
}

std::optional<llvm::SmallVector<const char *, 0>>
heddle::expandCommandLine(llvm::ArrayRef<const char *> args,
                          llvm::StringSaver &saver) {
  llvm::SmallVector<const char *, 0> all;
  appendEnvironment("NVCC_PREPEND_FLAGS", all, saver);
  all.append(args.begin(), args.end());
  appendEnvironment("NVCC_APPEND_FLAGS", all, saver);

  // An options file is a response file under another name.
  llvm::SmallVector<const char *, 0> withFiles;
  for (size_t i = 0; i < all.size(); ++i) {
    StringRef name = StringRef(all[i]).ltrim('-');
    std::optional<StringRef> files;
    if ((name == "optf" || name == "options-file") && i + 1 < all.size())
      files = all[++i];
    else if (name.consume_front("optf=") || name.consume_front("options-file="))
      files = name;
    if (!files) {
      withFiles.push_back(all[i]);
      continue;
    }
    for (StringRef file : llvm::split(*files, ',')) {
      if (!llvm::sys::fs::exists(file)) {
        error("no such options file: '" + file + "'");
        return std::nullopt;
      }
      withFiles.push_back(saver.save("@" + file).data());
    }
  }
  llvm::cl::ExpansionContext expansion(saver.getAllocator(),
                                       llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error failure = expansion.expandResponseFiles(withFiles)) {
    error(llvm::toString(std::move(failure)));
    return std::nullopt;
  }

  llvm::SmallVector<const char *, 0> result;
  for (size_t i = 0; i < withFiles.size(); ++i) {
    StringRef arg = withFiles[i];
    StringRef next = i + 1 < withFiles.size() ? withFiles[i + 1] : "";
    if (arg == "-O" && next.size() == 1 && StringRef("0123s").contains(next)) {
      result.push_back(saver.save("-O" + next).data());
      ++i;
    } else if (arg.starts_with("--ftemplate-") ||
               arg.starts_with("--frandom-seed") || arg == "--Wreorder" ||
               arg == "--Wno-deprecated-declarations") {
      // gcc's options, which nvcc documents with two dashes.
      result.push_back(withFiles[i] + 1);
    } else if (arg == "-m" && (next == "64" || next == "32")) {
      result.push_back(saver.save("-m" + next).data());
      ++i;
    } else if ((arg == "-Werror" || arg == "--Werror") && !next.empty() &&
               isWerrorKind(next)) {
      result.push_back(saver.save("-Werror=" + next).data());
      ++i;
    } else {
      result.push_back(withFiles[i]);
    }
  }
  return result;
}

size_t heddle::firstInput(llvm::ArrayRef<const char *> args) {
  InputArgList list(args.begin(), args.end());
  unsigned index = 0;
  while (index < args.size()) {
    unsigned here = index;
    std::unique_ptr<Arg> arg = optionTable().ParseOneArg(list, index);
    // A response file is not an input.
    if (arg && arg->getOption().matches(OPT_INPUT) && args[here][0] != '@')
      return here;
  }
  return args.size();
}

/// Reports an option that neither heddle nor Clang has.
static void reportUnknown(StringRef spelling) {
  if (spelling.starts_with("-o") && spelling.size() > 2 &&
      llvm::sys::path::has_extension(spelling)) {
    error("unknown option '" + spelling + "'; did you mean '-o " +
          spelling.drop_front(2) + "'?");
    return;
  }
  // Every name is near to a short option, so the allowed distance depends on
  // the length of the name.
  StringRef name = spelling.split('=').first;
  unsigned limit = std::max<size_t>(1, name.size() / 4);
  std::string nearest;
  unsigned distance = optionTable().findNearest(spelling, nearest, Visibility(),
                                                /*MinimumLength=*/3, limit);
  if (distance > 1) {
    std::string clangs =
        nearestClangFlag(spelling, std::min(limit, distance - 1));
    if (!clangs.empty()) {
      nearest = clangs;
      distance = 0;
    }
  }
  if (distance <= limit && !nearest.empty())
    error("unknown option '" + spelling + "'; did you mean '" + nearest + "'?");
  else
    error("unknown option '" + spelling +
          "' ('heddle --help' lists the options)");
}

std::optional<InputArgList>
heddle::parseOptions(llvm::ArrayRef<const char *> args) {
  unsigned missingIndex = 0, missingCount = 0;
  InputArgList list = optionTable().ParseArgs(args, missingIndex, missingCount);
  if (missingCount) {
    error("option '" + StringRef(list.getArgString(missingIndex)) +
          "' needs a value");
    return std::nullopt;
  }
  bool ok = true;
  bool forward = list.hasArg(OPT_forward_unknown);
  for (const Arg *arg : list) {
    std::string spelling = arg->getAsString(list);
    const Option &option = arg->getOption();
    if (option.matches(OPT_UNKNOWN)) {
      if (!forward) {
        reportUnknown(spelling);
        ok = false;
      }
    } else if (option.matches(OPT_f_any) || option.matches(OPT_m_any) ||
               option.matches(OPT_debug_kind)) {
      if (!isClangFlag(spelling) && !isGccOnlyFlag(spelling)) {
        reportUnknown(spelling);
        ok = false;
      }
    } else if (option.getKind() == Option::SeparateClass ||
               option.getKind() == Option::JoinedOrSeparateClass) {
      // Makefiles pass the value of a variable, which may be empty.
      bool handsOn = option.matches(OPT_xcompiler) ||
                     option.matches(OPT_xlinker) || option.matches(OPT_xptxas);
      if (StringRef(arg->getValue()).empty() && !handsOn) {
        error("option '" + arg->getSpelling() + "' needs a value");
        ok = false;
      }
    }
  }
  if (!ok)
    return std::nullopt;
  return list;
}
