"""What a function of the stencil dialect computes, by NumPy: written beside rtlgen's importer, of which it shares nothing.

A temp is a function of a box of cells. A load copies its field. What lies outside of a field is a value that no test
expects (POISON), so that reading it shows.
"""
import re
from fractions import Fraction

import numpy as np

from operations import functions, whole_numbers

DTYPE = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i1": np.bool_, "i8": np.int8, "i16": np.int16,
         "i32": np.int32, "i64": np.int64, "index": np.int64}
FLOATS = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"]
INTEGERS = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def poison(dtype):
    return dtype(77) if dtype is not np.bool_ else np.bool_(True)


def grid_type(text):
    """Bounds by axis (None: not given), which axes there are, NumPy's type."""
    body = text[text.index("<") + 1:-1]
    if m := re.fullmatch(r"([ijk]+),(\w+)", body):
        return [None] * 3, [c in m[1] for c in "ijk"], DTYPE[m[2]]
    if m := re.fullmatch(r"\[(.*)\],(\w+)", body):
        sizes = [int(n) for n in re.sub(r":i\d+", "", m[1]).split(",")]
        return [None if n < 0 else (0, n) for n in sizes], [n != 0 for n in sizes], DTYPE[m[2]]
    parts = re.findall(r"(\[-?\d+,-?\d+\]|\?|\d+)x", body)
    bounds = []
    for part in parts:
        if part.startswith("["):
            bounds.append(tuple(int(n) for n in part[1:-1].split(",")))
        else:
            bounds.append(None if part == "?" else (0, int(part)))
    return bounds, [part != "0" for part in parts], DTYPE[body.rsplit("x", 1)[1]]


class Field:
    """An array and the index of its first element along each axis of the program."""

    def __init__(self, name, axes, dtype):
        self.name, self.axes, self.dtype, self.low, self.array = name, axes, dtype, None, None

    def bound(self, machine, bounds):
        if self.array is None and all(b is not None for b, a in zip(bounds, self.axes) if a):
            self.low = [b[0] if b else 0 for b in bounds]
            self.high = [b[1] if b else 0 for b in bounds]
            shape = [h - l for l, h, a in zip(self.low, self.high, self.axes) if a]
            self.array = machine.data(self.name, self.dtype, shape)


