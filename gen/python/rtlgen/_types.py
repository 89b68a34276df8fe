"""Words for the signature and the body of a stencil: types, fields, parameters, coordinates, functions."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Union


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
    """The same without a sign."""
    return Type(f"ufixed<{width},{fraction}>")


def int_(width: int) -> Type:
    """Two's complement of `width` bits."""
    return Type(f"int<{width}>")


def uint(width: int) -> Type:
    """Unsigned of `width` bits."""
    return Type(f"uint<{width}>")


def float_(exponent: int, fraction: int) -> Type:
    """A float of so many exponent bits and stored fraction bits."""
    return Type(f"float<{exponent},{fraction}>")


@dataclass(frozen=True)
class constant:
    """A boundary rule: reads outside the grid have this value."""

    value: Union[int, float]


Rule = Union[str, constant]


@dataclass(frozen=True)
class Axes:
    """The axes of an input that lacks some of the grid's: `Axes("xy")`."""

    names: str


@dataclass(frozen=True)
class FieldSpec:
    """What an annotation says about a field or temporary."""

    type: str | None = None
    boundary: Any = None  # a Rule, a dict of Rules by axis, or a pair for the low and the high end
    axes: str | None = None


@dataclass(frozen=True)
class ParamSpec:
    """What an annotation says about a parameter."""

    type: str | None = None


class Field:
    """Annotation of a field: `Field`, `Field[f32]`, `Field[f32, "wrap"]`, `Field[f32, {"x": "wrap"}, Axes("xy")]`."""

    def __class_getitem__(cls, entries: Any) -> FieldSpec:
        found: dict[str, Any] = {}
        for entry in entries if isinstance(entries, tuple) else (entries,):
            if isinstance(entry, Type):
                what: tuple[str, Any] = ("type", str(entry))
            elif isinstance(entry, Axes):
                what = ("axes", entry.names)
            elif isinstance(entry, (str, constant, dict, list)):
                what = ("boundary", entry)
            else:
                raise TypeError(f"Field[...] takes a type, a boundary and Axes(...), not {entry!r}")
            if what[0] in found:
                raise TypeError(f"Field[...] has two entries for {what[0]}")
            found[what[0]] = what[1]
        return FieldSpec(**found)


class Param:
    """Annotation of a run-time parameter: `Param`, `Param[f32]`."""

    def __class_getitem__(cls, type: Any) -> ParamSpec:
        if not isinstance(type, Type):
            raise TypeError(f"Param[...] takes a type, not {type!r}")
        return ParamSpec(str(type))


class Coordinate:
    """A number that differs between cells or steps: where the cell is, the extents, the time step."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"rtlgen.{self.name}"


x, y, z = Coordinate("x"), Coordinate("y"), Coordinate("z")
nx, ny, nz = Coordinate("nx"), Coordinate("ny"), Coordinate("nz")
step = Coordinate("step")


def _outside(name: str) -> TypeError:
    return TypeError(f"{name}(...) has a meaning only in the body of a function under @rtlgen.stencil")


def where(condition: Any, a: Any, b: Any) -> Any:
    """In a stencil: `a` where the condition holds, else `b`."""
    raise _outside("where")


def rem(a: Any, b: Any) -> Any:
    """In a stencil: the language's `a % b`, whose sign is that of `a`; Python's has that of `b`."""
    raise _outside("rem")


def quot(a: Any, b: Any) -> Any:
    """In a stencil: the quotient of integers, truncated toward zero; Python's `//` rounds down."""
    raise _outside("quot")


def fma(a: Any, b: Any, c: Any) -> Any:
    """In a stencil: `a*b + c` with one rounding."""
    raise _outside("fma")


def fused_sum(*terms: Any) -> Any:
    """In a stencil: the sum of floats with one rounding."""
    raise _outside("fused_sum")


def dot(*factors: Any) -> Any:
    """In a stencil: `a*b + c*d + ...` with one rounding."""
    raise _outside("dot")


def cbrt(a: Any) -> Any:
    """In a stencil: the cube root."""
    raise _outside("cbrt")


def exp2(a: Any) -> Any:
    """In a stencil: 2 to the power `a`."""
    raise _outside("exp2")
