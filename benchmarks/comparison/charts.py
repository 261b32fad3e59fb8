"""Charts as SVG, written by hand: bars on a logarithmic axis, and lines.

The colours follow the reader's light or dark theme.
"""

import math
import os
from xml.sax.saxutils import escape

from .tables import differing, geomean, many, over_serial, slowdowns

def theme(ink, paper, faint, good, bad, other):
    return (f"text {{ fill: {ink}; }} .paper {{ fill: {paper}; }} .grid {{ stroke: {faint}; }} "
            f".line {{ stroke: {ink}; }} .mean, .curve.good {{ stroke: {good}; }} .curve.other {{ stroke: {other}; }} "
            f".good {{ fill: {good}; }} .bad {{ fill: {bad}; }} .other {{ fill: {other}; }}")


STYLE = f"""<style>
  {theme("#24292f", "#ffffff", "#d0d7de", "#2f7ebc", "#c9602c", "#7a8490")}
  @media (prefers-color-scheme: dark) {{
    {theme("#e6edf3", "#0d1117", "#30363d", "#58a6e0", "#e8935f", "#8b949e")}
  }}
  text {{ font: 12px system-ui, sans-serif; }}
  .title {{ font-size: 15px; font-weight: 600; }}
  .small {{ font-size: 11px; }}
  .line, .mean {{ stroke-width: 1.5; }}
  .mean {{ stroke-dasharray: 5 4; }}
  .curve, .curve.good, .curve.other {{ fill: none; stroke-width: 2; }}
</style>"""
LEFT, RIGHT, WIDTH, ROW, TOP = 130, 110, 760, 20, 64


class Drawing:
    def __init__(self, height, title, subtitle):
        self.height = height
        self.parts = [f'<rect class="paper" width="{WIDTH}" height="{height}"/>']
        self.text(16, 24, title, "title")
        self.text(16, 42, subtitle, "small")

    def text(self, x, y, what, kind="", anchor="start"):
        self.parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(what)}</text>')

    def line(self, x1, y1, x2, y2, kind):
        self.parts.append(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def bar(self, x1, x2, y, kind):
        x, width = min(x1, x2), max(abs(x2 - x1), 1)
        self.parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{ROW - 7}"/>')

    def curve(self, points, kind):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline class="curve {kind}" points="{path}"/>')
        self.parts += [f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points]

    def write(self, path):
        with open(path, "w") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
                       f'width="{WIDTH}" height="{self.height}">\n{STYLE}\n' + "\n".join(self.parts) + "\n</svg>\n")


class Logarithmic:
    """Values to pixels; 1 is always within."""

    def __init__(self, values, low, high):
        self.first = min([1, *values]) / 1.08
        self.last = max([1, *values]) * 1.08
        self.low, self.high = low, high

    def __call__(self, value):
        share = math.log(value / self.first) / math.log(self.last / self.first)
        return self.low + share * (self.high - self.low)

    def ticks(self):
        # Fewer where the range is wide.
        steps = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7] if self.last / self.first < 6 else [1, 2, 5]
        for exponent in range(-4, 5):
            for step in steps:
                value = step * 10**exponent
                if self.first <= value <= self.last:
                    yield value


def bars(path, title, subtitle, rows, mean=None):
    """Horizontal bars from 1; rows are (name, value, note)."""
    # Room for the names and for the notes, at about 7 pixels a letter.
    left = max(100, 16 + 7 * max(len(name) for name, _, _ in rows))
    right = 20 + 7 * max(len(note) for _, _, note in rows)
    bottom = TOP + ROW * len(rows)
    drawing = Drawing(bottom + 40, title, subtitle)
    axis = Logarithmic([value for _, value, _ in rows], left, WIDTH - right)
    for tick in axis.ticks():
        drawing.line(axis(tick), TOP - 6, axis(tick), bottom, "grid")
        drawing.text(axis(tick), bottom + 16, f"{tick:g}x", "small", "middle")
    for number, (name, value, note) in enumerate(rows):
        y = TOP + ROW * number
        drawing.bar(axis(1), axis(value), y + 2, "good" if value >= 1 else "bad")
        drawing.text(left - 8, y + 13, name, "", "end")
        # Beside the bar, where no other mark is.
        drawing.text(max(axis(1), axis(value)) + 6, y + 13, note, "small")
    drawing.line(axis(1), TOP - 6, axis(1), bottom, "line")
    if mean:
        drawing.line(axis(mean), TOP - 6, axis(mean), bottom, "mean")
        drawing.text(axis(mean), bottom + 32, f"geomean {mean:.2f}x", "small", "middle")
    drawing.write(path)


def speedup_chart(path, results, threads, reference):
    values = sorted(((r.speedup(threads), r.name) for r in results), reverse=True)
    rows = [(name, value, f"{value:.2f}x") for value, name in values]
    bars(path, f"Heddle against {reference.name}",
         f"how many times faster than the best {reference.name} variant, {many(threads)}; logarithmic",
         rows, geomean([value for value, _ in values]))


def ablation_chart(path, results, threads, names, reference):
    rows = []
    for name in names:
        if name == "default":
            continue
        value = geomean(list(slowdowns(results, threads, name).values()))
        differ = differing(results, threads, name)
        most = max(differ, key=differ.get, default=None)
        note = f"{value:.2f}x, most: {most} {differ[most]:.2f}x" if most else "no program differs"
        rows.append((name, value, note))
    without = "without each pass" if not reference else "in each configuration"
    bars(path, f"What programs take {without}",
         f"geomean of the time by that of the default, {many(threads)}; logarithmic",
         sorted(rows, key=lambda row: -row[1]))


def scaling_chart(path, results, threads, reference):
    height = 360
    drawing = Drawing(height, "Scaling over threads", "geomean of how many times faster than the serial programs")
    theirs, heddle = zip(*(over_serial(results, count) for count in threads))
    across = Logarithmic(threads, LEFT, WIDTH - RIGHT)
    up = Logarithmic([*theirs, *heddle], height - 50, TOP)
    for tick in up.ticks():
        drawing.line(LEFT, up(tick), WIDTH - RIGHT, up(tick), "grid")
        drawing.text(LEFT - 8, up(tick) + 4, f"{tick:g}x", "small", "end")
    for count in threads:
        drawing.line(across(count), TOP, across(count), height - 50, "grid")
        drawing.text(across(count), height - 32, str(count), "small", "middle")
    drawing.text((LEFT + WIDTH - RIGHT) / 2, height - 12, "threads", "small", "middle")
    # The names stay apart where the lines end at the same place.
    gap = up(heddle[-1]) - up(theirs[-1])
    apart = math.copysign(max(14 - abs(gap), 0) / 2, gap)
    for values, kind, name, shift in ((theirs, "other", reference.name, -apart), (heddle, "good", "Heddle", apart)):
        points = [(across(count), up(value)) for count, value in zip(threads, values)]
        drawing.curve(points, kind)
        drawing.text(points[-1][0] + 10, points[-1][1] + 4 + shift, f"{name} {values[-1]:.2f}x")
    drawing.write(path)


def draw(path, results, threads, names, reference):
    """FILE.svg; and where they were measured FILE-ablation.svg and FILE-scaling.svg."""
    stem, suffix = os.path.splitext(path)
    if reference:
        speedup_chart(path, results, max(threads), reference)
    if len(names) > 1:
        ablation_chart(f"{stem}-ablation{suffix}", results, max(threads), names, reference)
    if reference and len(threads) > 1:
        scaling_chart(f"{stem}-scaling{suffix}", results, threads, reference)