class Machine:
    def __init__(self, text, data, numbers, name=None):
        """`data(name, dtype, shape)` gives the array with which a field starts, axes as in the program."""
        self.data, self.numbers, self.fields, self.order = data, numbers, {}, []
        found = [f for f in functions(text) if name in (None, f[0])]
        _, arguments, operations, self.column_major = found[0]
        scope = {}
        for value, kind in arguments:
            scope[value] = self.argument(value[1:] if not value[1].isdigit() else "arg" + value[1:], kind)
        self.run(operations, scope)

    def argument(self, name, kind):
        if not kind.startswith(("!stencil.field", "memref")):
            return DTYPE[kind](self.numbers[name])
        if (m := re.fullmatch(r"memref<(\d+)xmemref<.*>>", kind)):
            return [("memref", f"{name}_{i}") for i in range(int(m[1]))]
        if kind.startswith("memref"):
            return ("memref", name)
        return self.field(name, kind)

    def field(self, name, kind):
        bounds, axes, dtype = grid_type(kind)
        field = self.fields.setdefault(name, Field(name, axes, dtype))
        field.bound(self, bounds)
        return field

    def run(self, operations, scope):
        for op in operations:
            out = self.step(op, scope)
            if op.name in ("scf.yield", "func.return"):
                return [scope[o] for o in op.operands]
            if op.results:
                for name, value in zip(op.results, out if isinstance(out, tuple) and len(op.results) > 1 else [out]):
                    scope[name] = value
        return []

    def step(self, op, scope):
        args = [scope[o] for o in op.operands]
        name = op.name
        if name in ("stencil.cast", "stencil.assert"):
            if "lb" in op.attributes:
                bounds = list(zip(whole_numbers(op.attributes["lb"]), whole_numbers(op.attributes["ub"])))
            else:
                bounds = grid_type(op.result_types[0])[0]
            args[0].bound(self, bounds)
            return args[0]
        if name == "stencil.external_load":
            return self.field(args[0][1], op.result_types[0])
        if name == "memref.load":
            return args[0][int(args[1])]
        if name == "stencil.alloc":
            return self.field(op.results[0], op.result_types[0])
        if name == "stencil.load":
            return self.load(args[0])
        if name == "stencil.buffer":
            return args[0]
        if name == "stencil.combine":
            return self.combine(op, args)
        if name == "stencil.apply":
            return self.apply(op, args, scope)
        if name == "stencil.store":
            self.store(args[0], args[1], whole_numbers(op.attributes["lb"]), whole_numbers(op.attributes["ub"]))
            return None
        if name == "scf.for":
            first, end, step = (int(a) for a in args[:3])
            carried = args[3:]
            arguments, body = op.regions[0]
            for t in range(first, end, step):
                inner = dict(scope)
                inner.update(zip(arguments, [np.int64(t), *carried]))
                carried = self.run(body, inner)
            self.order = carried
            return tuple(carried) if len(carried) != 1 else carried[0]
        if name == "stencil.external_store":
            self.fields[args[1][1]].array[...] = args[0].array
            return None
        if name in ("scf.yield", "func.return"):
            return None
        return compute(op, args)

    def load(self, field):
        if not isinstance(field, Field):
            return field
        array = field.array.copy()

        def cells(low, high, mapping):
            index = []
            inside = np.ones((1,) * len(low), dtype=bool)
            own = [d for d, a in enumerate(field.axes) if a]
            for d in own:
                axis = mapping[d]
                at = np.arange(low[axis], high[axis]) - field.low[d]
                size = field.high[d] - field.low[d]
                shape = [1] * len(low)
                shape[axis] = len(at)
                inside = inside & ((at >= 0) & (at < size)).reshape(shape)
                index.append(np.clip(at, 0, size - 1).reshape(shape))
            return np.where(inside, array[tuple(index)], poison(field.dtype)).astype(field.dtype)

        return Temp(cells, len(field.axes))

    def combine(self, op, args):
        sizes = whole_numbers(op.attributes["operandSegmentSizes"])
        dim, at = int(re.findall(r"-?\d+", op.attributes["dim"])[0]), int(re.findall(r"-?\d+", op.attributes["index"])[0])
        out = []
        for lower, upper in zip(args[:sizes[0]], args[sizes[0]:2 * sizes[0]]):
            def cells(low, high, mapping, lower=lower, upper=upper):
                shape = [1] * len(low)
                shape[dim] = high[dim] - low[dim]
                chosen = (np.arange(low[dim], high[dim]) < at).reshape(shape)
                return np.where(chosen, lower.cells(low, high, mapping), upper.cells(low, high, mapping))
            out.append(Temp(cells, lower.rank))
        out += args[2 * sizes[0]:]
        return tuple(out) if len(out) > 1 else out[0]

    def apply(self, op, args, scope):
        arguments, body = op.regions[0]
        args = args[:len(arguments)]
        count = max(len(op.results), len(op.operands) - len(arguments))
        args = [self.load(a) if isinstance(a, Field) else a for a in args]
        memory = {}

        def result(index):
            def cells(low, high, mapping):
                key = (tuple(low), tuple(high))
                if key not in memory:
                    inner = dict(scope)
                    inner.update(zip(arguments, args))
                    memory[key] = self.cells_of(body, inner, low, high)
                return memory[key][index]
            return Temp(cells, None)

        out = tuple(result(i) for i in range(count))
        if len(op.operands) > len(arguments):
            low, high = whole_numbers(op.attributes["lb"]), whole_numbers(op.attributes["ub"])
            values = [t.cells(low, high, list(range(len(low)))) for t in out]
            for value, target in zip(values, [scope[o] for o in op.operands[len(arguments):]]):
                self.store(Temp(lambda *_, value=value: value, None), target, low, high)
        return out if len(out) > 1 else out[0]

    def cells_of(self, body, scope, low, high):
        for op in body:
            if op.name in ("stencil.return", "scf.yield"):
                shape = [h - l for l, h in zip(low, high)]
                return [None if scope[o] is None else np.broadcast_to(scope[o], shape) for o in op.operands]
            if op.name == "stencil.access":
                offset = whole_numbers(op.attributes["offset"])
                rank = len(low)
                mapping = whole_numbers(op.attributes["offset_mapping"]) if "offset_mapping" in op.attributes else []
                mapping = mapping or list(range(rank))
                by_axis = [0] * rank
                for axis, o in zip(mapping, offset):
                    by_axis[axis] = o
                out = scope[op.operands[0]].cells([l + o for l, o in zip(low, by_axis)],
                                                  [h + o for h, o in zip(high, by_axis)], mapping)
            elif op.name == "stencil.index":
                dim = int(re.findall(r"-?\d+", op.attributes["dim"])[0])
                shape = [1] * len(low)
                shape[dim] = high[dim] - low[dim]
                out = (np.arange(low[dim], high[dim]) + whole_numbers(op.attributes["offset"])[dim]).reshape(shape)
            elif op.name == "stencil.store_result":
                out = scope[op.operands[0]] if op.operands else None
            elif op.name == "scf.if":
                sides = [self.cells_of(region[1], dict(scope), low, high) for region in op.regions]
                out = tuple(np.where(scope[op.operands[0]], a, b).astype(a.dtype) for a, b in zip(*sides))
                out = out if len(out) > 1 else out[0]
            else:
                out = compute(op, [scope[o] for o in op.operands])
            for name, value in zip(op.results, out if isinstance(out, tuple) else [out]):
                scope[name] = value
        raise AssertionError("an apply without a return")

    @staticmethod
    def store(temp, field, low, high):
        value = temp.cells(low, high, list(range(len(low))))
        field.array[tuple(slice(l - o, h - o) for l, h, o in zip(low, high, field.low))] = value


