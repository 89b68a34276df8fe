"""NumPy's functions that are written with operators of the language, with NumPy's bits: NaN and zeros included."""
from __future__ import annotations

import ast
import inspect
import math
import operator
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from . import _values as v
from ._types import Type
from ._values import Code, Ref

if TYPE_CHECKING:
    from ._calls import Calls

signature = lru_cache(maxsize=None)(inspect.signature)


def cast_of(called: Any) -> Type | None:
    """The type for np.float32 and the like, or np.dtype("f4")."""
    if isinstance(called, type) and issubclass(called, np.generic) and called is not np.bool_ or isinstance(called, np.dtype):
        name = v.type_of_dtype(called)
        return Type(name) if name is not None else None
    return None


def _short(reader: Calls, value: Any, node: Any) -> Code:
    """A value that is written several times."""
    return v.inner(reader.held(reader.code_of(value, node), "value", node), v.SHIFT, node)


def _compared(a: Code, sign: str, b: Code, node: Any) -> Code:
    sides = [v.inner(a, v.SHIFT, node), v.inner(b, v.SHIFT, node)]
    return v.joined(sides, f" {sign} ", node, 6 if sign in ("==", "!=") else 7, v.TRUTH)


def _truth(reader: Calls, value: Any, node: Any) -> Code:
    return reader.truth_of(value, node)


def _isnan(reader: Calls, node: Any, a: Any) -> Code:
    code = _short(reader, a, node)
    return _compared(code, "!=", code, node)


def _isfinite(reader: Calls, node: Any, a: Any) -> Code:
    code = _short(reader, a, node)
    return _compared(v.joined([code, code], " - ", node, v.SUM), "==", reader.number(0, node), node)


def _isinf(reader: Calls, node: Any, a: Any) -> Code:
    code = reader.held(reader.code_of(a, node), "value", node)
    finite = reader.negated(v.bracketed(_isfinite(reader, node, code), node), node)
    return v.joined([_compared(code, "==", code, node), finite], " && ", node, v.AND, v.TRUTH)


def _square(reader: Calls, node: Any, a: Any) -> Any:
    return reader.power(a, 2, node)


def _sign(reader: Calls, node: Any, a: Any) -> Any:
    """NaN gives NaN, and either zero gives 0."""
    code = _short(reader, a, node)
    zero, one = reader.number(0, node), reader.number(1, node)
    if code.types and all(name.startswith("uint") for name in code.types):
        return reader.choice(_compared(code, ">", zero, node), one, zero, node)
    last = zero if reader.is_integer(code) else reader.choice(_compared(code, "==", zero, node), zero, code, node)
    minus = Code([(v.Deferred("-1", code.types, v.minus_one), node)], v.PREFIX) if v.is_open(code.types) else reader.number(-1, node)
    negative = reader.choice(_compared(code, "<", zero, node), minus, last, node)
    return reader.choice(_compared(code, ">", zero, node), one, negative, node)


def _bound(reader: Calls, bound: Any, is_low: bool, types: v.Types, node: Any) -> Code:
    """A bound of np.clip."""
    number = v.plain(bound) if v.is_number(bound) else None
    if not types or isinstance(number, bool) or not isinstance(number, int):
        return reader.code_of(bound, node)
    if v.is_open(types):
        return Code([(v.Deferred(str(number), types, v.limited, number, is_low), node)], v.PREFIX)
    return reader.number(int(v.limited(v.widest(types), number, is_low)), node)


