"""Runs the programs in turns, checks what they compute and keeps their times."""

import os
import re
import shlex
import statistics
import subprocess

from .programs import progress

TIMEOUT_SECONDS = 300


class Result:
    """What was measured of one program."""

    def __init__(self, program, failures):
        self.name = program.name
        self.tolerance = program.tolerance
        self.failures = list(failures)
        self.times = {}  # by (who, variant, threads): a list of milliseconds
        self.errors = {}  # by (who, variant): the largest

    def add(self, who, variant, threads, milliseconds):
        self.times.setdefault((who, variant, threads), []).append(milliseconds)

    def median(self, who, variant, threads):
        return statistics.median(self.times[who, variant, threads])

    def serial(self):
        return min(statistics.median(times) for (who, _, _), times in self.times.items() if who == "serial")

    def openmp(self, threads):
        """The best variant with OpenMP, and its time."""
        variants = [v for who, v, t in self.times if who == "openmp" and t == threads]
        best = min(variants, key=lambda variant: self.median("openmp", variant, threads))
        return best, self.median("openmp", best, threads)

    def heddle(self, threads, configuration="default"):
        """The best variant in CUDA: there is one in nearly all programs."""
        return min(statistics.median(times) for (who, variant, count), times in self.times.items()
                   if who == "cuda " + configuration and count == threads)

    def speedup(self, threads, configuration="default"):
        return self.openmp(threads)[1] / self.heddle(threads, configuration)

    def json(self):
        return {
            "program": self.name,
            "tolerance": self.tolerance,
            "failures": self.failures,
            "times": [{"who": who, "variant": variant, "threads": threads, "ms": times}
                      for (who, variant, threads), times in self.times.items()],
            "errors": [{"who": who, "variant": variant, "error": error}
                       for (who, variant), error in self.errors.items()],
        }


class Comparison:
    def __init__(self, build, size, rounds, repeats, threads):
        self.build = build
        self.size = size
        self.rounds = rounds
        self.repeats = repeats
        self.threads = threads
        self.results = []

    def program(self, program, title):
        """Measures one program; failures are kept in its result."""
        result = Result(program, self.build.failures.get(program.name, []))
        self.results.append(result)
        if result.failures:
            return
        progress(title)
        reference = self.build.path(program, "result")
        if os.path.exists(reference):
            os.remove(reference)
        self.run(program, result, "serial", "", 1, ["--repeats", str(min(self.repeats, 1)), "--write", reference])
        runs = ["openmp" + suffix for suffix in self.build.openmp]
        runs += ["cuda " + name for name in self.build.configurations]
        for round in range(self.rounds):
            for threads in self.threads:
                for kind in runs:
                    if result.failures:
                        return
                    progress(f"{title}: round {round + 1} of {self.rounds}, {kind}, {threads} threads",
                             detail=True)
                    who, suffix = ("openmp", kind[6:]) if kind.startswith("openmp") else (kind, "")
                    self.run(program, result, who, suffix, threads,
                             ["--repeats", str(self.repeats), "--check", reference])
        os.remove(reference)

    def run(self, program, result, who, suffix, threads, arguments):
        command = [self.build.path(program, who + suffix), "--size", self.size, *arguments]
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
        shown = f"OMP_NUM_THREADS={threads} {shlex.join(command)}"
        try:
            done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=TIMEOUT_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            result.failures.append(f"{shown}\n{error}")
            return
        if done.returncode != 0:
            result.failures.append(f"{shown}\nended with {done.returncode}\n{done.stdout}{done.stderr}".strip())
            return
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
