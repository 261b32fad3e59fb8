//===- Nvrtc.cpp - Compilation at run time --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvrtc.h"
#include "CompilerProcess.h"
#include "heddle/Support/Architectures.h"
#include "heddle/Support/Records.h"
#include "heddle/module_text.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <map>

using namespace heddle;

struct _nvrtcProgram {
  std::string request; ///< The records of the source and the headers.
  std::vector<std::string> expressions;
  int (*callback)(void *, void *) = nullptr;
  void *payload = nullptr;

  bool compiled = false; ///< Whether a compilation was tried.
  std::string log;
  std::string image;
  std::string text;                         ///< The image as text.
  std::map<std::string, std::string> names; ///< Symbols of the expressions.
};

namespace {

/// Takes the folder of files in memory off their names.
std::string shownNames(std::string messages) {
  constexpr std::string_view folder = "/heddle-nvrtc/";
  for (size_t at = 0; (at = messages.find(folder, at)) != std::string::npos;)
    messages.erase(at, folder.size());
  return messages;
}

/// Says that a header is missing as NVRTC does: programs read the name in the
/// log, add the header and try again.
std::string missingHeadersAsInNvrtc(std::string messages) {
  constexpr std::string_view before = "fatal error: '";
  constexpr std::string_view after = "' file not found\n";
  for (size_t at = 0; (at = messages.find(before, at)) != std::string::npos;) {
    size_t name = at + before.size();
    size_t end = messages.find_first_of("'\n", name);
    if (messages.compare(end, after.size(), after) == 0)
      messages.replace(at, end + after.size() - at,
                       "catastrophic error: could not open source file \"" +
                           messages.substr(name, end - name) + "\"\n");
    else
      at = name;
  }
  return messages;
}

std::string requestOf(const _nvrtcProgram &program, int numOptions,
                      const char *const *options) {
  std::string request = program.request;
  for (int i = 0; i < numOptions; ++i)
    appendRecord(request, "option", options[i]);
  for (const std::string &expression : program.expressions)
    appendRecord(request, "expression", expression);
  appendRecord(request, "end", "");
  return request;
}

nvrtcResult readResult(_nvrtcProgram &program, const std::string &result) {
  auto records = readRecords(result);
  if (!records)
    return NVRTC_ERROR_INTERNAL_ERROR;
  nvrtcResult status = NVRTC_ERROR_INTERNAL_ERROR;
  size_t number = 0;
  for (Record &record : *records) {
    if (record.kind == "status")
      status = static_cast<nvrtcResult>(std::atoi(record.text.c_str()));
    else if (record.kind == "image" && !record.text.empty())
      program.text = moduleToText(program.image = std::move(record.text));
    else if (record.kind == "declarations" && !program.text.empty())
      program.text += record.text;
    else if (record.kind == "name" && number < program.expressions.size())
      program.names[program.expressions[number++]] = std::move(record.text);
  }
  return status;
}

/// The size of an output that NVRTC gives as a string.
nvrtcResult sizeOf(const std::string &text, size_t *size, bool isText) {
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = text.size() + isText;
  return NVRTC_SUCCESS;
}

nvrtcResult copy(const std::string &text, char *to, bool isText) {
  if (!to)
    return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(to, text.c_str(), text.size() + isText);
  return NVRTC_SUCCESS;
}

} // namespace

