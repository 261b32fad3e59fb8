// Running sums of each row. See scan.cu for the styles.

void host(const int *__restrict in, int *__restrict out, int rows, int width) {
  for (int row = 0; row < rows; ++row) {
    const int *from = in + long(row) * width;
    int *to = out + long(row) * width;
    // Four sums at a time shorten the chain from one element to the next.
    int sum = 0, i = 0;
    for (; i + 4 <= width; i += 4) {
      int a = from[i], b = a + from[i + 1];
      int c = from[i + 2], d = c + from[i + 3];
      to[i] = sum + a;
      to[i + 1] = sum + b;
      to[i + 2] = sum + (b + c);
      sum += b + d;
      to[i + 3] = sum;
    }
    for (; i < width; ++i)
      to[i] = sum += from[i];
  }
}
