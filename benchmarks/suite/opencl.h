//===- opencl.h - What the OpenCL programs of the suite share ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counterpart of device.h. An OpenCL program has the algorithm and the
// sizes of blocks of the CUDA program, and its kernels are in kernel.cl beside
// it. Compiling them is not timed: the first run, which warms up, does it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_SUITE_OPENCL_H
#define HEDDLE_BENCHMARKS_SUITE_OPENCL_H

#include "program.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>

namespace suite {

/// Ends the program where a call of OpenCL failed.
inline void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    Program::fail(std::string("OpenCL: ") + what + " failed with " +
                  std::to_string(error));
}

/// The first CPU there is, with a queue that runs in order.
class Queue {
public:
  Queue() {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    clGetPlatformIDs(8, platforms, &count);
    for (cl_uint i = 0; i < count && i < 8 && !device; ++i)
      if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device,
                         nullptr) != CL_SUCCESS)
        device = nullptr;
    if (!device)
      Program::fail("no CPU with OpenCL");
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
  }
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  ~Queue() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  /// Waits for all that was launched.
  void wait() const { check(clFinish(queue), "clFinish"); }

  cl_device_id device = nullptr;
  cl_context context;
  cl_command_queue queue;
};

/// An array in device memory.
template <typename T> class Buffer {
public:
  Buffer(const Queue &queue, size_t count) : queue(queue), count(count) {
    cl_int error;
    memory = clCreateBuffer(queue.context, CL_MEM_READ_WRITE, count * sizeof(T),
                            nullptr, &error);
    check(error, "clCreateBuffer");
  }
  Buffer(const Queue &queue, const std::vector<T> &values)
      : Buffer(queue, values.size()) {
    write(values);
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { clReleaseMemObject(memory); }

  operator cl_mem() const { return memory; }
  void write(const std::vector<T> &values) {
    check(clEnqueueWriteBuffer(queue.queue, memory, CL_TRUE, 0,
                               count * sizeof(T), values.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
  }
  std::vector<T> read() const {
    std::vector<T> values(count);
    check(clEnqueueReadBuffer(queue.queue, memory, CL_TRUE, 0,
                              count * sizeof(T), values.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    return values;
  }

private:
  const Queue &queue;
  cl_mem memory;
  size_t count;
};

/// An option of OpenCL's compiler that gives a constant to the kernels.
inline std::string constant(const char *name, int value) {
  return std::string("-D ") + name + "=" + std::to_string(value) + " ";
}
/// All its digits, and an f: no double may come of it.
inline std::string constant(const char *name, float value) {
  char text[64];
  snprintf(text, sizeof(text), "-D %s=%.9ef ", name, double(value));
  return text;
}

/// The kernels of one source. As with CUDA's compilers, products and sums may
/// become one instruction.
class Kernels {
public:
  Kernels(const Queue &queue, const char *source, const std::string &constants)
      : queue(queue) {
    cl_int error;
    program =
        clCreateProgramWithSource(queue.context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    std::string options = "-cl-std=CL1.2 -cl-mad-enable " + constants;
    if (clBuildProgram(program, 1, &queue.device, options.c_str(), nullptr,
                       nullptr) != CL_SUCCESS) {
      std::vector<char> log(1 << 16);
      clGetProgramBuildInfo(program, queue.device, CL_PROGRAM_BUILD_LOG,
                            log.size() - 1, log.data(), nullptr);
      Program::fail(std::string("the kernels cannot be built\n") + log.data());
    }
  }
  Kernels(const Kernels &) = delete;
  Kernels &operator=(const Kernels &) = delete;
  ~Kernels() { clReleaseProgram(program); }

  const Queue &queue;
  cl_program program;
};

class Kernel {
public:
  Kernel(const Kernels &kernels, const char *name) : queue(kernels.queue) {
    cl_int error;
    kernel = clCreateKernel(kernels.program, name, &error);
    check(error, name);
  }
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
  ~Kernel() { clReleaseKernel(kernel); }

  /// Like `kernel<<<blocks, threads>>>(arguments...)`: OpenCL wants the number
  /// of all threads.
  template <typename... Arguments>
  void launch(std::array<size_t, 2> blocks, std::array<size_t, 2> threads,
              const Arguments &...arguments) const {
    cl_uint index = 0;
    (set(index++, arguments), ...);
    size_t all[] = {blocks[0] * threads[0], blocks[1] * threads[1]};
    cl_uint dimensions = threads[1] > 1 || blocks[1] > 1 ? 2 : 1;
    check(clEnqueueNDRangeKernel(queue.queue, kernel, dimensions, nullptr, all,
                                 threads.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
  template <typename... Arguments>
  void launch(size_t blocks, size_t threads,
              const Arguments &...arguments) const {
    launch({blocks, 1}, {threads, 1}, arguments...);
  }

private:
  template <typename T> void set(cl_uint index, const Buffer<T> &buffer) const {
    set(index, cl_mem(buffer));
  }
  template <typename T> void set(cl_uint index, const T &value) const {
    check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
  }

  const Queue &queue;
  cl_kernel kernel;
};

} // namespace suite

#endif // HEDDLE_BENCHMARKS_SUITE_OPENCL_H