extern "C" {

const char *nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
#define HEDDLE_NAME(name)                                                      \
  case name:                                                                   \
    return #name;
    HEDDLE_NAME(NVRTC_SUCCESS)
    HEDDLE_NAME(NVRTC_ERROR_OUT_OF_MEMORY)
    HEDDLE_NAME(NVRTC_ERROR_PROGRAM_CREATION_FAILURE)
    HEDDLE_NAME(NVRTC_ERROR_INVALID_INPUT)
    HEDDLE_NAME(NVRTC_ERROR_INVALID_PROGRAM)
    HEDDLE_NAME(NVRTC_ERROR_INVALID_OPTION)
    HEDDLE_NAME(NVRTC_ERROR_COMPILATION)
    HEDDLE_NAME(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    HEDDLE_NAME(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    HEDDLE_NAME(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    HEDDLE_NAME(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    HEDDLE_NAME(NVRTC_ERROR_INTERNAL_ERROR)
    HEDDLE_NAME(NVRTC_ERROR_TIME_FILE_WRITE_FAILED)
    HEDDLE_NAME(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED)
    HEDDLE_NAME(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED)
    HEDDLE_NAME(NVRTC_ERROR_PCH_CREATE)
    HEDDLE_NAME(NVRTC_ERROR_CANCELLED)
#undef HEDDLE_NAME
  }
  return "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = 12;
  *minor = 8;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs) {
  if (!numArchs)
    return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = std::size(architectures);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs) {
  if (!supportedArchs)
    return NVRTC_ERROR_INVALID_INPUT;
  std::copy(std::begin(architectures), std::end(architectures), supportedArchs);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src,
                               const char *name, int numHeaders,
                               const char *const *headers,
                               const char *const *includeNames) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!src || numHeaders < 0 || (numHeaders && (!headers || !includeNames)))
    return NVRTC_ERROR_INVALID_INPUT;
  auto *made = new _nvrtcProgram;
  appendRecord(made->request, "name", name && *name ? name : "default_program");
  appendRecord(made->request, "source", src);
  for (int i = 0; i < numHeaders; ++i) {
    appendRecord(made->request, "header", includeNames[i]);
    appendRecord(made->request, "contents", headers[i]);
  }
  *prog = made;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog) {
  if (!prog || !*prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  delete *prog;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions,
                                const char *const *options) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (numOptions < 0)
    return NVRTC_ERROR_INVALID_INPUT;
  if (numOptions &&
      (!options || std::count(options, options + numOptions, nullptr)))
    return NVRTC_ERROR_INVALID_OPTION;
  prog->log.clear();
  prog->image.clear();
  prog->text.clear();
  prog->names.clear();
  std::function<bool()> cancel;
  if (prog->callback)
    cancel = [prog] { return prog->callback(prog->payload, nullptr) == 1; };
  nvrtc::Outcome outcome =
      nvrtc::runCompiler(requestOf(*prog, numOptions, options), cancel);
  if (outcome.cancelled)
    return NVRTC_ERROR_CANCELLED;
  prog->log = missingHeadersAsInNvrtc(shownNames(std::move(outcome.messages)));
  nvrtcResult status = readResult(*prog, outcome.result);
  // Options are read before anything is compiled.
  prog->compiled |= status != NVRTC_ERROR_INVALID_OPTION;
  if (status != NVRTC_SUCCESS)
    prog->names.clear();
  return status;
}

// What NVRTC calls PTX is text, so its size includes a zero at the end.

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet) {
  return prog ? sizeOf(prog->text, ptxSizeRet, true)
              : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx) {
  return prog ? copy(prog->text, ptx, true) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet) {
  return prog ? sizeOf(prog->image, cubinSizeRet, false)
              : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin) {
  return prog ? copy(prog->image, cubin, false) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet) {
  return prog ? sizeOf(prog->log, logSizeRet, true)
              : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log) {
  return prog ? copy(prog->log, log, true) : NVRTC_ERROR_INVALID_PROGRAM;
}

// The options that ask for such code are refused. Without them it is empty.
#define HEDDLE_EMPTY(name)                                                     \
  nvrtcResult nvrtcGet##name##Size(nvrtcProgram prog, size_t *size) {          \
    return prog ? sizeOf("", size, false) : NVRTC_ERROR_INVALID_PROGRAM;       \
  }                                                                            \
  nvrtcResult nvrtcGet##name(nvrtcProgram prog, char *code) {                  \
    return prog ? copy("", code, false) : NVRTC_ERROR_INVALID_PROGRAM;         \
  }
HEDDLE_EMPTY(NVVM)
HEDDLE_EMPTY(LTOIR)
HEDDLE_EMPTY(OptiXIR)
#undef HEDDLE_EMPTY

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog,
                                   const char *const name_expression) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression)
    return NVRTC_ERROR_INVALID_INPUT;
  if (prog->compiled)
    return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  prog->expressions.push_back(name_expression);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog,
                                const char *const name_expression,
                                const char **lowered_name) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression || !lowered_name)
    return NVRTC_ERROR_INVALID_INPUT;
  if (prog->image.empty())
    return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto found = prog->names.find(name_expression);
  if (found == prog->names.end())
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered_name = found->second.c_str();
  return NVRTC_SUCCESS;
}

// Whole programs are cached instead of headers, so no heap is ever used.

static std::atomic<size_t> heapSize = size_t(256) << 20;

nvrtcResult nvrtcGetPCHHeapSize(size_t *ret) {
  if (!ret)
    return NVRTC_ERROR_INVALID_INPUT;
  *ret = heapSize;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  heapSize = size;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog) {
  return prog ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED
              : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size) {
  return prog ? sizeOf("", size, false) : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog,
                                 int (*callback)(void *, void *),
                                 void *payload) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!callback)
    return NVRTC_ERROR_INVALID_INPUT;
  prog->callback = callback;
  prog->payload = payload;
  return NVRTC_SUCCESS;
}

} // extern "C"
