//===- Help.cpp - The texts of --help and --version -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Help.h"
#include "heddle/Support/Architectures.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

// Written by hand, with the most useful options first. test/Driver/help.test
// checks that heddle accepts each option in it.
static const char helpText[] =
    R"(heddle compiles CUDA C++ to a native CPU program. It accepts nvcc's options.

usage: heddle [options] file...
       heddle run [options] file.cu [arguments of the program...]

Output
  -o <file>                write the output to <file> (default: a.out)
  -c                       compile each source to an object file
  -lib                     make a static library
  -shared                  make a shared library
  -S                       compile each source to assembly
  -E                       preprocess only
  -cuda                    preprocess only, to <name>.cu.cpp.ii
  -M, -MM                  print the dependencies, for make
  -emit=<stage>            print the program after a stage of the compiler:
                           llvm, raised, par, optimized, lowered or obj

Files and libraries
  -I <dir>                 search <dir> for headers
  -isystem <dir>           the same, without warnings from these headers
  -D <name>[=<value>]      define a macro
  -U <name>                undefine a macro
  -include <file>          include <file> before anything else
  -L <dir>, -l <name>      search <dir> for libraries; link lib<name>
  -x cu|c|c++              the language of the inputs (default: by suffix)
  -MD, -MMD, -MF <file>    also write dependencies (-MT <target>, -MP)
  @<file>, -optf <file>    read options from <file>

Code generation
  -O0, -O1, -O2, -O3       optimization level (default: -O3; -O0 with -G)
  -g                       debug information for host code
  -lineinfo                source lines for optimized kernels
  -G                       unoptimized kernels with debug information
  -std=<standard>          c++11, c++14, c++17 (default), c++20 or c++23
  -march=<cpu>             the CPU to compile for (default: native, this one)
  --use_fast_math          faster, less precise arithmetic in kernels
  -fmad=false              do not contract a*b+c to a fused multiply-add
  -fPIC, -fsanitize=<what>, -f..., -m..., -W..., -w
                           as in Clang; the sanitizers address, thread and
                           undefined check kernels too
  --lowering=<how>         how the threads of a block run: fission (loops split
                           at barriers), fibers (a stack per thread), or auto
                           (default: chosen for each kernel)
  --map=[<kernel>=]<what>  what runs the threads on a core: lanes (of vectors),
                           loops, or auto (default: the faster by a cost model)
  --disable-pass=<names>   disable optimization passes (names separated by
                           commas; '?' lists them)
  --warp-lockstep          assume that the lanes of a warp run in lockstep, as
                           on GPUs before Volta
  --verify-launches        make the program run each launch again on fibers,
                           from the same memory, and report differences
                           (implies -fmad=false unless -fmad=true is given)
  --static-runtime         link Heddle's runtime and libraries into the program,
                           for machines without Heddle

Other compilers
  -Xcompiler <list>        options for the host compiler, separated by commas
  -Xlinker <list>          options for the linker, separated by commas
  -ccbin <compiler>        the compiler for C and C++ sources and for linking
                           (heddle itself compiles CUDA sources)

The driver
  -v                       print the commands as they run
  --dryrun                 print the commands without running them
  -t <n>                   compile <n> sources at a time (0: one per core)
  -split-compile=<n>       optimize one source on <n> threads (default: 0, one
                           per core)
  -keep, -keep-dir <dir>   keep the object files
  --time                   print the compile time of each stage
  --report=vectorize       print what runs the threads of each kernel, vectors or
                           loops, what each would cost, and which lines are slow
  --report=passes          print which optimization passes changed the program
  -V, --version            print the version
  -h, --help               print this text

Accepted and ignored: -arch, -gencode, -code, -rdc, -Xptxas, -maxrregcount,
-cudart, -ftz and more; docs/using-heddle.md has the full list.

Examples
  heddle saxpy.cu -o saxpy && ./saxpy
  heddle run saxpy.cu                         compile if necessary, and run
  heddle -O3 -arch=sm_80 -c kernel.cu && heddle kernel.o main.cpp -o program
  heddle -emit=par kernel.cu                  print the parallel loops
  make NVCC=heddle                            a project that uses nvcc
)";

void heddle::printHelp() { llvm::outs() << helpText; }

void heddle::printVersion() {
  // Build systems parse this. CMake identifies nvcc by the end of the first
  // line; the fourth gives the version.
  llvm::outs() << "Heddle " HEDDLE_VERSION
                  ", in the place of nvcc: NVIDIA (R) Cuda compiler driver\n"
               << "A CUDA C++ compiler for the CPU, with no part of NVIDIA's\n"
               << "Built on LLVM " LLVM_VERSION_STRING "\n"
               << "Cuda compilation tools, release 12.8, V12.8.0\n"
               << "Build heddle_" HEDDLE_VERSION "\n";
}

void heddle::printArchitectures(bool code) {
  for (int number : architectures)
    llvm::outs() << (code ? "sm_" : "compute_") << number << '\n';
}
