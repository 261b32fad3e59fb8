//===- NvrtcOptions.cpp - The options of nvrtcCompileProgram --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Nvrtc.h"
#include "heddle/Support/Architectures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace heddle;
using llvm::StringRef;

namespace {

enum class Takes {
  Nothing,
  Truth,    ///< `=true` or `=false`
  Equals,   ///< `=value`
  Value,    ///< `=value`, or the next word
  Anything, ///< `=value` or nothing
};

/// Sets what a value means. Returns whether it is valid.
using Effect = bool (*)(NvrtcOptions &, StringRef value);

struct NvrtcOption {
  StringRef name;  ///< After `--`.
  StringRef other; ///< After `-`; may be empty.
  Takes takes;
  Effect effect;
};

bool nothing(NvrtcOptions &, StringRef) { return true; }
bool refused(NvrtcOptions &, StringRef) { return false; }

void toClang(NvrtcOptions &options, std::initializer_list<StringRef> words) {
  for (StringRef word : words)
    options.compile.clangArgs.push_back(word.str());
}

bool setArchitecture(NvrtcOptions &, StringRef value) {
  if (!value.consume_front("sm_") && !value.consume_front("compute_"))
    return false;
  if (value.ends_with("a") || value.ends_with("f"))
    value = value.drop_back();
  int number;
  return !value.getAsInteger(10, number) &&
         llvm::is_contained(architectures, number);
}

bool setStandard(NvrtcOptions &options, StringRef value) {
  if (!llvm::is_contained({"c++03", "c++11", "c++14", "c++17", "c++20"}, value))
    return false;
  // Our headers need C++11.
  std::string word = "-std=";
  word += value == "c++03" ? "c++11" : value;
  toClang(options, {word});
  return true;
}

/// All that NVRTC documents. What has no effect tunes or describes GPU code, or
/// is about diagnostics of another compiler.
const NvrtcOption table[] = {
    {"gpu-architecture", "arch", Takes::Value, setArchitecture},
    {"std", "std", Takes::Equals, setStandard},
    {"define-macro", "", Takes::Value,
     [](NvrtcOptions &options, StringRef value) {
       auto [name, body] = value.split('=');
       bool hasBody = value.contains('=');
       options.macros +=
           "#define " + name.str() + " " + (hasBody ? body.str() : "1") + "\n";
       return true;
     }},
    {"undefine-macro", "", Takes::Value,
     [](NvrtcOptions &options, StringRef value) {
       options.macros += "#undef " + value.str() + "\n";
       return true;
     }},
    {"include-path", "", Takes::Value,
     [](NvrtcOptions &options, StringRef value) {
       toClang(options, {"-I", value});
       return true;
     }},
    {"pre-include", "include", Takes::Value,
     [](NvrtcOptions &options, StringRef value) {
       toClang(options, {"-include", value});
       return true;
     }},
    {"device-debug", "G", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       options.compile.deviceDebug = true;
       options.compile.optLevel = 0;
       return true;
     }},
    {"generate-line-info", "lineinfo", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       return options.compile.lineInfo = true;
     }},
    {"use_fast_math", "use_fast_math", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       return options.compile.fastMath = true;
     }},
    {"fmad", "fmad", Takes::Truth,
     [](NvrtcOptions &options, StringRef value) {
       options.compile.fmad = value == "true";
       return true;
     }},
    {"relocatable-device-code", "rdc", Takes::Truth,
     [](NvrtcOptions &options, StringRef value) {
       options.compile.relocatable = value == "true";
       return true;
     }},
    {"device-c", "dc", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       return options.compile.relocatable = true;
     }},
    {"device-w", "dw", Takes::Nothing, nothing},
    {"device-as-default-execution-space", "default-device", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       return options.defaultDevice = true;
     }},
    {"disable-warnings", "w", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       toClang(options, {"-w"});
       return true;
     }},
    {"no-cache", "no-cache", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       options.cache = false;
       return true;
     }},
    {"no-source-include", "no-source-include", Takes::Nothing,
     [](NvrtcOptions &options, StringRef) {
       options.sourceInclude = false;
       return true;
     }},
    // There is no such code for a CPU.
    {"dlink-time-opt", "dlto", Takes::Nothing, refused},
    {"gen-opt-lto", "gen-opt-lto", Takes::Nothing, refused},
    {"optix-ir", "optix-ir", Takes::Nothing, refused},

    {"ftz", "ftz", Takes::Truth, nothing},
    {"prec-div", "prec-div", Takes::Truth, nothing},
    {"prec-sqrt", "prec-sqrt", Takes::Truth, nothing},
    {"extensible-whole-program", "ewp", Takes::Nothing, nothing},
    {"dopt", "dopt", Takes::Equals, nothing},
    {"ptxas-options", "Xptxas", Takes::Value, nothing},
    {"maxrregcount", "maxrregcount", Takes::Value, nothing},
    {"extra-device-vectorization", "extra-device-vectorization", Takes::Nothing,
     nothing},
    {"modify-stack-limit", "modify-stack-limit", Takes::Truth, nothing},
    {"jump-table-density", "jtd", Takes::Value, nothing},
    {"device-stack-protector", "device-stack-protector", Takes::Truth, nothing},
    {"split-compile", "split-compile", Takes::Equals, nothing},
    {"frandom-seed", "frandom-seed", Takes::Equals, nothing},
    {"restrict", "restrict", Takes::Nothing, nothing},
    {"device-int128", "device-int128", Takes::Nothing, nothing},
    {"builtin-move-forward", "builtin-move-forward", Takes::Truth, nothing},
    {"builtin-initializer-list", "builtin-initializer-list", Takes::Truth,
     nothing},
    {"minimal", "minimal", Takes::Nothing, nothing},
    {"time", "time", Takes::Equals, nothing},
    {"fdevice-time-trace", "fdevice-time-trace", Takes::Equals, nothing},
    {"optimization-info", "opt-info", Takes::Value, nothing},
    {"display-error-number", "err-no", Takes::Nothing, nothing},
    {"no-display-error-number", "no-err-no", Takes::Nothing, nothing},
    {"diag-error", "diag-error", Takes::Value, nothing},
    {"diag-warn", "diag-warn", Takes::Value, nothing},
    {"diag-suppress", "diag-suppress", Takes::Value, nothing},
    {"brief-diagnostics", "brief-diag", Takes::Truth, nothing},
    // The cache of whole programs makes compiled headers unnecessary.
    {"pch", "pch", Takes::Nothing, nothing},
    {"create-pch", "create-pch", Takes::Equals, nothing},
    {"use-pch", "use-pch", Takes::Equals, nothing},
    {"pch-dir", "pch-dir", Takes::Equals, nothing},
    {"pch-verbose", "pch-verbose", Takes::Anything, nothing},
    {"pch-messages", "pch-messages", Takes::Anything, nothing},
    {"instantiate-templates-in-pch", "instantiate-templates-in-pch",
     Takes::Anything, nothing},
};

