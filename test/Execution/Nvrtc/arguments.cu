// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// The status that NVRTC documents for wrong arguments, and what a program
// without a result answers.
#include "program.h"
#include <cstring>

int main() {
  const auto input = NVRTC_ERROR_INVALID_INPUT;
  const auto noProgram = NVRTC_ERROR_INVALID_PROGRAM;
  int major, minor, count;
  CHECK(nvrtcVersion(nullptr, &minor) == input);
  CHECK(nvrtcVersion(&major, nullptr) == input);
  NVRTC(nvrtcVersion(&major, &minor));
  CHECK(major == 12 && minor == 8);
  CHECK(nvrtcGetNumSupportedArchs(nullptr) == input);
  CHECK(nvrtcGetSupportedArchs(nullptr) == input);
  NVRTC(nvrtcGetNumSupportedArchs(&count));
  std::vector<int> architectures(count);
  NVRTC(nvrtcGetSupportedArchs(architectures.data()));
  CHECK(architectures.front() == 50 && architectures.back() == 120);

  nvrtcProgram program = nullptr;
  const char *one[] = {"x"};
  CHECK(nvrtcCreateProgram(nullptr, "", "", 0, nullptr, nullptr) == noProgram);
  CHECK(nvrtcCreateProgram(&program, nullptr, "", 0, nullptr, nullptr) ==
        input);
  CHECK(nvrtcCreateProgram(&program, "", "", -1, one, one) == input);
  CHECK(nvrtcCreateProgram(&program, "", "", 1, nullptr, one) == input);
  CHECK(nvrtcCreateProgram(&program, "", "", 1, one, nullptr) == input);
  CHECK(nvrtcDestroyProgram(nullptr) == noProgram);
  CHECK(nvrtcDestroyProgram(&program) == noProgram);

  size_t size;
  char text[8];
  const char *name;
  CHECK(nvrtcCompileProgram(nullptr, 0, nullptr) == noProgram);
  CHECK(nvrtcAddNameExpression(nullptr, "x") == noProgram);
  CHECK(nvrtcGetLoweredName(nullptr, "x", &name) == noProgram);
  CHECK(nvrtcGetPCHCreateStatus(nullptr) == noProgram);
  CHECK(nvrtcGetPCHHeapSizeRequired(nullptr, &size) == noProgram);
  auto callback = [](void *, void *) { return 0; };
  CHECK(nvrtcSetFlowCallback(nullptr, callback, nullptr) == noProgram);

  NVRTC(nvrtcCreateProgram(&program, "", nullptr, 0, one, one));
  CHECK(nvrtcCompileProgram(program, -1, nullptr) == input);
  CHECK(nvrtcCompileProgram(program, 1, nullptr) == NVRTC_ERROR_INVALID_OPTION);
  CHECK(nvrtcAddNameExpression(program, nullptr) == input);
  CHECK(nvrtcGetLoweredName(program, nullptr, &name) == input);
  CHECK(nvrtcGetLoweredName(program, "x", nullptr) == input);
  CHECK(nvrtcSetFlowCallback(program, nullptr, nullptr) == input);
  CHECK(nvrtcGetPCHHeapSizeRequired(program, nullptr) == input);

  // Before a compilation everything is empty; what is text ends with a zero.
  struct Output {
    nvrtcResult (*size)(nvrtcProgram, size_t *);
    nvrtcResult (*get)(nvrtcProgram, char *);
    size_t empty;
  };
  for (Output output : {Output{nvrtcGetPTXSize, nvrtcGetPTX, 1},
                        Output{nvrtcGetProgramLogSize, nvrtcGetProgramLog, 1},
                        Output{nvrtcGetCUBINSize, nvrtcGetCUBIN, 0},
                        Output{nvrtcGetNVVMSize, nvrtcGetNVVM, 0},
                        Output{nvrtcGetLTOIRSize, nvrtcGetLTOIR, 0},
                        Output{nvrtcGetOptiXIRSize, nvrtcGetOptiXIR, 0}}) {
    CHECK(output.size(nullptr, &size) == noProgram);
    CHECK(output.get(nullptr, text) == noProgram);
    CHECK(output.size(program, nullptr) == input);
    CHECK(output.get(program, nullptr) == input);
    NVRTC(output.size(program, &size));
    CHECK(size == output.empty);
    text[0] = 'x';
    NVRTC(output.get(program, text));
    CHECK(text[0] == (output.empty ? 0 : 'x'));
  }

  CHECK(nvrtcGetPCHHeapSize(nullptr) == input);
  NVRTC(nvrtcSetPCHHeapSize(1 << 20));
  NVRTC(nvrtcGetPCHHeapSize(&size));
  CHECK(size == 1 << 20);
  CHECK(nvrtcGetPCHCreateStatus(program) ==
        NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  NVRTC(nvrtcGetPCHHeapSizeRequired(program, &size));
  CHECK(size == 0);
  NVRTC(nvrtcDestroyProgram(&program));
  CHECK(program == nullptr);

  CHECK(!strcmp(nvrtcGetErrorString(NVRTC_SUCCESS), "NVRTC_SUCCESS"));
  CHECK(!strcmp(nvrtcGetErrorString(NVRTC_ERROR_CANCELLED),
                "NVRTC_ERROR_CANCELLED"));
  CHECK(!strcmp(nvrtcGetErrorString(nvrtcResult(99)), "NVRTC_ERROR unknown"));
}
