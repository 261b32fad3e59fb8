// RUN: rm -rf %t.d && mkdir %t.d && echo '#define ON_DISK 1000' > %t.d/disk.h
// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t
// RUN: cd %t.d && env HEDDLE_NVRTC_CACHE=0 %t
// Headers from memory, by the names that the program gives them, also from each
// other and in place of files on disk.
#include "program.h"

static const char *const source = R"(
#include "constants.h"
#include <math/more.hpp>
#include "type_traits"
#include "disk.h"
extern "C" __global__ void sum(int *x) {
  *x = ONE + more::ten() + std::hundred + ON_DISK + ADDED;
}
)";

int main() {
  Strings headers = {
      "#pragma once\n#define ONE 1\n",
      "#include <constants.h>\n#include \"deep/est.h\"\n",
      "namespace more { __device__ int ten() { return 9 + ONE; } "
      "}\n",
      "namespace std { static const int hundred = 100; }\n",
      "#define ADDED 10000\n"};
  Strings names = {"constants.h", "math/more.hpp", "math/deep/est.h",
                   "type_traits", "added.h"};
  Program program(source, headers, names);
  // The last one is in the folder of the source, which is the current one.
  program.build({"--pre-include=added.h"});
  CHECK(resultOf(program.kernel("sum")) == 11111);

  Program elsewhere(source, headers, names, "sub/program.cu");
  CHECK(elsewhere.compile({"-include", "added.h"}) == NVRTC_ERROR_COMPILATION);
  CHECK(elsewhere.logHas("sub/program.cu(5): catastrophic error: could not open "
                         "source file \"disk.h\""));
  elsewhere.build({"-include", "added.h", "-I", "."});
  CHECK(resultOf(elsewhere.kernel("sum")) == 11111);

  // An error in a header in memory has that header's name.
  Program broken("\n#include \"dir/broken.h\"\n", {"\n\nint 3;\n"},
                 {"dir/broken.h"});
  CHECK(broken.compile() == NVRTC_ERROR_COMPILATION);
  CHECK(broken.logHas("\ndir/broken.h(3): error: "));
  CHECK(broken.logHas("In file included from program.cu:2:\n"));
}
