"""Heads of counted loops in all integer widths, directions and steps, and the counter's value after the loop."""
import re

SIGNED = ['int', 'int', 'int', 'long long', 'short', 'signed char']
UNSIGNED = ['unsigned', 'unsigned', 'u64', 'unsigned short', 'unsigned char']


class Counters:
    """Methods of Kernel."""

    def loopHead(self, value, i):
        """A loop of at most 8 iterations: (head, range of the counter as an int, or None). value: gives unsigned expressions of a depth, for the bounds."""
        bound = value(1)
        k = self.r.randrange(9)
        S, U = self.r.choice(SIGNED), self.r.choice(UNSIGNED)
        T = self.pick(S, S, U)
        if k < 3:      # up, from below zero or from the limit on too
            first = self.pick('0', '0', '1', '2') if T == U else self.pick('0', '0', '-1', '3', '-2', f'({S})(({value(0)} & 7u) - 4u)')
            limit = f'({T})(({bound}) & {self.pick(3, 3, 7)}u)'
            if T == S and self.p(.3): limit += ' - 2'
            return f'for ({T} {i} = {first}; {i} {self.pick("<", "<", "<=")} {limit}; {i} += {self.pick(1, 1, 2, 3)}) {{', (-4, 10)
        if k == 3: return f'for ({S} {i} = ({S})(({bound}) & 7u); {i} {self.pick(">", ">=")} {self.pick(0, 0, 1, -2, 3)}; {i} -= {self.pick(1, 1, 2, 3)}) {{', (-5, 7)
        if k == 4:
            step = self.pick(1, 1, 2, 3)
            return f'for ({U} {i} = ({U})(({bound}) & 7u); {i} >= {step}u; {i} -= {step}u) {{', (0, 7)
        if k == 5: return f'for ({self.pick("unsigned", "u64", "unsigned char")} {i} = ({bound}) & 3u; {i}-- > 0u;) {{', None
        if k == 6:     # wraps in its own width
            first, W = self.pick(('254', 'unsigned char'), ('65534', 'unsigned short'), ('4294967294u', 'unsigned'), ('7', 'unsigned char'))
            return f'for ({W} {i} = {first}, {i}e = ({W})({first} + (({bound}) & 3u)); {i} != {i}e; ++{i}) {{', None
        if k == 7:
            step = self.pick(1, 2, -1, -3)
            return f'for ({S} {i} = {self.pick(-2, 0, 5)}, {i}e = ({S})({i} + (int)(({bound}) & 3u) * {step}); {i} != {i}e; {i} += {step}) {{', (-12, 12)
        step = self.pick('>>= 1', '/= 2', '/= 3')
        if self.p(.5): return f'for (unsigned {i} = ({bound}) & 15u; {i}; {i} {step}) {{', (0, 15)
        growth = self.pick('<<= 1', '*= 2', '*= 3', f'+= {i}')
        return f'for ({self.pick("int", "unsigned", "short")} {i} = 1; {i} {self.pick("<", "<=")} (int)(({bound}) & 15u); {i} {growth}) {{', (1, 45)

    def openLoop(self, head, i):
        """Emits the head; True if the counter is declared before the loop, so that its last value can be used."""
        m = re.match(r'for \((\w+(?: \w+)?) (j\d+) = (.*?); ', head)
        if not m or not self.p(.6 if 'exit-values' in self.features else .15):
            self.emit(head)
            return False
        self.emit(f'{m[1]} {m[2]} = {m[3]};')
        self.emit('for (; ' + head[m.end():])
        return True

    def useCounter(self, i):
        x = self.target()
        k = self.r.randrange(4)
        if k == 0: self.emit(f'{x} += in[(unsigned){i} & 255u];')
        elif k == 1: self.emit(f'if ((unsigned){i} > {self.pick(0, 1, 2)}u) {x} ^= {self.u(1)};')
        else: self.emit(f'{x} {self.pick("^=", "+=")} (unsigned){i} * {self.pick(1, 3, 2654435761)}u;')

    def exitValue(self, together):
        """A short loop for the sake of what its counter is afterwards."""
        j, x = self.new('j'), self.target()
        k = self.r.randrange(8)
        bound = self.pick(self.u(1), self.w(1))
        if k < 3:
            T = self.r.choice(SIGNED)
            first = self.pick(f'({T})((int)(({self.u(1)}) & 31u) - 16)', f'({T})((int)lane - 16)', f'({T})-7')
            limit = self.pick('0', f'({T})(({bound}) & 7u)', 'm', '(n - 3)')
            step, cond = self.pick(1, 1, 1, 2, 3), self.pick('<', '<', '<=', '!=')
            if cond == '!=': limit, step, first = '16', 1, f'({T})((int)(({self.u(1)}) & 31u) - 16)'
            self.emit(f'{T} {j} = {first};')
            self.emit(f'while ({j} {cond} {limit}) {j} += {step};')
        elif k == 3:
            T, step = self.r.choice(SIGNED), self.pick(1, 2, 5)
            self.emit(f'{T} {j} = ({T})((int)(({self.u(1)}) & 31u));')
            self.emit(f'while ({j} {self.pick(">", ">=")} {self.pick("0", "m", f"({T})(({bound}) & 7u)")}) {{ {x} += (unsigned){j}; {j} -= {step}; }}')
        elif k == 4:
            T = self.r.choice(UNSIGNED)
            self.emit(f'{T} {j} = ({T})(({self.u(1)}) & 15u);')
            self.emit(f'for (; {j} {self.pick("<", "<=")} ({T})(({bound}) & 31u); {j} += {self.pick(1, 1, 2, 7)}u) {x} ^= in[({j} * {self.pick(1, 8)}u) & 255u];')
        elif k == 5:
            self.emit(f'unsigned {j} = ({self.u(1)}) & 7u;')
            self.emit(f'do {x} += {j}; while ({self.pick(f"{j}-- > 0u", f"++{j} < (({bound}) & 15u)")});')
        elif k == 6:  # a search: the counter says where it ended
            T = self.pick('int', 'unsigned', 'u64')
            self.emit(f'{T} {j} = 0;')
            self.emit(f'for (; {j} < 16; ++{j}) {{')
            self.emit(f'  if ((in[({self.pick("tid", "gid")} + (unsigned){j}) & 255u] & {self.pick(3, 7)}u) == {self.pick(0, 1)}u) break;')
            self.emit('}')
        else:         # large steps
            step = self.pick(7000000, 100000000, 65536000)
            self.emit(f'int {j} = (int)(tid & 15u) * {self.pick(1000000, 3000000)};')
            self.emit(f'for (; {j} < n * {self.pick(10000000, 40000000)}; {j} += {step}) {x} += (unsigned){j};')
        self.useCounter(j)
        if self.p(.3): self.useCounter(j)
