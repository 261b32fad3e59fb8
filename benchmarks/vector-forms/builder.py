"""Builds the text of an MLIR function: a method for each operation that the kernels use."""

from contextlib import contextmanager

# Bare pointers at function boundaries need static shapes; the size itself says nothing.
F32 = "memref<1073741824xf32>"
I32 = "memref<1073741824xi32>"
I8 = "memref<1073741824xi8>"


class Loop:
    def __init__(self, index, arguments, results):
        self.index, self.arguments, self.results = index, arguments, results


class Function:
    """The text of one function, with a method for each operation that the kernels use."""

    def __init__(self, name, arguments, lanes):
        self.name, self.arguments, self.lanes = name, arguments, lanes
        self.lines, self.count, self.depth = [], 0, 2
        self.vector = f"vector<{lanes}xf32>"
        self.integers = f"vector<{lanes}xi32>"
        self.bits = f"vector<{lanes}xi1>"

    def text(self):
        arguments = ", ".join(f"%{name}: {type}" for name, type in self.arguments)
        body = "\n".join(self.lines)
        return f"module {{\n  func.func @{self.name}({arguments}) {{\n{body}\n    return\n  }}\n}}\n"

    def put(self, line):
        self.lines.append("  " * self.depth + line)

    def new(self):
        self.count += 1
        return f"%v{self.count}"

    def value(self, operation):
        name = self.new()
        self.put(f"{name} = {operation}")
        return name

    # Control flow.
    @contextmanager
    def loop(self, lower, upper, step, initial=(), type=None):
        step = self.index(step) if isinstance(step, int) else step
        lower = self.index(lower) if isinstance(lower, int) else lower
        upper = self.index(upper) if isinstance(upper, int) else upper
        index, result = self.new(), self.new()
        arguments = [self.new() for _ in initial]
        head = f"scf.for {index} = {lower} to {upper} step {step}"
        if initial:
            pairs = ", ".join(f"{a} = {i}" for a, i in zip(arguments, initial))
            types = ", ".join([type] * len(initial))
            head = f"{result}:{len(initial)} = {head} iter_args({pairs}) -> ({types})"
        self.put(head + " {")
        self.depth += 1
        yield Loop(index, arguments, [f"{result}#{i}" for i in range(len(initial))])
        self.depth -= 1
        self.put("}")

    @contextmanager
    def when(self, condition, types=()):
        result = self.new()
        head = f"scf.if {condition}"
        if types:
            head = f"{result}:{len(types)} = {head} -> ({', '.join(types)})"
        self.put(head + " {")
        self.depth += 1
        yield [f"{result}#{i}" for i in range(len(types))]
        self.depth -= 1
        self.put("}")

    def otherwise(self):
        self.depth -= 1
        self.put("} else {")
        self.depth += 1

    def give(self, values, type):
        self.put(f"scf.yield {', '.join(values)} : {', '.join([type] * len(values))}")

    # Scalars.
    def index(self, number):
        return self.value(f"arith.constant {number} : index")

    def add(self, a, b):
        if b == 0:
            return a
        b = self.index(b) if isinstance(b, int) else b
        return self.value(f"arith.addi {a}, {b} : index")

    def sub(self, a, b):
        a, b = (self.index(v) if isinstance(v, int) else v for v in (a, b))
        return self.value(f"arith.subi {a}, {b} : index")

    def mul(self, a, b):
        b = self.index(b) if isinstance(b, int) else b
        return self.value(f"arith.muli {a}, {b} : index")

    def floor(self, a, multiple):
        m = self.index(multiple)
        return self.mul(self.value(f"arith.divui {a}, {m} : index"), m)

    def compare(self, how, a, b):
        b = self.index(b) if isinstance(b, int) else b
        return self.value(f"arith.cmpi {how}, {a}, {b} : index")

    def scalar(self, memory, at, type=F32):
        return self.value(f"memref.load {memory}[{at}] : {type}")

    def as_index(self, value):
        return self.value(f"arith.index_cast {value} : i32 to index")

    # Vectors.
    def number(self, value):
        return self.value(f"arith.constant dense<{value}> : {self.vector}")

    def splat(self, scalar):
        return self.value(f"vector.broadcast {scalar} : f32 to {self.vector}")

    def fma(self, a, b, c):
        return self.value(f"math.fma {a}, {b}, {c} : {self.vector}")

    def float(self, operation, *operands, type=None, flags=""):
        return self.value(f"{operation} {', '.join(operands)}{flags} : {type or self.vector}")

    def load(self, memory, at, type=F32, vector=None):
        return self.value(f"vector.load {memory}[{at}] : {type}, {vector or self.vector}")

    def store(self, value, memory, at, type=F32, vector=None):
        self.put(f"vector.store {value}, {memory}[{at}] : {type}, {vector or self.vector}")

    def first(self, count, bits=None):
        """A mask of the first `count` lanes: of none where count is negative."""
        return self.value(f"vector.create_mask {count} : {bits or self.bits}")

    def masked_load(self, memory, at, mask, other, type=F32, vector=None, bits=None):
        vector = vector or self.vector
        return self.value(f"vector.maskedload {memory}[{at}], {mask}, {other} : "
                          f"{type}, {bits or self.bits}, {vector} into {vector}")

    def masked_store(self, value, memory, at, mask, type=F32, vector=None, bits=None):
        self.put(f"vector.maskedstore {memory}[{at}], {mask}, {value} : "
                 f"{type}, {bits or self.bits}, {vector or self.vector}")

    def gather(self, memory, at, offsets, mask, other):
        return self.value(f"vector.gather {memory}[{at}] [{offsets}], {mask}, {other} : {F32}, "
                          f"{self.integers}, {self.bits}, {self.vector} into {self.vector}")

    def gather_avx2(self, memory, offsets, mask, other):
        """vgatherdps itself: for -march=x86-64-v3 LLVM turns vector.gather into branches."""
        bits = self.value(f"arith.extsi {mask} : {self.bits} to {self.integers}")
        signs = self.value(f"vector.bitcast {bits} : {self.integers} to {self.vector}")
        address = self.value(f"memref.extract_aligned_pointer_as_index {memory} : {F32} -> index")
        address = self.value(f"arith.index_cast {address} : index to i64")
        pointer = self.value(f"llvm.inttoptr {address} : i64 to !llvm.ptr")
        four = self.value("arith.constant 4 : i8")
        return self.value(f'llvm.call_intrinsic "llvm.x86.avx2.gather.d.ps.256"({other}, {pointer}, '
                          f"{offsets}, {signs}, {four}) : ({self.vector}, !llvm.ptr, "
                          f"{self.integers}, {self.vector}, i8) -> {self.vector}")

    def gather_inserts(self, memory, offsets):
        """Scalar loads that are put together: every lane needs an address that can be read."""
        parts = []
        for lane in range(self.lanes):
            at = self.value(f"vector.extract {offsets}[{lane}] : i32 from {self.integers}")
            parts.append(self.scalar(memory, self.as_index(at)))
        return self.value(f"vector.from_elements {', '.join(parts)} : {self.vector}")

    def all(self):
        return self.value(f"arith.constant dense<true> : {self.bits}")

    def shuffle(self, a, b, lanes, vector=None):
        vector = vector or self.vector
        return self.value(f"vector.shuffle {a}, {b} {list(lanes)} : {vector}, {vector}")

    def sum_lanes(self, value, lanes=None):
        """Lane 0 of a __shfl_down_sync tree: each step needs only the lower half of the lanes."""
        lanes = lanes or self.lanes
        while lanes > 1:
            whole, half = f"vector<{lanes}xf32>", lanes // 2
            low = self.shuffle(value, value, range(half), whole)
            high = self.shuffle(value, value, range(half, lanes), whole)
            value = self.float("arith.addf", low, high, type=f"vector<{half}xf32>")
            lanes = half
        return self.value(f"vector.extract {value}[0] : f32 from vector<1xf32>")

    def sum_pieces(self, values):
        while len(values) > 1:
            half = len(values) // 2
            values = [self.float("arith.addf", a, b) for a, b in zip(values[:half], values[half:])]
        return values[0]
