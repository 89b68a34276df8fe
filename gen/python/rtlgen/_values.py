"""Values while a stencil is read: text in the language, reads of fields, and Python objects."""
from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Callable, Iterable, Mapping

import numpy as np

Pieces = list[tuple[str, ast.AST]]
Types = frozenset[str]  # a value has the widest of them; "" is the description's type, ":t" that of the field t

Kinds = Mapping[str, str]  # the types of fields in a program, by name

TRUTH: Types = frozenset({"uint<1>"})
OPEN: Types = frozenset({""})
NONE: Types = frozenset()
_COUNT = "coordinate"
PLACE: Types = frozenset({_COUNT})  # coordinates and counts: int32, but a float where Python has one: x/2, 0.5*x, t + x
# Marks in text for offsets of axes that are known when the program is made: f"{LOW}2" and f"{HIGH}2" next to two offsets.
HIGH, LOW = "\0high", "\0low"
# Casts to a float: FLOAT to the type of whatever has none, OPEN_FLOAT to that of the other values, if that is a float.
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

    def written(self, default: str, axes: int = 0, kinds: Kinds = MappingProxyType({})) -> str:
        """The text in a program whose default type is `default`, whose grid has `axes`, and whose fields have types of `kinds`."""
        return "".join(written(text, default, axes, kinds) for text, _ in self.pieces)

    @property
    def is_truth(self) -> bool:
        return self.types == TRUTH


class Deferred(str):
    """Text that depends on the type of values, which is known when the program is made. `how`: a function of a module, for pickle."""

    types: Types
    how: Callable[..., str]
    extra: tuple[Any, ...]

    def __new__(cls, shown: str, types: Types, how: Callable[..., str], *extra: Any) -> Deferred:
        made = super().__new__(cls, shown)
        made.types, made.how, made.extra = types, how, extra
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Deferred, (str(self), self.types, self.how, *self.extra)


class Marker(str):
    """A type that follows from other types, which are known when the program is made. It can be pickled."""

    parts: tuple[Types, ...]

    def __new__(cls, *parts: Types) -> Marker:
        parts = tuple(cls.kept(i, part) for i, part in enumerate(parts))
        made = super().__new__(cls, f"+{cls.__name__} {' > '.join('|'.join(sorted(part)) for part in parts)}")
        made.parts = parts
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts

    @staticmethod
    def kept(i: int, types: Types) -> Types:
        """The types that part `i` keeps. Markers in markers would grow with every line."""
        return types

    def among(self, kinds: list[set[str | None]]) -> str | None:
        """The type, given the types in each part; None if they do not mix."""
        raise NotImplementedError


class Total(Marker):
    """The type of a sum of values of these types: of conditions it is their number."""

    @staticmethod
    def kept(i: int, types: Types) -> Types:
        return _plain(types)

    def among(self, kinds: list[set[str | None]]) -> str | None:
        of = _numbers(kinds[0])
        return _COUNT if of == "uint<1>" else of


class Numbers(Marker):
    """The type of a sum or product of values of these types: next to a number, a condition is 1 or 0 of the number's type, and
    next to a float, so is a number of conditions."""

    @staticmethod
    def kept(i: int, types: Types) -> Types:
        return frozenset().union(*(name.parts[0] if isinstance(name, Numbers) else {name} for name in types))

    def among(self, kinds: list[set[str | None]]) -> str | None:
        is_of_floats = any(kind is not None and is_float(kind) for kind in kinds[0])
        return _numbers(kinds[0] - {_COUNT} if is_of_floats else kinds[0])


class Bit(Marker):
    """The type of a choice between a value of these types and a whole number, which NumPy makes a number of 0 and 1 if it is a condition."""

    @staticmethod
    def kept(i: int, types: Types) -> Types:
        return _plain(types)

    def among(self, kinds: list[set[str | None]]) -> str | None:
        return _numbers(kinds[0])


