"""What Heddle is compared with: OpenMP, PoCL and OpenBLAS."""

import os
import subprocess
import tempfile
from dataclasses import dataclass, field

from .programs import CLANG, OPENMP_FLAGS, SERIAL_FLAGS, WIDE_FLAGS


@dataclass
class Reference:
    """Of all builds, settings and variants of a program the best counts."""

    key: str
    name: str
    source: str  # of each program that can be compared
    builds: dict  # what is compiled: names and flags
    settings: dict = field(default_factory=lambda: {"": {}})  # what is run: names and environments
    sizes: tuple = ("full",)
    threads: int = None
    goal: float = 1.0  # the speed that Heddle is to have; below 1 it is shown in percent
    packages: str = ""
    probe: str = ""  # a program that ends with 0 where the reference is there

    def missing(self):
        """Why it cannot be measured here, or None."""
        if not self.probe:
            return None
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "probe")
            command = [CLANG, "-x", "c++", "-", "-o", program, *self.builds[""]]
            built = subprocess.run(command, input=self.probe, text=True, capture_output=True)
            if built.returncode == 0 and subprocess.run([program], capture_output=True).returncode == 0:
                return None
        return f"{self.name} is not there: install {self.packages}, or run scripts/setup bench"

    def speed(self, value):
        return f"{value:.2f}" if self.goal >= 1 else f"{100 * value:.1f} %"


def openmp(sizes):
    # Tests need no second width of vectors.
    wide = {" 512-bit": WIDE_FLAGS} if sizes != ["small"] else {}
    return Reference("openmp", "OpenMP", "openmp.cpp", {"": OPENMP_FLAGS, **wide})


def pocl(folder):
    # Neither way to run a work-group is the faster one for all kernels.
    environment = {"POCL_CACHE_DIR": os.path.join(os.path.abspath(folder), "pocl")}
    settings = {" " + method: {**environment, "POCL_WORK_GROUP_METHOD": method} for method in ("loops", "loopvec")}
    return Reference(
        "pocl", "PoCL", "opencl.cpp", {"": [*SERIAL_FLAGS, "-Wno-c23-extensions", "-lOpenCL"]}, settings,
        packages="pocl-opencl-icd and ocl-icd-opencl-dev",
        probe="#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n"
              "int main() { cl_uint n = 0; return clGetPlatformIDs(0, 0, &n) || n == 0; }\n")


def openblas():
    # It does not know processors that are newer than itself, and has slow code for them.
    settings = {"": {}}
    with open("/proc/cpuinfo") as file:
        flags = file.read().split()
    for flag, core in (("avx2", "HASWELL"), ("avx512vl", "SKYLAKEX")):
        if flag in flags:
            settings[" " + core] = {"OPENBLAS_CORETYPE": core}
    return Reference(
        "openblas", "OpenBLAS", "openblas.cpp", {"": [*SERIAL_FLAGS, "-lopenblas"]}, settings,
        sizes=("1024", "1536", "2048"), threads=1, goal=0.25, packages="libopenblas-dev",
        probe='#include <cblas.h>\nextern "C" char *openblas_get_config();\n'
              "int main() { return openblas_get_config() == nullptr; }\n")
