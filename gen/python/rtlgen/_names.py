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

# Written as operators.
WHERE = (_types.where, np.where)
OPERATORS: dict[Any, str] = {_types.rem: "%", _types.quot: "/"}

# Over a range: sum(t[k, 0] for k in range(-1, 2)).
FOLDS: dict[Any, str] = {builtins.sum: "add", builtins.min: "min", builtins.max: "max", builtins.any: "any",
                         builtins.all: "all", math.prod: "product"}

KNOWN_FOLDS: dict[str, Any] = {"add": operator.add, "product": operator.mul, "min": min, "max": max,
                               "any": lambda a, b: a or b, "all": lambda a, b: a and b}

# Functions that are the language's own, whatever their arguments are.
LANGUAGE: set[Any] = {_types.fma, _types.fused_sum, _types.dot, _types.cbrt, _types.exp2, _types.rem, _types.quot}

# What to write instead.
REFUSED: dict[Any, str] = {
    np.minimum: "write min(a, b), in which a number wins over NaN, as in np.fmin",
    np.maximum: "write max(a, b), in which a number wins over NaN, as in np.fmax",
    builtins.int: "write a cast to a type of the language, i32(a), which truncates as int does",
    builtins.float: "write a cast to a type of the language, f32(a)",
    builtins.bool: "write a comparison, a != 0",
    np.roll: "write a read at an offset, t[-1, 0], and the boundary \"wrap\" in the field's annotation",
    np.max: "write max(a, b, c); the largest value of the grid is a monitor (docs/language_data.md)",
    np.min: "write min(a, b, c); the smallest value of the grid is a monitor (docs/language_data.md)",
    np.mean: "a mean over the grid is not a stencil; a sum over it is a monitor (docs/language_data.md)",
    builtins.print: "a stencil computes values of cells; print its results",
    builtins.len: "write nx, ny or nz of rtlgen: the extents of the grid",
}


def names() -> list[str]:
    """The names of all functions, as users write them."""
    return sorted(set(FUNCTIONS.values()) - {"sum"} | {"where", "rem", "quot", "fused_sum", "round", "np.clip", "np.sign", "np.square",
                                                       "np.isnan", "np.isfinite", "np.logical_and"} - {"rint"})
