"""Shapes of launches: one, two and three dimensions, parts of warps, 1024 threads, constants in sight of the compiler, and invalid ones."""
import re

SMALL = [(1, 1, 1), (2, 1, 1), (7, 1, 1), (16, 1, 1), (32, 1, 1), (33, 1, 1), (64, 1, 1), (100, 1, 1), (128, 1, 1), (96, 1, 1), (16, 8, 1), (17, 5, 1), (8, 8, 1),
         (1, 13, 1), (3, 3, 1), (4, 4, 4), (5, 3, 2), (1, 1, 9), (32, 4, 1), (32, 2, 1), (16, 2, 4), (2, 2, 32), (32, 1, 3)]
# Rows that are no multiple of the lanes of vectors.
UNEVEN = [(20, 1, 1), (33, 1, 1), (5, 1, 1), (7, 5, 1), (40, 2, 1), (12, 3, 1), (9, 1, 1), (15, 2, 2), (31, 1, 1), (8, 8, 1), (24, 1, 1), (3, 1, 1), (1, 1, 1), (48, 2, 1), (100, 1, 1), (127, 1, 1)]
BIG = [(1024, 1, 1), (32, 8, 1), (16, 16, 1), (32, 32, 1), (1000, 1, 1), (256, 1, 1), (8, 8, 8), (513, 1, 1)]
GRIDS = ['1', '2', 'dim3(2, 2)', '3', '24', 'dim3(8, 3)', 'dim3(2, 3, 2)']
INVALID = [('dim3(4, 0, 1)', '32'), ('0', '32'), ('dim3(1, 1, 0)', 'dim3(8, 8)'), ('2', '0'), ('2', 'dim3(4, 0, 4)'), ('1', '1025'), ('1', 'dim3(64, 32)'), ('1', 'dim3(1, 1, 65)')]


def shapes(rnd, features, count):
    if 'big-blocks' in features: return rnd.sample(BIG, count)
    # Tiles of 32 by 8 threads, with the size in sight, are what passes that transpose them look for.
    if 'tiles-2d' in features and rnd.random() < .6: return [(32, 8, 1)]
    if 'independent' in features and rnd.random() < .6: return rnd.sample(UNEVEN, count)
    kind = rnd.random()
    if kind < .2: pool = [s for s in SMALL if s[0] * s[1] * s[2] % 32 == 0]
    elif kind < .4: pool = [s for s in SMALL if s[0] % 32 == 0 and s[1] == s[2] == 1]
    elif kind < .5: pool = [s for s in SMALL if s[1] == s[2] == 1]
    elif kind < .6: pool = [s for s in SMALL if s[1] <= 8 and s[0] <= 17 and s[2] == 1]
    elif kind < .75: pool = [s for s in SMALL if s[0] == 32]
    else: pool = SMALL
    return rnd.sample(pool, count)


def hide(text):
    """The same sizes, as values that the compiler cannot see."""
    return re.sub(r'\b\d+\b', lambda m: f'v({m[0]})', text.replace('dim3', 'DIM')).replace('DIM', 'dim3')


def launches(rnd, kernel):
    """Lines of host code for one kernel. Each prints lines that begin with the kernel's name."""
    name, lines = kernel.name, []
    shared = 24 * kernel.maxt
    for j, (x, y, z) in enumerate(kernel.shapes):
        grids = {128: GRIDS, 256: ['1', '2', '3', '12', 'dim3(3, 2)'], 1024: ['1', '2', '3', 'dim3(1, 2)']}[kernel.maxt]
        grid = rnd.choice([g for g in grids if not kernel.flat or 'dim3' not in g])
        block = f'{x}' if y == z == 1 else f'dim3({x}, {y}, {z})'
        numbers = '5, 3, 0.75f' if rnd.random() < .5 else 'v(5), v(3), 0.75f'
        constant = 'constant-launches' in kernel.features and rnd.random() < .7
        if not constant:
            block = hide(block)
            if rnd.random() < .5: grid = hide(grid)
        launch = f'{name}<<<{grid}, {block}, {shared}>>>(in, out, acc, scr, big, sig, ctl, {numbers});'
        repeat = rnd.choice([2, 2, 3]) if 'repeated-launches' in kernel.features and rnd.random() < .6 else 1
        lines.append(f'  reset(); {" ".join([launch] * repeat)} if (report("{name} {x}x{y}x{z} #{j}")) return 1;')
    if 'launch-errors' in kernel.features:
        grid, block = rnd.choice(INVALID)
        if rnd.random() < .4: grid, block = hide(grid), hide(block)
        lines.append(f'  {name}<<<{grid}, {block}, {shared}>>>(in, out, acc, scr, big, sig, ctl, 5, 3, 0.75f); refused("{name} invalid");')
    return lines
