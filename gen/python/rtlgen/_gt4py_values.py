"""Typed expressions of an imported GT4Py program, and their text in the language.

Every operation has one type, as in GT4Py: the wider of its operands, which are cast. Numbers are folded as NumPy computes them.
"""
from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

import numpy as np

from . import _values as v
from ._values import Code

Offset = tuple[int, int, int]  # along I, J, K
HERE: Offset = (0, 0, 0)

RANKS = {name: rank for rank, name in enumerate(("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64"))}
_LANGUAGE = {"bool": "uint<1>"}
_SYMBOLS = {"+": v.SUM, "-": v.SUM, "*": v.PRODUCT, "/": v.PRODUCT, "%": v.PRODUCT, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7, ">=": 7,
            "&&": v.AND, "||": v.OR, "^": 4}
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def in_language(dtype: str) -> str:
    return _LANGUAGE.get(dtype, dtype)


def is_float(dtype: str) -> bool:
    return dtype.startswith("float")


@dataclass(frozen=True)
class Bound:
    """A position along an axis: counted from its first cell, or from one behind its last."""

    offset: int
    from_end: bool

    def at(self, extent: int) -> int:
        return extent + self.offset if self.from_end else self.offset

    def __add__(self, cells: int) -> Bound:
        return Bound(self.offset + cells, self.from_end)


@dataclass(frozen=True)
class Range:
    """Cells along an axis, both ends included."""

    first: Bound
    last: Bound


WHOLE = Range(Bound(0, False), Bound(-1, True))
Box = tuple[Range, Range, Range]  # along I, J, K, counted in the arrays


@dataclass
class Section:
    """A value for some cells, whose ranges are those of the computed domain."""

    interval: Range  # along K
    region: tuple[Range | None, Range | None] | None  # along I and J; None: wherever it is needed
    value: Expr
    node: ast.AST | None = None  # the statement
    part: tuple[int, int] = (0, 0)  # computation and interval: intervals of one computation do not overlap


@dataclass(eq=False)
class Version:
    """An array as some statements leave it. Cells outside the sections have the value of `rest`."""

    name: str  # the variable's; with a number behind a point if it belongs to a call
    dtype: str
    node: ast.AST
    sections: list[Section] = field(default_factory=list)
    rest: Version | None = None
    axes: str = "IJK"
    is_given: bool = False  # an array of the caller
    same: Version | None = None  # that stands for this one
    readings: list[tuple[tuple[int, int], Offset]] = field(default_factory=list)  # reads by statements: their part, the offset
    text: str = ""  # its name in the language
    order: str = ""  # "forward" or "backward": the sections read the version itself

    @property
    def shown(self) -> str:
        return self.name.split(".")[0]

    def found(self) -> Version:
        version = self
        while version.same is not None:
            version = version.same
        return version


@dataclass(frozen=True, eq=False)
class Expr:
    """A value with a type; `node` is the place in the program."""

    dtype: str
    node: ast.AST

    def children(self) -> tuple[Expr, ...]:
        return ()

    def remade(self, children: tuple[Expr, ...]) -> Expr:
        return self


@dataclass(frozen=True, eq=False)
class Number(Expr):
    value: Any  # a scalar of NumPy of the type


@dataclass(frozen=True, eq=False)
class Scalar(Expr):
    """A run-time parameter, or a coordinate."""

    text: str


@dataclass(frozen=True, eq=False)
class Level(Expr):
    """The index along K in the computed domain."""


@dataclass(frozen=True, eq=False)
class Read(Expr):
    version: Version
    offset: Offset = HERE
    is_kept: bool = False  # the old value, where an `if` does not hold


@dataclass(frozen=True, eq=False)
class Infix(Expr):
    symbol: str
    left: Expr
    right: Expr

    def children(self) -> tuple[Expr, ...]:
        return self.left, self.right

    def remade(self, children: tuple[Expr, ...]) -> Expr:
        return Infix(self.dtype, self.node, self.symbol, *children)


