// Compiles a kernel at run time.
#include <cstdio>
#include <nvrtc.h>

int main() {
  nvrtcProgram program;
  const char *source = "template <class T> __global__ void kernel(T *) {}";
  nvrtcCreateProgram(&program, source, "kernel.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, "kernel<float>");
  nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  const char *name = nvrtcGetErrorString(result);
  nvrtcGetLoweredName(program, "kernel<float>", &name);
  std::puts(name);
  nvrtcDestroyProgram(&program);
}
