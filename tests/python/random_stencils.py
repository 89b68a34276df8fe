#!/usr/bin/python3
"""Random stencils as Python source, each beside NumPy: every bit of the golden engine's result is NumPy's.

Usage: random_stencils.py [COUNT [FIRST]]    (PYTHONPATH: the folder of the package)
One source is generated with two readings: as a stencil, and with `if`, `and` and choices as NumPy writes them, which runs
on arrays whose index is an offset. Exit status: 0 all agree, 1 one does not, which is printed.
"""
import pathlib
import random
import sys
import tempfile

import numpy as np

import rtlgen

RULES = {"edge": "edge", "wrap": "wrap", "reflect": "reflect", "symmetric": "symmetric"}
SIGNED_RULES = {"antireflect": "reflect", "antisymmetric": "symmetric", "antiwrap": "wrap"}  # rules whose values numpy.pad gives, negated
HEAD = """import numpy as np
from math import sqrt
N = {n}
W = [0.5, 0.25, -0.75, 0.1, 1.5]
OFFSETS = {offsets}
KIND = "{kind}"
"""


class Cells(np.ndarray):
    """An array in which an index is an offset, as in a stencil."""

    rule = "edge"

    def __getitem__(self, offsets):
        offsets = offsets if isinstance(offsets, tuple) else (offsets,)
        wide = max(1, *(abs(o) for o in offsets))
        a = np.pad(np.asarray(self), wide, mode=SIGNED_RULES.get(self.rule, self.rule))
        if self.rule in SIGNED_RULES:
            outside = np.zeros(a.shape, bool)
            for axis, n in enumerate(self.shape):
                places = np.arange(a.shape[axis]) - wide
                outside ^= ((places < 0) | (places >= n)).reshape([-1 if i == axis else 1 for i in range(a.ndim)])
            a = np.where(outside, -a, a)
        return a[tuple(slice(wide + o, a.shape[i] - wide + o) for i, o in enumerate(offsets))].view(Cells)

    def __array_finalize__(self, other):
        pass  # a computed field has the rule of a temporary: edge


def cells(array, rule):
    found = np.ascontiguousarray(array).view(Cells)
    found.rule = rule
    return found


