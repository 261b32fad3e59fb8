// What a source has without an #include, as with nvcc: <utility>, and with it std::initializer_list; <functional> with --extended-lambda.
// RUN: %heddle -O1 %s -o %t && %t
// RUN: %heddle -O1 --extended-lambda -DLAMBDA %s -o %t && %t
__global__ void kernel(int *out) { *out = 7; }

static int sum(std::initializer_list<int> values) {
  int result = 0;
  for (int value : values)
    result += value;
  return result;
}

int main() {
  int *out;
  cudaMallocManaged(&out, sizeof(int));
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::pair<int, int> both = std::make_pair(sum({1, 2, 3}), *out);
#ifdef LAMBDA
  std::function<int(int)> same = [](int x) { return x; };
  both.first = same(both.first);
#endif
  return !(both.first == 6 && both.second == 7);
}
