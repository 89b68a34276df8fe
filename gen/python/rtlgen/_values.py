"""Values while a stencil is read: text in the language, reads of fields, and Python objects."""
from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Iterable

import numpy as np

Pieces = list[tuple[str, ast.AST]]
Types = frozenset[str]  # a value has the widest of them; "" is the description's type

TRUTH: Types = frozenset({"uint<1>"})
OPEN: Types = frozenset({""})
NONE: Types = frozenset()
PLACE: Types = frozenset({"coordinate"})  # coordinates and counts: int32, but a float where Python has one: x/2, 0.5*x, t + x
# In text, offsets of axes that are known when the program is made: f"{LOW}2" and f"{HIGH}2" next to two offsets.
HIGH, LOW = "\0high", "\0low"
# Casts to the type of whatever has none, which is known when the program is made: OPEN_FLOAT only if that is a float.
FLOAT, OPEN_FLOAT = "\0float", "\0open"
CALL, PREFIX, PRODUCT, SUM, SHIFT, AND, OR, CHOICE = 12, 11, 10, 9, 8, 2, 1, 0


@dataclass
class Code:
    """Text in the language, how tightly it binds, the names of arrays that it reads, and its types."""

    pieces: Pieces
    binds: int = CALL
    reads: set[str] = field(default_factory=set)
    types: Types = NONE
    at_offsets: set[str] = field(default_factory=set)  # arrays that it reads at other cells

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)

    def written(self, default: str, axes: int = 0) -> str:
        """The text in a program whose default type is `default`, and whose grid has `axes`."""
        return "".join(written(text, default, axes) for text, _ in self.pieces)

    @property
    def is_truth(self) -> bool:
        return self.types == TRUTH


def written(text: str, default: str, axes: int) -> str:
    if "\0" not in text:
        return text
    for mark, offset in ((HIGH, ",0"), (LOW, "0,")):
        if text.startswith(mark):
            return offset*max(0, axes - int(text[len(mark):]))
    kind = default if is_float(default) else ""
    return text.replace(FLOAT, kind or "float32").replace(OPEN_FLOAT, kind)


def is_float(name: str) -> bool:
    return name.startswith(("float", "bfloat"))


@dataclass(frozen=True)
class Ref:
    """A field or temporary that is read: which cell, which component."""

    name: str
    types: Types
    offsets: tuple[tuple[int, ast.AST], ...] | None = None  # in the order in which they are written
    component: str = ""
    components: tuple[str, ...] = ()  # components of a vector
    rest: str = ""  # the end at which offsets of 0 are added up to the axes of the grid: LOW or HIGH in the order of the language


class Refused(Exception):
    """A fault was recorded; there is no value."""


def counted(number: int, noun: str) -> str:
    """"1 field", "2 fields"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def is_symbolic(value: Any) -> bool:
    """Whether it differs between cells or runs, or contains something that does."""
    if isinstance(value, (Code, Ref)):
        return True
    if isinstance(value, (list, tuple)):
        return any(is_symbolic(entry) for entry in value)
    if isinstance(value, dict):
        return any(is_symbolic(entry) for entry in value.values())
    return False


def is_number(value: Any) -> bool:
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    return isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating))


def plain(value: Any) -> bool | int | float:
    """A number of NumPy's as one of Python's; a longdouble is rounded."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.item() if not isinstance(value, np.longdouble) else float(value)
    number: bool | int | float = value
    return number


_SHORT = 26  # bits: a number halfway between two numbers of float32 or of a shorter type


def number_text(value: Any) -> str:
    """A number in the language: the shortest decimals, or all of them if these would round to another neighbour."""
    value = plain(value)
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return str(value)
    text = repr(value)
    mantissa, _ = math.frexp(value)
    if Fraction(Decimal(text)) != Fraction(value) and (mantissa * 2.0**_SHORT).is_integer():
        text = format(Decimal(value), "f") if 1e-5 < abs(value) < 1e15 else str(Decimal(value)).replace("E", "e")
    if "e" in text:  # the language's exponents have no plus and no leading zero
        digits, exponent = text.split("e")
        text = f"{digits}e{int(exponent)}"
    return text


def union(codes: Iterable[Code]) -> Types:
    return frozenset().union(*(code.types for code in codes))


def joined(parts: list[Code], between: str, node: ast.AST, binds: int, types: Types | None = None) -> Code:
    pieces: Pieces = []
    for i, part in enumerate(parts):
        if i > 0:
            pieces.append((between, node))
        pieces += part.pieces
    return around(parts, pieces, binds, union(parts) if types is None else types)


def around(parts: list[Code], pieces: Pieces, binds: int, types: Types) -> Code:
    """Code of `pieces` that are made of `parts`."""
    return Code(pieces, binds, set().union(*(part.reads for part in parts)), types,
                set().union(*(part.at_offsets for part in parts)))


def bracketed(code: Code, node: ast.AST) -> Code:
    return around([code], [("(", node), *code.pieces, (")", node)], CALL, code.types)


def inner(code: Code, least: int, node: ast.AST) -> Code:
    """In parentheses if it binds less tightly than `least`."""
    return code if code.binds >= least else bracketed(code, node)


def called(name: str, arguments: list[Code], node: ast.AST, types: Types | None = None) -> Code:
    within = joined(arguments, ", ", node, CALL, types)
    return around([within], [(name + "(", node), *within.pieces, (")", node)], CALL, within.types)


# ---------------------------------------------------------------- types

_FLOATS = {"float16": (5, 10), "bfloat16": (8, 7), "float32": (8, 23), "float64": (11, 52)}


def _shape(name: str) -> tuple[str, int, int] | None:
    """The kind of a type, and two numbers that both grow with its range and precision."""
    if name in _FLOATS:
        return ("float", *_FLOATS[name])
    head, _, rest = name.partition("<")
    numbers = [int(n) for n in rest.rstrip("> ").split(",") if n.strip().isdigit()]
    if head == "float" and len(numbers) == 2:
        return "float", numbers[0], numbers[1]
    if head in ("fixed", "ufixed") and len(numbers) == 2:
        return head, numbers[0] - numbers[1], numbers[1]
    if head in ("int", "uint") and len(numbers) == 1:
        return head, numbers[0], 0
    for kind in ("uint", "int"):
        if name.startswith(kind) and name[len(kind):].isdigit():
            return kind, int(name[len(kind):]), 0
    return None


def widest(types: Iterable[str]) -> str | None:
    """The type of a value of several types (docs/language_types.md); None if they do not mix, or if there is none."""
    best: str | None = None
    for name in types:
        name = "int32" if name in PLACE else name
        if best is None or best == name:
            best = name
            continue
        a, b = _shape(best), _shape(name)
        if a is None or b is None or a[0] != b[0]:
            return None
        if b[1] >= a[1] and b[2] >= a[2]:
            best = name
        elif not (a[1] >= b[1] and a[2] >= b[2]):
            return None
    return best


_OF_DTYPES = {"f2": "float16", "f4": "float32", "f8": "float64", "b1": "uint<1>"}


def type_of_dtype(dtype: Any) -> str | None:
    """The language's type for a NumPy dtype; None if there is none."""
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        return f"{'u' if dtype.kind == 'u' else ''}int{8 * dtype.itemsize}"
    return _OF_DTYPES.get(f"{dtype.kind}{dtype.itemsize}")
