//===- Link.cpp - Links objects into an image -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "Module.h"
#include "heddle/module_text.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace heddle::rt::driver {
namespace {

/// A file that lives in memory while it is open.
class MemoryFile {
public:
  MemoryFile() : number(memfd_create("CUlink", 0)) {}
  MemoryFile(MemoryFile &&other) : number(other.number) { other.number = -1; }
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile() {
    if (number >= 0)
      close(number);
  }

  /// As this process and its children see it.
  std::string path() const {
    return "/proc/" + std::to_string(getpid()) + "/fd/" +
           std::to_string(number);
  }
  bool write(const void *data, size_t bytes) const {
    const char *from = static_cast<const char *>(data);
    for (size_t done = 0; done < bytes;) {
      ssize_t part = ::write(number, from + done, bytes - done);
      if (part <= 0)
        return false;
      done += part;
    }
    return true;
  }

  std::string read() const {
    std::string data(lseek(number, 0, SEEK_END), 0);
    ssize_t bytes = pread(number, data.data(), data.size(), 0);
    data.resize(std::max<ssize_t>(bytes, 0));
    return data;
  }

private:
  int number;
};

bool isObject(std::string_view data) {
  Elf64_Ehdr header;
  if (data.size() < sizeof header || data.substr(0, SELFMAG) != ELFMAG)
    return false;
  std::memcpy(&header, data.data(), sizeof header);
  return header.e_type == ET_REL && header.e_machine != 190;
}
bool isArchive(std::string_view data) { return data.starts_with("!<arch>"); }

} // namespace
} // namespace heddle::rt::driver

using namespace heddle::rt;
using namespace heddle::rt::driver;

struct CUlinkState_st {
  Log log;
  /// Either one image, or objects and archives.
  std::string image;
  std::vector<MemoryFile> objects;

  Refusal add(CUjitInputType type, std::string_view data);
  Refusal complete();

private:
  Refusal linkObjects();
};

Refusal CUlinkState_st::add(CUjitInputType type, std::string_view data) {
  // What NVRTC calls PTX is an image as text.
  bool isImage = type == CU_JIT_INPUT_PTX &&
                 heddle::isModuleText(std::string(data).c_str());
  if (!isImage && (type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_NVVM))
    return {CUDA_ERROR_INVALID_PTX,
            "heddle: PTX and NVVM code cannot be linked: Heddle compiles CUDA "
            "C++; 'heddle -dc' makes an object, 'heddle -cubin' an image"};
  if (type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY) {
    if (!(type == CU_JIT_INPUT_OBJECT ? isObject(data) : isArchive(data)))
      return {CUDA_ERROR_INVALID_IMAGE,
              "heddle: the input is not an object or an archive of objects for "
              "the CPU; 'heddle -dc' makes an object"};
    MemoryFile file;
    if (!file.write(data.data(), data.size()))
      return {CUDA_ERROR_OUT_OF_MEMORY, "heddle: no memory for the input"};
    objects.push_back(std::move(file));
    return {};
  }
  size_t bytes = 0;
  std::string padded(data);
  padded.append(sizeof(Elf64_Ehdr), 0);
  if (Refusal refusal = measure(padded.data(), bytes); refusal.result)
    return refusal;
  if (bytes > data.size())
    return {CUDA_ERROR_INVALID_IMAGE, "heddle: the image is not complete"};
  if (!image.empty())
    return {CUDA_ERROR_NOT_SUPPORTED,
            "heddle: two images cannot be linked: each is complete; 'heddle "
            "-dc' makes objects, which can"};
  image = data.substr(0, bytes);
  return {};
}

Refusal CUlinkState_st::complete() {
  if (objects.empty())
    return image.empty() ? Refusal{CUDA_ERROR_INVALID_IMAGE,
                                   "heddle: there is nothing to link"}
                         : Refusal{};
  if (!image.empty())
    return {CUDA_ERROR_NOT_SUPPORTED,
            "heddle: an image and objects cannot be linked: an image is "
            "complete"};
  return linkObjects();
}