/// -D, -U and -I, with their value in the same word or the next.
const NvrtcOption *findLetter(StringRef word) {
  StringRef name = word.starts_with("-D")   ? "define-macro"
                   : word.starts_with("-U") ? "undefine-macro"
                   : word.starts_with("-I") ? "include-path"
                                            : "";
  return name.empty() ? nullptr
                      : llvm::find_if(table, [&](const NvrtcOption &o) {
                          return o.name == name;
                        });
}

const NvrtcOption *find(StringRef word) {
  StringRef name = word.split('=').first;
  for (const NvrtcOption &option : table)
    if (name == "--" + option.name.str() ||
        (!option.other.empty() && name == "-" + option.other.str()))
      return &option;
  return nullptr;
}

std::string described(const NvrtcOption &option) {
  std::string text = "--" + option.name.str();
  if (!option.other.empty())
    text += " (-" + option.other.str() + ")";
  return text;
}

} // namespace

std::string heddle::readNvrtcOptions(llvm::ArrayRef<std::string> words,
                                     NvrtcOptions &options) {
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i];
    const NvrtcOption *option = find(word);
    bool hasValue = option && word.contains('=');
    StringRef value = word.split('=').second;
    if (!option && (option = findLetter(word))) {
      value = word.drop_front(2);
      hasValue = !value.empty();
    }
    if (!option || (hasValue && option->takes == Takes::Nothing))
      return "unrecognized option " + words[i] + " found";
    if (!hasValue && option->takes == Takes::Value && i + 1 < words.size()) {
      value = words[++i];
      hasValue = true;
    }
    if (!hasValue &&
        (option->takes == Takes::Value || option->takes == Takes::Equals))
      return described(*option) + " expects a value";
    if (option->takes == Takes::Truth && value != "true" && value != "false")
      return described(*option) + " expects true or false";
    if (option->effect(options, value))
      continue;
    if (option->takes == Takes::Nothing)
      return described(*option) +
             " is not supported: Heddle makes neither LTO IR nor OptiX IR";
    return "invalid value for " + described(*option);
  }
  return "";
}
