"""Names for the signature and the body of a stencil: types, fields, parameters, coordinates, functions."""
from __future__ import annotations

import builtins
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._values import type_of_dtype

if TYPE_CHECKING:
    from typing import TypeAlias


class Type(str):
    """A number format by its name in the language. In the body of a stencil it is a cast: `f32(a)`."""

    def __call__(self, value: Any) -> Any:
        raise _outside(str(self))


f16, bf16, f32, f64 = Type("float16"), Type("bfloat16"), Type("float32"), Type("float64")
i8, i16, i32, i64 = Type("int8"), Type("int16"), Type("int32"), Type("int64")
u8, u16, u32, u64 = Type("uint8"), Type("uint16"), Type("uint32"), Type("uint64")
truth = Type("uint<1>")


def fixed(width: int, fraction: int) -> Type:
    """Two's complement of `width` bits, `fraction` of them below the point."""
    return Type(f"fixed<{width},{fraction}>")


def ufixed(width: int, fraction: int) -> Type:
    """Unsigned, of `width` bits, `fraction` of them below the point."""
    return Type(f"ufixed<{width},{fraction}>")


def int_(width: int) -> Type:
    """Two's complement of `width` bits."""
    return Type(f"int<{width}>")


def uint(width: int) -> Type:
    """Unsigned of `width` bits."""
    return Type(f"uint<{width}>")


def float_(exponent: int, fraction: int) -> Type:
    """A float of `exponent` exponent bits and `fraction` stored fraction bits."""
    return Type(f"float<{exponent},{fraction}>")


@dataclass(frozen=True)
class constant:
    """A boundary rule: reads outside the grid give this value."""

    value: Union[int, float]


Rule = Union[str, constant]


@dataclass(frozen=True)
class Axes:
    """The axes of an input that lacks some of the grid's: `Axes("xy")`."""

    names: str


@dataclass(frozen=True)
class components:
    """Makes a field a vector: `components("r", "g", "b")`, or `components(9)` for components with numbers only."""

    names: tuple[str, ...]
    are_numbered: bool

    def __init__(self, *names: str | int) -> None:
        numbered = len(names) == 1 and isinstance(names[0], int) and not isinstance(names[0], bool)
        if not numbered and not (names and all(isinstance(name, str) for name in names)):
            raise TypeError(f"components(...) accepts a number, or names as strings, not {names!r}")
        object.__setattr__(self, "names", tuple(str(k) for k in range(int(names[0]))) if numbered else names)
        object.__setattr__(self, "are_numbered", numbered)


@dataclass(frozen=True)
class FieldSpec:
    """The annotation of a field or temporary."""

    type: str | None = None
    boundary: Any = None  # a Rule, a dict of Rules by axis, or a pair for the low and the high end
    axes: str | None = None
    vector: components | None = None

    @property
    def components(self) -> tuple[str, ...]:
        return self.vector.names if self.vector is not None else ()


@dataclass(frozen=True)
class ParamSpec:
    """The annotation of a parameter."""

    type: str | None = None


def _type_of(entry: Any) -> str | None:
    """The type that an entry of an annotation names: f32, np.float32, np.dtype("f4")."""
    if isinstance(entry, Type):
        return str(entry)
    if isinstance(entry, np.dtype) or isinstance(entry, type) and issubclass(entry, np.generic):
        return type_of_dtype(entry)
    return None


_FIELD = "Field[...] accepts a type, a boundary, Axes(...) and components(...)"


class _Field:
    """Annotation of a field: `Field`, `Field[f32]`, `Field[f32, "wrap"]`, `Field[f32, {"x": "wrap"}, Axes("xy")]`.

    For type checkers: `Annotated[Field, f32, "wrap"]`, which means the same.
    """

    def __class_getitem__(cls, entries: Any) -> FieldSpec:
        found: dict[str, Any] = {}
        for entry in entries if isinstance(entries, tuple) else (entries,):
            if _type_of(entry) is not None:
                what: tuple[str, Any] = ("type", _type_of(entry))
            elif isinstance(entry, Axes):
                what = ("axes", entry.names)
            elif isinstance(entry, components):
                what = ("vector", entry)
            elif isinstance(entry, (str, constant, dict, list)):
                what = ("boundary", entry)
            else:
                hint = {float: "f64 or f32", int: "i64 or i32", bool: "truth"}.get(entry) if isinstance(entry, type) else None
                raise TypeError(f"{_FIELD}, not {entry!r}" + (f"; write {hint}" if hint else ""))
            if what[0] in found:
                raise TypeError(f"Field[...] has two entries for {what[0]}")
            found[what[0]] = what[1]
        return FieldSpec(**found)


class _Param:
    """Annotation of a run-time parameter: `Param`, `Param[f32]`."""

    def __class_getitem__(cls, type: Any) -> ParamSpec:
        name = _type_of(type)
        if name is None:
            hint = {float: "f64 or f32", int: "i64 or i32", bool: "truth"}.get(type) if isinstance(type, builtins.type) else None
            raise TypeError(f"Param[...] accepts a type, not {type!r}" + (f"; write {hint}" if hint else ""))
        return ParamSpec(name)


