"""The part of a page of docs/ that a script writes."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class GeneratedPart:
    """The text of a page between two markers, or after the one marker."""

    def __init__(self, page, begin, end=None):
        self.page, self.begin, self.end = ROOT / page, begin, end

    def split(self):
        """The page: what comes before the generated text, that text, what comes after it."""
        before, found, rest = self.page.read_text().partition(self.begin)
        if not found:
            sys.exit(f"{self.page} has no line '{self.begin.strip()}'")
        if self.end is None:
            return before + self.begin, rest, ""
        text, found, after = rest.partition(self.end)
        if not found:
            sys.exit(f"{self.page} has no line '{self.end.strip()}'")
        return before + self.begin, text, self.end + after

    def text(self):
        return self.split()[1]

    def write(self, text):
        before, _, after = self.split()
        self.page.write_text(before + text + after)
