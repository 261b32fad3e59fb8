"""What a kernel may contain, and how a kernel chooses among it.

A statement is written by a method of Kernel. `level` says where it may stand:

    together  all threads of the block that have not returned are here, so barriers are allowed
    warp      all lanes of a known mask are here, so operations of the warp are allowed
    apart     the thread may be here alone

Each kernel switches most features off and one or two up: bugs that need two rare things at once are found far sooner than with
one distribution for all kernels.
"""
import collections

Statement = collections.namedtuple('Statement', 'feature method weight levels nests')


def statement(feature, method, weight, levels, nests=False):
    return Statement(feature, method, weight, frozenset(levels.split()), nests)


STATEMENTS = [
    statement('plain', 'assign', 14, 'together apart'),
    statement('plain', 'assign', 8, 'warp'),
    statement('plain', 'declare', 3, 'together apart'),
    statement('shared', 'sharedWrite', 14, 'together'),
    statement('shared', 'sharedWrite', 12, 'apart'),
    statement('barriers', 'barrierStatement', 6, 'together'),
    statement('block-votes', 'voting', 8, 'together'),
    statement('uniform-ifs', 'ifTogether', 9, 'together', nests=True),
    statement('uniform-loops', 'loopTogether', 10, 'together', nests=True),
    statement('uniform-switches', 'switchTogether', 6, 'together', nests=True),
    statement('ifs', 'ifApart', 8, 'together apart', nests=True),
    statement('loops', 'loopApart', 8, 'together apart', nests=True),
    statement('switches', 'switchApart', 5, 'together apart', nests=True),
    statement('leave-loops', 'leaveLoop', 6, 'apart'),
    statement('device-functions', 'call', 6, 'together'),
    statement('early-returns', 'returnStatement', 6, 'together apart'),
    statement('lane-guards', 'laneGuard', 10, 'together warp apart', nests=True),
    statement('exit-values', 'exitValue', 12, 'together warp apart'),
    statement('index-widths', 'castIndex', 12, 'together warp apart'),
    statement('tiles-2d', 'tileColumns', 8, 'together'),
    statement('overflow-guards', 'overflowGuard', 6, 'together warp apart'),
    statement('memory-views', 'sharedView', 8, 'together'),
    statement('guarded-exchange', 'guardedExchange', 9, 'together'),
    statement('private-arrays', 'privateArray', 6, 'together'),
    statement('divergent-trips', 'divergentTrips', 6, 'together'),
    statement('carried-pointers', 'carriedPointer', 8, 'together', nests=True),
    statement('grid-stride', 'gridStride', 6, 'together warp apart'),
    statement('global-atomics', 'globalAtomic', 5, 'together warp apart'),
    statement('arrivals', 'blockArrivals', 8, 'together', nests=True),
    statement('warp-arrivals', 'warpArrivals', 8, 'together warp'),
    statement('shuffles', 'shuffleStatement', 22, 'together warp'),
    statement('votes', 'voteStatement', 16, 'together warp'),
    statement('warp-values', 'warpValue', 8, 'together warp'),
    statement('warp-memory', 'warpExchange', 8, 'together warp'),
    statement('peers', 'peers', 5, 'together warp'),
    statement('aggregates', 'aggregate', 5, 'together warp'),
    statement('warp-ifs', 'warpIf', 14, 'together warp', nests=True),
    statement('warp-uniform-ifs', 'warpUniformIf', 9, 'together warp', nests=True),
    statement('warp-loops', 'warpLoopUniform', 8, 'together warp', nests=True),
    statement('warp-divergent-loops', 'warpLoopApart', 10, 'together warp', nests=True),
    statement('warp-switches', 'warpSwitch', 6, 'together warp', nests=True),
    statement('warp-returns', 'warpReturn', 4, 'together warp'),
    statement('lone-lanes', 'alone', 2, 'apart'),
    statement('groups', 'tileStatement', 12, 'together warp'),
    statement('waiting', 'waitForWarps', 5, 'together'),
]

