#include <cstdio>

extern "C" int partInC();
int partInCxx();

int main() {
  std::printf("sum %d\n", partInC() + partInCxx());
  return 0;
}
