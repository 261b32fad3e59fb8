// Steps of the Collatz sequence down to 1. See collatz.cu for the styles.
// flags: -mprefer-vector-width=512

void host(int *__restrict out, int n) {
  // Numbers in a vector go on until the last of them is 1.
  const int kLanes = 32;
  for (int first = 0; first < n; first += kLanes) {
    unsigned values[kLanes];
    int steps[kLanes] = {};
    for (int k = 0; k < kLanes; ++k)
      values[k] = first + k < n ? first + k + 1 : 1;
    for (int going = 1; going != 0;) {
      going = 0;
#pragma omp simd reduction(| : going)
      for (int k = 0; k < kLanes; ++k) {
        unsigned value = values[k];
        int isGoing = value != 1;
        unsigned next = value & 1 ? 3 * value + 1 : value / 2;
        values[k] = isGoing ? next : value;
        steps[k] += isGoing;
        going |= isGoing;
      }
    }
    for (int k = 0; k < kLanes && first + k < n; ++k)
      out[first + k] = steps[k];
  }
}
