//===- OptionEffects.cpp - The effect of each option ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvocationReader.h"
#include "heddle/Driver/HostFlags.h"
#include "heddle/Driver/Options.h"
#include "heddle/Driver/Pipeline.h"
#include "heddle/Frontend/OtherToolkits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include <csignal>
#include <thread>

using namespace heddle;
using namespace heddle::options;
using namespace llvm::opt;
using llvm::StringRef;

/// Accepts nvcc's -I=dir as well as -Idir.
static StringRef letterValue(const Arg &arg) {
  StringRef value = arg.getValue();
  value.consume_front("=");
  return value;
}

void InvocationReader::readOptLevel(StringRef value) {
  std::string level = llvm::StringSwitch<std::string>(value)
                          .Cases({"0", "1", "2", "3"}, value.str())
                          .Cases({"", "s", "z", "g"}, "2")
                          .Case("fast", "3")
                          .Default("");
  if (level.empty())
    return fail("'" + value +
                "' is not an optimization level; use 0, 1, 2 or 3");
  result.optLevel = level;
}

void InvocationReader::readStd(StringRef value) {
  StringRef year = value;
  if (!year.consume_front("c++") && !year.consume_front("gnu++"))
    return fail("'" + value +
                "' is not a C++ standard; use c++11, c++14, "
                "c++17, c++20 or c++23");
  if (!llvm::is_contained(
          {"03", "11", "14", "17", "20", "23", "2a", "2b", "26"}, year))
    return fail("unknown C++ standard '" + value +
                "'; use c++11, c++14, c++17, c++20 or c++23");
  result.std = value.str();
}

bool InvocationReader::readBool(const Arg &arg) {
  StringRef value = arg.getValue();
  if (value != "true" && value != "false")
    fail("'" + spelling(arg) + "' must be true or false");
  return value == "true";
}

void InvocationReader::readThreads(const llvm::opt::Arg &arg,
                                   unsigned &threads) {
  if (StringRef(arg.getValue()).getAsInteger(10, threads))
    fail("'" + spelling(arg) + "' must be a number of threads");
}

void InvocationReader::readLibrary(StringRef name) {
  // Heddle's runtime replaces these libraries and is always linked.
  if (llvm::is_contained({"cudart", "cudart_static", "cuda", "cudadevrt",
                          "nvToolsExt", "nvtx3interop", "culibos"},
                         name))
    return;
  // Heddle has libraries of its own for these, also on machines with CUDA's.
  StringRef library =
      llvm::StringSwitch<StringRef>(name)
          .Cases({"cublas", "cublas_static", "cublasLt", "cublasLt_static"},
                 "heddle_cublas")
          .Cases({"curand", "curand_static"}, "heddle_curand")
          .Case("nvidia-ml", "heddle_nvml")
          .Cases({"nvrtc", "nvrtc_static", "nvrtc-builtins",
                  "nvrtc-builtins_static"},
                 "heddle_nvrtc")
          .Default(name);
  result.linkItems.push_back({std::nullopt, ("-l" + library).str()});
}

/// Clang itself emits the checks of UndefinedBehaviorSanitizer. The other
/// sanitizers listed here have an LLVM pass that Codegen runs.
void InvocationReader::readSanitizers(StringRef names) {
  for (const std::string &name : splitList(names)) {
    if (llvm::is_contained({"memory", "kernel-memory", "kernel-address",
                            "hwaddress", "kernel-hwaddress", "dataflow",
                            "memtag", "type", "numerical", "realtime",
                            "safe-stack", "shadow-call-stack", "fuzzer",
                            "fuzzer-no-link", "cfi", "kcfi", "all"},
                           StringRef(name)))
      return fail("'-fsanitize=" + name +
                  "' is not supported; use address, thread, leak, undefined "
                  "or one of its checks");
    result.compile.sanitized |= name != "leak";
  }
}

void InvocationReader::readDisabledPasses(StringRef names) {
  std::vector<std::string> known = optionalPasses();
  for (const std::string &name : splitList(names)) {
    if (!llvm::is_contained(known, name))
      return fail("'" + name +
                  "' is not an optional pass; '--disable-pass' accepts: " +
                  llvm::join(known, ", "));
    result.compile.disabledPasses.push_back(name);
  }
}

