#include <stdio.h>
int sumOfSquares(int count);
int main(void) { printf("sum %d\n", sumOfSquares(100)); }
