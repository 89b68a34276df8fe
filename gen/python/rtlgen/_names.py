"""Maps Python objects to functions of the language, and lists similar ones that are not supported."""
from __future__ import annotations

import builtins
import math
import operator
from typing import Any

import numpy as np

from . import _rtlgen, _types

_MODULES = {"builtins": builtins, "math": math, "numpy": np}


def _objects(words: str) -> list[Any]:
    """The objects that a column of the table of operations names: "math.sin numpy.sin"."""
    places = (word.split(".") for word in words.split())
    return [getattr(_MODULES[module], name) for module, name in places]


FUNCTIONS: dict[Any, str] = {
    **{function: name for name, words in _rtlgen.functions() for function in _objects(words)},
    _types.fma: "fma", _types.fused_sum: "sum", _types.dot: "dot", _types.cbrt: "cbrt", _types.exp2: "exp2",
}

# Functions that are written as operators.
WHERE = (_types.where, np.where)
OPERATORS: dict[Any, str] = {_types.rem: "%", _types.quot: "/"}

# Folds, as in sum(t[k, 0] for k in range(-1, 2)).
FOLDS: dict[Any, str] = {builtins.sum: "add", builtins.min: "min", builtins.max: "max", builtins.any: "any",
                         builtins.all: "all", math.prod: "product"}

KNOWN_FOLDS: dict[str, Any] = {"add": operator.add, "product": operator.mul, "min": min, "max": max,
                               "any": lambda a, b: a or b, "all": lambda a, b: a and b}

# Functions that are the language's own, whatever their arguments are.
LANGUAGE: set[Any] = {_types.fma, _types.fused_sum, _types.dot, _types.cbrt, _types.exp2, _types.rem, _types.quot}

# Hints that say which construct to write instead.
REFUSED: dict[Any, str] = {
    builtins.int: "write a cast to a type of the language, i32(a), which truncates as int does",
    builtins.float: "write a cast to a type of the language, f32(a)",
    builtins.bool: "write a comparison, a != 0",
    np.diff: "write the difference, t[0, 1] - t",
    np.gradient: "write the differences, (t[0, 1] - t[0, -1]) / 2",
    np.pad: "give the field a boundary: \"edge\", \"wrap\", \"reflect\", constant(0)",
    np.convolve: "write the sum, sum(w*t[o] for o, w in zip(offsets, weights))",
    np.dot: "write the sum, sum(a*b for a, b in zip(weights, values))",
    np.average: "write the sum, sum(a*b for a, b in zip(weights, values)), or np.mean([a, b])",
    np.median: "of three values: max(min(a, b), min(max(a, b), c)); of more: sort them by exchanges, a, b = min(a, b), max(a, b)",
    np.sort: "sort a list of values by exchanges, a, b = min(a, b), max(a, b); the smallest and the largest are min(...) and max(...)",
    np.polyval: "write Horner's scheme: r = 0, and for each coefficient r = r*t + a",
    np.linalg.norm: "write np.sqrt(a*a + b*b)",
    np.partition: "sort a list of values by exchanges, a, b = min(a, b), max(a, b)",
    np.piecewise: "write np.select([a < 0, a < 1], [b, c], d)",
    np.interp: "read a table at an index that is data, CURVE[u], or write np.select",
    np.isclose: "write abs(a - b) <= 1e-8 + 1e-5*abs(b)",
    np.nan_to_num: "write where(np.isnan(a), 0, a)",
    np.copysign: "write abs(a) if b >= 0 else -abs(a), which differs for b = -0.0",
    math.copysign: "write abs(a) if b >= 0 else -abs(a), which differs for b = -0.0",
    np.signbit: "write a < 0, which differs for -0.0",
    np.fmod: "write rem(a, b) of rtlgen for integers, a - b*trunc(a / b) for floats",
    math.fmod: "write rem(a, b) of rtlgen for integers, a - b*trunc(a / b) for floats",
    np.float_power: "write a**b",
    np.deg2rad: "write a*(math.pi/180)",
    np.rad2deg: "write a*(180/math.pi)",
    np.radians: "write a*(math.pi/180)",
    np.degrees: "write a*(180/math.pi)",
    np.sinh: "write (exp(a) - exp(-a)) / 2",
    np.cosh: "write (exp(a) + exp(-a)) / 2",
    np.expm1: "write exp(a) - 1",
    np.log1p: "write log(1 + a)",
    builtins.sorted: "the smallest and the largest of a list are min(...) and max(...)",
    builtins.print: "a stencil computes values of cells; print its results",
    builtins.len: "write nx, ny or nz of rtlgen: the extents of the grid",
}


def names() -> list[str]:
    """The names of all functions, as users write them."""
    return sorted(set(FUNCTIONS.values()) - {"sum"} | {"where", "rem", "quot", "fused_sum", "round", "np.clip", "np.maximum", "np.minimum",
                                                       "np.roll", "np.select", "np.sign", "np.square",
                                                       "np.isnan", "np.isfinite", "np.logical_and"} - {"rint"})