class Make:
    """Expressions and statements, each as a pair: of the stencil, and of NumPy."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random.choice
        self.axes = pick([1, 2, 2, 2, 3])
        self.dtype = pick(["float32", "float32", "float32", "float64", "float16", "int32", "int16", "uint8"])
        self.is_float = self.dtype.startswith("float")
        rules = list(RULES) + ([] if self.dtype.startswith("u") else list(SIGNED_RULES))
        self.rules = [pick(rules) for _ in range(pick([1, 1, 2]))]
        self.fields = ["t", "u"][:len(self.rules)]
        self.arrays = list(self.fields)
        self.steps = 1
        self.helpers = [""]

    def offset(self):
        return tuple(self.random.choice([-2, -1, -1, 0, 0, 1, 1, 2]) for _ in range(self.axes))

    def read(self):
        name = self.random.choice(self.arrays)
        if self.random.random() < 0.4:
            return (name, name)
        text = f"{name}[{', '.join(map(str, self.offset()))}]"
        return (text, text)

    def number(self):
        if self.is_float:
            text = self.random.choice(["0.5", "0.1", "2", "-1.5", "3", "N", "W[2]", "1e-3", "0.1*3", "N/7", "len(W)", "sum(W)", "sqrt(N)", "np.float32(0.3)"])
            text = text if self.dtype != "float16" else text.replace("np.float32(0.3)", "0.3")
        else:
            text = self.random.choice(["1", "2", "3", "N", "N*2 - 1", "len(W)", "7 // 2", "5 % 3"])
        return (f"({text})", f"({text})")

    def value(self, depth):
        """An expression of the fields' type."""
        if depth <= 0:
            return self.read()
        kinds = ["sum", "sum", "product", "choice", "where", "helper", "fold", "number", "square", "abs", "masked"]
        if self.is_float:
            kinds += ["quotient", "sqrt", "clip", "sign", "round", "reciprocal", "minimum"]
        return getattr(self, "_" + self.random.choice(kinds))(depth - 1)

    def _two(self, depth, form):
        a, b = self.value(depth), self.value(depth)
        return tuple(form.format(x, y) for x, y in zip(a, b))

    def _one(self, depth, form):
        return tuple(form.format(x) for x in self.value(depth))

    def _sum(self, depth):
        return self._two(depth, self.random.choice(["({} + {})", "({} - {})", "np.add({}, {})"]))

    def _product(self, depth):
        return self._two(depth, "{}*{}") if self.random.random() < 0.3 else self._two(depth, "({}*{})")

    def _quotient(self, depth):
        return self._two(depth, "({} / {})")

    def _masked(self, depth):
        """A condition next to a number is 1 or 0."""
        c, a = self.condition(depth - 1), self.value(depth)
        form = self.random.choice(["({})*({})", "({1})*({0})", "(({}) + ({}))", "(({1}) - ({0}))"])
        return tuple(form.format(x, y) for x, y in zip(c, a))

    def _number(self, depth):
        a, b = self.value(depth), self.number()
        return tuple(f"({x}{self.random.choice('*')}{y})" for x, y in zip(a, b))

    def _square(self, depth):
        return self._one(depth, self.random.choice(["({})**2", "({})**N" if self.n == 2 else "({})**2", "np.square({})"]))

    def _abs(self, depth):
        return self._one(depth, "abs({})") if self.dtype != "uint8" else self.value(depth)

    def _sqrt(self, depth):
        return self._one(depth, self.random.choice(["np.sqrt({})", "({})**0.5"]))

    def _clip(self, depth):
        return self._one(depth, self.random.choice(["np.clip({}, -0.5, 1.5)", "np.clip({}, None, 0.75)"]))

    def _sign(self, depth):
        return self._one(depth, "np.sign({})")

    def _round(self, depth):
        return self._one(depth, self.random.choice(["np.round({})", "np.floor({})", "np.ceil({})", "np.trunc({})"]))

    def _reciprocal(self, depth):
        return self._one(depth, self.random.choice(["np.reciprocal({})", "({})**-1"]))

    def _minimum(self, depth):
        arrays, self.arrays = self.arrays, self.fields  # which have no zeros, of whose signs NumPy takes any
        a, b = self.read(), self.read()
        self.arrays = arrays
        which = self.random.choice([("min", "np.fmin"), ("max", "np.fmax"), ("np.minimum",)*2, ("np.maximum",)*2])
        return (f"{which[0]}({a[0]}, {b[0]})", f"{which[1]}({a[1]}, {b[1]})")

    def _helper(self, depth):
        name = self.random.choice(self.helper_names) if self.helper_names else None
        if name is None:
            return self.value(depth)
        return (f"{name}({self.random.choice(self.arrays)})",) * 2 if name.startswith("lap") else self._one(depth, name + "({})")

    def _fold(self, depth):
        kind = self.random.choice(["zip", "range", "list" if self.is_float else "range"])  # NumPy adds integers in 64 bits
        name = self.random.choice(self.arrays)
        weight = "w" if self.is_float else "2"
        here = ", ".join(["0"]*(self.axes - 1) + ["k - 1"])
        text = {"zip": f"sum({weight}*{name}[o] for o, w in zip(OFFSETS, W))", "range": f"sum({name}[{here}] for k in range(3))",
                "list": f"np.sum([{name}[o] for o in OFFSETS], axis=0)"}[kind]
        numpy = text if kind == "list" else f"added([{text[4:-1]}])"
        return (text, numpy)

    def condition(self, depth):
        a, b = self.value(depth), self.value(depth)
        compare = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        first = tuple(f"({x} {compare} {y})" for x, y in zip(a, b))
        kind = self.random.choice(["plain", "plain", "and", "or", "not", "nan", "logical"])
        if kind == "plain" or kind == "nan" and not self.is_float:
            return first
        if kind == "not":
            return (f"(not {first[0]})", f"(~{first[1]})")
        if kind == "nan":
            return (f"np.isnan({a[0]})", f"np.isnan({a[1]})")
        other = self.condition(depth - 1) if depth > 0 else first
        if kind == "logical":
            return tuple(f"np.logical_and({x}, {y})" for x, y in zip(first, other))
        return (f"({first[0]} {kind} {other[0]})", f"({first[1]} {'&' if kind == 'and' else '|'} {other[1]})")

    def _choice(self, depth):
        c, a, b = self.condition(depth - 1), self.value(depth), self.value(depth)
        return (f"({a[0]} if {c[0]} else {b[0]})", f"np.where({c[1]}, {a[1]}, {b[1]}).view(Cells)")

    def _where(self, depth):
        c, a, b = self.condition(depth - 1), self.value(depth), self.value(depth)
        return tuple(f"np.where({x}, {y}, {z})" + (".view(Cells)" if i else "") for i, (x, y, z) in enumerate(zip(c, a, b)))

    # ------------------------------------------------------------ statements

    def statements(self):
        """Lines of the body, as pairs."""
        lines = []
        for i in range(self.random.randrange(3)):
            name = f"d{i}"
            kind = self.random.choice(["plain", "loop", "if", "match", "known", "kept"])
            lines += getattr(self, "line_" + kind)(name)
            self.arrays.append(name)
        return lines

    def line_plain(self, name):
        return [self.assigned("    ", name, self.value(2))]

    @staticmethod
    def assigned(indent, name, value):
        """A temporary has the rule of a temporary, whatever it is a copy of."""
        return (f"{indent}{name} = {value[0]}", f"{indent}{name} = cells({value[1]}, \"edge\")")

    def line_loop(self, name):
        start, base = self.read(), self.random.choice(self.arrays)
        weight = "w*" if self.is_float else ""
        same = [f"    for k, (o, w) in enumerate(zip(OFFSETS, W)):", "        if k == 2:", f"            {self.random.choice(['continue', 'break'])}",
                f"        {name} = {name} + {weight}{base}[o]"]
        return [self.assigned("    ", name, start), *((line, line) for line in same)]

    def line_if(self, name):
        c, a, b = self.condition(1), self.value(1), self.value(1)
        stencil = f"    if {c[0]}:\n        {name} = {a[0]}\n    else:\n        {name} = {b[0]}"
        return [(stencil, f"    {name} = np.where({c[1]}, {a[1]}, {b[1]}).view(Cells)")]

    def line_kept(self, name):
        """Values in a list, of which one array is then assigned and another is changed in place."""
        start, other, more = self._sum(1), self.value(1), self.value(1)
        made = tuple(f"k{name} = [{name}, {x}, {name}*{name}]" for x in other)
        lines = [self.assigned("    ", name, start), tuple(f"    {line}" for line in made)]
        change = self.random.choice([f"{name} += {{}}", f"{name} = {name} + {{}}", f"k{name}[1] = {{}} + k{name}[0]", f"for q in k{name}:\n        {name} = {name} - q*{{}}"])
        lines.append(tuple(f"    {change.format(x)}" for x in more))
        return [*lines, self.assigned("    ", name, (f"{name} + k{name}[0] - k{name}[1] + k{name}[2]",)*2)]

    def line_match(self, name):
        a, b = self.value(1), self.value(1)
        first, second = (self.assigned("            ", name, value) for value in (a, b))
        return [tuple(f"    match KIND:\n        case \"one\":\n{x}\n        case _:\n{y}" for x, y in zip(first, second))]

    def line_known(self, name):
        a, b = self.value(1), self.value(1)
        first, second = (self.assigned("        ", name, value) for value in (a, b))
        return [tuple(f"    if N == 2:\n{x}\n    else:\n{y}" for x, y in zip(first, second))]

    def helper_texts(self):
        zero = ", ".join("0" for _ in range(self.axes - 1))
        at = [f"{zero}, {k}" if zero else str(k) for k in (-1, 1)]
        lap = f"def lap(f):\n    d = f[{at[0]}] + f[{at[1]}]\n    return d - 2*f\n"
        one = "1" if not self.is_float else "0.25"
        bent = (f"def bent(a, b={one}):\n    if a > b:\n        return a - b\n    c = a*a\n    return c + b\n",
                f"def bent(a, b={one}):\n    return np.where(a > b, a - b, a*a + b).view(Cells)\n")
        return [(lap, lap), bent]

    def texts(self):
        self.n = self.random.choice([2, 3])
        self.helper_names = []
        helpers = self.helper_texts()
        self.helper_names = ["lap", "bent"]
        lines = self.statements()
        outputs = self.random.choice([1, 1, 2])
        values = [self.value(3) for _ in range(outputs)]
        values[0] = tuple(" + ".join([x, *self.fields]) for x in values[0])  # all fields are used
        head = HEAD.format(n=self.n, offsets=[self.offset() for _ in range(3)], kind=self.random.choice(["one", "two"]))
        if outputs == 1 and len(self.fields) == 1:
            self.steps = self.random.choice([1, 2, 3])
            ends = [f"    return {x}" for x in values[0]]
        else:
            ends = ["    return {" + ", ".join(f'"o{i}": {x[way]}' for i, x in enumerate(values)) + "}" for way in (0, 1)]
        signature = ", ".join(f'{name}: Field["{rule}"]' for name, rule in zip(self.fields, self.rules))
        stencil = "\n".join([head, "import rtlgen\nfrom rtlgen import Field\n", *(h[0] for h in helpers), "@rtlgen.stencil", f"def f({signature}):",
                             *(line[0] for line in lines), ends[0], ""])
        numpy = "\n".join([head, "def added(terms):\n    total = terms[0]\n    for term in terms[1:]:\n        total = total + term\n    return total\n",
                           *(h[1] for h in helpers), f"def f({', '.join(self.fields)}):", *(line[1] for line in lines), ends[1], ""])
        return stencil, numpy

    def data(self):
        shape = {1: (37,), 2: (11, 13), 3: (5, 6, 7)}[self.axes]
        numbers = np.random.default_rng(self.random.randrange(2**32))
        if self.is_float:
            return [numbers.standard_normal(shape).astype(self.dtype) for _ in self.fields]
        low = 0 if self.dtype.startswith("u") else -60
        return [numbers.integers(low, 60, shape).astype(self.dtype) for _ in self.fields]


