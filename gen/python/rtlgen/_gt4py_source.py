"""The source of a GT4Py program: files and texts, which are never executed, and functions. What names mean in it."""
from __future__ import annotations

import ast
import enum
import inspect
import math
import operator
from dataclasses import dataclass
from typing import Any, Callable, Mapping

import numpy as np

from ._gt4py_values import RANKS
from ._source import Source
from ._values import is_number, plain

_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_, ast.Invert: operator.invert}
_LIBRARIES = ("gt4py", "numpy", "__gtscript__", "typing", "typing_extensions")
_ALIASES = {"bool_": "bool", "double": "float64", "single": "float32", "intc": "int32"}
_AXES = ("I", "J", "K", "IJ", "IK", "JK", "IJK")
_MOST_BITS = 65536  # bits of a whole number
_MATH = {getattr(math, name) for name in ("sqrt exp log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh floor ceil fabs hypot radians "
                                          "degrees").split()}
DECORATORS = ("stencil", "lazy_stencil", "function", "lazy_function", "field_operator", "scan_operator", "program")


class Unknown(Exception):
    """An expression whose value is not known when the program is read; why."""


class Lib(str):
    """A name of GT4Py, NumPy or typing, by its last part."""


@dataclass(frozen=True)
class FieldType:
    """Field[IJ, np.float64]."""

    axes: tuple[str, ...]
    dtype: str


@dataclass(frozen=True)
class Dimension:
    """A dimension of gt4py.next."""

    name: str


@dataclass(frozen=True)
class Shift:
    """A FieldOffset of gt4py.next, or an axis and a number: `Ioff[1]`, `I + 1`."""

    dimension: str
    cells: int


@dataclass(frozen=True)
class Function:
    """A function of the program, with its place and the names that it sees."""

    tree: ast.FunctionDef
    source: Source
    names: Names


class FileSource(Source):
    """A whole file or text. It is parsed, never executed. Raises SyntaxError."""

    def __init__(self, file: str, text: str) -> None:
        self.function = None
        self.file, self.text, self.first = file, text, 1
        self.lines = text.splitlines()
        self.module = ast.parse(text)
        for node in ast.walk(self.module):
            node.of_source = self  # type: ignore[attr-defined]
        self.tree = None
        self.faults = []
        self._closure = {}


