//===- CompilerProcess.cpp - Runs the compiler ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler is `heddle` in a process of its own, for the same reason as in
// every other compilation: if it crashes, the program does not. Also, a program
// that uses NVRTC often brings an LLVM of its own, whose symbols and options
// are global to a process. Starting the process takes a few hundredths of a
// second. Everything between the two passes through files in memory.
//
//===----------------------------------------------------------------------===//

#include "CompilerProcess.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <spawn.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace heddle::nvrtc {
namespace {

class MemoryFile {
public:
  MemoryFile() : descriptor(memfd_create("nvrtc", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile() {
    if (descriptor >= 0)
      close(descriptor);
  }

  bool write(const std::string &bytes) {
    for (size_t done = 0; done < bytes.size();) {
      ssize_t part =
          ::write(descriptor, bytes.data() + done, bytes.size() - done);
      if (part < 0 && errno == EINTR)
        continue;
      if (part <= 0)
        return false;
      done += part;
    }
    return lseek(descriptor, 0, SEEK_SET) == 0;
  }

  std::string read() const {
    std::string bytes;
    char buffer[1 << 16];
    for (off_t at = 0;;) {
      ssize_t part = pread(descriptor, buffer, sizeof buffer, at);
      if (part < 0 && errno == EINTR)
        continue;
      if (part <= 0)
        return bytes;
      bytes.append(buffer, part);
      at += part;
    }
  }

  const int descriptor;
};

/// `heddle` of the tree in HEDDLE_HOME or around this library.
std::string compilerPath() {
  const char *home = std::getenv("HEDDLE_HOME");
  if (home && *home)
    return std::string(home) + "/bin/heddle";
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&compilerPath), &info))
    return "heddle";
  std::unique_ptr<char, decltype(&std::free)> library(
      realpath(info.dli_fname, nullptr), std::free);
  std::string path = library ? library.get() : info.dli_fname;
  path.resize(path.rfind('/') + 1);
  return path + "../bin/heddle";
}

/// The environment without libraries that were meant for the program.
std::vector<char *> environmentOfCompiler() {
  std::vector<char *> result;
  for (char **entry = environ; *entry; ++entry)
    if (!std::string_view(*entry).starts_with("LD_PRELOAD="))
      result.push_back(*entry);
  result.push_back(nullptr);
  return result;
}

/// Starts the compiler with these files as its standard streams. Returns an
/// error of the system, or 0.
int start(pid_t &process, std::string &path, const MemoryFile &input,
          const MemoryFile &output, const MemoryFile &messages) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input.descriptor, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output.descriptor, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, messages.descriptor, STDERR_FILENO);
  // The program's handling of signals is not the compiler's.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  char mode[] = "--nvrtc-request";
  char *argv[] = {path.data(), mode, nullptr};
  std::vector<char *> environment = environmentOfCompiler();
  int error = posix_spawn(&process, path.c_str(), &files, &attributes, argv,
                          environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/// Waits for the compiler. Returns its status, or 0 if the program has asked
/// the system not to keep it.
int waitFor(pid_t process, const std::function<bool()> &cancel,
            bool &cancelled) {
  int status = 0;
  for (;;) {
    pid_t ended = waitpid(process, &status, cancel ? WNOHANG : 0);
    if (ended == process)
      return status;
    if (ended < 0 && errno != EINTR)
      return 0;
    if (!cancel)
      continue;
    if (!cancelled && cancel()) {
      cancelled = true;
      kill(process, SIGKILL);
    }
    timespec pause = {0, 1'000'000};
    nanosleep(&pause, nullptr);
  }
}

} // namespace

Outcome runCompiler(const std::string &request,
                    const std::function<bool()> &cancel) {
  Outcome outcome;
  if (cancel && cancel()) {
    outcome.cancelled = true;
    return outcome;
  }
  MemoryFile input, output, messages;
  if (input.descriptor < 0 || output.descriptor < 0 ||
      messages.descriptor < 0 || !input.write(request)) {
    outcome.messages = "heddle: error: no memory for the compiler\n";
    return outcome;
  }
  pid_t process = 0;
  std::string path = compilerPath();
  if (int error = start(process, path, input, output, messages)) {
    outcome.messages =
        "heddle: error: cannot run the compiler '" + path +
        "': " + std::strerror(error) +
        "; set HEDDLE_HOME to the tree where Heddle is installed\n";
    return outcome;
  }
  int status = waitFor(process, cancel, outcome.cancelled);
  outcome.messages = messages.read();
  outcome.result = output.read();
  if (WIFSIGNALED(status) && !outcome.cancelled)
    outcome.messages += "heddle: error: the compiler was stopped by signal " +
                        std::to_string(WTERMSIG(status)) + "\n";
  return outcome;
}

} // namespace heddle::nvrtc
