//===- Help.cpp - What --help and --version print -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Help.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

// Written by hand, because people read it from the top: what comes first is
// what they need first. test/Driver/help.test checks that each option in it is
// one that heddle takes.
static const char helpText[] =
    R"(heddle compiles CUDA C++ into a program for the CPU. It takes nvcc's options.

usage: heddle [options] file...
       heddle run [options] file.cu [arguments of the program...]

What to make
  -o <file>                the output (default: a.out)
  -c                       an object file of each source
  -lib                     a static library
  -shared                  a shared library
  -S                       assembly of each source
  -E                       the preprocessed source
  -cuda                    the same, to <name>.cu.cpp.ii
  -M, -MM                  the dependencies, for make
  -emit=<stage>            print the program after a stage of the compiler:
                           llvm, raised, par, optimized, lowered or obj

Files and libraries
  -I <dir>                 look for headers in <dir>
  -isystem <dir>           the same, without warnings from there
  -D <name>[=<value>]      define a macro
  -U <name>                undefine a macro
  -include <file>          include <file> before anything else
  -L <dir>, -l <name>      look for libraries in <dir>; link lib<name>
  -x cu|c|c++              the language of the inputs, whatever their names
  -MD, -MMD, -MF <file>    also write dependencies (-MT <target>, -MP)
  @<file>, -optf <file>    read options from <file>

Code
  -O0, -O1, -O2, -O3       how much to optimize (default: -O3; -O0 with -G)
  -g                       debug information for host code
  -lineinfo                line numbers for optimized kernels
  -G                       kernels that a debugger can step through
  -std=<standard>          c++11, c++14, c++17 (default), c++20 or c++23
  -march=<cpu>             the CPU to compile for (default: native, this one)
  --use_fast_math          faster and less precise arithmetic in kernels
  -fmad=false              do not contract a*b+c to one operation
  -fPIC, -fsanitize=<what>, -f..., -m..., -W..., -w
                           as Clang has them; sanitizers (address, thread,
                           undefined) watch kernels too
  --lowering=<how>         how threads meet at barriers: fission, fibers, or
                           auto (default), which chooses for each kernel
  --disable-pass=<names>   leave out optimizations on parallel loops, with
                           commas between (a wrong name lists them)
  --warp-lockstep          the lanes of a warp run in step even where shared
                           memory is not volatile, as on GPUs before Volta

Other compilers
  -Xcompiler <list>        options for the host compiler, with commas between
  -Xlinker <list>          options for the linker
  -ccbin <compiler>        the compiler for C and C++ sources and for linking
                           (CUDA sources are always compiled by heddle)

Heddle itself
  -v                       print the commands that are run
  --dryrun                 print them and run nothing
  -t <n>                   compile <n> sources at a time (0: one per core)
  -keep, -keep-dir <dir>   keep the object files
  --time                   say where the time went
  --report=vectorize       say which loops over threads were vectorised, or why
                           they were not
  --report=passes          say which optimizations on parallel loops (see
                           --disable-pass) changed something
  -V, --version            the version
  -h, --help               this text

Accepted, and of no effect on a CPU: -arch, -gencode, -code, -rdc, -Xptxas,
-maxrregcount, -cudart, -ftz and more; docs/using-heddle.md has the full list.

examples
  heddle saxpy.cu -o saxpy && ./saxpy
  heddle run saxpy.cu                         compile if needed, and run
  heddle -O3 -arch=sm_80 -c kernel.cu && heddle kernel.o main.cpp -o program
  heddle -emit=par kernel.cu                  see the parallel loops
  make NVCC=heddle                            build what is built with nvcc
)";

void heddle::printHelp() { llvm::outs() << helpText; }

void heddle::printVersion() {
  // Build systems read this. CMake knows nvcc by the end of the first line, and
  // everyone knows its version by the fourth.
  llvm::outs() << "Heddle " HEDDLE_VERSION
                  ", in the place of nvcc: NVIDIA (R) Cuda compiler driver\n"
               << "A CUDA C++ compiler for the CPU, with no part of NVIDIA's\n"
               << "Built on LLVM " LLVM_VERSION_STRING "\n"
               << "Cuda compilation tools, release 12.8, V12.8.0\n"
               << "Build heddle_" HEDDLE_VERSION "\n";
}

void heddle::printArchitectures(bool code) {
  for (int number :
       {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 120})
    llvm::outs() << (code ? "sm_" : "compute_") << number << '\n';
}
