#include "shapes.h"
#include <cstdio>
int main() {
  float data[100];
  for (int i = 0; i < 100; ++i)
    data[i] = i;
  std::printf("sum %.0f, standard %ld\n", sum(data, 100), __cplusplus);
}