class Lone(Marker):
    """The type of a condition if the first types are those of one, and the others are not; else ""."""

    def among(self, kinds: list[set[str | None]]) -> str | None:
        first, other = (_mixed(one) for one in kinds)
        return "uint<1>" if first == "uint<1>" != other else ""


class Counted(Marker):
    """The type of a number of conditions, or of a coordinate, next to the second types: a float next to one. "" for other types."""

    @staticmethod
    def kept(i: int, types: Types) -> Types:
        return _plain(types) if i == 1 else types

    def among(self, kinds: list[set[str | None]]) -> str | None:
        other = _numbers(kinds[1])
        return "" if kinds[0] != {_COUNT} else other if other is not None and is_float(other) else _COUNT


class Change(Marker):
    """Text about the difference of two types, those of a value and of a new one; "" if there is none."""

    def among(self, kinds: list[set[str | None]]) -> str | None:
        old, new = (_mixed(one) for one in kinds)
        return f"{new} to {old}" if None not in (old, new) and old != new else ""


def _mixed(kinds: set[str | None]) -> str | None:
    """The type of a value of these types; None if they do not mix."""
    return None if None in kinds else widest(name for name in kinds if name is not None)


def _numbers(kinds: set[str | None]) -> str | None:
    """The type of a value of these types, if conditions among others are 1 and 0."""
    return _mixed(kinds - {"uint<1>"} or kinds)


def _plain(types: Types) -> Types:
    """Types without markers."""
    return frozenset().union(*(_plain(name.parts[-1]) if isinstance(name, Marker) else {name} for name in types))


def is_change(kind: str | None) -> bool:
    return kind is not None and " to " in kind


def is_open(types: Types) -> bool:
    """Whether they are known only when the program is made."""
    return any(not name or name[0] in ":+" for name in types)


def may_be_truth(types: Types) -> bool:
    """Whether a value of these types is a condition, or may be one."""
    return bool(types) and all(may_be_truth(name.parts[0]) if isinstance(name, (Bit, Numbers)) else name == "uint<1>" or name[:1] == ":" for name in types)


def is_bit(types: Types) -> bool:
    """Whether a condition of these types is a number already."""
    return any(isinstance(name, Bit) for name in types)


def closed(types: Types) -> Types:
    """Replaces the types of fields by the description's type, so that values that are alike in most programs have the same types."""
    return frozenset("" if not name or name[0] in ":+" else name for name in types)


def resolved(types: Types, default: str, kinds: Kinds) -> str | None:
    """The type of a value in a program; None if its types do not mix."""
    def one(name: str) -> str | None:
        if isinstance(name, Marker):
            return name.among([{one(part) for part in parts} or {default} for parts in name.parts])
        return kinds.get(name[1:], default) if name.startswith(":") else name or default
    found = {one(name) for name in types}
    return _mixed(found) if found else default


def is_whole(kind: str | None) -> bool:
    """An integer or a condition."""
    return kind is not None and kind.startswith(("int", "uint", "coordinate"))


def is_number_of_bits(kind: str | None) -> bool:
    return is_whole(kind) and kind != "uint<1>"


def is_not_integer(kind: str | None) -> bool:
    return not is_number_of_bits(kind)


def is_short(kind: str | None) -> bool:
    """An integer that NumPy's sums and products widen to 64 bits."""
    shape = _shape(kind) if is_number_of_bits(kind) and kind is not None else None
    return shape is not None and shape[1] < 64


def lacks(kind: str | None, number: int) -> bool:
    """Whether an integer type cannot hold a number."""
    return limited(kind, number, number < 0) != str(number)


def is_half(kind: str | None) -> bool:
    return kind == "float16"


def is_condition(kind: str | None) -> bool:
    return kind == "uint<1>"


def told(text: str, kind: str | None) -> str:
    """The text of a fault, with the type in it."""
    return text.replace("{kind}", "bool" if is_condition(kind) else str(kind))