def _clip(reader: Calls, node: Any, a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    """min(max(a, a_min), a_max); NaN in `a` stays."""
    code = reader.code_of(a, node)
    for bound, sign in ((a_min, ">"), (a_max, "<")):
        if bound is None:
            continue
        code = reader.held(code, "value", node)
        limit = _bound(reader, bound, sign == ">", code.types, node)
        if reader.is_integer(code):
            code = v.called("max" if sign == ">" else "min", [code, limit], node)
            continue
        limit = reader.held(limit, "bound", node)
        beyond = reader.choice(_compared(code, "!=", code, node), code, limit, node)
        code = reader.choice(_compared(code, sign, limit, node), code, beyond, node)
    return code


def _clip_method(reader: Calls, node: Any, a: Any, min: Any = None, max: Any = None) -> Any:
    return _clip(reader, node, a, min, max)


def _round(reader: Calls, node: Any, a: Any, decimals: Any = 0) -> Any:
    if not v.is_number(decimals) or decimals != 0:
        raise reader.refuse("RG0853", node, "numbers can only be rounded to whole numbers", "write round(a * 100) / 100")
    code = reader.code_of(a, node)
    if not v.is_open(code.types):
        return code if reader.is_integer(code) else v.called("rint", [code], node)
    code = v.bracketed(code, node)
    return v.around([code], [(v.Deferred("rint", code.types, v.if_float, "rint"), node), *code.pieces], v.CALL, code.types)


def _astype(reader: Calls, node: Any, a: Any, dtype: Any) -> Any:
    try:
        cast = dtype if isinstance(dtype, Type) else cast_of(np.dtype(dtype))
    except TypeError:
        cast = None
    if cast == "uint<1>":
        return _truth(reader, a, node)
    if cast is None:
        raise reader.refuse("RG0853", node, f"{dtype!r} is not a type of the language", "write t.astype(np.float32) or f32(t)")
    return v.called(str(cast), [reader.code_of(a, node)], node, frozenset({str(cast)}))


def _bool(reader: Calls, node: Any, a: Any) -> Code:
    return _truth(reader, a, node)


def _logical(sign: str, binds: int) -> Callable[..., Any]:
    def of(reader: Calls, node: Any, a: Any, b: Any) -> Code:
        sides = [v.inner(_truth(reader, side, node), binds + 1, node) for side in (a, b)]
        return v.joined(sides, f" {sign} ", node, binds, v.TRUTH)
    return of


def _not(reader: Calls, node: Any, a: Any) -> Code:
    return reader.negated(_truth(reader, a, node), node)


def _operator(sign: str, binds: int) -> Callable[..., Any]:
    def of(reader: Calls, node: Any, a: Any, b: Any) -> Code:
        return reader.operated(sign, binds, a, b, node)
    return of


def _comparison(sign: str) -> Callable[..., Any]:
    def of(reader: Calls, node: Any, a: Any, b: Any) -> Code:
        return reader.compared(a, sign, b, node)
    return of


def _extreme(name: str) -> Callable[..., Any]:
    """np.maximum or np.minimum: NaN on either side gives NaN, and of two equal values the second is taken."""
    first, second = (">", "<") if name == "max" else ("<", ">")

    def of(reader: Calls, node: Any, a: Any, b: Any) -> Any:
        for side, other in ((a, b), (b, a)):
            if v.is_whole_number(side):
                number = v.plain(side)
                reader.check(other, partial(v.lacks, number=number), node, f"{number} does not fit {{kind}}: NumPy 2 refuses it too",
                             f"cast the array, np.{name}imum(i32(a), {number}), or leave out a bound beyond its range")
        codes = [reader.code_of(side, node) for side in (a, b)]
        if all(v.is_number(side) or reader.is_integer(side) for side in (a, b)):
            return v.called(name, codes, node)
        if v.is_number(a):  # only `b` can be NaN, which the comparison does not choose
            other = _short(reader, codes[1], node)
            return reader.choice(_compared(other, second, codes[0], node), codes[0], other, node)
        if v.is_number(b):
            other = _short(reader, codes[0], node)
            return reader.choice(_compared(other, second + "=", codes[1], node), codes[1], other, node)
        one, other = (_short(reader, code, node) for code in codes)
        second_or_nan = reader.choice(_compared(one, "!=", one, node), one, other, node)
        return reader.choice(_compared(one, first, other, node), one, second_or_nan, node)
    return of


def _of_list(fold: Callable[[Calls, Any, list[Any]], Any], name: str, instead: str) -> Callable[..., Any]:
    """A reduction of a list of values of one cell, np.max([a, b], axis=0)."""
    def of(reader: Calls, node: Any, a: Any, axis: Any = 0) -> Any:
        if not isinstance(a, (list, tuple)) or not a or axis not in (0, None):
            raise reader.refuse("RG0853", node, f"in a stencil, np.{name}() needs a list of values", instead)
        return fold(reader, node, list(a))
    return of


def _folded(step: Callable[..., Any]) -> Callable[[Calls, Any, list[Any]], Any]:
    def fold(reader: Calls, node: Any, values: list[Any]) -> Any:
        total = values[0]
        for value in values[1:]:
            total = step(reader, node, total, value)
        return total
    return fold


def _check_short(reader: Calls, node: Any, values: list[Any], name: str, instead: str) -> None:
    """Refuses integers that NumPy makes wider for the result."""
    for value in values:
        if not isinstance(value, (Code, Ref)) or value.types != v.PLACE:
            reader.check(value, v.is_short, node, f"np.{name}() of {{kind}} has 64 bits in NumPy", f"write {instead}, which wraps as + and * do, "
                         "or cast them: i64(a)")


def _product(reader: Calls, node: Any, values: list[Any]) -> Any:
    _check_short(reader, node, values, "prod", "math.prod([a, b])")
    return reader._fold("product", values, node, 0)


def _mean(reader: Calls, node: Any, values: list[Any]) -> Any:
    for value in values:
        reader.check(value, v.is_whole, node, "NumPy's mean of {kind} is a float64", "cast them, np.mean([f64(a), f64(b)]), or write quot(a + b, 2), "
                     "which wraps and truncates")
        reader.check(value, v.is_half, node, "NumPy's mean of {kind} adds in float32", "cast them, f16(np.mean([f32(a), f32(b)])), or write (a + b)/2")
    return reader.operated("/", v.PRODUCT, reader._fold("add", values, node, 0), len(values), node)


def _truths(name: str) -> Callable[[Calls, Any, list[Any]], Any]:
    def fold(reader: Calls, node: Any, values: list[Any]) -> Any:
        return reader._fold(name, [_truth(reader, value, node) for value in values], node, 0)
    return fold


def _select(reader: Calls, node: Any, condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """The choice of the first condition that holds."""
    if not all(isinstance(one, (list, tuple)) for one in (condlist, choicelist)) or len(condlist) != len(choicelist):
        raise reader.refuse("RG0853", node, "np.select() needs a list of conditions and one of as many values")
    chosen = default
    for test, value in zip(reversed(condlist), reversed(choicelist)):
        chosen = reader.choice(_truth(reader, test, node), value, chosen, node) if v.is_symbolic(test) else value if test else chosen
    return chosen


def _heaviside(reader: Calls, node: Any, x1: Any, x2: Any) -> Any:
    code = _short(reader, x1, node)
    zero, one = reader.number(0, node), reader.number(1, node)
    last = reader.choice(_compared(code, "==", zero, node), reader.code_of(x2, node), code, node)
    return reader.choice(_compared(code, ">", zero, node), one, reader.choice(_compared(code, "<", zero, node), zero, last, node), node)


def _infinity(sign: str) -> Callable[..., Any]:
    def of(reader: Calls, node: Any, a: Any) -> Code:
        code = _short(reader, a, node)
        return v.joined([_compared(code, sign, reader.number(0, node), node), v.inner(_isinf(reader, node, code), v.AND + 1, node)],
                        " && ", node, v.AND, v.TRUTH)
    return of


def _of_python(op: Any) -> Callable[..., Any]:
    """A function that is an operator of Python: np.mod is %."""
    def of(reader: Calls, node: Any, a: Any, b: Any) -> Any:
        return reader.binary(op, a, b, node)
    return of


def _fix(reader: Calls, node: Any, x: Any) -> Code:
    return v.called("trunc", [reader.code_of(x, node)], node)


def _divmod(reader: Calls, node: Any, a: Any, b: Any) -> Any:
    return reader.binary(ast.FloorDiv(), a, b, node), reader.binary(ast.Mod(), a, b, node)


def _itself(reader: Calls, node: Any, a: Any) -> Any:
    return a


def _copy(reader: Calls, node: Any, a: Any) -> Any:
    return replace(a, is_copy=True) if isinstance(a, Ref) else a


def _invert(reader: Calls, node: Any, a: Any) -> Code:
    return reader.inverted(a, node)


def _ldexp(reader: Calls, node: Any, a: Any, b: Any) -> Any:
    if not v.is_number(b) or not isinstance(v.plain(b), int):
        raise reader.refuse("RG0853", node, "np.ldexp() needs an exponent that is known", "write a*exp2(b)")
    return reader.operated("*", v.PRODUCT, a, 2.0**v.plain(b), node)


def _roll(reader: Calls, node: Any, a: Any, shift: Any, axis: Any = None) -> Any:
    return reader.rolled_by(a, shift, axis, node)


def _like(number: Any) -> Callable[..., Any]:
    """np.zeros_like(t): one value of the array's type, to whose regions others may be assigned."""
    def of(reader: Calls, node: Any, a: Any, fill_value: Any = number, dtype: Any = None) -> Any:
        code, value = reader.code_of(a, node), reader.code_of(fill_value, node)
        return _astype(reader, node, value, dtype) if dtype is not None else Code(value.pieces, value.binds, value.reads, code.types, value.at_offsets)
    return of


def _reciprocal(reader: Calls, node: Any, a: Any) -> Code:
    return reader.operated("/", v.PRODUCT, 1, a, node)


def _negative(reader: Calls, node: Any, a: Any) -> Code:
    reader.check(a, v.is_condition, node, "NumPy has no - of bools", "write ~a, or cast it: -i32(a)")
    code = v.inner(reader.code_of(a, node), v.PREFIX, node)
    code = v.bracketed(code, node) if code.text[0] in "+-" else code
    return v.around([code], [("-", node), *code.pieces], v.PREFIX, code.types)


def _sum(reader: Calls, node: Any, a: Any, axis: Any = 0) -> Any:
    if not isinstance(a, (list, tuple)) or axis not in (0, None):
        raise reader.refuse("RG0853", node, "in a stencil, np.sum() needs a list of values",
                            f"write the terms, or sum(... for k in range(...)); {_GRID}")
    _check_short(reader, node, list(a), "sum", "sum([a, b])")
    return reader._fold("add", list(a), node, 0)


def _take(reader: Calls, node: Any, a: Any, indices: Any, axis: Any = None, mode: Any = "clip") -> Any:
    if v.is_symbolic(a) or mode != "clip" or axis is not None:
        raise reader.refuse("RG0853", node, "np.take() needs a list of numbers from outside the stencil, and mode=\"clip\"")
    return reader.table_entry(a, indices, node)


METHODS: dict[str, Callable[..., Any]] = {"astype": _astype, "clip": _clip_method, "round": _round, "copy": _copy}

_GRID = "over the whole grid it is a monitor (docs/language_data.md)"
_LARGEST = _of_list(_folded(_extreme("max")), "max", f"write np.max([a, b]); {_GRID}")
_SMALLEST = _of_list(_folded(_extreme("min")), "min", f"write np.min([a, b]); {_GRID}")

CALLS: dict[Any, Callable[..., Any]] = {
    np.isnan: _isnan, np.isfinite: _isfinite, np.isinf: _isinf, np.square: _square, np.sign: _sign, np.clip: _clip, np.sum: _sum,
    np.take: _take, np.logical_and: _logical("&&", v.AND), np.logical_or: _logical("||", v.OR), np.logical_xor: _logical("!=", 6),
    np.logical_not: _not, np.add: _operator("+", v.SUM), np.subtract: _operator("-", v.SUM), np.multiply: _operator("*", v.PRODUCT),
    np.true_divide: _operator("/", v.PRODUCT), np.bitwise_and: _operator("&", 5), np.bitwise_or: _operator("|", 3),
    np.bitwise_xor: _operator("^", 4), np.left_shift: _operator("<<", v.SHIFT), np.right_shift: _operator(">>", v.SHIFT),
    np.greater: _comparison(">"), np.greater_equal: _comparison(">="), np.less: _comparison("<"), np.less_equal: _comparison("<="),
    np.equal: _comparison("=="), np.not_equal: _comparison("!="), np.reciprocal: _reciprocal, np.negative: _negative,
    np.round: _round, np.around: _round, np.bool_: _bool, np.maximum: _extreme("max"), np.minimum: _extreme("min"),
    np.max: _LARGEST, np.amax: _LARGEST, np.min: _SMALLEST, np.amin: _SMALLEST,
    np.mean: _of_list(_mean, "mean", f"write np.mean([a, b]); {_GRID}, as a sum"), np.prod: _of_list(_product, "prod", "write the factors"),
    np.any: _of_list(_truths("any"), "any", "write np.any([a, b])"), np.all: _of_list(_truths("all"), "all", "write np.all([a, b])"),
    np.select: _select, np.heaviside: _heaviside, np.isposinf: _infinity(">"), np.isneginf: _infinity("<"), np.invert: _invert, np.ldexp: _ldexp,
    np.mod: _of_python(ast.Mod()), np.floor_divide: _of_python(ast.FloorDiv()), np.positive: _copy, np.real: _itself, np.copy: _copy, np.roll: _roll,
    np.zeros_like: _like(0), np.ones_like: _like(1), np.empty_like: _like(0), np.full_like: _like(None),
}
CALLS.update({np.fix: _fix, divmod: _divmod, np.divmod: _divmod})
CALLS.update({operator.add: _of_python(ast.Add()), operator.sub: _of_python(ast.Sub()), operator.mul: _of_python(ast.Mult()),
              operator.truediv: _of_python(ast.Div()), operator.and_: _of_python(ast.BitAnd()), operator.or_: _of_python(ast.BitOr()),
              operator.xor: _of_python(ast.BitXor())})
CALLS.update({math.isnan: _isnan, math.isinf: _isinf, math.isfinite: _isfinite})
