#!/usr/bin/python3
"""Random stencils of GT4Py through import_, compared with the interpreter on NumPy arrays. Usage: random_gt4py.py [COUNT] [FIRST]"""
import random
import sys
import warnings

import gt4py_numpy
import numpy as np

import rtlgen

FIELDS = {"a": "float64", "b": "float64", "c": "float32", "o": "float64", "p": "float64", "q": "float32"}
OUT = ("o", "p", "q")
SHAPE = (9, 8, 6)
ORIGIN, DOMAIN = (3, 3, 1), (3, 2, 4)


class Maker:
    """One stencil. Temporaries in `known` have a value in all levels that the statement at hand reads."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.known = []
        self.offsets = {}  # how far temporaries may still be read around
        self.count = 0
        self.reach = 0  # how far around the statement at hand reads

    def read(self, left, k_of):
        name = self.random.choice(["a", "b", "c", *self.known, *self.known])
        i, j = (self.random.randint(-1, 1) for _ in range(2)) if left and self.random.random() < 0.5 else (0, 0)
        k = self.random.choice(k_of) if name in "abc" and self.random.random() < 0.4 else 0
        if name in self.known and (i or j) and self.offsets[name] >= left:
            i = j = 0
        if name in self.known:
            self.reach = max(self.reach, self.offsets[name] + bool(i or j))
        else:
            self.reach = max(self.reach, int(bool(i or j)))
        return f"{name}[{i}, {j}, {k}]"

    def value(self, depth, k_of, left=3):
        kind = self.random.random()
        if depth == 0 or kind < 0.25:
            return self.read(left, k_of) if self.random.random() < 0.75 else self.random.choice(["0.5", "2.0", "-1.25", "3", "k"])
        a, b = self.value(depth - 1, k_of, left), self.value(depth - 1, k_of, left)
        if kind < 0.75:
            return f"({a} {self.random.choice(['+', '-', '*', '+', '-', '/'])} {b})" if "." in a else f"({a} + {b})"
        if kind < 0.85:
            return f"({a} if {self.test(depth - 1, k_of)} else {b})"
        return self.random.choice([f"abs({a})", f"min({a}, {b})", f"max({a}, {b})", f"(-{a})", f"({a})**2", f"float32({a})", f"twice({a})"])

    def test(self, depth, k_of):
        one = f"{self.value(depth, k_of)} {self.random.choice(['<', '>', '<=', '!='])} {self.value(depth, k_of)}"
        return f"({one} {self.random.choice(['and', 'or'])} not {self.value(0, k_of)} > 0.25)" if self.random.random() < 0.3 else f"({one})"

    def assign(self, indent, k_of, targets, is_new=True):
        line = self.value(3, k_of)
        if is_new and self.random.random() < 0.5:
            self.count += 1
            name = f"t{self.count}"
        else:
            name = self.random.choice(targets)
        if name not in OUT and name not in self.known:
            self.known.append(name)
        if name not in OUT:
            self.offsets[name] = max(self.offsets.get(name, 0), self.reach)
        return f"{indent}{name} = {line}\n"

    def parallel(self):
        k_of = [-1, 0, 1]
        text = "    with computation(PARALLEL), interval(...):\n"
        for _ in range(self.random.randint(1, 3)):
            self.reach = 0
            if self.random.random() < 0.25:
                text += f"        if {self.test(1, k_of)}:\n" + self.assign(" "*12, k_of, [*OUT, *self.known], False)
                if self.random.random() < 0.5:
                    text += "        else:\n" + self.assign(" "*12, k_of, [*OUT, *self.known], False)
            else:
                text += self.assign(" "*8, k_of, OUT)
        return text

    def levels(self):
        """One temporary, assigned in each interval."""
        self.count += 1
        name = f"t{self.count}"
        text = "    with computation(PARALLEL):\n"
        reach = 0
        for interval in ("interval(0, 1)", "interval(1, -1)", "interval(-1, None)"):
            self.reach = 0
            text += f"        with {interval}:\n            {name} = {self.value(2, [0, 1, -1])}\n"
            reach = max(reach, self.reach)
            if self.random.random() < 0.5:
                text += f"            {self.random.choice(OUT)} = {name} + {self.value(1, [0])}\n"
        self.known.append(name)
        self.offsets[name] = reach
        return text

    def sequential(self):
        order, first, rest, back = self.random.choice([("FORWARD", "interval(0, 1)", "interval(1, None)", -1), ("BACKWARD", "interval(-1, None)", "interval(0, -1)", 1)])
        self.count += 2
        s, m = f"t{self.count}", f"t{self.count - 1}"
        target = self.random.choice([s, "o", "p"])
        self.reach = 0
        text = f"    with computation({order}):\n        with {first}:\n            {target} = {self.value(2, [0])}\n"
        text += f"        with {rest}:\n            {m} = {self.value(2, [0, back])} + 0.5*{target}[0, 0, {back}]\n"
        if self.random.random() < 0.5:
            text += f"            if {m} > 0.5:\n                {m} = {m}*0.5 - {self.value(1, [0])}\n"
        text += f"            {target} = {self.value(1, [0])} - {m}*0.25\n"
        if self.random.random() < 0.5:
            text += f"            {self.random.choice(['o', 'p'])} = {target} + {m}\n" if target == s else ""
        if target == s:
            self.known.append(s)
            self.offsets[s] = self.reach
        return text

    def text(self):
        body = "".join(self.random.choice([self.parallel, self.parallel, self.levels, self.sequential])() for _ in range(self.random.randint(1, 4)))
        last = f"    with computation(PARALLEL), interval(...):\n        o = o + {self.known[-1] if self.known else 'a'}\n"
        arguments = ", ".join(f"{name}: Field[np.{kind}]" for name, kind in FIELDS.items())
        return f"@gtscript.function\ndef twice(f):\n    return f + f\n\ndef s({arguments}, k: float):\n" + body + last


def compared(seed):
    """Whether stencil `seed` is the same in all bits; its text, if not."""
    text = Maker(seed).text()
    random_numbers = np.random.default_rng(seed)
    arrays = {name: (random_numbers.random(SHAPE)*4 - 2).astype(kind) for name, kind in FIELDS.items()}
    expected = gt4py_numpy.run(text, "s", arrays, {"k": np.float64(0.75)}, ORIGIN, DOMAIN)
    axes = ["IJK", "KIJ", "IKJ"][seed % 3]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = rtlgen.import_(text, format="gt4py", function="s", shape=SHAPE, origin=ORIGIN, domain=DOMAIN, axes=axes)
    order = ["IJK".index(axis) for axis in axes]
    given = {name: np.transpose(array, order) for name, array in arrays.items() if program.fields.get(name) and program.fields[name].role != "output"}
    result = program.golden(given, params={"k": 0.75} if "k" in program.params else None)
    for name in OUT:
        own = result[name] if name in result.arrays else np.transpose(arrays[name], order)
        other = np.transpose(expected[name], order)
        if not np.array_equal(own, other, equal_nan=True) or not np.array_equal(np.signbit(own) & (own == 0), np.signbit(other) & (other == 0)):
            return False, f"{name} differs\n{text}\n{program.yaml}"
    return True, ""


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    failed, refused = 0, 0
    for seed in range(first, first + count):
        try:
            is_same, why = compared(seed)
        except rtlgen.Error as error:
            refused += 1
            print(f"seed {seed}: {error}", file=sys.stderr)
            continue
        if not is_same:
            failed += 1
            print(f"seed {seed}: {why}", file=sys.stderr)
    print(f"{count - failed - refused} passed, {failed} failed, {refused} refused")
    return 1 if failed or refused else 0


if __name__ == "__main__":
    sys.exit(main())