class Names:
    """The meaning of names: those of a module's text, or of a function object, beside the given externals."""

    def __init__(self, source: Source, externals: Mapping[str, Any], function: Callable[..., Any] | None = None,
                 used: set[str] | None = None) -> None:
        self.source, self.externals = source, externals
        self.bindings: dict[str, ast.AST] = {}
        self._objects: dict[str, Any] = {}
        self._busy: set[str] = set()
        self.used: set[str] = used if used is not None else set()  # names of the externals that were looked up
        if function is not None:
            self._objects = {**getattr(function, "__globals__", {}), **inspect.getclosurevars(function).nonlocals}
        elif isinstance(source, FileSource):
            self._bind(source.module.body)

    def _bind(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.bindings[node.name] = node
            elif isinstance(node, ast.Assign):
                self.bindings.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self.bindings[node.target.id] = node.value
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                self.bindings.update({(alias.asname or alias.name).split(".")[0]: node for alias in node.names})
            elif isinstance(node, (ast.If, ast.Try)):  # imports for type checkers, or of a package that may lack
                self._bind(node.body)

    def functions(self) -> list[Function]:
        """The functions at the top of the file, in its order."""
        return [Function(node, self.source, self) for node in self.bindings.values() if isinstance(node, ast.FunctionDef)]

    # ------------------------------------------------------------ values

    def value(self, name: str) -> Any:
        """The value of a name. Raises Unknown."""
        if name in self.externals:
            self.used.add(name)
            return self._known(self.externals[name])
        if name in self._objects:
            return self._known(self._objects[name])
        if name in self.bindings and name not in self._busy:
            self._busy.add(name)
            try:
                return self._bound(name, self.bindings[name])
            finally:
                self._busy.discard(name)
        if name in _AXES or not self._is_own(name):
            return Lib(name)
        raise Unknown(f"the name {name!r} is not defined")

    def _is_own(self, name: str) -> bool:
        """Whether only the program can define it; others are names of GT4Py."""
        return name not in _BUILTINS and name not in RANKS

    def _bound(self, name: str, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef):
            return Function(node, self.source, self)
        if isinstance(node, ast.Import):
            found = next(alias for alias in node.names if (alias.asname or alias.name).split(".")[0] == name)
            if found.name.split(".")[0] not in (*_LIBRARIES, "math"):
                raise Unknown(f"{name} is the module {found.name}, which is not read; give what is needed of it: values={{\"{name}.NAME\": ...}}")
            return Lib(found.name)
        if isinstance(node, ast.ImportFrom):
            return self._imported(name, node)
        if isinstance(node, ast.ClassDef):
            return self._enumeration(node)
        assert isinstance(node, ast.expr)
        return self.evaluate(node)

    def _imported(self, name: str, node: ast.ImportFrom) -> Any:
        found = next(alias for alias in node.names if (alias.asname or alias.name).split(".")[0] == name)
        module = (node.module or "").split(".")[0]
        if module == "math":
            return getattr(math, found.name, None)
        if module in _LIBRARIES:
            return Lib(_ALIASES.get(found.name, found.name))
        raise Unknown(f"{name!r} is imported from {node.module or '.'}, which is not read; give its value, "
                      f"values={{\"{name}\": 2.5}}, or for a type \"Field[float]\"")

    def _enumeration(self, node: ast.ClassDef) -> dict[str, Any]:
        """The members of an IntEnum, or other class of constants."""
        members = {}
        for statement in node.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
                members[statement.targets[0].id] = self.evaluate(statement.value)
        return members

    def _known(self, thing: Any) -> Any:
        """An object of Python as a value of this module."""
        if isinstance(thing, enum.Enum):
            return thing.value
        if isinstance(thing, (Function, Lib, FieldType, Dimension, Shift)) or is_number(thing) or isinstance(thing, str):
            return thing
        if isinstance(thing, (np.dtype, type)):
            try:
                return Lib(np.dtype(thing).name)
            except TypeError:
                return Lib(getattr(thing, "__name__", "?"))
        if inspect.ismodule(thing):
            return Lib(thing.__name__)
        definition = function_of(thing)
        if definition is not None and not _is_library(thing):
            source = Source(definition)
            if isinstance(source.tree, ast.FunctionDef):
                return Function(source.tree, source, Names(source, self.externals, definition, self.used))
        return self._of_gt4py(thing)

    def _of_gt4py(self, thing: Any) -> Any:
        """An object of an installed GT4Py: a description of a field, a dimension, a function."""
        if hasattr(thing, "dtype") and hasattr(thing, "axes"):
            if getattr(thing, "data_dims", ()):
                raise Unknown("fields with data dimensions are not imported")
            return FieldType(tuple(str(getattr(axis, "name", axis)) for axis in thing.axes), str(np.dtype(thing.dtype)))
        kind = type(thing).__name__
        if kind in ("Dimension", "Axis"):
            return Lib(thing.name) if kind == "Axis" else Dimension(str(getattr(thing, "value", thing)))
        if kind == "FieldOffset":
            return Shift(str(thing.source.value), 1)
        return Lib(getattr(thing, "__name__", kind)) if _is_library(thing) or _is_library(type(thing)) else thing

    # ------------------------------------------------------------ expressions

    def evaluate(self, node: ast.expr, extra: Mapping[str, Any] | None = None) -> Any:
        """A value that is known when the program is read. Raises Unknown."""
        method = getattr(self, "_" + type(node).__name__, None)
        if method is None:
            raise Unknown(f"{ast.unparse(node)} is not a constant")
        return method(node, extra or {})

    def _Constant(self, node: ast.Constant, extra: Mapping[str, Any]) -> Any:
        return node.value

    def _Name(self, node: ast.Name, extra: Mapping[str, Any]) -> Any:
        return extra[node.id] if node.id in extra else self.value(node.id)

    def _Attribute(self, node: ast.Attribute, extra: Mapping[str, Any]) -> Any:
        dotted = ast.unparse(node)
        if dotted in self.externals:
            self.used.add(dotted)
            return self._known(self.externals[dotted])
        value = self.evaluate(node.value, extra)
        if isinstance(value, Lib):
            if value == "math":
                return getattr(math, node.attr, None)
            return Lib(_ALIASES.get(node.attr, node.attr))
        if isinstance(value, dict) and node.attr in value:
            return self._known(value[node.attr])
        if node.attr == "value" and is_number(value):  # the value of an IntEnum
            return value
        if not isinstance(value, (str, dict)) and hasattr(value, node.attr):
            return self._known(getattr(value, node.attr))
        raise Unknown(f"{ast.unparse(node)} is not a constant")

    def _Tuple(self, node: ast.Tuple | ast.List, extra: Mapping[str, Any]) -> Any:
        return tuple(self.evaluate(one, extra) for one in node.elts)

    _List = _Tuple

    def _UnaryOp(self, node: ast.UnaryOp, extra: Mapping[str, Any]) -> Any:
        value = self.evaluate(node.operand, extra)
        if not is_number(value):
            raise Unknown(f"{ast.unparse(node)} is not a number")
        return _OPERATORS[type(node.op)](value)

    def _BinOp(self, node: ast.BinOp, extra: Mapping[str, Any]) -> Any:
        left, right = self.evaluate(node.left, extra), self.evaluate(node.right, extra)
        sign = {ast.Add: 1, ast.Sub: -1}.get(type(node.op), 0)
        if isinstance(left, (Dimension, Shift)) and sign and is_number(right):
            return Shift(left.name, sign*right) if isinstance(left, Dimension) else Shift(left.dimension, left.cells + sign*right)
        if isinstance(left, Lib) and left in ("I", "J", "K") and sign and is_number(right):
            return Shift(left, sign*right)
        is_large = isinstance(node.op, ast.Pow) and isinstance(left, int) and isinstance(right, int) and left.bit_length()*abs(right) > _MOST_BITS
        if not is_number(left) or not is_number(right) or is_large:
            raise Unknown(f"{ast.unparse(node)} is not a constant")
        return self._computed(node, lambda: _OPERATORS[type(node.op)](left, right))

    def _computed(self, node: ast.expr, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except (ArithmeticError, TypeError, ValueError, KeyError) as error:
            raise Unknown(f"{ast.unparse(node)}: {error}") from None

    def _Compare(self, node: ast.Compare, extra: Mapping[str, Any]) -> Any:
        values = [self.evaluate(one, extra) for one in (node.left, *node.comparators)]
        return self._computed(node, lambda: all(_OPERATORS[type(op)](a, b) for op, a, b in zip(node.ops, values, values[1:])))

    def _BoolOp(self, node: ast.BoolOp, extra: Mapping[str, Any]) -> Any:
        found: Any = None
        for one in node.values:
            found = self.evaluate(one, extra)
            if bool(found) != isinstance(node.op, ast.And):
                return found
        return found

    def _IfExp(self, node: ast.IfExp, extra: Mapping[str, Any]) -> Any:
        return self.evaluate(node.body if self.evaluate(node.test, extra) else node.orelse, extra)

    def _Call(self, node: ast.Call, extra: Mapping[str, Any]) -> Any:
        called = self.evaluate(node.func, extra)
        arguments = [self.evaluate(one, extra) for one in node.args]
        if isinstance(called, Lib) and called in RANKS and len(arguments) == 1 and is_number(arguments[0]):
            return np.dtype(str(called)).type(arguments[0])
        if isinstance(called, Lib) and called in ("Dimension", "FieldOffset") and arguments:
            named = {k.arg: self.evaluate(k.value, extra) for k in node.keywords if k.arg in ("source", "target")}
            if called == "Dimension":
                return Dimension(str(arguments[0]))
            source = named.get("source")
            if not isinstance(source, Dimension) or named.get("target", (source,)) != (source,):
                raise Unknown(f"{ast.unparse(node)} is an offset of an unstructured grid, which is not imported")
            return Shift(source.name, 1)
        if callable(called) and called in _MATH and all(is_number(one) for one in arguments) and not node.keywords:
            return self._computed(node, lambda: called(*arguments))
        raise Unknown(f"{ast.unparse(node)} is not a constant")

    def _Subscript(self, node: ast.Subscript, extra: Mapping[str, Any]) -> Any:
        value, index = self.evaluate(node.value, extra), self.evaluate(node.slice, extra)
        if isinstance(value, Shift) and is_number(index):
            return Shift(value.dimension, value.cells*int(index))
        if isinstance(value, Lib) and value == "Field":
            return field_type(index, self)
        if isinstance(value, Lib) and value == "Dims":
            return index if isinstance(index, tuple) else (index,)
        if isinstance(value, Lib):  # tuple[...], Optional[...]
            return index
        return self._computed(node, lambda: value[index])


_BUILTINS = {"Field", "Sequence", "GlobalTable", "PARALLEL", "FORWARD", "BACKWARD", "computation", "interval", "horizontal", "region", "externals",
             "gtscript", "float", "int", "bool", "np", "tuple"} | set(_AXES)


def _is_library(thing: Any) -> bool:
    return str(getattr(thing, "__module__", "") or "").split(".")[0] in ("gt4py", "numpy")


def function_of(thing: Any) -> Callable[..., Any] | None:
    """The Python function of a stencil, field operator or program of an installed GT4Py, or of a function."""
    for part in ("definition_func", "definition"):
        found = getattr(thing, part, None)
        if inspect.isfunction(found):
            return found
    for stage in ("definition_stage", "foast_stage", "past_stage"):
        found = getattr(getattr(thing, stage, None), "definition", None)
        if inspect.isfunction(found):
            return found
    return inspect.unwrap(thing) if inspect.isfunction(thing) else None


def dtype_of(value: Any, names: Names) -> str:
    """A type by its name, or by a name for one in `values`. Raises Unknown."""
    if isinstance(value, str) and not isinstance(value, Lib) and value in names.externals:
        value = names.value(value)
    name = _ALIASES.get(str(value), str(value))
    name = {"float": "float64", "int": "int64"}.get(name, name)
    if name not in RANKS:
        raise Unknown(f"{value} is not a type that rtlgen has; types are {', '.join(RANKS)}" if isinstance(value, Lib) else
                      f"the type {value!r} is not known; give it: values={{\"{value}\": \"float64\"}}")
    return name


def field_type(index: Any, names: Names) -> FieldType:
    """Field[...]: a type, or axes and a type. Raises Unknown."""
    entries = index if isinstance(index, tuple) else (index,)
    if len(entries) == 1:
        return FieldType(tuple("IJK"), dtype_of(entries[0], names))
    if len(entries) != 2:
        raise Unknown("a field has axes and a type, Field[IJ, np.float64]")
    axes, dtype = entries
    if isinstance(dtype, tuple):
        raise Unknown("fields with data dimensions are not imported; make each component a field")
    if isinstance(axes, tuple):
        return FieldType(tuple(one.name if isinstance(one, Dimension) else str(one) for one in axes), dtype_of(dtype, names))
    if str(axes) not in _AXES:
        raise Unknown(f"{axes} is not one of {', '.join(_AXES)}")
    return FieldType(tuple(axes), dtype_of(dtype, names))


def number_of(value: Any, floats: str, ints: str) -> tuple[Any, str] | None:
    """A known number and its type; None if it is none."""
    if isinstance(value, np.generic) and value.dtype.name in RANKS:
        return value, value.dtype.name
    if not is_number(value):
        return None
    value = plain(value)
    return value, "bool" if isinstance(value, bool) else ints if isinstance(value, int) else floats
