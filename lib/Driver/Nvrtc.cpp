//===- Nvrtc.cpp - Compilations that programs ask for ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Nvrtc.h"
#include "../../runtime/include/nvrtc.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Exec.h"
#include "heddle/Driver/LinkerCommand.h"
#include "heddle/Driver/ProgramCache.h"
#include "heddle/Frontend/NameExpressions.h"
#include "heddle/Support/Records.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <unistd.h>

using namespace heddle;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

/// Where the files of a request appear to be. The library removes it from the
/// messages.
constexpr llvm::StringLiteral memoryFolder = "/heddle-nvrtc/";

struct Request {
  std::string bytes;
  std::string name;
  std::string source;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> options;
  std::vector<std::string> expressions;
};

struct Result {
  nvrtcResult status = NVRTC_ERROR_INTERNAL_ERROR;
  std::string image;
  ModuleSymbols symbols;
};

std::optional<Request> readRequest() {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return std::nullopt;
  Request request;
  request.bytes = (*input)->getBuffer().str();
  auto records = readRecords(request.bytes);
  if (!records)
    return std::nullopt;
  for (Record &record : *records) {
    StringRef kind = record.kind;
    if (kind == "name")
      request.name = std::move(record.text);
    else if (kind == "source")
      request.source = std::move(record.text);
    else if (kind == "header")
      request.headers.emplace_back(std::move(record.text), "");
    else if (kind == "contents" && !request.headers.empty())
      request.headers.back().second = std::move(record.text);
    else if (kind == "option")
      request.options.push_back(std::move(record.text));
    else if (kind == "expression")
      request.expressions.push_back(std::move(record.text));
  }
  return request;
}

/// The symbols as PTX declares them, for programs that look for a name there.
std::string declare(const ModuleSymbols &symbols) {
  std::string text = ".version 8.7\n.target sm_80\n.address_size 64\n\n";
  for (const ModuleSymbols::Variable &variable : symbols.variables)
    text += (llvm::Twine(variable.isConstant ? ".const" : ".global") +
             " .align " + llvm::Twine(variable.alignment) + " .b8 " +
             variable.name + "[" + llvm::Twine(variable.bytes) + "];\n")
                .str();
  for (const std::string &kernel : symbols.kernels)
    text += ".visible .entry " + kernel + "(\n)\n{\n\tret;\n}\n";
  return text;
}

std::string writeResult(const Result &result) {
  std::string bytes;
  appendRecord(bytes, "status", std::to_string(result.status));
  appendRecord(bytes, "image", result.image);
  appendRecord(bytes, "declarations", declare(result.symbols));
  for (const std::string &name : result.symbols.expressions)
    appendRecord(bytes, "name", name);
  return bytes;
}

void write(std::string bytes) {
  appendRecord(bytes, "end", "");
  llvm::outs() << bytes;
  llvm::outs().flush();
}

std::string inMemory(StringRef name) {
  return llvm::sys::path::is_absolute(name) ? name.str()
                                            : (memoryFolder + name).str();
}

/// A folder that goes away with the object.
struct ScratchFolder {
  llvm::SmallString<128> path;
  ScratchFolder() { fs::createUniqueDirectory("heddle-nvrtc", path); }
  ~ScratchFolder() { fs::remove_directories(path); }
  std::string operator/(StringRef name) const {
    return (path + "/" + name).str();
  }
};

/// One compilation of a request.
class Program {
public:
  Program(const Request &request, const NvrtcOptions &options,
          const Installation &installation)
      : request(request), options(options), installation(installation) {}

  Result compile();
  /// The files on disk that were read. After compile().
  std::vector<std::string> dependencies() const;

private:
  CompileOptions compileOptions();
  bool link(const std::string &object, const std::string &output);

  const Request &request;
  const NvrtcOptions &options;
  const Installation &installation;
  ScratchFolder scratch;
};

/// The compilation of the source with what its options and name expressions
/// put around it.
CompileOptions Program::compileOptions() {
  CompileOptions compile = options.compile;
  compile.deviceOnly = true;
  compile.installDir = installation.root;
  compile.input = inMemory(request.name);
  compile.output = scratch / "object.o";
  std::string source = request.source;
  // After the built-in declarations, which a macro could break, and before the
  // program's headers.
  std::string prologue = options.macros +
                         "#ifdef NDEBUG\n#undef assert\n"
                         "#define assert(condition) ((void)0)\n#endif\n";
  if (options.defaultDevice) {
    prologue += "#pragma clang force_cuda_host_device begin\n"
                "#pragma clang attribute push(__attribute__((device)), "
                "apply_to = variable(is_global))\n"
                // Clang reads the next token before it obeys a pragma, and that
                // must not be one of a header that has other rules.
                "struct __heddle_default_device;\n";
    source += "\n#pragma clang attribute pop\n"
              "#pragma clang force_cuda_host_device end\n";
  }
  source += declareNameExpressions(request.expressions);
  compile.files[compile.input] = source;
  for (const auto &[name, contents] : request.headers)
    compile.files.try_emplace(inMemory(name), contents);
  std::string prologueFile = inMemory(".options.h");
  compile.files[prologueFile] = prologue;
  compile.clangArgs.insert(compile.clangArgs.begin(),
                           {"-I", memoryFolder.str(), "-isystem",
                            installation.includeDir() + "/heddle/rtc",
                            "-D__CUDACC_RTC__=1", "-include", prologueFile});
  if (options.sourceInclude) {
    StringRef folder = llvm::sys::path::parent_path(request.name);
    compile.clangArgs.insert(compile.clangArgs.end(),
                             {"-iquote", folder.empty() ? "." : folder.str()});
  }
  for (const char *word :
       {"-fPIC", "-Wno-pragma-clang-attribute", "-fno-color-diagnostics",
        // In the form of NVRTC: name(line): error: …
        "-fdiagnostics-format=msvc", "-fno-show-column", "-MD", "-MT", "x",
        "-MF"})
    compile.clangArgs.push_back(word);
  compile.clangArgs.push_back(scratch / "dependencies");
  return compile;
}

