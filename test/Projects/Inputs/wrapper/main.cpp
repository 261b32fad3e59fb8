#include <cstdio>
extern "C" int sumOfSquares(int count);
int main() { std::printf("sum %d\n", sumOfSquares(100)); }
