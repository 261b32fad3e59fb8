import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "Heddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.heddle_build, "test", "output")

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"]]
)
# A user's settings are none of the tests' business.
for name in (
    "OMP_NUM_THREADS",
    "HEDDLE_NUM_THREADS",
    "HEDDLE_HOME",
    "CUDA_HOME",
    "CUDA_PATH",
):
    config.environment.pop(name, None)

# Precompiled headers are the tests' own.
config.environment["HEDDLE_CACHE_DIR"] = os.path.join(
    config.heddle_build, "test", "cache"
)

heddle = os.path.join(config.heddle_build, "bin", "heddle")
scripts = os.path.join(config.heddle_source, "scripts")
for name, command in [
    ("%heddle-opt", os.path.join(config.heddle_build, "bin", "heddle-opt")),
    ("%heddle", heddle),
    ("%cuda-home", os.path.join(config.heddle_build, "lib", "heddle")),
    ("%check-execution", f"{scripts}/check-execution {heddle}"),
    ("%python", sys.executable),
    ("%build", config.heddle_build),
    ("%scripts", scripts),
    ("%source", config.heddle_source),
    ("%examples", os.path.join(config.heddle_source, "examples")),
]:
    config.substitutions.append((name + r"\b", command))

# scripts/setup installs CCCL where there is a network.
if os.path.exists(f"{config.heddle_build}/lib/heddle/cccl/cuda/std/version"):
    config.available_features.add("cccl")
else:
    lit_config.note("CCCL is not installed: the tests that need it are skipped")

# And the parameters of MTGP32.
if os.path.exists(config.mtgp32_parameters):
    config.available_features.add("mtgp32")
else:
    lit_config.note("Heddle is built without MTGP32: its tests are skipped")

# Some containers have a gdb that may not run anything.
if shutil.which("gdb"):
    said = subprocess.run(
        ["gdb", "-batch", "-ex", "run", "/bin/true"], capture_output=True, text=True
    )
    if "exited normally" in said.stdout:
        config.available_features.add("gdb")
