#pragma once
#define SIDE 3.0f

float areas(int count);                  // 1*1 + 2*2 + ... by kernels.cu
float sum(const float *data, int count); // by sum.cu; host memory
float extra();
