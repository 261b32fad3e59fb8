"""Runs the programs in turns, checks what they compute and keeps their times."""

import os
import re
import shlex
import statistics
import subprocess
from dataclasses import dataclass, field

from .programs import progress

TIMEOUT_SECONDS = 300
# Each system has its own name for the number of threads.
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT")


@dataclass
class Run:
    """One of the programs that run in turns."""

    who: str  # whose times these are: serial, reference or a configuration of Heddle
    kind: str  # which file is run
    suffix: str = ""  # what is added to the names of its variants
    environment: dict = field(default_factory=dict)


class Result:
    """What was measured of one program."""

    def __init__(self, program, size, failures):
        self.name = f"{program.name} {size}" if size.isdigit() else program.name
        self.tolerance = program.tolerance
        self.plain = program.directives
        self.failures = list(failures)
        self.times = {}  # by (who, variant, threads): a list of milliseconds
        self.errors = {}  # by (who, variant): the largest
        self.same = {}  # configurations that another one's program stands in for

    def add(self, who, variant, threads, milliseconds):
        self.times.setdefault((who, variant, threads), []).append(milliseconds)

    def median(self, who, variant, threads):
        return statistics.median(self.times[who, variant, threads])

    def serial(self):
        return min(statistics.median(times) for (who, _, _), times in self.times.items() if who == "serial")

    def reference(self, threads):
        """The best variant of the reference, and its time."""
        variants = [v for who, v, t in self.times if who == "reference" and t == threads]
        best = min(variants, key=lambda variant: self.median("reference", variant, threads))
        return best, self.median("reference", best, threads)

    def directives(self, threads):
        """The time of the best OpenMP variant that has loops with directives, and nothing rebuilt by hand."""
        return min(self.median("reference", variant, count) for who, variant, count in self.times
                   if who == "reference" and count == threads and variant.split(" ")[0] in self.plain)

    def heddle(self, threads, configuration="default"):
        """The best variant in CUDA: there is one in nearly all programs."""
        configuration = self.same.get(configuration, configuration)
        return min(statistics.median(times) for (who, variant, count), times in self.times.items()
                   if who == "cuda " + configuration and count == threads)

    def speedup(self, threads, configuration="default"):
        return self.reference(threads)[1] / self.heddle(threads, configuration)

    def json(self):
        return {
            "program": self.name,
            "tolerance": self.tolerance,
            "directives": self.plain,
            "failures": self.failures,
            "same": {name: other for name, other in self.same.items() if name != other},
            "times": [{"who": who, "variant": variant, "threads": threads, "ms": times}
                      for (who, variant, threads), times in self.times.items()],
            "errors": [{"who": who, "variant": variant, "error": error}
                       for (who, variant), error in self.errors.items()],
        }


class Comparison:
    def __init__(self, build, rounds, repeats, threads):
        self.build = build
        self.rounds = rounds
        self.repeats = repeats
        self.threads = threads
        self.results = []

    def program(self, program, size, title):
        """Measures one program; failures are kept in its result."""
        result = Result(program, size, self.build.failures.get(program.name, []))
        self.results.append(result)
        if result.failures:
            return
        progress(title)
        expected = self.build.path(program, "result")
        if os.path.exists(expected):
            os.remove(expected)
        arguments = ["--size", size, "--repeats", str(min(self.repeats, 1)), "--write", expected]
        self.run(program, result, Run("serial", "serial"), 1, arguments)
        result.same = self.build.identical(program)
        arguments = ["--size", size, "--repeats", str(self.repeats), "--check", expected]
        for round in range(self.rounds):
            for threads in self.threads:
                for run in self.runs(result):
                    if result.failures:
                        return
                    progress(f"{title}: round {round + 1} of {self.rounds}, {run.kind}{run.suffix}, "
                             f"{threads} threads", detail=True)
                    self.run(program, result, run, threads, arguments)
        os.remove(expected)

    def runs(self, result):
        """All that is run in turns."""
        reference = self.build.reference
        if reference:
            for build in reference.builds:
                for setting, environment in reference.settings.items():
                    yield Run("reference", reference.key + build, build + setting, environment)
        for name in self.build.configurations:
            if result.same[name] == name:
                yield Run("cuda " + name, "cuda " + name)

    def run(self, program, result, run, threads, arguments):
        command = [self.build.path(program, run.kind), *arguments]
        settings = {**{name: str(threads) for name in THREAD_VARIABLES}, **run.environment}
        shown = f"OMP_NUM_THREADS={threads} {shlex.join(command)}"
        try:
            done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **settings},
                                  timeout=TIMEOUT_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            result.failures.append(f"{shown}\n{error}")
            return
        if done.returncode != 0:
            result.failures.append(f"{shown}\nended with {done.returncode}\n{done.stdout}{done.stderr}".strip())
            return
        who, suffix = run.who, run.suffix
        variants = set()
        for variant, milliseconds in re.findall(r"^time (\S+) (\S+)$", done.stdout, re.M):
            variants.add(variant)
            result.add(who, variant + suffix, threads, float(milliseconds))
        if not variants:
            result.failures.append(f"{shown}\nprinted no times")
        if who == "serial":
            return
        errors = dict(re.findall(r"^error (\S+) (\S+)$", done.stdout, re.M))
        for variant in sorted(variants | set(errors)):
            error = float(errors.get(variant, "nan"))
            key = who, variant + suffix
            result.errors[key] = max(error, result.errors.get(key, 0))
            # What is not a number is not below the tolerance either.
            if not error <= program.tolerance:
                what = f"an error of {error:g}, allowed is {program.tolerance:g}"
                result.failures.append(f"{shown}\n{variant}: {what if variant in errors else 'the result was not checked'}")
