// A matrix times a vector. See matvec.cu for the styles.

void host(const float *__restrict matrix, const float *__restrict x,
          float *__restrict y, int rows, int columns) {
  // Two rows share the loads of the vector.
  int row = 0;
  for (; row + 2 <= rows; row += 2) {
    const float *a = matrix + long(row) * columns, *b = a + columns;
    float first = 0, second = 0;
#pragma omp simd reduction(+ : first, second)
    for (int k = 0; k < columns; ++k) {
      first += a[k] * x[k];
      second += b[k] * x[k];
    }
    y[row] = first;
    y[row + 1] = second;
  }
  for (; row < rows; ++row) {
    const float *a = matrix + long(row) * columns;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = 0; k < columns; ++k)
      sum += a[k] * x[k];
    y[row] = sum;
  }
}
