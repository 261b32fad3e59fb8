// The sum of an array. See reduction.cu for the styles.

void host(const float *__restrict in, float *__restrict out, int n) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += in[i];
  *out = sum;
}