@dataclass(frozen=True, eq=False)
class Call(Expr):
    """A function, cast or prefix operator of the language."""

    name: str
    arguments: tuple[Expr, ...]

    def children(self) -> tuple[Expr, ...]:
        return self.arguments

    def remade(self, children: tuple[Expr, ...]) -> Expr:
        return Call(self.dtype, self.node, self.name, children)


@dataclass(frozen=True, eq=False)
class Choice(Expr):
    test: Expr
    one: Expr
    other: Expr

    def children(self) -> tuple[Expr, ...]:
        return self.test, self.one, self.other

    def remade(self, children: tuple[Expr, ...]) -> Expr:
        return Choice(self.dtype, self.node, *children)


def parts(expr: Expr) -> Iterator[Expr]:
    """The expression and everything in it."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.children()


def reads(expr: Expr) -> Iterator[tuple[Version, Offset]]:
    for part in parts(expr):
        if isinstance(part, Read):
            yield part.version.found(), part.offset


def mapped(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with every leaf changed."""
    children = expr.children()
    return expr.remade(tuple(mapped(child, change) for child in children)) if children else change(expr)


def added(a: Offset, b: Offset) -> Offset:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def shifted(expr: Expr, offset: Offset) -> Expr:
    """The value at another cell."""
    if offset == HERE:
        return expr
    return mapped(expr, lambda leaf: Read(leaf.dtype, leaf.node, leaf.version, added(leaf.offset, offset), leaf.is_kept) if isinstance(leaf, Read) else leaf)


# ---------------------------------------------------------------- operations


class Unfit(Exception):
    """An operation that has no meaning: what is wrong, and what to write instead."""

    def __init__(self, code: str, text: str, *notes: str) -> None:
        super().__init__(text)
        self.code, self.text, self.notes = code, text, notes


def number(value: Any, dtype: str, node: ast.AST) -> Number:
    with np.errstate(all="ignore"):
        typed = np.dtype(dtype).type(value)
    if is_float(dtype) and not np.isfinite(typed):
        raise Unfit("RG0620", f"{value!r} is not a finite {dtype}")
    return Number(dtype, node, typed)


def cast(expr: Expr, dtype: str) -> Expr:
    if expr.dtype == dtype:
        return expr
    if isinstance(expr, Number):
        return number(expr.value, dtype, expr.node)
    if dtype == "bool":
        raise Unfit("RG0619", f"a value of {expr.dtype} is used as a truth value", "write a comparison, a != 0")
    return Call(dtype, expr.node, in_language(dtype), (expr,))


def wider(*values: Expr) -> str:
    return max((value.dtype for value in values), key=RANKS.__getitem__)


def _same(values: tuple[Expr, ...]) -> list[Expr]:
    dtype = wider(*values)
    return [cast(value, dtype) for value in values]