class Temp:
    def __init__(self, cells, rank):
        self.cells, self.rank = cells, rank


def constant(text, dtype):
    text = text.split(" : ")[0].strip()
    if text in ("true", "false"):
        return np.bool_(text == "true")
    if text.startswith("0x") and dtype in (np.float32, np.float64):
        bits = np.uint32 if dtype is np.float32 else np.uint64
        return np.array([int(text, 16)], dtype=bits).view(dtype)[0]
    return dtype(float(text)) if dtype in (np.float16, np.float32, np.float64) else dtype(int(text))


def compute(op, args):
    name = op.name.split(".", 1)[1]
    dtype = DTYPE[op.result_types[0]]
    with np.errstate(all="ignore"):
        if name == "constant":
            return constant(op.attributes["value"], dtype)
        if name in ("cmpf", "cmpi"):
            return compare(op, name, args)
        out = number(name, dtype, args)
    return np.asarray(out).astype(dtype)


def compare(op, name, args):
    a, b = (np.asarray(x) for x in args)
    names = FLOATS if name == "cmpf" else INTEGERS
    p = op.attributes["predicate"]
    p = p if p in names else names[int(p.split(" ")[0])]
    if name == "cmpi":
        if p[0] == "u":
            a, b = (x.view(np.dtype(f"u{x.dtype.itemsize}")) for x in (a, b))
        kind = p if len(p) == 2 else p[1:]
        return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[kind]
    nan = np.isnan(a) | np.isnan(b)
    if p in ("true", "false", "ord", "uno"):
        return {"true": nan | True, "false": nan & False, "ord": ~nan, "uno": nan}[p]
    out = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[p[1:]]
    return (out & ~nan) if p[0] == "o" else (out | nan)


def exact_fma(a, b, c):
    one = np.frompyfunc(lambda x, y, z: float(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))), 3, 1)
    return np.asarray(one(a, b, c)).astype(np.float64)


def number(name, dtype, args):
    a = np.asarray(args[0])
    b = np.asarray(args[1]) if len(args) > 1 else None
    unsigned = np.dtype(f"u{a.dtype.itemsize}") if a.dtype.kind == "i" else None
    if name in ("addf", "addi"):
        return a ^ b if dtype is np.bool_ else a + b
    if name in ("subf", "subi"):
        return a - b
    if name in ("mulf", "muli"):
        return a * b
    if name == "divf":
        return a / b
    if name in ("divsi", "remsi"):
        quotient = np.where(b == 0, 0, np.abs(a) // np.where(b == 0, 1, np.abs(b)) * np.sign(a) * np.sign(b))
        return quotient if name == "divsi" else a - quotient * b
    if name == "divui":
        return (a.view(unsigned) // b.view(unsigned)).view(a.dtype)
    if name == "remui":
        return (a.view(unsigned) % b.view(unsigned)).view(a.dtype)
    if name == "andi":
        return a & b
    if name == "ori":
        return a | b
    if name == "xori":
        return a ^ b
    if name == "shli":
        return a << b
    if name == "shrsi":
        return a >> b
    if name == "shrui":
        return (a.view(unsigned) >> b.view(unsigned)).view(a.dtype)
    if name == "select":
        return np.where(a, args[1], args[2])
    if name == "negf":
        return -a
    if name in ("maximumf", "minimumf"):
        return np.maximum(a, b) if name == "maximumf" else np.minimum(a, b)
    if name in ("maxnumf", "minnumf"):
        return np.fmax(a, b) if name == "maxnumf" else np.fmin(a, b)
    if name in ("maxsi", "minsi"):
        return np.maximum(a, b) if name == "maxsi" else np.minimum(a, b)
    if name in ("maxui", "minui"):
        pick = np.maximum if name == "maxui" else np.minimum
        return pick(a.view(unsigned), b.view(unsigned)).view(a.dtype)
    if name in ("extsi", "sitofp", "index_cast") and a.dtype == np.bool_:
        return -a.astype(np.int8)
    if name in ("trunci", "index_cast", "index_castui") and dtype is np.bool_:
        return (a & 1) != 0
    if name in ("extf", "truncf", "sitofp", "extsi", "index_cast", "fptosi"):
        return a
    if name in ("extui", "uitofp", "index_castui"):
        return a if a.dtype == np.bool_ else a.view(unsigned)
    if name == "trunci":
        return a
    if name in ("absf", "absi"):
        return np.abs(a)
    if name == "rsqrt":
        return dtype(1) / np.sqrt(a)
    if name == "roundeven":
        return np.rint(a)
    if name == "fma":
        return exact_fma(*args)
    if name == "powf":
        return np.power(a, b)
    if name == "fpowi":
        out, exponent = dtype(1), int(b)
        for _ in range(abs(exponent)):  # 2 at most: the order does not count
            out = out * a
        return out if exponent >= 0 else dtype(1) / out
    if name in ("sqrt", "floor", "ceil", "trunc", "exp", "log", "sin", "cos", "tanh"):
        return getattr(np, name)(a)
    raise AssertionError(f"no meaning for {name}")
