// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// What options do, and which ones are refused.
#include "program.h"

static nvrtcResult compile(Strings options, const char *log) {
  Program program("extern \"C\" __global__ void k(int *x) { *x = 1; }\n");
  nvrtcResult result = program.compile(options);
  CHECK(program.logHas(log));
  return result;
}

static int value(const char *expression, Strings options) {
  std::string source = "extern \"C\" __global__ void k(int *x) { *x = ";
  Program program((source + expression + "; }").c_str());
  program.build(options);
  return resultOf(program.kernel("k"));
}

int main() {
  CHECK(value("A + B", {"-DA=1", "-D", "B=20"}) == 21);
  CHECK(value("A + B", {"--define-macro=A=1", "--define-macro", "B=2", "-UC",
                        "--undefine-macro=D"}) == 3);
  // Macros of the program do not reach the built-in declarations.
  CHECK(value("T(max(1, 0))", {"-DT=int", "-Dname", "-D_X=3"}) == 1);
  CHECK(value("ADD(1, 2)", {"-DADD(a,b)=(a + b)"}) == 3);
  CHECK(value("(assert(false), 4)", {"-DNDEBUG"}) == 4);
  CHECK(value("__cplusplus / 100", {}) == 2017);
  CHECK(value("__cplusplus / 100", {"--std=c++20"}) == 2020);
  CHECK(value("__cplusplus / 100", {"-std=c++14"}) == 2014);
  CHECK(value("__CUDACC_RTC__ + (__CUDA_ARCH__ > 0) + __CUDACC_VER_MAJOR__",
              {"-arch=sm_90a"}) == 14);
  CHECK(value("__USE_FAST_MATH__", {"--use_fast_math"}) == 1);
  // The product of 1 + 2^-12 and itself is not a float, so it is rounded unless
  // the difference is fused with it.
  const char *fused = "[](float a) { return (a * a - 1.00048828125f) != 0; }("
                      "blockDim.x + 1.0f / 4096)";
  CHECK(value(fused, {"--fmad=true"}) == 1);
  CHECK(value(fused, {"-fmad=false"}) == 0);
  CHECK(value("sizeof(__int128)",
              {"--device-int128", "-maxrregcount=32", "--ptxas-options", "-v",
               "-Xptxas=-O3", "-ftz=true", "--prec-div=false", "-restrict",
               "--display-error-number", "-dopt=on", "--diag-suppress=177",
               "-time=file"}) == 16);
  CHECK(value("1", {"-G", "--no-cache"}) == 1);

  {
    // Without -default-device these would be host functions and variables.
    Program program(R"(
int variable = 3;
int plain(int x) { return x + variable; }
struct Object {
  int member() const { return plain(1); }
};
extern "C" __global__ void k(int *x) {
  auto lambda = [](int a) { return a * 10; };
  *x = Object().member() + lambda(threadIdx.x + 1);
}
)");
    program.build({"--device-as-default-execution-space"});
    CHECK(resultOf(program.kernel("k")) == 14);
    CUdeviceptr pointer;
    DRIVER(cuModuleGetGlobal(&pointer, nullptr, program.module, "variable"));
  }

  auto invalid = NVRTC_ERROR_INVALID_OPTION;
  CHECK(compile({"--bogus"}, "unrecognized option --bogus found") == invalid);
  CHECK(compile({"-w=3"}, "unrecognized option -w=3 found") == invalid);
  CHECK(compile({"-O3"}, "unrecognized option -O3 found") == invalid);
  CHECK(compile({"-w", "k.cu"}, "unrecognized option k.cu found") == invalid);
  CHECK(compile({"-arch=sm_12"}, "invalid value for --gpu-architecture "
                                 "(-arch)") == invalid);
  CHECK(compile({"--std=c++99"}, "invalid value for --std (-std)") == invalid);
  CHECK(compile({"--fmad=2"}, "--fmad (-fmad) expects true or false") ==
        invalid);
  CHECK(compile({"-arch"}, "--gpu-architecture (-arch) expects a value") ==
        invalid);
  for (const char *code : {"-dlto", "--gen-opt-lto", "-optix-ir"})
    CHECK(compile({code}, "Heddle makes neither LTO IR nor OptiX IR") ==
          invalid);
}
