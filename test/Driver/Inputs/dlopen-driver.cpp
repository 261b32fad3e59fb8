// Programs that run with and without a GPU load the driver when they start.
#include <cstdio>
#include <dlfcn.h>

int main() {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  if (!driver)
    return 1;
  auto *init = (int (*)(unsigned))dlsym(driver, "cuInit");
  auto *count = (int (*)(int *))dlsym(driver, "cuDeviceGetCount");
  int devices = 0;
  if (!init || !count || init(0) || count(&devices))
    return 2;
  printf("%d device\n", devices);
  return dlsym(driver, "cuMemAlloc_v2") ? 0 : 3;
}