/// With the C compiler of this machine, as heddle links. What an object needs
/// of the runtime is in this process.
Refusal CUlinkState_st::linkObjects() {
  MemoryFile output, messages;
  std::vector<std::string> words = {"cc", "-shared", "-nostdlib",
                                    "-Wl,-Bsymbolic", "-Wl,--whole-archive"};
  for (const MemoryFile &object : objects)
    words.push_back(object.path());
  // The linker replaces its output, so that cannot be a file in memory.
  const char *folder = std::getenv("TMPDIR");
  std::string path = std::string(folder ? folder : "/tmp") + "/CUlinkXXXXXX";
  int created = mkstemp(path.data());
  if (created < 0)
    return {CUDA_ERROR_OPERATING_SYSTEM, "heddle: cannot write '" + path + "'"};
  close(created);
  words.insert(words.end(), {"-Wl,--no-whole-archive", "-lm", "-o", path});
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 2, messages.path().c_str(),
                                   O_WRONLY, 0);
  pid_t child;
  int failed =
      posix_spawnp(&child, "cc", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 1;
  if (!failed)
    waitpid(child, &status, 0);
  std::string linked;
  Refusal refusal;
  if (failed)
    refusal = {CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
               "heddle: no 'cc' on this machine links objects"};
  else if (status == 0)
    refusal = readImage(path.c_str(), linked);
  else
    refusal = {CUDA_ERROR_INVALID_IMAGE,
               "heddle: the objects do not link:\n" + messages.read()};
  unlink(path.c_str());
  if (refusal.result == CUDA_SUCCESS)
    image = std::move(linked);
  return refusal;
}

namespace {

Handles<CUlinkState_st> &states() {
  static auto &instance = *new Handles<CUlinkState_st>;
  return instance;
}

/// What `use` does with a state, with a word in its log.
template <class Use> CUresult inState(CUlinkState state, Use use) {
  if (CUresult result = checkContext())
    return result;
  CUresult result = CUDA_ERROR_INVALID_HANDLE;
  states().with(state, [&](CUlinkState_st &s) {
    Refusal refusal = use(s);
    s.log.write(refusal.reason);
    result = refusal.result;
  });
  return result;
}

} // namespace

extern "C" {

CUresult cuLinkCreate(unsigned count, CUjit_option *options, void **values,
                      CUlinkState *state) {
  if (CUresult result = checkContext())
    return result;
  auto made = std::make_unique<CUlinkState_st>();
  if (!state || !made->log.read(count, options, values))
    return CUDA_ERROR_INVALID_VALUE;
  *state = states().add(std::move(made));
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data,
                       size_t bytes, const char *, unsigned count,
                       CUjit_option *options, void **values) {
  if (!data || !bytes || type < CU_JIT_INPUT_CUBIN ||
      type >= CU_JIT_NUM_INPUT_TYPES || (count && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  return inState(state, [=](CUlinkState_st &s) {
    return s.add(type, {static_cast<const char *>(data), bytes});
  });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
                       unsigned count, CUjit_option *options, void **values) {
  if (!path || type < CU_JIT_INPUT_CUBIN || type >= CU_JIT_NUM_INPUT_TYPES ||
      (count && (!options || !values)))
    return CUDA_ERROR_INVALID_VALUE;
  return inState(state, [=](CUlinkState_st &s) -> Refusal {
    std::string data;
    if (!readFile(path, data))
      return {CUDA_ERROR_FILE_NOT_FOUND,
              "heddle: cannot read '" + std::string(path) + "'"};
    return s.add(type, data);
  });
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
  if (!image)
    return CUDA_ERROR_INVALID_VALUE;
  return inState(state, [=](CUlinkState_st &s) {
    Refusal refusal = s.complete();
    if (refusal.result)
      return refusal;
    // The state owns the image.
    *image = s.image.data();
    if (bytes)
      *bytes = s.image.size();
    return refusal;
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  if (CUresult result = checkContext())
    return result;
  return states().remove(state) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

} // extern "C"
