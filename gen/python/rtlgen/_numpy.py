"""NumPy's functions that are written with operators of the language, with NumPy's bits: NaN and zeros included."""
from __future__ import annotations

import inspect
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from . import _values as v
from ._types import Type
from ._values import Code

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
    """Whether a value is not 0."""
    code = reader.code_of(value, node)
    return code if code.is_truth else _compared(code, "!=", reader.number(0, node), node)


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
    negative = reader.choice(_compared(code, "<", zero, node), reader.number(-1, node), last, node)
    return reader.choice(_compared(code, ">", zero, node), one, negative, node)


def _clip(reader: Calls, node: Any, a: Any, a_min: Any = None, a_max: Any = None) -> Any:
    """min(max(a, a_min), a_max); NaN in `a` stays."""
    code = reader.code_of(a, node)
    for bound, sign in ((a_min, ">"), (a_max, "<")):
        if bound is None:
            continue
        code = reader.held(code, "value", node)
        limit = reader.code_of(bound, node)
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
    return code if reader.is_integer(code) else v.called("rint", [code], node)


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
        return _compared(reader.code_of(a, node), sign, reader.code_of(b, node), node)
    return of


def _reciprocal(reader: Calls, node: Any, a: Any) -> Code:
    return reader.operated("/", v.PRODUCT, 1, a, node)


def _negative(reader: Calls, node: Any, a: Any) -> Code:
    code = v.inner(reader.code_of(a, node), v.PREFIX, node)
    code = v.bracketed(code, node) if code.text[0] in "+-" else code
    return v.around([code], [("-", node), *code.pieces], v.PREFIX, code.types)


def _sum(reader: Calls, node: Any, a: Any, axis: Any = 0) -> Any:
    if not isinstance(a, (list, tuple)) or axis not in (0, None):
        raise reader.refuse("RG0853", node, "in a stencil, np.sum() needs a list",
                            "write the terms, or sum(... for k in range(...)); a sum over the grid is a monitor (docs/language_data.md)")
    return reader._fold("add", list(a), node, 0)


def _take(reader: Calls, node: Any, a: Any, indices: Any, axis: Any = None, mode: Any = "clip") -> Any:
    if v.is_symbolic(a) or mode != "clip" or axis is not None:
        raise reader.refuse("RG0853", node, "np.take() needs a list of numbers from outside the stencil, and mode=\"clip\"")
    return reader.table_entry(a, indices, node)


METHODS: dict[str, Callable[..., Any]] = {"astype": _astype, "clip": _clip_method, "round": _round}

CALLS: dict[Any, Callable[..., Any]] = {
    np.isnan: _isnan, np.isfinite: _isfinite, np.isinf: _isinf, np.square: _square, np.sign: _sign, np.clip: _clip, np.sum: _sum,
    np.take: _take, np.logical_and: _logical("&&", v.AND), np.logical_or: _logical("||", v.OR), np.logical_xor: _logical("!=", 6),
    np.logical_not: _not, np.add: _operator("+", v.SUM), np.subtract: _operator("-", v.SUM), np.multiply: _operator("*", v.PRODUCT),
    np.true_divide: _operator("/", v.PRODUCT), np.bitwise_and: _operator("&", 5), np.bitwise_or: _operator("|", 3),
    np.bitwise_xor: _operator("^", 4), np.left_shift: _operator("<<", v.SHIFT), np.right_shift: _operator(">>", v.SHIFT),
    np.greater: _comparison(">"), np.greater_equal: _comparison(">="), np.less: _comparison("<"), np.less_equal: _comparison("<="),
    np.equal: _comparison("=="), np.not_equal: _comparison("!="), np.reciprocal: _reciprocal, np.negative: _negative,
    np.round: _round, np.around: _round, np.bool_: _bool,
}
CALLS.update({math.isnan: _isnan, math.isinf: _isinf, math.isfinite: _isfinite})
