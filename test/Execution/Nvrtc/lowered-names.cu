// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// Name expressions instantiate templates; the names that they lower to find the
// kernels and variables in the module.
#define NVRTC_GET_TYPE_NAME 1
#include "program.h"

static const char *const source = R"(
template <class T, int N> __global__ void size(int *x) { *x = sizeof(T) + N; }
namespace inner {
template <class T> struct Wrapped { T value[3]; };
__global__ void plain(int *x) { *x = 7; }
static __global__ void hidden(int *x) { *x = 8; }
__device__ int variable = 41;
template <class T> __constant__ T pi = T(3.25);
}
static __constant__ short fixed = 77;
static __global__ void local(int *x) { *x = fixed; }
__constant__ float table[4] = {1, 2, 3, 4};
__global__ void overloaded(int *x) { *x = 1; }
__global__ void overloaded(float *x) { *x = 2; }
extern "C" __global__ void c(int *x) { *x = 9; }
)";

int main() {
  Program program(source);
  Strings expressions = {"size<double, 4>",
                         "&size<inner::Wrapped<char>, 10>",
                         "inner::plain",
                         "inner::hidden",
                         "(void (*)(int *))overloaded",
                         "c",
                         "&inner::variable",
                         "&inner::pi<float>",
                         "&fixed",
                         "local",
                         "table",
                         "&table"};
  for (const char *expression : expressions)
    NVRTC(nvrtcAddNameExpression(program.program, expression));
  std::string type;
  NVRTC(nvrtcGetTypeName<const unsigned char *>(&type));
  std::string made = "size<" + type + ", 0>";
  NVRTC(nvrtcAddNameExpression(program.program, made.c_str()));

  const char *name;
  CHECK(nvrtcGetLoweredName(program.program, "c", &name) ==
        NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  program.build();
  CHECK(nvrtcAddNameExpression(program.program, "size<int, 1>") ==
        NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  CHECK(nvrtcGetLoweredName(program.program, "size<int, 1>", &name) ==
        NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);

  auto run = [&](const char *expression) {
    return resultOf(program.kernel(program.lowered(expression)));
  };
  CHECK(run("size<double, 4>") == 12);
  CHECK(run("&size<inner::Wrapped<char>, 10>") == 13);
  CHECK(run(made.c_str()) == 8);
  CHECK(run("inner::plain") == 7);
  CHECK(run("inner::hidden") == 8);
  CHECK(run("(void (*)(int *))overloaded") == 1);
  CHECK(run("c") == 9);
  CHECK(std::string(program.lowered("c")) == "c");
  CHECK(std::string(program.lowered("inner::plain")) == "_ZN5inner5plainEPi");

  auto read = [&](const char *expression, auto value) {
    CUdeviceptr pointer;
    DRIVER(cuModuleGetGlobal(&pointer, nullptr, program.module,
                             program.lowered(expression)));
    DRIVER(cuMemcpyDtoH(&value, pointer, sizeof value));
    return value;
  };
  CHECK(read("&inner::variable", 0) == 41);
  CHECK(read("&inner::pi<float>", 0.f) == 3.25f);
  CHECK(read("table", 0.f) == 1);
  // As in CUDA, the names of static ones at global scope do not say so.
  CHECK(run("local") == 77);
  CHECK(read("&fixed", short(0)) == 77);
  CHECK(std::string(program.lowered("local")) == "_Z5localPi");
  CHECK(std::string(program.lowered("&fixed")) == "fixed");
  CHECK(std::string(program.lowered("table")) == program.lowered("&table"));
}
