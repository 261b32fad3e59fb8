"""The programs of the suite, and how they are built."""

import concurrent.futures
import hashlib
import os
import re
import shlex
import shutil
import statistics
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
    directives: list  # variants of the OpenMP program

    def source(self, name):
        return os.path.join(self.folder, name)


def discover():
    """The programs by name.

    Each says how exact it is, in the head of problem.h, and, in that of openmp.cpp, which variants have the loops as they are mostly
    written, with directives (parallel, simd, collapse, tile), and not another layout or order made by hand.
    """
    def said(folder, source, what):
        with open(os.path.join(folder, source)) as file:
            line = re.search(rf"^//.*\b{what}: (.+)$", file.read(), re.M)
        if not line:
            sys.exit(f"{folder}/{source} names no {what}")
        return line.group(1)

    found = {}
    for name in sorted(os.listdir(SUITE)):
        folder = os.path.join(SUITE, name)
        if not os.path.isdir(folder):
            continue
        if missing := [source for source in SOURCES if not os.path.exists(os.path.join(folder, source))]:
            sys.exit(f"{folder} has no {', '.join(missing)}")
        found[name] = Program(name, folder, float(said(folder, "problem.h", "tolerance")),
                              said(folder, "openmp.cpp", "directives").split(", "))
    return found


def configurations(parser, values):
    """{name: flags} from NAME=FLAGS. Flags without a name apply to all."""
    common, named = [], {}
    for value in values:
        name, equals, flags = value.partition("=")
        if not equals or name.startswith("-"):
            common += value.split()
        elif name in named or name == "default":
            parser.error(f"two configurations named {name}")
        else:
            named[name] = flags.split()
    return {"default": common, **{name: common + flags for name, flags in named.items()}}


def passes(heddle):
    """The names of the passes that can be left out."""
    said = subprocess.run([heddle, "--disable-pass=?"], capture_output=True, text=True).stderr
    listed = re.search(r"accepts: (.*)", said)
    if not listed:
        sys.exit(f"{heddle} --disable-pass=? lists no passes:\n{said}")
    return listed.group(1).split(", ")


def idle_passes(said):
    """The passes that changed nothing in a program, of what `--report=passes` said."""
    changed, idle = (set(", ".join(re.findall(rf"^  {title}: (.*)", said, re.M)).split(", "))
                     for title in ("changed something", "found nothing to do"))
    return idle - changed


class Build:
    """Compiles programs; knows what of them failed, and where the rest is."""

    def __init__(self, heddle, folder, configurations, reference, baseline=None):
        self.heddle = os.path.abspath(heddle)
        self.baseline = baseline and os.path.abspath(baseline)
        if baseline:
            configurations = {**configurations, "baseline": configurations["default"]}
        self.folder = os.path.abspath(folder)
        self.configurations = configurations
        self.reference = reference  # or None, where only the configurations are compared
        self.commands = []
        self.failures = {}
        self.idle = {}  # {program: the passes that change nothing in it}
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
            # Which passes need not be left out is said by the first one.
            report = ["--report=passes"] if name == "default" and len(self.configurations) > 1 and not self.baseline else []
            compiler = self.baseline if name == "baseline" else self.heddle
            yield one(compiler, ["-O3", *report, *flags], "cuda.cu", "cuda " + name)

    def is_same(self, program, name):
        """Whether a configuration only leaves out a pass that has nothing to do."""
        left_out = [flag for flag in self.configurations[name] if flag not in self.configurations["default"]]
        return len(left_out) == 1 and left_out[0].removeprefix("--disable-pass=") in self.idle.get(program.name, ())

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

    def compile_times(self, program, rounds):
        """{configuration: median CPU seconds of a compilation}, the compilers in turns."""
        commands = [command for command in self.compilations(program) if command[0] in (self.heddle, self.baseline)]
        times = [[] for _ in commands]
        for _ in range(rounds):
            for command, seconds in zip(commands, times):
                before = os.times()
                subprocess.run(command, capture_output=True, check=True)
                after = os.times()
                seconds.append(after.children_user + after.children_system
                               - before.children_user - before.children_system)
        return dict(zip(self.configurations, map(statistics.median, times)))

    def all(self, programs):
        jobs = [(program, command) for program in programs for command in self.compilations(program)]
        self.commands += [shlex.join(command) for _, command in jobs]
        outputs = {self.path(program, "cuda " + name): (program, name)
                   for program in programs for name in self.configurations if name != "default"}

        def compile(job):
            program, command = job
            output = command[-1]
            # What an earlier run built must not stand in for what fails now.
            if os.path.exists(output):
                os.remove(output)
            if output in outputs and self.is_same(*outputs[output]):
                shutil.copy(self.path(program, "cuda default"), output)
                return
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                said = (done.stdout + done.stderr).strip()
                self.failures.setdefault(program.name, []).append(f"{shlex.join(command)}\n{said}")
            elif "--report=passes" in command:
                self.idle[program.name] = idle_passes(done.stderr)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            progress(f"building {len(jobs)} programs")
            jobs.sort(key=lambda job: job[1][-1] in outputs)
            first = sum(job[1][-1] not in outputs for job in jobs)
            number = 0
            for part in (jobs[:first], jobs[first:]):
                for job, _ in zip(part, pool.map(compile, part)):
                    number += 1
                    progress(f"building {number} of {len(jobs)}: {os.path.basename(job[1][-1])}", detail=True)
