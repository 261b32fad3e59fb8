// `class` is a name in C only: a C++ compiler refuses this file.
int partInC(void) {
  int class = 40;
  return class;
}
