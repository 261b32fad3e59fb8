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


def many(threads):
    return f"{threads} thread{'s'[:threads > 1]}"


def summary(speedups):
    """The geomean and the worst of {name: speedup}."""
    worst = min(speedups, key=speedups.get)
    return geomean(list(speedups.values())), worst


def speedups(results, threads, reference):
    if not results:
        return
    lines, values, plain = [], {}, {}
    for result in results:
        variant, time = result.reference(threads)
        heddle = result.heddle(threads)
        values[result.name] = time / heddle
        lines.append([result.name, f"{result.serial():.2f}", f"{time:.2f}", variant, f"{heddle:.2f}",
                      reference.speed(time / heddle)])
        if reference.key == "openmp":
            plain[result.name] = result.directives(threads) / heddle
            lines[-1].append(reference.speed(plain[result.name]))
    speed = "speedup" if reference.goal >= 1 else "speed"
    titles = ["program", "serial ms", f"{reference.name} ms", "best variant", "Heddle ms", speed]
    aligned(titles + ["of directives"] * bool(plain), lines)
    print()
    conclude("", values, reference)
    if plain:
        conclude("against loops with directives, nothing rebuilt by hand: ", plain, reference)


def conclude(title, values, reference):
    mean, worst = summary(values)
    goal = "1" if reference.goal == 1 else reference.speed(reference.goal)
    below = sorted((name for name in values if values[name] < reference.goal), key=values.get)
    print(f"{title}geomean {reference.speed(mean)}, worst {worst} {reference.speed(values[worst])}, "
          f"{len(values) - len(below)} of {len(values)} at {goal} or above")
    if below:
        print(f"below {goal}: " + ", ".join(f"{name} {reference.speed(values[name])}" for name in below))


def slowdowns(results, threads, configuration):
    """{program: how much longer it takes than with the default}."""
    return {result.name: result.heddle(threads, configuration) / result.heddle(threads) for result in results}


def configured(results, threads, names, reference):
    """A column for each configuration: the speedup over the reference."""
    if not results:
        return
    lines = [[result.name] + [f"{result.speedup(threads, name):.2f}" for name in names] for result in results]
    every = {name: {r.name: r.speedup(threads, name) for r in results} for name in names}
    lines.append(["geomean"] + [f"{summary(every[name])[0]:.2f}" for name in names])
    lines.append(["worst"] + ["{1} {0:.2f}".format(every[name][w], w) for name in names
                              for w in [summary(every[name])[1]]])
    change = {name: slowdowns(results, threads, name) for name in names}
    lines.append(["time by default's"] + [f"{geomean(list(change[name].values())):.2f}" for name in names])
    lines.append(["most slowed"] + ["{1} {0:.2f}".format(change[name][w], w) for name in names
                                    for w in [max(change[name], key=change[name].get)]])
    print(f"\nSpeedup over {reference.name} in each configuration:")
    aligned(["program"] + names, lines)


def differing(results, threads, configuration):
    """The slowdowns of the programs that are not the same to the byte."""
    change = slowdowns(results, threads, configuration)
    return {r.name: change[r.name] for r in results if r.same.get(configuration, configuration) != "default"}


def ablation(results, threads, names):
    """A row for each configuration: what it costs, and whom most."""
    if not results:
        return
    rows = []
    for name in names:
        if name == "default":
            continue
        mean = geomean(list(slowdowns(results, threads, name).values()))
        differ = differing(results, threads, name)
        ends = [f"{end} {differ[end]:.2f}" for pick in (max, min) if differ for end in [pick(differ, key=differ.get)]]
        rows.append((mean, name, f"{len(differ)} of {len(results)}", *(ends or ["", ""])))
    print("Time without each pass, by the time with it; above 1 the pass helps:")
    aligned(["without", "geomean", "programs that differ", "most slowed", "least slowed"],
            [[name, f"{mean:.3f}", *rest] for mean, name, *rest in sorted(rows, reverse=True)])


def against_baseline(results, threads, compile_times):
    """A row for each program: how much faster it is than by the baseline compiler, and how much longer its compilation takes."""
    if not results:
        return
    lines, speeds, compiles = [], {}, {}
    for result in results:
        speeds[result.name] = result.heddle(threads, "baseline") / result.heddle(threads)
        times = compile_times[result.name]
        compiles[result.name] = times["default"] / times["baseline"]
        same = result.same.get("baseline") == "default"
        lines.append([result.name, f"{result.heddle(threads, 'baseline'):.2f}", f"{result.heddle(threads):.2f}",
                      "same code" if same else f"{speeds[result.name]:.3f}", f"{compiles[result.name]:.2f}"])
    aligned(["program", "baseline ms", "Heddle ms", "speed", "compile time"], lines)
    mean, worst = summary(speeds)
    print(f"\nspeed by the baseline's: geomean {mean:.3f}, worst {worst} {speeds[worst]:.3f}; "
          f"compile time by the baseline's: geomean {geomean(list(compiles.values())):.3f}")


def scaling(results, threads, reference):
    if not results:
        return
    head = ["program"] + [f"{who} {count}" for count in threads for who in (reference.name, "Heddle")]
    lines = []
    for result in results:
        cells = [f"{value:.2f}" for count in threads for value in (result.reference(count)[1], result.heddle(count))]
        lines.append([result.name] + cells)
    lines.append(["geomean over serial"] + [f"{value:.2f}x" for count in threads for value in over_serial(results, count)])
    print("\nMilliseconds by threads:")
    aligned(head, lines)


def over_serial(results, threads):
    """The geomeans of how much faster the reference and Heddle are than serial."""
    return (geomean([r.serial() / r.reference(threads)[1] for r in results]),
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


def write(path, build, comparison, size, results):
    right = [result for result in results if not result.failures]
    threads = max(comparison.threads)
    report = {
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
        "commit": first_line("git", "-C", ROOT, "rev-parse", "--short", "HEAD"),
        "machine": machine(),
        "compilers": [first_line(build.heddle, "--version"), first_line(CLANG, "--version")],
        "size": size,
        "rounds": comparison.rounds,
        "repeats": comparison.repeats,
        "threads": comparison.threads,
        "configurations": build.configurations,
        "commands": build.commands,
        "results": [result.json() for result in results],
    }
    if right and build.reference:
        every = {name: {result.name: result.speedup(threads, name) for result in right}
                 for name in build.configurations}
        report["reference"] = build.reference.name
        report["speedups"] = every
        report["geomean"] = {name: geomean(list(values.values())) for name, values in every.items()}
    if right and len(build.configurations) > 1:
        report["slowdowns"] = {name: slowdowns(right, threads, name) for name in build.configurations}
    with open(path, "w") as file:
        json.dump(report, file, indent=1)
    print(f"\n{report['machine']['cpu']}, {many(threads)}, size {size}, medians of "
          f"{comparison.rounds} rounds of {max(comparison.repeats, 1)}; {os.path.relpath(path)}")
