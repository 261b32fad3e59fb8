#include <cstdio>
#include INCLUDED

int main(int argc, char **argv) {
  std::printf("value %d\n", VALUE);
  for (int i = 1; i < argc; ++i)
    std::printf("argument %d: %s\n", i, argv[i]);
  return argc;
}