if TYPE_CHECKING:
    Field: TypeAlias = Any  # an array in the body, an annotation in the signature: checkers see neither's operators
    Param: TypeAlias = Any
else:
    Field, Param = _Field, _Param


@dataclass(frozen=True)
class Region:
    """The value of `region(...)`."""

    text: str

    def __enter__(self) -> Region:
        raise _outside("region")

    def __exit__(self, *what: Any) -> None: ...


def region(whole: str | None = None, /, **axes: Any) -> Region:
    """`with region("interior"):` the lines below apply to a part of the grid; other cells keep the old value.

    `"interior"`: cells whose reads stay on the grid; `"rest"`: cells that the lines before leave out. By axis,
    `region(x=(1, -2), y=0)`: first and last cell, both included, negative ones from the end; or one cell; or "interior".
    """
    if whole is not None:
        if whole not in ("interior", "rest", "all") or axes:
            raise ValueError(f"region(...) accepts \"interior\" or \"rest\", or axes by name, not {whole!r}")
        return Region(whole)
    parts = []
    for axis, value in axes.items():
        if axis not in ("x", "y", "z"):
            raise ValueError(f"region(...): there is no axis {axis!r}; the axes are: x, y, z")
        if isinstance(value, (tuple, list)) and len(value) == 2:
            parts.append(f"{axis}: [{int(value[0])}, {int(value[1])}]")
        elif value in ("interior", "all"):
            parts.append(f"{axis}: {value}")
        else:
            parts.append(f"{axis}: {operator.index(value)}")
    return Region("{" + ", ".join(parts) + "}")


@dataclass(frozen=True)
class Sweep:
    """The value of `sweep(...)`."""

    text: str

    def __enter__(self) -> Sweep:
        raise _outside("sweep")

    def __exit__(self, *what: Any) -> None: ...


def sweep(direction: str, axis: str) -> Sweep:
    """`with sweep("forward", "y"):` the lines below read their own results of earlier rows (docs/language_regions.md)."""
    if direction not in ("forward", "backward") or axis not in ("x", "y", "z"):
        raise ValueError(f"sweep(\"forward\" or \"backward\", \"x\", \"y\" or \"z\"), not {direction!r}, {axis!r}")
    return Sweep(f"{direction} {axis}")


@dataclass(frozen=True)
class Source:
    """Adds a number to a cell of a field in every time step: `values`, one per step, or `add`, an expression of step
    and parameters in the language. `at` is in the order of the array's axes."""

    field: str
    at: tuple[int, ...]
    values: Any = None
    add: str | None = None


@dataclass(frozen=True)
class Probe:
    """Records a cell of a field every `every` time steps. `at` is in the order of the array's axes."""

    field: str
    at: tuple[int, ...]
    every: int = 1


@dataclass(frozen=True)
class Monitor:
    """Reduces a whole field to a number after each pass: `reduce` is min, max, max_change, sum or sum_squares."""

    reduce: str
    of: str
    type: str | None = None


class Coordinate:
    """A position of a cell, an extent of the grid, or the time step."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"rtlgen.{self.name}"

    if TYPE_CHECKING:  # in the body of a stencil
        def __add__(self, other: Any) -> Any: ...
        def __radd__(self, other: Any) -> Any: ...
        def __sub__(self, other: Any) -> Any: ...
        def __rsub__(self, other: Any) -> Any: ...
        def __mul__(self, other: Any) -> Any: ...
        def __rmul__(self, other: Any) -> Any: ...
        def __truediv__(self, other: Any) -> Any: ...
        def __rtruediv__(self, other: Any) -> Any: ...
        def __lt__(self, other: Any) -> Any: ...
        def __le__(self, other: Any) -> Any: ...
        def __gt__(self, other: Any) -> Any: ...
        def __ge__(self, other: Any) -> Any: ...
        def __neg__(self) -> Any: ...


x, y, z = Coordinate("x"), Coordinate("y"), Coordinate("z")
nx, ny, nz = Coordinate("nx"), Coordinate("ny"), Coordinate("nz")
step = Coordinate("step")


def _outside(name: str) -> TypeError:
    return TypeError(f"{name}(...) can be used only in the body of a function decorated with @rtlgen.stencil")


def where(condition: Any, a: Any, b: Any) -> Any:
    """Selects `a` if the condition holds, else `b`."""
    raise _outside("where")


def rem(a: Any, b: Any) -> Any:
    """The remainder with the sign of `a`; Python's `%` has the sign of `b`."""
    raise _outside("rem")


def quot(a: Any, b: Any) -> Any:
    """The quotient of integers, truncated toward zero; Python's `//` rounds down."""
    raise _outside("quot")


def fma(a: Any, b: Any, c: Any) -> Any:
    """Computes `a*b + c` with one rounding."""
    raise _outside("fma")


def fused_sum(*terms: Any) -> Any:
    """The sum of floats with one rounding."""
    raise _outside("fused_sum")


def dot(*factors: Any) -> Any:
    """Computes `a*b + c*d + ...` with one rounding."""
    raise _outside("dot")


def cbrt(a: Any) -> Any:
    """The cube root."""
    raise _outside("cbrt")


def exp2(a: Any) -> Any:
    """2 to the power `a`."""
    raise _outside("exp2")
