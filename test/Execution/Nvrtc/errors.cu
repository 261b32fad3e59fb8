// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t
// RUN: env HEDDLE_NVRTC_CACHE=0 %t 2> %t.err && count 0 < %t.err
// Errors go to the log with the name and line, and not to the terminal.
#include "program.h"

int main() {
  {
    Program program("__global__ void k(int *x) {\n  *x = missing;\n}\n");
    CHECK(program.compile() == NVRTC_ERROR_COMPILATION);
    CHECK(program.logHas(
        "program.cu(2): error: use of undeclared identifier 'missing'\n"));
    CHECK(program.logHas("1 error generated."));
    // There is nothing to load, and the program can be compiled again.
    size_t size = 77;
    NVRTC(nvrtcGetPTXSize(program.program, &size));
    CHECK(size == 1);
    NVRTC(nvrtcGetCUBINSize(program.program, &size));
    CHECK(size == 0);
    program.build({"-Dmissing=5"});
    CHECK(program.log().empty());
    CHECK(resultOf(program.kernel("_Z1kPi")) == 5);
  }
  {
    // A program without a name, and a warning without an error.
    Program program("#warning careful\n", {}, {}, nullptr);
    NVRTC(program.compile());
    CHECK(program.logHas("default_program(1): warning: careful"));
    NVRTC(program.compile({"-w"}));
    CHECK(program.log().empty());
  }
  {
    Program program("int host() { return 1; }\n"
                    "__global__ void k(int *x) { *x = host(); }\n");
    CHECK(program.compile() == NVRTC_ERROR_COMPILATION);
    CHECK(program.logHas("program.cu(2): error: "));
    CHECK(program.logHas("call to __host__ function from __global__ function"));
  }
  {
    Program program("template <class T> __global__ void k(T *) {}\n");
    NVRTC(nvrtcAddNameExpression(program.program, "k<unknown>"));
    CHECK(program.compile() == NVRTC_ERROR_COMPILATION);
    CHECK(program.logHas("name expression 'k<unknown>'(1): error: use of "
                         "undeclared identifier 'unknown'"));
    const char *name;
    CHECK(nvrtcGetLoweredName(program.program, "k<unknown>", &name) ==
          NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  }
  {
    Program program("__device__ int number;\n");
    NVRTC(nvrtcAddNameExpression(program.program, "number"));
    CHECK(program.compile() == NVRTC_ERROR_COMPILATION);
    CHECK(program.logHas("name expression 'number'(1): error: "));
  }
  {
    Program program("__global__ void k() { asm(\"bogus.u32 a, b;\"); }\n");
    CHECK(program.compile() == NVRTC_ERROR_COMPILATION);
    CHECK(program.logHas("program.cu(1): error: "));
    CHECK(program.logHas("bogus"));
  }
  {
    // A crash of the compiler leaves the program alone.
    Program program("\n#pragma clang __debug crash\n");
    CHECK(program.compile() == NVRTC_ERROR_INTERNAL_ERROR);
    CHECK(program.logHas("heddle: error: the compiler was stopped by signal "));
  }
  {
    // The environment does not say where the compiler is.
    CHECK(setenv("HEDDLE_HOME", "/nowhere", 1) == 0);
    Program program("");
    CHECK(program.compile() == NVRTC_ERROR_INTERNAL_ERROR);
    CHECK(program.logHas("cannot run the compiler '/nowhere/bin/heddle'"));
  }
}
