"""The programs of the suite, and how they are built."""

import concurrent.futures
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass

SUITE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suite")
ROOT = os.path.dirname(os.path.dirname(SUITE))
CLANG = shutil.which("clang++-22") or "clang++"
SERIAL_FLAGS = ["-O3", "-march=native", "-ffp-contract=fast", "-fno-math-errno", "-fveclib=libmvec"]
OPENMP_FLAGS = SERIAL_FLAGS + ["-fopenmp"]
# Clang prefers 256-bit vectors on many machines; the reference may have more.
WIDE_FLAGS = OPENMP_FLAGS + ["-mprefer-vector-width=512"]
SOURCES = ("problem.h", "serial.cpp", "openmp.cpp", "cuda.cu")


def progress(text, detail=False):
    """Says what goes on; in a log, without the details."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", file=sys.stderr, flush=True, end="")
    elif text and not detail:
        print(text, file=sys.stderr, flush=True)


@dataclass
class Program:
    name: str
    folder: str
    tolerance: float

    def source(self, name):
        return os.path.join(self.folder, name)


def discover():
    """The programs by name. Each says how exact it is, in the head of problem.h."""
    found = {}
    for name in sorted(os.listdir(SUITE)):
        folder = os.path.join(SUITE, name)
        if not os.path.isdir(folder):
            continue
        if missing := [source for source in SOURCES if not os.path.exists(os.path.join(folder, source))]:
            sys.exit(f"{folder} has no {', '.join(missing)}")
        with open(os.path.join(folder, "problem.h")) as file:
            tolerance = re.search(r"^//.*\btolerance: (\S+)$", file.read(), re.M)
        if not tolerance:
            sys.exit(f"{folder}/problem.h names no tolerance")
        found[name] = Program(name, folder, float(tolerance.group(1)))
    return found


def passes(heddle):
    """The names of the passes that can be left out."""
    said = subprocess.run([heddle, "--disable-pass=?"], capture_output=True, text=True).stderr
    listed = re.search(r"these can: (.*)", said)
    if not listed:
        sys.exit(f"{heddle} --disable-pass=? lists no passes:\n{said}")
    return listed.group(1).split(", ")


class Build:
    """Compiles programs; knows what of them failed, and where the rest is."""

    def __init__(self, heddle, folder, configurations, reference):
        self.heddle = os.path.abspath(heddle)
        self.folder = os.path.abspath(folder)
        self.configurations = configurations
        self.reference = reference  # or None, where only the configurations are compared
        self.commands = []
        self.failures = {}
        os.makedirs(self.folder, exist_ok=True)

    def path(self, program, kind):
        return os.path.join(self.folder, program.name + "_" + kind.strip().replace(" ", "_"))

    def compilations(self, program):
        def one(compiler, flags, source, kind):
            # Libraries come after what needs them.
            libraries = [flag for flag in flags if flag.startswith("-l")]
            flags = [flag for flag in flags if flag not in libraries]
            return [compiler, *flags, program.source(source), *libraries, "-o", self.path(program, kind)]

        yield one(CLANG, SERIAL_FLAGS, "serial.cpp", "serial")
        if self.reference:
            for suffix, flags in self.reference.builds.items():
                yield one(CLANG, flags, self.reference.source, self.reference.key + suffix)
        for name, flags in self.configurations.items():
            yield one(self.heddle, ["-O3", *flags], "cuda.cu", "cuda " + name)

    def identical(self, program):
        """{configuration: the first one whose program is the same, byte by byte}."""
        first, same = {}, {}
        for name in self.configurations:
            try:
                with open(self.path(program, "cuda " + name), "rb") as file:
                    content = hashlib.sha256(file.read()).digest()
            except OSError:
                content = name  # running it will say so
            same[name] = first.setdefault(content, name)
        return same

    def all(self, programs):
        jobs = [(program, command) for program in programs for command in self.compilations(program)]
        self.commands += [shlex.join(command) for _, command in jobs]

        def compile(job):
            # What an earlier run built must not stand in for what fails now.
            if os.path.exists(job[1][-1]):
                os.remove(job[1][-1])
            return subprocess.run(job[1], capture_output=True, text=True)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            progress(f"building {len(jobs)} programs")
            for number, (job, done) in enumerate(zip(jobs, pool.map(compile, jobs))):
                progress(f"building {number + 1} of {len(jobs)}: {os.path.basename(job[1][-1])}", detail=True)
                if done.returncode != 0:
                    said = (done.stdout + done.stderr).strip()
                    self.failures.setdefault(job[0].name, []).append(f"{shlex.join(job[1])}\n{said}")
