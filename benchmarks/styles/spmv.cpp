// A sparse matrix in rows times a vector. See spmv.cu for the styles.

void host(const int *__restrict begins, const int *__restrict columns,
          const float *__restrict values, const float *__restrict x,
          float *__restrict y, int rows) {
  // Rows are too short for vectors with gathers: two chains of sums are faster.
  for (int row = 0; row < rows; ++row) {
    float even = 0, odd = 0;
    int k = begins[row], end = begins[row + 1];
    for (; k + 2 <= end; k += 2) {
      even += values[k] * x[columns[k]];
      odd += values[k + 1] * x[columns[k + 1]];
    }
    if (k < end)
      even += values[k] * x[columns[k]];
    y[row] = even + odd;
  }
}