/// Makes a module as `heddle -cubin` does.
bool Program::link(const std::string &object, const std::string &output) {
  Invocation invocation;
  invocation.installation = installation;
  invocation.shared = true;
  invocation.linkFlags = {"-Wl,-Bsymbolic"};
  invocation.linkItems = {{std::nullopt, object}};
  return runCommand(linkerCommand(linkJob(invocation, {}, output).argv)) == 0;
}

Result Program::compile() {
  Result result;
  int code = compileCuda(compileOptions(), &result.symbols);
  if (code == internalErrorCode)
    error("the compiler failed");
  if (code != 0) {
    result.status = code == internalErrorCode ? NVRTC_ERROR_INTERNAL_ERROR
                                              : NVRTC_ERROR_COMPILATION;
    return result;
  }
  if (!link(scratch / "object.o", scratch / "module"))
    return result;
  auto image = llvm::MemoryBuffer::getFile(scratch / "module");
  if (!image)
    return result;
  result.image = (*image)->getBuffer().str();
  result.status = NVRTC_SUCCESS;
  return result;
}

std::vector<std::string> Program::dependencies() const {
  std::vector<std::string> files;
  for (const std::string &file : readDependencies(scratch / "dependencies")) {
    llvm::SmallString<128> path(file);
    fs::make_absolute(path);
    if (fs::exists(path))
      files.push_back(path.str().str());
  }
  return files;
}

/// What standard error has, if it is a file, as the library makes it.
std::string readMessages() {
  fs::file_status status;
  if (fs::status(STDERR_FILENO, status) || !fs::is_regular_file(status))
    return "";
  auto text = llvm::MemoryBuffer::getOpenFileSlice(STDERR_FILENO, "messages",
                                                   status.getSize(), 0);
  return text ? (*text)->getBuffer().str() : "";
}

/// The entry of a request. Nothing if the user wants no cache.
std::optional<CacheEntry> findEntry(const Request &request,
                                    const NvrtcOptions &options,
                                    const Installation &installation) {
  auto setting = llvm::sys::Process::GetEnv("HEDDLE_NVRTC_CACHE");
  if (!options.cache || (setting && *setting == "0"))
    return std::nullopt;
  llvm::SmallString<128> directory;
  fs::current_path(directory);
  return CacheEntry::create(
      {"nvrtc", HEDDLE_VERSION, fileIdentity(installation.executable),
       fileIdentity(installation.runtime()), llvm::sys::getHostCPUName().str(),
       directory.str().str(), request.bytes});
}

/// Writes the result of an earlier compilation.
bool writeCached(const CacheEntry &entry) {
  std::optional<std::string> file = entry.lookup();
  if (!file)
    return false;
  auto stored = llvm::MemoryBuffer::getFile(*file);
  if (!stored)
    return false;
  auto records = readRecords((*stored)->getBuffer().str());
  if (!records)
    return false;
  for (const Record &record : *records)
    if (record.kind == "messages")
      llvm::errs() << record.text;
  llvm::outs() << (*stored)->getBuffer();
  llvm::outs().flush();
  return true;
}

void store(CacheEntry &entry, std::string bytes,
           llvm::ArrayRef<std::string> files) {
  std::string path = entry.newProgram();
  appendRecord(bytes, "messages", readMessages());
  appendRecord(bytes, "end", "");
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code)
    return;
  out << bytes;
  out.close();
  // Entries are programs elsewhere.
  if (!out.has_error() && !fs::setPermissions(path, fs::all_read | fs::all_exe))
    entry.store(path, files);
  entry.removeOldEntries();
}

} // namespace

int heddle::nvrtcMain(const Installation &installation) {
  std::optional<Request> request = readRequest();
  if (!request) {
    error("'--nvrtc-request' is for NVRTC only");
    return 1;
  }
  // NVRTC has no such search paths.
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    unsetenv(name);
  NvrtcOptions options;
  std::string message = readNvrtcOptions(request->options, options);
  if (!message.empty()) {
    llvm::errs() << "nvrtc: error: " << message << '\n';
    write(writeResult({NVRTC_ERROR_INVALID_OPTION, "", {}}));
    return 0;
  }
  std::optional<CacheEntry> entry = findEntry(*request, options, installation);
  if (entry && writeCached(*entry))
    return 0;
  Program program(*request, options, installation);
  Result result = program.compile();
  std::string bytes = writeResult(result);
  write(bytes);
  if (entry && result.status == NVRTC_SUCCESS)
    store(*entry, bytes, program.dependencies());
  return 0;
}
