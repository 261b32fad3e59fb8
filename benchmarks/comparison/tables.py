"""What a comparison prints, and its JSON."""

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time

from .programs import CLANG, ROOT


def geomean(values):
    return statistics.geometric_mean(values)


def aligned(head, lines):
    widths = [max(len(line[c]) for line in [head] + lines) for c in range(len(head))]
    for line in [head, ["-" * width for width in widths], *lines]:
        # Names to the left, numbers to the right.
        cells = [line[0].ljust(widths[0])] + [text.rjust(width) for text, width in zip(line[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def summary(speedups):
    """The geomean and the worst of {name: speedup}."""
    worst = min(speedups, key=speedups.get)
    return geomean(list(speedups.values())), worst


def speedups(results, threads):
    if not results:
        return
    lines, values = [], {}
    for result in results:
        variant, openmp = result.openmp(threads)
        heddle = result.heddle(threads)
        values[result.name] = openmp / heddle
        lines.append([result.name, f"{result.serial():.2f}", f"{openmp:.2f}", variant, f"{heddle:.2f}",
                      f"{openmp / heddle:.2f}"])
    aligned(["program", "serial ms", "OpenMP ms", "best variant", "Heddle ms", "speedup"], lines)
    mean, worst = summary(values)
    below = sorted((name for name in values if values[name] < 1), key=values.get)
    print(f"\ngeomean {mean:.2f}, worst {worst} {values[worst]:.2f}, "
          f"{len(values) - len(below)} of {len(values)} at 1 or above")
    if below:
        print("below 1: " + ", ".join(f"{name} {values[name]:.2f}" for name in below))


def slowdowns(results, threads, configuration):
    """{program: how much longer it takes than with the default}."""
    return {result.name: result.heddle(threads, configuration) / result.heddle(threads) for result in results}


def ablation(results, threads):
    """A column for each configuration: the speedup over OpenMP."""
    if not results:
        return
    names = configurations(results)
    lines = [[result.name] + [f"{result.speedup(threads, name):.2f}" for name in names] for result in results]
    every = {name: {r.name: r.speedup(threads, name) for r in results} for name in names}
    lines.append(["geomean"] + [f"{summary(every[name])[0]:.2f}" for name in names])
    lines.append(["worst"] + ["{1} {0:.2f}".format(every[name][w], w) for name in names
                              for w in [summary(every[name])[1]]])
    change = {name: slowdowns(results, threads, name) for name in names}
    lines.append(["time by default's"] + [f"{geomean(list(change[name].values())):.2f}" for name in names])
    lines.append(["most slowed"] + ["{1} {0:.2f}".format(change[name][w], w) for name in names
                                    for w in [max(change[name], key=change[name].get)]])
    print("\nSpeedup over OpenMP in each configuration:")
    aligned(["program"] + names, lines)


def configurations(results):
    """The names in the order of their first run."""
    return list(dict.fromkeys(who[5:] for result in results for who, _, _ in result.times if who.startswith("cuda ")))


def scaling(results, threads):
    if not results:
        return
    head = ["program"] + [f"{who} {count}" for count in threads for who in ("OpenMP", "Heddle")]
    lines = []
    for result in results:
        cells = [f"{value:.2f}" for count in threads for value in (result.openmp(count)[1], result.heddle(count))]
        lines.append([result.name] + cells)
    lines.append(["geomean over serial"] + [f"{value:.2f}x" for count in threads for value in over_serial(results, count)])
    print("\nMilliseconds by threads:")
    aligned(head, lines)


def over_serial(results, threads):
    """The geomeans of how much faster OpenMP and Heddle are than serial."""
    return (geomean([r.serial() / r.openmp(threads)[1] for r in results]),
            geomean([r.serial() / r.heddle(threads) for r in results]))


def failures(results):
    for result in results:
        for failure in result.failures:
            print(f"\nFAILED {result.name}: {failure}", file=sys.stderr)


def machine():
    with open("/proc/cpuinfo") as file:
        cpu = re.search(r"model name\s*: (.*)", file.read())
    return {"cpu": cpu.group(1) if cpu else platform.processor(), "cores": os.cpu_count(),
            "system": platform.platform(), "load": os.getloadavg()}


def first_line(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout.splitlines() or [""])[0]


def write(path, build, comparison, results):
    right = [result for result in results if not result.failures]
    threads = max(comparison.threads)
    report = {
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
        "commit": first_line("git", "-C", ROOT, "rev-parse", "--short", "HEAD"),
        "machine": machine(),
        "compilers": [first_line(build.heddle, "--version"), first_line(CLANG, "--version")],
        "size": comparison.size,
        "rounds": comparison.rounds,
        "repeats": comparison.repeats,
        "threads": comparison.threads,
        "configurations": build.configurations,
        "commands": build.commands,
        "speedups": {name: {result.name: result.speedup(threads, name) for result in right}
                     for name in configurations(right)},
        "geomean": {name: geomean([result.speedup(threads, name) for result in right])
                    for name in configurations(right)},
        "results": [result.json() for result in results],
    }
    with open(path, "w") as file:
        json.dump(report, file, indent=1)
    print(f"\n{report['machine']['cpu']}, {threads} threads, size {comparison.size}, medians of {comparison.rounds} "
          f"rounds of {max(comparison.repeats, 1)}; {os.path.relpath(path)}")
