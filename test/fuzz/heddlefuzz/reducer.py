"""Makes a failing kernel small: drops launches, then statements, as long as the failure stays.

Statements are lines, or groups of lines from an opening brace to its end. Barriers, masks of warps, what ends a loop and what initialises an
array stay, because a program without them would have a race, no end, or unknown values; a group with a barrier gives way to the barrier.
"""
import re

from . import program

STAYS = re.compile(r'__sync|\bM\d+\b[^=!<>]*=|\bL = |\bc\d+ = |break;|continue;|return|^\s*\+\+|^\s*}|= __match_any|__shared__|\braw\b|^  (\w+\[tid\]|for \(unsigned k = tid.*\]|if \(tid == 0u\) flag2?) = |if \(j\d+ == 0u\) for|\bwx\[tid\] = ')


def groups(lines):
    """(first, last) of each statement inside a function, the largest first."""
    found = []
    depth = 0
    opened = []
    for k, line in enumerate(lines):
        net = line.count('{') - line.count('}')
        if net > 0 and depth > 0: opened.append((depth, k))
        elif net == 0 and depth > 0 and '} else' not in line: found.append((k, k))
        depth += net
        while opened and depth <= opened[-1][0]: found.append((opened.pop()[1], k))
    return sorted(found, key=lambda g: (g[0] - g[1], g[0]))


def without(lines, first, last):
    """The lines without a statement, or None if it must stay."""
    text = '\n'.join(lines[first:last + 1])
    if first == last and STAYS.search(text): return None
    if re.search(r'^  return|return u0', text, re.M): return None
    kept = []
    if '__syncthreads' in text: kept = ['  __syncthreads();']
    elif (m := re.search(r'__syncwarp\((L|0xffffffffu)\);', text)): kept = [f'  {m[0]}']
    elif '__syncwarp' in text: return None
    return lines[:first] + kept + lines[last + 1:]


def pruned(header, body):
    """The header without helper functions that nothing calls."""
    chunks, chunk, depth = [], [], 0
    for line in header.splitlines():
        chunk.append(line)
        depth += line.count('{') - line.count('}')
        if depth == 0:
            chunks.append('\n'.join(chunk))
            chunk = []
    while True:
        keep = []
        for c in chunks:
            m = re.search(r'__device__.*?(\w+)\(', c)
            others = body + ''.join(x for x in chunks if x is not c)
            if not m or re.search(rf'\b{m[1]}\b', others): keep.append(c)
        if len(keep) == len(chunks): return '\n'.join(keep) + '\n'
        chunks = keep


def reduce(part, fails, tries=120):
    """The smallest part found that still fails. `fails` takes a part."""
    host = list(part.host)
    for k in range(len(host) - 1, -1, -1):
        if len(host) == 1: break
        less = host[:k] + host[k + 1:]
        tries -= 1
        if fails(program.Part(part.name, part.text, less, part.groups)): host = less
    lines = list(part.text)
    needed = set()         # statements that cannot go
    again = True
    while again and tries > 0:
        again = False
        for first, last in groups(lines):
            statement = '\n'.join(lines[first:last + 1])
            less = without(lines, first, last)
            if statement in needed or less is None or less == lines: continue
            tries -= 1
            if tries <= 0: break
            if fails(program.Part(part.name, less, host, part.groups)):
                lines, again = less, True
                break      # positions have moved
            needed.add(statement)
    return program.Part(part.name, lines, host, part.groups)