# Statements of kernels without barriers only.
LANES = [
    statement('narrow-stores', 'narrowStore', 8, 'together apart'),
    statement('lane-patterns', 'lanePattern', 10, 'together apart'),
    statement('inactive-lanes', 'inactiveLanes', 10, 'together apart'),
    statement('pointer-walks', 'pointerWalk', 6, 'together apart'),
    statement('own-atomics', 'ownAtomic', 5, 'together apart'),
    statement('mixed-widths', 'mixedWidths', 8, 'together apart'),
    statement('two-elements', 'twoElements', 6, 'together apart'),
    statement('own-words', 'ownWord', 6, 'together apart'),
    statement('exact-math', 'exactMath', 6, 'together apart'),
    statement('volatile', 'volatileAccess', 3, 'together apart'),
]

# Features that are not statements: launches, and whole kernels.
OTHERS = ['launch-errors', 'repeated-launches', 'constant-launches', 'big-blocks', 'threads-leave-barriers']
ALWAYS = ['barriers', 'plain', 'shared']
# `independent`: a kernel without barriers, shared arrays and operations of warps.
COMMON = sorted({s.feature for s in STATEMENTS} | set(OTHERS))
NAMES = sorted(set(COMMON) | {s.feature for s in LANES} | {'independent'})
OF_WARPS = {'warp-arrivals', 'shuffles', 'votes', 'warp-values', 'warp-memory', 'peers', 'aggregates', 'warp-ifs', 'warp-uniform-ifs', 'warp-loops', 'warp-divergent-loops',
            'warp-switches', 'warp-returns', 'lone-lanes', 'groups'}
# What may be in kernels without barriers.
INDEPENDENT = [s.feature for s in LANES] + ['shared', 'ifs', 'loops', 'switches', 'leave-loops', 'early-returns', 'lane-guards', 'exit-values', 'index-widths', 'overflow-guards',
               'global-atomics', 'uniform-ifs', 'uniform-loops', 'uniform-switches', 'carried-pointers', 'constant-launches', 'repeated-launches']
RARE = {'waiting': .06, 'arrivals': .15, 'warp-arrivals': .1, 'groups': .1, 'big-blocks': .12, 'launch-errors': .15, 'threads-leave-barriers': .2,
        'early-returns': .3, 'warp-returns': .3}


class Choice:
    """The features of one kernel. `chosen`: names that the user asked for, or None."""

    def __init__(self, rnd, chosen, independent=False):
        if independent or chosen == ['independent']:
            self.weights = {name: 1 for name in INDEPENDENT if rnd.random() < RARE.get(name, .3)}
            for name in rnd.sample([n for n in INDEPENDENT if n not in OTHERS and n not in RARE], 2): self.weights[name] = 5
            self.weights.update({'independent': 1, 'plain': rnd.choice([.3, 1])})
            return
        if chosen:
            self.weights = {f: 1 if f in ALWAYS else 4 for f in chosen}
            return
        warps = rnd.random() < .5
        self.weights = {}
        for name in COMMON:
            p = RARE.get(name, .25)
            if name in OF_WARPS and not warps: p = 0
            if name in ALWAYS or rnd.random() < p: self.weights[name] = 1
        # waiting and arrivals send a kernel to fibers, which is the reference: no use in dwelling on them.
        focus = [n for n in COMMON if n not in OTHERS and n not in ALWAYS and n not in ('waiting', 'arrivals', 'early-returns', 'warp-returns')]
        for name in rnd.sample(focus, 2): self.weights[name] = 5
        if 'tiles-2d' in self.weights and rnd.random() < .6: self.weights['constant-launches'] = 1
        for name in ALWAYS:
            if rnd.random() < .3: self.weights[name] = .3

    def __contains__(self, name):
        return name in self.weights

    def warps(self):
        return any(f in OF_WARPS for f in self.weights)

    def pick(self, rnd, level, deep):
        """A statement for this level. There is always a plain one."""
        fit = [(s, s.weight * self.weights[s.feature]) for s in STATEMENTS + LANES if s.feature in self.weights and level in s.levels and not (deep and s.nests)]
        if not fit: return STATEMENTS[0]
        return rnd.choices([s for s, _ in fit], [w for _, w in fit])[0]
