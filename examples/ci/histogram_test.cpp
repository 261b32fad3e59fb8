// histogram_test NAME: runs one test. CTest runs each as a process of its own.
#include "histogram.h"

#include <cstdio>
#include <cstring>
#include <vector>

static bool sameAsOnTheHost(int size) {
  std::vector<unsigned char> bytes(size);
  unsigned state = 1, expected[256] = {}, counts[256];
  for (unsigned char &byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = state >> 24;
    ++expected[byte];
  }
  if (int error = histogram(bytes.data(), size, counts)) {
    std::printf("CUDA error %d\n", error);
    return false;
  }
  for (int byte = 0; byte < 256; ++byte)
    if (counts[byte] != expected[byte]) {
      std::printf("byte %d: %u, but expected %u\n", byte, counts[byte],
                  expected[byte]);
      return false;
    }
  return true;
}

int main(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  bool passed = false;
  if (!std::strcmp(name, "small"))
    passed = sameAsOnTheHost(1 << 10);
  else if (!std::strcmp(name, "uneven"))
    passed = sameAsOnTheHost(12345);
  else if (!std::strcmp(name, "empty"))
    passed = sameAsOnTheHost(0);
  else
    std::printf("no test '%s'\n", name);
  std::printf("%s: %s\n", name, passed ? "PASSED" : "FAILED");
  return passed ? 0 : 1;
}
