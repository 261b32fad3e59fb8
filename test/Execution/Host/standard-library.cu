// RUN: %check-execution %s
// Containers, algorithms, strings, smart pointers and streams in host code.
#include "../check.h"
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <unordered_map>

__global__ void square(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= data[i];
}

int main() {
  std::vector<int> values(50);
  std::iota(values.begin(), values.end(), -10);
  std::map<std::string, std::function<void(int *, int)>> launches;
  launches["square"] = [](int *data, int n) { square<<<2, 32>>>(data, n); };

  auto data = std::make_unique<DeviceArray<int>>(values);
  for (auto &[name, launch] : launches)
    launch(*data, int(values.size()));
  std::vector<int> squares = data->read();
  std::sort(squares.begin(), squares.end(), std::greater<int>());

  std::unordered_map<int, int> histogram;
  for (int value : squares)
    ++histogram[value % 10];
  std::ostringstream text;
  for (int digit = 0; digit < 10; ++digit)
    text << digit << ":" << histogram[digit] << " ";
  std::cout << text.str() << std::endl;
  expectValue(std::accumulate(squares.begin(), squares.end(), 0), 20540 + 385,
              "sum");
}