def limited(kind: str | None, number: int, is_low: bool) -> str:
    """A bound of np.clip: one beyond the range of an integer has no effect."""
    shape = _shape(kind) if is_whole(kind) and kind is not None else None
    if shape is None:
        return str(number)
    least, most = (-(1 << shape[1] - 1), (1 << shape[1] - 1) - 1) if shape[0] == "int" else (0, (1 << shape[1]) - 1)
    return str(max(number, least) if is_low else min(number, most))


def comparison(kind: str | None, sign: str, number: int | float) -> tuple[str, str]:
    """The sign and the number of `value < number`: for an integer that cannot be the number, others with the same result."""
    shape = _shape(kind) if is_whole(kind) and kind not in PLACE and kind is not None else None
    if shape is None or number != number or shape[1] > 53 and isinstance(number, float) and abs(number) >= 2.0**53:
        return sign, number_text(number)  # 64 bits next to a large float: NumPy rounds the integers, the language refuses it
    least, most = (-(1 << shape[1] - 1), (1 << shape[1] - 1) - 1) if shape[0] == "int" else (0, (1 << shape[1]) - 1)
    always, never = ("<=", str(most)), (">", str(most))
    if number > most:
        return always if sign in ("<", "<=", "!=") else never
    if number < least:
        return always if sign in (">", ">=", "!=") else never
    if number == int(number):
        return sign, str(int(number))
    if sign in ("==", "!="):
        return always if sign == "!=" else never
    return sign, str(math.ceil(number) if sign in ("<", ">=") else math.floor(number))


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def comparison_sign(kind: str | None, sign: str, number: int | float, is_first: bool) -> str:
    """The sign of a comparison; `is_first`: the number is on the left."""
    found = comparison(kind, _MIRRORED.get(sign, sign) if is_first else sign, number)[0]
    return f" {_MIRRORED.get(found, found) if is_first else found} "


def comparison_number(kind: str | None, sign: str, number: int | float, is_first: bool) -> str:
    return comparison(kind, _MIRRORED.get(sign, sign) if is_first else sign, number)[1]


def is_not_condition(kind: str | None) -> bool:
    return not is_condition(kind)


def minus_one(kind: str | None) -> str:
    """-1, of an unsigned integer 0: np.sign() of a number below 0 does not occur there."""
    return "0" if kind is not None and kind.startswith(("uint", "ufixed")) else "-1"


def if_condition(kind: str | None, text: str, otherwise: str) -> str:
    return text if is_condition(kind) else otherwise


def if_float_type(kind: str | None, text: str) -> str:
    """A part of a cast to a float, in which {} is the type; "" for other types."""
    return text.format(kind) if kind is not None and is_float(kind) else ""


def if_integer(kind: str | None, text: str, otherwise: str) -> str:
    return text if is_number_of_bits(kind) else otherwise


def if_float(kind: str | None, text: str) -> str:
    return "" if is_whole(kind) else text


def written(text: str, default: str, axes: int, kinds: Kinds = MappingProxyType({})) -> str:
    if isinstance(text, Deferred):
        return text.how(resolved(text.types, default, kinds), *text.extra)
    if "\0" not in text:
        return text
    for mark, offset in ((HIGH, ",0"), (LOW, "0,")):
        if text.startswith(mark):
            return offset*max(0, axes - int(text[len(mark):]))
    kind = default if is_float(default) else ""
    return text.replace(FLOAT, kind or "float32")


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
    is_copy: bool = False  # a copy in NumPy, not the array itself


@dataclass(frozen=True)
class Stale:
    """A value that was computed from an array before the array changed, and is not known any more."""

    array: str


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


def is_whole_number(value: Any) -> bool:
    """A whole number that Python knows, but not True or False."""
    return is_number(value) and isinstance(plain(value), int) and not isinstance(plain(value), bool)


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
    """Adds parentheses if the code binds less tightly than `least`."""
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