void InvocationReader::readHostFlag(StringRef flag) {
  if (StringRef names = flag; names.consume_front("-fsanitize="))
    readSanitizers(names);
  // Clang must not get flags that Heddle handles itself.
  if (flag.starts_with("-O")) {
    hostOptLevel = flag.drop_front(2).str();
  } else if (flag == "-g") {
    result.compile.debugInfo = true;
  } else if (flag.starts_with("-march=")) {
    result.compile.cpu = flag.drop_front(7).str();
    result.cpuGiven = true;
  } else if (flag.starts_with("-std=")) {
    readStd(flag.drop_front(5));
  } else if (flag == "-m64" || flag == "-c") {
  } else if (flag == "-m32") {
    fail("'-m32': 32-bit programs are not supported");
  } else if (flag.starts_with("-l") && flag.size() > 2) {
    readLibrary(flag.drop_front(2));
  } else if (flag.starts_with("-Wl,")) {
    // Some of these apply to the files around them: -Wl,--whole-archive.
    result.linkItems.push_back({std::nullopt, flag.str()});
  } else if (isLinkFlag(flag)) {
    result.linkFlags.push_back(flag.str());
  } else if (isGccOnlyFlag(flag)) {
    result.droppedFlags.push_back(flag.str());
  } else {
    toClang({flag.str()});
    // These apply to compiling and linking. -fopenmp is not among them: libomp
    // is always linked, and gcc would add its own runtime. CMake reads what -v
    // prints of a link.
    if (flag == "-v" || flag == "-pthread" || flag == "-pg" ||
        flag == "--coverage" || flag.starts_with("-fsanitize") ||
        flag.starts_with("-fprofile") || flag.starts_with("-flto") ||
        flag.starts_with("--sysroot"))
      result.linkFlags.push_back(flag.str());
  }
}

/// The kinds of nvcc's -Werror that concern GPU code, for which Clang has no
/// warning.
static bool isNvccWarning(StringRef kind) {
  return llvm::is_contained({"default", "cross-execution-space-call",
                             "default-stream-launch", "missing-launch-bounds",
                             "ext-lambda-captures-this"},
                            kind);
}

/// The alternative to an option that is an error.
static StringRef insteadOf(unsigned option) {
  switch (option) {
  case OPT_nvcc_sanitize:
    return "; use '-fsanitize=address', 'thread' or 'undefined', which check "
           "kernels too";
  case OPT_time_file:
    return "; use '--time', which reports to standard error";
  case OPT_syntax_only:
    return "; use '-emit=llvm -o /dev/null' to run only Clang";
  default:
    return "";
  }
}