_FOLDS: dict[str, Callable[..., Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide, "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal,
    ">": np.greater, ">=": np.greater_equal, "&&": np.logical_and, "||": np.logical_or, "^": np.logical_xor, "abs": np.abs, "sqrt": np.sqrt,
    "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint, "negative": np.negative}


def _folded(name: str, values: list[Expr], dtype: str, node: ast.AST) -> Number | None:
    if not all(isinstance(value, Number) for value in values) or name not in _FOLDS:
        return None
    with np.errstate(all="ignore"):
        found = _FOLDS[name](*(value.value for value in values if isinstance(value, Number)))
    return number(found, dtype, node)


def infix(symbol: str, left: Expr, right: Expr, node: ast.AST) -> Expr:
    """+ - * / and comparisons of two values, and && || ^ of truth values."""
    if symbol in ("&&", "||", "^"):
        return _logical(symbol, left, right, node)
    if wider(left, right) == "bool" and symbol not in ("==", "!="):
        raise Unfit("RG0619", f"{symbol} of truth values", "write a choice: 1.0 if condition else 0.0")
    if symbol == "/" and not is_float(wider(left, right)):
        raise Unfit("RG0618", "the quotient of two integers differs between backends of GT4Py", "cast one of them: float64(a) / b")
    pair = _same((left, right))
    dtype = "bool" if symbol in COMPARISONS else pair[0].dtype
    return _folded(symbol, pair, dtype, node) or Infix(dtype, node, symbol, pair[0], pair[1])


def _logical(symbol: str, left: Expr, right: Expr, node: ast.AST) -> Expr:
    for side in (left, right):
        if side.dtype != "bool":
            raise Unfit("RG0619", f"a value of {side.dtype} is used as a truth value", "write a comparison, a != 0")
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Number) and symbol != "^":
            is_decided = bool(side.value) == (symbol == "||")
            return side if is_decided else other
    return _folded(symbol, [left, right], "bool", node) or Infix("bool", node, symbol, left, right)


def negated(value: Expr, node: ast.AST) -> Expr:
    if value.dtype == "bool":
        raise Unfit("RG0619", "the negative of a truth value", "write `not`")
    return _folded("negative", [value], value.dtype, node) or Call(value.dtype, node, "-", (value,))


def inverted(value: Expr, node: ast.AST) -> Expr:
    if value.dtype != "bool":
        raise Unfit("RG0619", f"`not` of a value of {value.dtype}", "write a comparison, a == 0")
    return number(not value.value, "bool", node) if isinstance(value, Number) else Call("bool", node, "!", (value,))


def chosen(test: Expr, one: Expr, other: Expr, node: ast.AST) -> Expr:
    if test.dtype != "bool":
        raise Unfit("RG0619", f"a condition of {test.dtype}", "write a comparison, a != 0")
    if isinstance(test, Number):
        dtype = wider(one, other)
        return cast(one if test.value else other, dtype)
    one, other = _same((one, other))
    return Choice(one.dtype, node, test, one, other)


def _of_floats(name: str) -> Callable[..., Expr]:
    def made(node: ast.AST, value: Expr) -> Expr:
        if not is_float(value.dtype):
            raise Unfit("RG0618", f"{name}() of a value of {value.dtype}", f"cast it: {name}(float64(a))")
        if isinstance(value, Number) and name not in _FOLDS:
            value = Call(value.dtype, value.node, in_language(value.dtype), (value,))
        return _folded(name, [value], value.dtype, node) or Call(value.dtype, node, name, (value,))
    return made


def _abs(node: ast.AST, value: Expr) -> Expr:
    return _folded("abs", [value], value.dtype, node) or Call(value.dtype, node, "abs", (value,))


def _extreme(name: str) -> Callable[..., Expr]:
    """min and max as NumPy's minimum and maximum: a NaN wins, and of equal values the first."""
    symbol = ">" if name == "min" else "<"
    extreme: Any = np.minimum if name == "min" else np.maximum

    def made(node: ast.AST, left: Expr, right: Expr) -> Expr:
        a, b = _same((left, right))
        if not is_float(a.dtype):
            return Call(a.dtype, node, name, (a, b))
        if isinstance(a, Number) and isinstance(b, Number):
            return number(extreme(a.value, b.value), a.dtype, node)
        if isinstance(a, Number):  # then only b can be NaN
            return Choice(a.dtype, node, Infix("bool", node, "<=" if name == "min" else ">=", a, b), a, b)
        takes_other: Expr = Infix("bool", node, symbol, a, b)
        if not isinstance(b, Number):
            takes_other = Infix("bool", node, "||", takes_other, Infix("bool", node, "!=", b, b))
        return Choice(a.dtype, node, takes_other, b, a)
    return made


def _is_nan(node: ast.AST, value: Expr) -> Expr:
    return infix("!=", value, value, node)


def _is_finite(node: ast.AST, value: Expr) -> Expr:
    if isinstance(value, Number) or not is_float(value.dtype):
        return number(True, "bool", node)
    return infix("==", infix("-", value, value, node), number(0, value.dtype, node), node)


def _is_inf(node: ast.AST, value: Expr) -> Expr:
    return _logical("&&", infix("==", value, value, node), inverted(_is_finite(node, value), node), node)


def _round_away(node: ast.AST, value: Expr) -> Expr:
    """copysign(floor(abs(a) + 0.5), a)."""
    size = _of_floats("floor")(node, infix("+", _abs(node, value), number(0.5, value.dtype, node), node))
    zero = number(0, value.dtype, node)
    signed = chosen(infix("<", value, zero, node), negated(size, node), size, node)
    return chosen(infix("==", value, zero, node), value, signed, node)


def remainder(node: ast.AST, left: Expr, right: Expr) -> Expr:
    """np.remainder, which has the sign of the divisor."""
    a, b = _same((left, right))
    if is_float(a.dtype) or not isinstance(b, Number) or not 0 < int(b.value) < 2**30:
        raise Unfit("RG0618", f"the remainder of {left.dtype} and {right.dtype}", "only integers have one, by a constant above 0; "
                    "for floats write a - b*floor(a/b)")
    if isinstance(a, Number):
        return number(np.remainder(a.value, b.value), a.dtype, node)
    rest = Infix(a.dtype, node, "%", a, b)
    return Infix(a.dtype, node, "%", Infix(a.dtype, node, "+", rest, b), b)


def power(node: ast.AST, base: Expr, exponent: Expr) -> Expr:
    """a**b: small whole exponents are products, 0.5 is the square root."""
    dtype = wider(base, exponent)
    base = cast(base, dtype)
    if isinstance(exponent, Number):
        value = float(exponent.value)
        if value in (1, 2, 3, 4):
            found = base
            for _ in range(int(value) - 1) if value != 4 else ():
                found = infix("*", found, base, node)
            square = infix("*", base, base, node)
            return infix("*", square, square, node) if value == 4 else found
        if value == -1 and is_float(dtype):
            return infix("/", number(1, dtype, node), base, node)
        if value == 0.5:
            return _of_floats("sqrt")(node, base)
    if not is_float(dtype):
        raise Unfit("RG0618", "an integer to a power that is no small constant", "write a product, or cast: float64(a)**b")
    return Call(dtype, node, "pow", (base, cast(exponent, dtype)))


def _caster(dtype: str) -> Callable[..., Expr]:
    return lambda node, value: cast(value, dtype)


FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "abs": _abs, "min": _extreme("min"), "max": _extreme("max"), "minimum": _extreme("min"), "maximum": _extreme("max"), "mod": remainder, "power": power,
    "isnan": _is_nan, "isfinite": _is_finite, "isinf": _is_inf, "round_away_from_zero": _round_away, "round": _of_floats("rint"),
    "atan": _of_floats("atan"), "arctan": _of_floats("atan"), "neg": lambda node, value: negated(value, node),
    **{name: _of_floats(name) for name in ("sqrt", "floor", "ceil", "trunc", "exp", "log", "log10", "sin", "cos", "tan", "tanh", "cbrt")},
    **{name: _caster(name) for name in RANKS if name != "bool"}}
