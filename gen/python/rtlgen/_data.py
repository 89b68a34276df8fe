"""Inputs of a run: numbers of parameters, arrays of fields. Nothing is rounded or cut off unless requested."""
from __future__ import annotations

import math
import operator
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _values as v
from ._arrays import Array

EXACT, ROUND = "exact", "same_kind"


def number_of(name: str, value: Any) -> str:
    """A number as the language writes it: decimal, so that it is rounded once."""
    if not v.is_number(value):
        raise TypeError(f"parameter {name}: {value!r} is not a number")
    number = v.plain(value)
    if isinstance(number, float) and not math.isfinite(number):
        raise ValueError(f"parameter {name}: {number!r} is not a finite number")
    return v.number_text(number)


def whole(name: str, value: Any) -> int:
    """A whole number, not a string or fraction that could be converted to one."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None


def path_of(name: str, value: Any) -> str:
    """A path as a string; "" stays."""
    try:
        return os.fsdecode(os.fspath(value))
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a path") from None


def text_of(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name}: {value!r} is not a string")
    return value


def dict_of(name: str, value: Any, what: str = "a dict") -> Mapping[str, Any]:
    """A mapping with string keys; None is an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise TypeError(f"{name}: {value!r} is not {what}")
    for key in value:
        if not isinstance(key, str):
            raise TypeError(f"{name}: {key!r} is not a name")
    return value


def list_of(name: str, value: Any, kind: type) -> tuple[Any, ...]:
    """A list of objects of one kind."""
    if not is_list(value) or not all(isinstance(one, kind) for one in value):
        raise TypeError(f"{name}: {value!r} is not a list of rtlgen.{kind.__name__}(...)")
    return tuple(value)


def is_list(value: Any) -> bool:
    """Whether it has entries in an order: a list, tuple, range or array; a string, a dict or an array without axes has none."""
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes, Mapping, set)) and getattr(value, "ndim", 1) != 0


def word(name: str, value: Any, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return str(value)


def words(name: str, values: Any, known: Sequence[str] = ()) -> list[str]:
    """A list of strings, not one string, whose letters would count as strings."""
    if not is_list(values):
        raise TypeError(f"{name}: {values!r} is not a list of strings; write [{values!r}]")
    found = list(values)
    for one in found:
        if not isinstance(one, str):
            raise TypeError(f"{name}: {one!r} is not a string")
    return [word(name, one, known) for one in found] if known else [str(one) for one in found]


def x_first(shape: Any) -> list[int] | None:
    """Extents as the language has them."""
    if shape is None:
        return None
    if not is_list(shape):
        raise TypeError(f"shape: {shape!r} is not a tuple of whole numbers, the slowest axis first, like (64, 64)")
    return list(reversed(tuple(shape)))


def params_of(params: Any) -> list[tuple[str, str]]:
    params = dict_of("params", params, "a dict of numbers by name, like {\"k\": 0.1}")
    return [(str(name), value if isinstance(value, str) and _is_decimal(value) else number_of(str(name), value))
            for name, value in params.items()]


def _is_decimal(text: str) -> bool:
    """Whether a string is a decimal number, as number_of makes them for calls of stencils."""
    try:
        return math.isfinite(float(text)) and text.strip() == text
    except ValueError:
        return False


def arrays_of(arrays: Any, fields: Mapping[str, Any], casting: str) -> list[tuple[str, Any]]:
    """Arrays by field, checked. `arrays` is a dict, or one array if the program starts from one field."""
    word("casting", casting, (EXACT, ROUND))
    if arrays is None:
        return []
    if not isinstance(arrays, Mapping):
        needed = [name for name, field in fields.items() if field.role != "output"]
        if len(needed) != 1 or not (hasattr(arrays, "__array__") or hasattr(arrays, "__dlpack__") or isinstance(arrays, (list, tuple))):
            raise TypeError(f"arrays: pass a dict of arrays by field, like {{{', '.join(f'{name!r}: ...' for name in needed)}}}")
        arrays = {needed[0]: arrays}
    found = []
    for name, array in arrays.items():
        if not isinstance(name, str):
            raise TypeError(f"arrays: {name!r} is not the name of a field")
        field = fields.get(name) or next((f for f in fields.values() if f.name.startswith(name + ".")), None)
        found.append((name, _checked(name, array, field, casting)))
    return found


def _checked(name: str, array: Any, field: Any, casting: str) -> Any:
    if isinstance(array, np.ma.MaskedArray):
        if np.any(array.mask):
            raise TypeError(f"array {name}: a field cannot have masked cells; fill them, {name}.filled(0)")
        array = array.data
    if not hasattr(array, "__array__") and hasattr(array, "__dlpack__"):
        try:
            array = np.from_dlpack(array)
        except Exception as error:
            raise TypeError(f"array {name}: {error}") from None
    if field is None or casting != EXACT or field.type not in ("float16", "float32", "float64") or not hasattr(array, "dtype"):
        return array
    own, wanted = np.asarray(array), np.dtype(field.dtype)
    if own.dtype.kind not in "iuf" or own.dtype.itemsize > 8 or own.dtype.newbyteorder("=") == wanted or np.can_cast(own.dtype, wanted, "safe"):
        return array
    return _rounded(name, own, wanted)


def _rounded(name: str, own: Array, wanted: np.dtype[Any]) -> Array:
    """Converts to the field's type, if that changes no value."""
    with np.errstate(all="ignore"):
        array = own.astype(wanted)
        same = array.astype(own.dtype) == own
    if own.dtype.kind == "f":
        same |= np.isnan(own)
    else:
        same &= np.isfinite(array)
    if np.all(same):
        return array
    cell = tuple(int(i) for i in np.argwhere(~np.atleast_1d(same))[0])
    value = np.atleast_1d(own)[cell]
    raise ValueError(f"array {name}: {value!r} of {own.dtype} at {cell} is not exactly representable in {wanted}; pass casting=\"{ROUND}\" to round it, "
                     f"or {name}.astype(np.{wanted})")
