// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t && env HEDDLE_NVRTC_CACHE=0 %t
// Several threads compile at the same time, one of them a program with an
// error, and a program's callback stops its compilation.
#include "program.h"
#include <atomic>
#include <thread>

int main() {
  Program first("extern \"C\" __global__ void k(int *x) { *x = VALUE; }");
  Program second("extern \"C\" __global__ void k(int *x) { *x = VALUE; }");
  Program broken("int 3;", {}, {}, "broken.cu");
  std::thread one([&] { NVRTC(first.compile({"-DVALUE=1"})); });
  std::thread two([&] { NVRTC(second.compile({"-DVALUE=2"})); });
  CHECK(broken.compile() == NVRTC_ERROR_COMPILATION);
  one.join();
  two.join();
  CHECK(first.log().empty() && second.log().empty());
  CHECK(broken.logHas("broken.cu(1): error: "));
  first.load();
  second.load();
  CHECK(resultOf(first.kernel("k")) == 1);
  CHECK(resultOf(second.kernel("k")) == 2);

  static int calls = 0;
  int limit = 3;
  auto callback = [](void *payload, void *) {
    return int(++calls == *static_cast<int *>(payload));
  };
  Program stopped("extern \"C\" __global__ void k(int *x) { *x = 3; }");
  NVRTC(nvrtcSetFlowCallback(stopped.program, callback, &limit));
  CHECK(stopped.compile() == NVRTC_ERROR_CANCELLED);
  CHECK(calls == 3);
  CHECK(stopped.log().empty() && stopped.ptx().size() == 1);
  limit = 0;
  stopped.build();
  CHECK(resultOf(stopped.kernel("k")) == 3);
}
