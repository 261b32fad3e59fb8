"""Branches and loops, with and without barriers inside."""
from . import kernel


class Control:
    """Methods of Kernel."""

    def ifApart(self, together):
        self.emit(f'if ({self.c(2)}) {{')
        self.block(False)
        while self.p(.3):
            self.emit(f'}} else if ({self.c(2)}) {{')
            self.block(False)
        if self.p(.4):
            self.emit('} else {')
            self.block(False)
        self.emit('}')

    def leaving(self, kind):
        """break or continue of a loop of all threads."""
        entry, left = self.loops[-1][2], self.loops[-1][3]
        if kind == 'break':
            left.append(dict(self.state))
        else:
            self.closeBody(entry, left)
        self.emit(kind + ';')

    def closeBody(self, entry, left):
        if any(kernel.joined(s, entry.get(a)) != entry.get(a) for a, s in self.state.items() if s is not None):
            self.barrier()
        left.append(dict(self.state))

    def ifTogether(self, together):
        cond = self.wc(2, True)
        start = dict(self.state)
        ends = []
        self.emit(f'if ({cond}) {{')
        self.block(True)
        if self.loops and self.loops[-1][0] and self.p(.3):
            self.indent += 1
            kinds = ['continue'] + (['break'] * 2 if self.loops[-1][1] else [])
            self.leaving(self.r.choice(kinds))
            self.indent -= 1
        elif self.function and self.p(.2):
            self.emit(f'  return {self.u(1)};')
        else:
            ends.append(self.state)
        self.state = dict(start)
        if self.p(.5):
            self.emit('} else {')
            self.block(True)
        ends.append(self.state)
        self.emit('}')
        self.join(ends)

    def switchTogether(self, together):
        self.emit(f'switch (({self.w(1, True)}) & 3u) {{')
        start = dict(self.state)
        ends = [start]
        self.loops.append((False, False, None, None) if not self.loops or not self.loops[-1][0] else (True, False) + self.loops[-1][2:])
        fall = None
        for case in self.r.sample(['case 0', 'case 1', 'case 2', 'case 3', 'default'], self.r.randrange(2, 5)):
            self.emit(f'{case}: {{')
            self.join([start] + ([fall] if fall is not None else []))
            self.block(True, self.r.randrange(1, 3))
            self.emit('}')
            if self.p(.75):
                self.emit('break;')
                fall = None
                ends.append(self.state)
            else:
                fall = self.state
        if fall is not None: ends.append(fall)
        self.loops.pop()
        self.emit('}')
        self.join(ends)

    def switchApart(self, together):
        self.emit(f'switch (({self.u(1)}) % {self.pick(3, 5, 9)}u) {{')
        self.loops.append((False, False, None, None))
        for case in self.r.sample(['case 0', 'case 1', 'case 2', 'case 7', 'default'], self.r.randrange(2, 5)):
            self.emit(f'{case}: {{')
            self.block(False, self.r.randrange(1, 3))
            self.emit('}')
            if self.p(.7): self.emit('break;')
        self.loops.pop()
        self.emit('}')

    def loopApart(self, together):
        i = self.new('j')
        saved = {k: list(x) for k, x in self.vars.items()}
        tail, exits = '}', False
        k = self.r.randrange(4)
        if k < 2:
            head, range_ = self.loopHead(self.u, i)
            if self.p(.2):
                # From the thread's own place on, in steps of the block.
                type, first = self.pick('unsigned', 'int', 'u64', 'long long'), self.pick('tid', 'threadIdx.x', 'gid')
                head, range_ = f'for ({type} {i} = {first}; {i} {self.pick("<", "<=")} ({self.w(1)} & 1023u) % (4u * blockDim.x); {i} += blockDim.x) {{', (0, 4095)
            exits = self.openLoop(head, i)
            if range_: self.vars['count'].append((f'(int){i}', *range_))
            else: self.vars['u'].append(f'(unsigned){i}')
        elif k == 2:
            self.emit(f'unsigned {i} = {self.pick(0, 2)}u;')
            self.emit(f'while ({i}++ < {self.pick(3, 5)}u && {self.c(1)}) {{')
            self.vars['u'].append(i)
        else:
            self.emit(f'unsigned {i} = 0u;')
            self.emit('do {')
            self.vars['u'].append(i)
            tail = f'}} while (++{i} < {self.pick(2, 4)}u && {self.c(1)});'
        self.loops.append((False, True, None, None))
        self.block(False, self.r.randrange(1, 4))
        if self.p(.5):
            self.emit(f'  if ({self.c(2)}) {self.pick("break", "continue")};')
            self.block(False, self.r.randrange(1, 3))
        self.loops.pop()
        self.emit(tail)
        self.vars = saved
        if exits or k >= 2 and self.p(.5): self.useCounter(i)

    def loopTogether(self, together, leave=False, carried=False):
        """leave: threads may leave it one by one; then no barrier may follow it."""
        if self.canWarp(): self.m()
        i = self.new('j')
        saved = {k: list(x) for k, x in self.vars.items()}
        tail, needed, exits = '}', None, False
        k = self.r.randrange(5)
        wname = 'u' if leave else 'wcount'
        scalars = [a for a in self.arrays if '?' in a.slots[0]]
        if k < 2:
            head, range_ = self.loopHead(self.u if leave else lambda d: self.w(d, True), i)
            exits = self.openLoop(head, i)
            if range_: self.vars['count'].append((f'(int){i}', *range_))
            self.vars[wname].append(f'(unsigned){i}' if leave else i)
        elif k == 2:
            self.emit(f'unsigned {i} = 0u;')
            cond = self.c(1) if leave else self.wc(1, True)
            self.emit(f'while ({i}++ < {self.pick(2, 4)}u && {cond}) {{')
            if not leave: needed = dict(self.state)
            self.vars[wname].append(i)
        elif k == 3 and scalars and not leave:
            a = self.r.choice(scalars)
            self.ready(a, 'any', True)
            self.emit(f'unsigned {i} = 0u;')
            self.emit(f'while ({a.name} % 5u != {self.pick(0, 2)}u && {i} < {self.pick(2, 4)}u) {{')
            self.emit(f'  ++{i};')
            needed = dict(self.state)
            self.vars[wname].append(i)
        else:
            self.emit(f'unsigned {i} = 0u;')
            self.emit('do {')
            self.vars[wname].append(i)
            cond = None
            if scalars and not leave and self.p(.6):
                a = self.r.choice(scalars)
                if self.may(a, 'any'):
                    self.use(a, 'any')
                    cond = f'({a.name} & 3u) != {self.pick(0, 1)}u'
                    needed = dict(self.state)
            tail = f'}} while (++{i} < {self.pick(2, 4)}u && {cond or (self.c(1) if leave else self.wc(1))});'
            if leave: needed = dict(self.state)
        # The condition may read what it likes of arrays whose state allows it; each round must begin in the state in which it was written.
        before = dict(self.state)
        if needed is None and not leave and self.p(.5) and k < 2:
            # nothing is known at the head; a first access in the body makes a barrier
            heads = dict(self.state)     # what the head's expressions read must stay readable
            entry = {a.name: heads[a.name] if heads.get(a.name) == 'any' else 'mixed' for a in self.arrays}
        else:
            entry = dict(self.state)
        self.state = dict(entry)
        left = [before]
        if carried: self.carryStart()
        self.loops.append((not leave, not leave, entry, left))
        if leave:
            self.scopes = [{'m': None, 'stale': False}]
            self.leaves = True
        token = self.bodyStart()
        if self.p(.3):
            self.indent += 1
            self.barrier()
            self.indent -= 1
        self.block(True, self.r.randrange(1, 5))
        if leave and self.p(.6):
            self.emit(f'  if ({self.c(2)}) {self.pick("break", "break" if self.noReturn else "return")};')
            self.block(True, self.r.randrange(1, 3))
        self.indent += 1
        if carried: self.carryStep()
        self.closeBody(entry, left)
        self.indent -= 1
        self.bodyEnd(token)
        self.loops.pop()
        self.emit(tail)
        self.vars = saved
        self.join(left)
        if exits or k >= 2 and self.p(.5): self.useCounter(i)


    def laneGuard(self, together):
        """A part of the warp or block does some work of its own, with a loop whose trip count is loaded."""
        count, x = self.new('count'), self.target()
        if self.canWarp() and self.p(.6) and together: self.shuffleStatement(together)
        # The first lane that takes part is often not lane 0.
        guard = f'lane >= {self.pick(16, 16, 8, 24)}u' if self.p(.4) else self.laneCondition()
        self.emit(f'if ({guard}) {{')
        self.emit(f'  const int {count} = ctl[{self.r.randrange(64)}];')
        saved = {k: list(v) for k, v in self.vars.items()}
        self.vars['count'].append((count, 0, 6))
        if self.p(.6): self.emit(f'  out[gid * 4u + {self.r.randrange(4)}u] {self.pick("=", "+=", "^=")} {x};')
        i = self.new('j')
        if self.p(.7):
            self.emit(f'  for (int {i} = 0; {i} < {count}; ++{i}) {{')
            self.vars['count'].append((i, 0, 6))
            self.emit(f'    {x} += in[(gid + (unsigned){i} * {self.pick(1, 3, 64)}u) & 255u];')
            if self.p(.4): self.block(False, 1)
            self.emit('  }')
            self.emit(f'  out[gid * 4u + {self.r.randrange(4)}u] += {x};')
        else: self.block(False)
        self.vars = saved
        if self.p(.3):
            self.emit('} else {')
            self.block(False)
        self.emit('}')

    def leaveLoop(self, together):
        self.emit(f'if ({self.c(1)}) {self.pick("break", "continue")};')