def same_bits(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind == "f":
        nan = np.isnan(a)
        if not np.array_equal(nan, np.isnan(b)):
            return False
        a, b = np.where(nan, 0, a), np.where(nan, 0, b)
    return np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def numpy_result(text, make, arrays):
    names = {"Cells": Cells, "cells": cells}
    exec(compile(text, "numpy", "exec"), names)
    given = [cells(a, r) for a, r in zip(arrays, make.rules)]
    for _ in range(make.steps):
        found = names["f"](*given)
        if not isinstance(found, dict):
            given = [cells(found, make.rules[0])]
    return found if isinstance(found, dict) else {"": found}


def check(seed, folder):
    """Faults of one random stencil, as text; "" if there are none. A refusal is a fault."""
    make = Make(seed)
    stencil, numpy = make.texts()
    arrays = make.data()
    file = pathlib.Path(folder) / f"stencil_{seed}.py"
    file.write_text(stencil)
    names = {}
    try:
        exec(compile(stencil, str(file), "exec"), names)
        found = names["f"](*arrays, steps=make.steps)
    except rtlgen.Error as error:
        return f"seed {seed} is refused:\n{stencil}\n{error}"
    with np.errstate(all="ignore"):
        expected = numpy_result(numpy, make, arrays)
    found = found if isinstance(found, dict) else {next(iter(expected)): found}
    wrong = [name for name in expected if not same_bits(found[name], expected[name])]
    into = {name: np.empty_like(array) for name, array in found.items()}
    names["f"](*arrays, steps=make.steps, out=into if len(into) > 1 else next(iter(into.values())))
    wrong += [f"{name} by out=" for name in found if not same_bits(into[name], found[name])]
    return f"seed {seed} ({make.dtype}): {', '.join(wrong)} differ\n{stencil}\n--- in NumPy\n{numpy}" if wrong else ""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    import warnings
    warnings.simplefilter("ignore", rtlgen.DescriptionWarning)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            fault = check(seed, folder)
            if fault:
                faults.append(fault)
                print(fault, flush=True)
    print(f"{count - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