FORMULAS = {
    "sinh": "write 0.5*(exp(a) - exp(-a))", "cosh": "write 0.5*(exp(a) + exp(-a))", "asin": "write atan(a / sqrt(1.0 - a*a))",
    "acos": "write 1.5707963267948966 - atan(a / sqrt(1.0 - a*a))", "asinh": "write log(a + sqrt(a*a + 1.0))", "acosh": "write log(a + sqrt(a*a - 1.0))",
    "atanh": "write 0.5*log((1.0 + a) / (1.0 - a))", "gamma": "give it as a field", "erf": "write an approximation by a polynomial",
    "erfc": "write an approximation by a polynomial", "fmod": "write a - b*trunc(a/b)"}
FORMULAS.update({f"arc{name[1:]}": text for name, text in FORMULAS.items() if name in ("asin", "acos", "asinh", "acosh", "atanh")})


# ---------------------------------------------------------------- text


class Printer:
    """Writes expressions in the language. `axes`: those of the grid, slowest first; `level`: where the domain begins along K."""

    def __init__(self, axes: str, level: int) -> None:
        self.axes, self.level = axes, level

    def code(self, expr: Expr, dtype: str = "") -> Code:
        """`dtype`: of a value that may consist of numbers only, whose text has no type."""
        if isinstance(expr, Number):
            return self._number(cast(expr, dtype) if dtype else expr)
        if isinstance(expr, Scalar):
            return Code([(expr.text, expr.node)])
        if isinstance(expr, Level):
            text = f"{expr.dtype}({'xyz'[len(self.axes) - 1 - self.axes.index('K')]})"
            return Code([(text, expr.node)]) if self.level == 0 else Code([(f"{text} - {self.level}", expr.node)], v.SUM)
        if isinstance(expr, Read):
            return self._read(expr)
        if isinstance(expr, Infix):
            return self._infix(expr)
        if isinstance(expr, Choice):
            return self._choice(expr)
        assert isinstance(expr, Call)
        if expr.name in ("-", "!"):
            inner = v.inner(self.code(expr.arguments[0]), v.CALL, expr.node)
            return v.around([inner], [(expr.name, expr.node), *inner.pieces], v.PREFIX, v.NONE)
        return v.called(expr.name, [self.code(one) for one in expr.arguments], expr.node)

    def _number(self, expr: Expr) -> Code:
        assert isinstance(expr, Number)
        if is_float(expr.dtype) and expr.value == 0 and math.copysign(1, expr.value) < 0:
            return Code([(f"-{expr.dtype}(0)", expr.node)], v.PREFIX)
        value = expr.value.item()
        if expr.dtype == "float32" and not float(value).is_integer():
            value = _shortest(expr.value)
        text = v.number_text(value) if not isinstance(value, str) else value
        text = text[:-2] if text.endswith(".0") else text
        return Code([(text, expr.node)], v.PREFIX if text.startswith("-") else v.CALL)

    def _read(self, expr: Read) -> Code:
        version = expr.version.found()
        own = [axis for axis in self.axes if axis in version.axes]
        offsets = [expr.offset["IJK".index(axis)] for axis in reversed(own)]
        if not any(offsets):
            return Code([(version.text, expr.node)])
        return Code([(f"{version.text}[{','.join(map(str, offsets))}]", expr.node)])

    def _infix(self, expr: Infix) -> Code:
        binds = _SYMBOLS[expr.symbol]
        least = (v.SHIFT, v.SHIFT) if expr.symbol in COMPARISONS else (binds, binds + 1)
        codes = [v.inner(self.code(side), at, expr.node) for side, at in zip((expr.left, expr.right), least)]
        return v.joined(codes, f" {expr.symbol} " if binds != v.PRODUCT else expr.symbol, expr.node, binds)

    def _choice(self, expr: Choice) -> Code:
        sides = [self.code(side) for side in (expr.one, expr.other)]
        if isinstance(expr.one, Number) and isinstance(expr.other, Number):
            sides = [v.called(in_language(expr.dtype), [side], expr.node) for side in sides]
        inner = [v.inner(self.code(expr.test), v.OR, expr.node), v.inner(sides[0], v.OR, expr.node), v.inner(sides[1], v.CHOICE, expr.node)]
        return v.around(inner, [*inner[0].pieces, (" ? ", expr.node), *inner[1].pieces, (" : ", expr.node), *inner[2].pieces], v.CHOICE, v.NONE)


def _shortest(value: Any) -> Any:
    """Decimals that round to this float32 directly; a float's decimals could pass through float64 otherwise."""
    text = str(value)
    return v.number_text(float(text)) if np.float32(text) == value and "e" not in text else v.number_text(float(value))
