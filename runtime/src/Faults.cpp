//===- Faults.cpp - Illegal accesses of kernels ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Faults.h"
#include "Error.h"
#include "Fiber.h"
#include "Launch.h"
#include "Sanitizers.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>

namespace heddle::rt {
namespace {

constexpr int faultSignals[] = {SIGSEGV, SIGBUS};

/// The frame of a handler holds all vector registers, so MINSIGSTKSZ is not
/// enough.
constexpr size_t signalStackBytes = 64 * 1024;

/// An access this near to the stack pointer that faults is an overflow of the
/// stack.
constexpr uintptr_t nearStackPointer = 64 * 1024;

/// The file that an address is loaded from. Unlike dladdr, a handler of signals
/// may call it.
const link_map *moduleOf(uintptr_t address) {
  dl_find_object found;
  if (_dl_find_object(reinterpret_cast<void *>(address), &found) != 0)
    return nullptr;
  return found.dlfo_link_map;
}

template <typename Function> const link_map *moduleOf(Function *function) {
  return moduleOf(reinterpret_cast<uintptr_t>(function));
}

/// The file that contains the kernel which this thread runs.
const link_map *kernelModule(const Thread &thread) {
  if (thread.fiber)
    return moduleOf(thread.scheduler->launch->thread);
  return moduleOf(thread.running.launch->body);
}

/// Whether a kernel's code called the function that the fault is in, and that
/// function has not called others: memcpy and the like, which hold no lock.
/// Such functions use no stack, so the return address is on top.
bool isCalledDirectly(const link_map *kernels, uintptr_t stackPointer) {
  uintptr_t returns = *reinterpret_cast<const uintptr_t *>(stackPointer);
  if (moduleOf(returns) != kernels)
    return false;
  const auto *code = reinterpret_cast<const unsigned char *>(returns);
  bool isCall = code[-5] == 0xe8;
  bool isIndirectCall = code[-6] == 0xff && code[-5] == 0x15;
  return isCall || isIndirectCall;
}

/// The thread continues here, in no handler, after a fault in its kernel.
[[noreturn]] void leaveKernel(const Fault *fault) {
  // Other workers may have run into the same mistake.
  cudaError_t none = cudaSuccess;
  if (stickyError.compare_exchange_strong(none, cudaErrorIllegalAddress))
    reportFault(thisThread(), *fault, /*goesOn=*/true);
  abandonLaunch(cudaErrorIllegalAddress);
}

/// A stack pointer below which nothing is needed any more: what the kernel has
/// on the stack is not, and may be what has overflowed.
uintptr_t unusedStack(const Thread &thread) {
  const Fiber *fiber = thread.fiber;
  if (fiber)
    return reinterpret_cast<uintptr_t>(
        fiber->block->stackTop(fiber - fiber->block->fibers.data()));
  // The layout that Clang and GCC document for __builtin_setjmp.
  return reinterpret_cast<uintptr_t>(thread.abandonTo[2]);
}

/// Does what the system does if there is no handler.
void doAsBefore(int signal, const siginfo_t &info) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  sigaction(signal, &action, nullptr);
  // The instruction faults again when the handler returns, unless another
  // process sent the signal.
  if (info.si_code <= 0)
    raise(signal);
}

void handleFault(int signal, siginfo_t *info, void *context) {
  int error = errno;
  Thread *thread = currentThread;
  bool isInKernel = thread && (thread->abandonTo || thread->isStarting);
  if (info->si_code <= 0 || !isInKernel) {
    doAsBefore(signal, *info);
    errno = error;
    return;
  }
  greg_t *registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  auto stackPointer = static_cast<uintptr_t>(registers[REG_RSP]);
  Fault fault;
  fault.address = reinterpret_cast<uintptr_t>(info->si_addr);
  fault.hasAddress = info->si_code != SI_KERNEL;
  fault.isWrite = registers[REG_ERR] & 2;
  fault.isStackOverflow =
      fault.hasAddress &&
      fault.address - stackPointer + nearStackPointer < 2 * nearStackPointer;
  fault.instruction = static_cast<uintptr_t>(registers[REG_RIP]);
  const link_map *module = moduleOf(fault.instruction);
  if (module) {
    fault.file = module->l_name && *module->l_name ? module->l_name : nullptr;
    fault.base = module->l_addr;
  }

  // With --static-runtime, kernels and the runtime cannot be told apart.
  const link_map *kernels = thread->abandonTo ? kernelModule(*thread) : nullptr;
  bool goesOn =
      kernels && kernels != moduleOf(handleFault) &&
      (module == kernels ||
       (!fault.isStackOverflow && isCalledDirectly(kernels, stackPointer)));
  if (!goesOn) {
    reportFault(*thread, fault, /*goesOn=*/false);
    doAsBefore(signal, *info);
    errno = error;
    return;
  }
  // As after a call of leaveKernel with a copy of the fault on the stack.
  uintptr_t copy = (unusedStack(*thread) - 256 - sizeof fault) & ~uintptr_t(15);
  std::memcpy(reinterpret_cast<void *>(copy), &fault, sizeof fault);
  registers[REG_RDI] = static_cast<greg_t>(copy);
  registers[REG_RSP] = static_cast<greg_t>(copy - sizeof(void *));
  registers[REG_RIP] = reinterpret_cast<greg_t>(leaveKernel);
  constexpr greg_t directionFlag = 0x400;
  registers[REG_EFL] &= ~directionFlag;
  errno = error;
}

/// Whether there is a handler of ours.
bool installHandler() {
  const char *text = std::getenv("HEDDLE_CATCH_FAULTS");
  if ((text && std::strcmp(text, "0") == 0) || sanitized)
    return false;
  for (int signal : faultSignals) {
    struct sigaction before;
    if (sigaction(signal, nullptr, &before) != 0 ||
        (before.sa_flags & SA_SIGINFO) || before.sa_handler != SIG_DFL)
      return false;
  }
  struct sigaction action = {};
  action.sa_sigaction = handleFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int signal : faultSignals)
    sigaction(signal, &action, nullptr);
  return true;
}

} // namespace

void catchFaults(Thread &thread) {
  static const bool installed = installHandler();
  if (!installed)
    return;
  stack_t before;
  if (sigaltstack(nullptr, &before) != 0 || !(before.ss_flags & SS_DISABLE))
    return;
  void *memory = mmap(nullptr, signalStackBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = signalStackBytes;
  sigaltstack(&stack, nullptr);
  thread.signalStack = memory;
}

void removeSignalStack(Thread &thread) {
  if (!thread.signalStack)
    return;
  stack_t now;
  sigaltstack(nullptr, &now);
  // The program may have replaced it.
  if (now.ss_sp == thread.signalStack) {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  munmap(thread.signalStack, signalStackBytes);
}

} // namespace heddle::rt
