//===- Exec.cpp - Runs the jobs of a plan ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Exec.h"
#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Reproducer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle;
using Clock = std::chrono::steady_clock;

void heddle::printPlan(const Plan &plan, const Invocation &invocation) {
  auto print = [&](const Job &job) {
    llvm::errs() << "#$ "
                 << shellQuote(commandLine(job, invocation.installation))
                 << '\n';
  };
  llvm::for_each(plan.compiles, print);
  if (plan.last)
    print(*plan.last);
}

/// Replaces the current process by a program.
[[noreturn]] static void becomeProgram(const std::vector<std::string> &argv) {
  std::vector<char *> pointers;
  for (const std::string &arg : argv)
    pointers.push_back(const_cast<char *>(arg.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  error("cannot run '" + argv[0] + "': " + std::strerror(errno));
  _exit(1);
}

/// Compiles in a child process, so that a crash of the compiler does not end
/// the driver.
[[noreturn]] static void compileInChild(const Job &job,
                                        const Invocation &invocation) {
  if (invocation.crashForTest) {
    if (*invocation.crashForTest > 64)
      _exit(*invocation.crashForTest);
    std::signal(*invocation.crashForTest, SIG_DFL);
    std::raise(*invocation.crashForTest);
  }
  llvm::sys::PrintStackTraceOnErrorSignal("heddle",
                                          /*DisableCrashReporting=*/true);
  int code = compileCuda(job.compile);
  llvm::outs().flush();
  std::fflush(nullptr);
  // Destroying the compiler's data would only take time.
  _exit(code);
}

static pid_t startJob(const Job &job, const Invocation &invocation) {
  if (job.replacesOutput)
    llvm::sys::fs::remove(job.output);
  llvm::outs().flush();
  std::fflush(nullptr);
  pid_t pid = fork();
  if (pid == 0) {
    if (job.kind == Job::CompileCuda)
      compileInChild(job, invocation);
    becomeProgram(job.argv);
  }
  if (pid < 0)
    error(llvm::Twine("cannot start a process: ") + std::strerror(errno));
  return pid;
}

static pid_t waitFor(pid_t pid, int &status) {
  pid_t ended;
  do
    ended = waitpid(pid, &status, 0);
  while (ended < 0 && errno == EINTR);
  return ended;
}

int heddle::runCommand(const std::vector<std::string> &argv, bool quiet) {
  pid_t pid = fork();
  if (pid == 0) {
    if (quiet) {
      int null = open("/dev/null", O_WRONLY);
      dup2(null, STDOUT_FILENO);
      dup2(null, STDERR_FILENO);
    }
    becomeProgram(argv);
  }
  int status = 0;
  if (pid < 0 || waitFor(pid, status) < 0)
    return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Whether this signal means that the compiler crashed, rather than that a user
/// or the system stopped it.
static bool isFault(int signal) {
  return llvm::is_contained(
      {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS}, signal);
}

/// The driver's exit code for the status of a job.
static int judge(const Job &job, int status, const Invocation &invocation) {
  int code = 0;
  std::string cause;
  bool fault = false;
  if (WIFSIGNALED(status)) {
    int signal = WTERMSIG(status);
    code = 128 + signal;
    cause = "signal " + std::to_string(signal);
    fault = isFault(signal);
  } else {
    code = WEXITSTATUS(status);
    cause = "exit code " + std::to_string(code);
    fault = code == internalErrorCode;
  }
  if (code == 0)
    return 0;
  if (!job.output.empty() && llvm::sys::fs::is_regular_file(job.output))
    llvm::sys::fs::remove(job.output);
  if (fault && job.kind == Job::CompileCuda) {
    reportInternalError(job, invocation, cause);
    return internalErrorCode;
  }
  if (WIFSIGNALED(status)) {
    std::string name =
        job.kind == Job::CompileCuda
            ? "the compiler"
            : "'" + llvm::sys::path::filename(job.argv[0]).str() + "'";
    error(name + " was stopped by " + cause +
          (WTERMSIG(status) == SIGKILL ? " (out of memory?)" : ""));
  }
  return code;
}

/// Runs independent jobs, `limit` at a time. After a failure no further job is
/// started.
static int runJobs(llvm::ArrayRef<Job> jobs, unsigned limit,
                   const Invocation &invocation) {
  struct Running {
    pid_t pid;
    const Job *job;
    Clock::time_point start;
  };
  std::vector<Running> running;
  int result = 0;
  size_t next = 0;
  while (!running.empty() || (next < jobs.size() && result == 0)) {
    if (next < jobs.size() && result == 0 && running.size() < limit) {
      const Job &job = jobs[next++];
      pid_t pid = startJob(job, invocation);
      if (pid < 0)
        result = 1;
      else
        running.push_back({pid, &job, Clock::now()});
      continue;
    }
    int status = 0;
    pid_t pid = waitFor(-1, status);
    auto found = llvm::find_if(
        running, [&](const Running &entry) { return entry.pid == pid; });
    if (found == running.end())
      continue;
    const Job &job = *found->job;
    std::chrono::duration<double> time = Clock::now() - found->start;
    running.erase(found);
    // The CUDA compiler prints its own report.
    if (invocation.compile.timeReport && job.kind == Job::Command)
      llvm::errs() << llvm::format("%8.3f s  ", time.count())
                   << llvm::sys::path::filename(job.argv[0]) << " -o "
                   << job.output << '\n';
    int code = judge(job, status, invocation);
    if (result == 0)
      result = code;
  }
  return result;
}

int heddle::executePlan(const Plan &plan, const Invocation &invocation) {
  int result = runJobs(plan.compiles, invocation.threads, invocation);
  for (const Job &job : plan.compiles)
    if (result == 0 && job.preprocessesCuda)
      result = appendDeviceDigest(job);
  if (result == 0 && plan.last)
    result = runJobs(*plan.last, 1, invocation);
  for (const std::string &file : plan.temporaries) {
    llvm::sys::fs::remove(file);
    llvm::sys::DontRemoveFileOnSignal(file);
  }
  return result;
}