void InvocationReader::readOption(const Arg &arg) {
  const Option &option = arg.getOption();
  CompileOptions &compile = result.compile;
  if (option.matches(OPT_GpuOnlyGroup))
    return fail("'" + spelling(arg) +
                "' asks for GPU code, which is not available on the CPU; '-S' "
                "gives assembly and '-emit=lowered' LLVM IR");
  if (option.matches(OPT_UnsupportedGroup))
    return fail("'" + spelling(arg) + "' is not supported" +
                insteadOf(option.getID()));
  if (option.matches(OPT_IgnoredGroup))
    return;
  if (option.matches(OPT_GoalGroup))
    return readGoal(arg);
  if (option.matches(OPT_CompileValueGroup))
    return toClang({("-" + option.getName()).str(), arg.getValue()});
  if (option.matches(OPT_CompileGroup)) {
    if (option.matches(OPT_debug_kind))
      compile.debugInfo = StringRef(arg.getValue()) != "0";
    if (option.matches(OPT_no_warnings))
      return readHostFlag("-w");
    return readHostFlag(spelling(arg));
  }

  switch (option.getID()) {
  case OPT_UNKNOWN: // Only with -forward-unknown-to-host-compiler.
    return readHostFlag(spelling(arg));
  case OPT_INPUT:
    return readInput(arg.getValue());
  case OPT_cubin:
  case OPT_fatbin:
    // Its own symbols come before the program's of the same name.
    result.shared = true;
    result.moduleExtension = "." + option.getName().str();
    result.linkFlags.push_back("-Wl,-Bsymbolic");
    return;
  case OPT_output:
    result.output = arg.getValue();
    return;
  case OPT_output_dir:
    result.outputDir = arg.getValue();
    return;
  case OPT_language:
    language = letterValue(arg).str();
    if (language == "none")
      language.clear();
    else if (language == "cuda")
      language = "cu";
    else if (language != "cu" && language != "c" && language != "c++")
      fail("unknown language '" + language + "' in '-x'; use cu, c or c++");
    return;
  case OPT_include_path:
    for (std::string &dir : splitList(letterValue(arg)))
      // Build systems pass the toolkit's headers. Ours come first.
      toClang({isOtherToolkit(dir) ? "-idirafter" : "-I", dir});
    return;
  case OPT_system_include:
    for (std::string &dir : splitList(arg.getValue()))
      toClang({"-isystem", dir});
    return;
  case OPT_pre_include:
    for (std::string &file : splitList(arg.getValue()))
      toClang({"-include", file});
    return;
  case OPT_define:
    for (std::string &macro : splitDefinitions(letterValue(arg)))
      toClang({"-D", macro});
    return;
  case OPT_undefine:
    for (std::string &macro : splitList(letterValue(arg)))
      toClang({"-U", macro});
    return;
  case OPT_library_path:
    for (std::string &dir : splitList(letterValue(arg)))
      result.linkItems.push_back({std::nullopt, "-L" + dir});
    return;
  case OPT_library:
    for (std::string &name : splitList(letterValue(arg)))
      readLibrary(name);
    return;
  case OPT_write_deps:
  case OPT_write_user_deps:
    if (result.dependencies.mode.empty())
      result.dependencies.mode =
          option.matches(OPT_write_deps) ? "-MD" : "-MMD";
    return;
  case OPT_deps_file:
    result.dependencies.file = arg.getValue();
    return;
  case OPT_deps_target:
  case OPT_deps_target_quoted:
    result.dependencies.targets.insert(
        result.dependencies.targets.end(),
        {option.matches(OPT_deps_target) ? "-MT" : "-MQ", arg.getValue()});
    return;
  case OPT_deps_phony:
    result.dependencies.phony = true;
    return;
  case OPT_optimize:
  case OPT_optimize_long:
    return readOptLevel(arg.getValue());
  case OPT_debug:
    compile.debugInfo = true;
    return;
  case OPT_device_debug:
    compile.deviceDebug = true;
    result.cudaDefines.push_back("__CUDACC_DEBUG__");
    return;
  case OPT_line_info:
    compile.lineInfo = true;
    return;
  case OPT_profile:
    return readHostFlag("-pg");
  case OPT_std:
    return readStd(arg.getValue());
  case OPT_arch:
  case OPT_gpu_code:
    ok &= checkArchitecture(spelling(arg), arg.getValue());
    return;
  case OPT_gencode:
    ok &= checkGencode(spelling(arg), arg.getValue());
    return;
  case OPT_march:
    compile.cpu = arg.getValue();
    result.cpuGiven = true;
    return;
  case OPT_m32:
    return readHostFlag("-m32");
  case OPT_machine:
    if (StringRef(arg.getValue()) != "64")
      readHostFlag("-m32");
    return;
  case OPT_rdc:
    compile.relocatable = readBool(arg);
    return;
  case OPT_fast_math:
    compile.fastMath = true;
    return;
  case OPT_fmad:
    compile.fmad = readBool(arg);
    return;
  case OPT_ftz:
  case OPT_prec_div:
  case OPT_prec_sqrt:
    readBool(arg);
    return;
  case OPT_relaxed_constexpr:
    result.cudaDefines.push_back("__CUDACC_RELAXED_CONSTEXPR__");
    return;
  case OPT_extended_lambda:
    result.cudaDefines.push_back("__CUDACC_EXTENDED_LAMBDA__");
    return;
  case OPT_default_stream: {
    StringRef value = arg.getValue();
    if (value == "per-thread")
      toClang({"-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"});
    else if (value != "legacy" && value != "null")
      fail("'" + spelling(arg) + "' must be legacy, null or per-thread");
    return;
  }
  case OPT_no_exceptions:
    return toClang({"-fno-exceptions"});
  case OPT_openmp:
    return readHostFlag("-fopenmp");
  case OPT_pthread:
    return readHostFlag("-pthread");
  case OPT_warp_lockstep:
    compile.warpLockstep = true;
    return;
  case OPT_verify_launches:
    compile.verifyLaunches = true;
    return;
  case OPT_lowering: {
    std::optional<Lowering> lowering =
        llvm::StringSwitch<std::optional<Lowering>>(arg.getValue())
            .Case("auto", Lowering::Auto)
            .Case("fission", Lowering::Fission)
            .Case("fibers", Lowering::Fibers)
            .Default(std::nullopt);
    if (!lowering)
      return fail("unknown lowering '" + StringRef(arg.getValue()) +
                  "'; use auto, fission or fibers");
    compile.lowering = *lowering;
    return;
  }
  case OPT_map: {
    auto [kernel, name] = StringRef(arg.getValue()).rsplit('=');
    if (name.empty())
      std::swap(kernel, name);
    std::optional<Mapping> mapping =
        llvm::StringSwitch<std::optional<Mapping>>(name)
            .Case("auto", Mapping::Auto)
            .Case("lanes", Mapping::Lanes)
            .Case("loops", Mapping::Loops)
            .Default(std::nullopt);
    if (!mapping)
      return fail("unknown mapping '" + name + "'; use auto, lanes or loops");
    compile.mappings.emplace_back(kernel.str(), *mapping);
    return;
  }
  case OPT_report:
    for (std::string &what : splitList(arg.getValue()))
      if (what == "vectorize")
        compile.vectorizeReport = true;
      else if (what == "passes")
        compile.passReport = true;
      else
        fail("unknown report '" + what + "'; use vectorize or passes");
    return;
  case OPT_disable_pass:
    return readDisabledPasses(arg.getValue());
  case OPT_werror_kind:
    for (std::string &kind : splitList(arg.getValue()))
      if (kind == "all-warnings")
        toClang({"-Werror"});
      else if (!isNvccWarning(kind))
        toClang({"-Werror=" + kind});
    return;
  case OPT_wl:
    return readHostFlag(spelling(arg));
  case OPT_rdynamic:
  case OPT_strip:
  case OPT_pie:
  case OPT_no_pie:
  case OPT_static_libgcc:
  case OPT_static_libstdcxx:
  case OPT_relocatable_link:
    result.linkFlags.push_back(spelling(arg));
    return;
  case OPT_host_compiler: // givenHostCompiler reads it.
    return;
  case OPT_xcompiler:
    for (std::string &flag : splitHostFlags(arg.getValue())) {
      foreignWarnings |= StringRef(flag).starts_with("-W") && !isLinkFlag(flag);
      readHostFlag(flag);
    }
    return;
  case OPT_xlinker:
    for (std::string &flag : splitHostFlags(arg.getValue()))
      result.linkItems.push_back({std::nullopt, "-Xlinker=" + flag});
    return;
  case OPT_linker_script:
    // There is no device code to place, so there is no script to write.
    if (StringRef(arg.getValue()) != "use-lcs")
      fail("'" + spelling(arg) + "' is not supported");
    return;
  case OPT_shared:
    result.shared = true;
    return;
  case OPT_static_runtime:
    result.staticRuntime = true;
    return;
  case OPT_cudart:
    if (!llvm::is_contained({"none", "shared", "static", "hybrid"},
                            StringRef(arg.getValue())))
      fail("'" + spelling(arg) + "' must be none, shared or static");
    return;
  case OPT_verbose:
    result.verbose = true;
    return;
  case OPT_dryrun:
    result.dryRun = true;
    return;
  case OPT_split_compile:
    readThreads(arg, result.compile.splitCompile);
    return;
  case OPT_threads:
    readThreads(arg, result.threads);
    if (result.threads == 0)
      result.threads = std::max(1u, std::thread::hardware_concurrency());
    return;
  case OPT_keep:
    result.keep = true;
    return;
  case OPT_keep_dir:
    result.keepDir = arg.getValue();
    return;
  case OPT_time:
    compile.timeReport = true;
    return;
  case OPT_run_args:
    for (std::string &word : splitHostFlags(arg.getValue()))
      result.runArgs.push_back(word);
    return;
  case OPT_strip_attributes_for_test:
    compile.stripAttributesForTest = true;
    return;
  case OPT_check_shapes_for_test:
    compile.checkShapesForTest = true;
    return;
  case OPT_fail_kernel_for_test:
    compile.failKernelForTest = arg.getValue();
    return;
  case OPT_crash_for_test:
    result.crashForTest = SIGSEGV;
    return;
  case OPT_crash_code_for_test: {
    int code = 0;
    StringRef(arg.getValue()).getAsInteger(10, code);
    result.crashForTest = code;
    return;
  }
  default: // No effect here: -m64, -Xarchive, --version and others.
    return;
  }
}
