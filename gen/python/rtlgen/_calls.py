"""Calls in a stencil: functions of the language and of NumPy, casts, folds, methods of arrays, helper functions."""
from __future__ import annotations

import ast
import difflib
import functools
import inspect
import types
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from . import _names, _numpy
from . import _values as v
from ._arrays import Array
from ._comprehensions import Comprehensions
from ._types import Coordinate, Type
from ._values import Code, Ref

_STRUCTURE = (zip, enumerate, reversed, list, tuple, len, range, dict)

_THESE = "for example: " + ", ".join(_names.names()) + "; casts, f32(a); functions by def"


@dataclass(frozen=True, eq=False)
class Method:
    """t.clip, t.astype, t.round: a method of an array's cells."""

    name: str
    of: Any


@dataclass(frozen=True, eq=False)
class Local:
    """A function that is defined in the stencil."""

    tree: ast.FunctionDef | ast.Lambda
    scope: Any  # at its definition
    signature: inspect.Signature
    reader: Any

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Calls from functions of Python, for example as key=, with values that Python knows."""
        call = ast.copy_location(ast.Call(ast.copy_location(ast.Name("function", ast.Load()), self.tree), [], []), self.tree)
        return self.reader.local_call(self, list(arguments), named, call)


# Reductions of NumPy that widen short integers.
_REDUCED: dict[Any, Any] = {np.add: np.sum, np.multiply: np.prod}


def _reduced(called: Any) -> Any:
    """The function that a reduction applies; None for other calls."""
    if called is functools.reduce:
        return called
    of = getattr(called, "__self__", None)
    return of if isinstance(of, np.ufunc) and called.__name__ == "reduce" else None


def _unbound(called: Any, arguments: list[Any], named: dict[str, Any]) -> tuple[Any, list[Any], dict[str, Any]]:
    """A call of functools.partial(f, ...), or of a method of a class of the user, as a call of the function itself."""
    while isinstance(called, (functools.partial, types.MethodType)):
        if isinstance(called, functools.partial):
            called, arguments, named = called.func, [*called.args, *arguments], {**called.keywords, **named}
        elif isinstance(called.__func__, types.FunctionType):
            called, arguments = called.__func__, [called.__self__, *arguments]
        else:
            break
    return called, arguments, named


def _is_list_method(called: Any) -> bool:
    """A method of a list or dict, like append, whose arguments may be anything."""
    return isinstance(called, types.BuiltinMethodType) and isinstance(called.__self__, (list, dict)) and called.__name__ not in ("sort", "index", "count", "remove")


class Calls(Comprehensions):
    """Expressions with calls."""

    def _Attribute(self, node: ast.Attribute) -> Any:
        if node.attr in _numpy.METHODS and not isinstance(node.value, ast.Call | ast.BinOp):
            value = self.read(node.value)
            if isinstance(value, (Code, Ref)) and not (isinstance(value, Ref) and node.attr in value.components):
                return Method(node.attr, value)
        elif node.attr in _numpy.METHODS:
            value = self.read(node.value)
            return Method(node.attr, value) if v.is_symbolic(value) else self._tried(lambda: getattr(value, node.attr), node)
        return super()._Attribute(node)

    def _Call(self, node: ast.Call) -> Any:
        called = self._callee(node)
        if isinstance(called, Method):
            return self._method(called, node)
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and called in _names.FOLDS:
            return self._fold(_names.FOLDS[called], self.comprehended(node.args[0], node), node, 0)
        arguments, named = self._arguments(node)
        called, arguments, named = _unbound(called, arguments, named)
        everything = [*arguments, *named.values()]
        if any(isinstance(entry, Method) for entry in everything):
            raise self.refuse("RG0853", node, "a method is not a value", "call it: t.clip(0, 1)")
        is_known = not any(v.is_symbolic(entry) or isinstance(entry, Coordinate) for entry in everything)
        if isinstance(called, Local):
            return self.local_call(called, arguments, named, node)
        if called is map and len(arguments) > 1:
            return self.made([self._applied(arguments[0], list(each), node) for each in zip(*(self.entries(one, node) for one in arguments[1:]))])
        reduced = _reduced(called)
        at = 1 if reduced is functools.reduce else 0
        if reduced is not None and not is_known and len(arguments) > at and isinstance(arguments[at], (list, tuple)):
            return self._reduction(called, reduced, arguments, named, node)
        if called is dict and not arguments or _is_list_method(called):
            found = self._tried(lambda: called(*arguments, **named), node)
            return self.made(list(found) if type(found).__name__ in ("dict_keys", "dict_values", "dict_items") else found)
        if called in _STRUCTURE and not any(isinstance(entry, (Code, Ref)) for entry in everything):
            return self.made(self._tried(lambda: called(*arguments, **named), node))
        if is_known and not self._stays(called):
            return self.made(self._tried(lambda: called(*arguments, **named), node))
        return self._symbolic(called, arguments, named, node)

    def _applied(self, called: Any, arguments: list[Any], node: ast.Call) -> Any:
        """A call by map() or a reduction."""
        called, arguments, named = _unbound(called, arguments, {})
        if isinstance(called, Local):
            return self.local_call(called, arguments, named, node)
        if not any(v.is_symbolic(entry) or isinstance(entry, Coordinate) for entry in (*arguments, *named.values())) and not self._stays(called):
            return self._tried(lambda: called(*arguments, **named), node)
        return self._symbolic(called, arguments, named, node)

    def _reduction(self, called: Any, reduced: Any, arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        """functools.reduce(f, values), or np.maximum.reduce(values)."""
        if reduced is not functools.reduce and reduced in _REDUCED:
            return self._symbolic(_REDUCED[reduced], arguments, named, node)
        if named.pop("axis", 0) != 0 or named:
            raise self.refuse("RG0853", node, f"{ast.unparse(node.func)}() accepts only a list of values here, and axis=0")
        step, values = (arguments[0], list(arguments[1])) if reduced is functools.reduce else (reduced, list(arguments[0]))
        values = [*arguments[2:3], *values] if reduced is functools.reduce else values
        if not values:
            raise self.refuse("RG0853", node, "there are no values to go over")
        total = values[0]
        for value in values[1:]:
            total = self._applied(step, [total, value], node)
        return total

    def local_call(self, called: Local, arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        raise NotImplementedError

    def rolled_by(self, value: Any, shift: Any, axis: Any, node: ast.expr) -> Ref:
        raise NotImplementedError

    def check_made(self, value: Any, node: ast.AST) -> None:
        """Refuses a change of a list from outside of the stencil."""
        if id(value) not in self.own:
            raise self.refuse("RG0852", node, "a list from outside the stencil is changed", "make a copy: values = list(values)")

    @staticmethod
    def _stays(called: Any) -> bool:
        """Whether a call belongs to the language even if Python knows all arguments."""
        return isinstance(called, Type) or called in _names.LANGUAGE or called is print

    def _arguments(self, node: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        arguments: list[Any] = []
        for entry in node.args:
            if isinstance(entry, ast.Starred):
                arguments += self.entries(self.read(entry.value), entry)
            else:
                arguments.append(self.read(entry))
        named: dict[str, Any] = {}
        for keyword in node.keywords:
            value = self.read(keyword.value)
            if keyword.arg is None and not isinstance(value, dict):
                raise self.refuse("RG0853", node, "** needs a dict that is known when the stencil is read", "write out the arguments")
            named.update(value if keyword.arg is None else {keyword.arg: value})
        return arguments, named

    def _symbolic(self, called: Any, arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        """A call with arguments that differ between cells."""
        name = ast.unparse(node.func)
        helper = self.helper(called)
        if called in _numpy.CALLS:
            return self._of_numpy(_numpy.CALLS[called], arguments, named, node)
        if called in _names.REFUSED:
            raise self.refuse("RG0853", node, f"{name}() is not supported in a stencil", _names.REFUSED[called])
        if helper is not None:
            return self.inlined(helper, arguments, named, node)
        if named:
            raise self.refuse("RG0853", node, f"{name}() has no argument {next(iter(named))}", "pass arguments without names")
        cast = called if isinstance(called, Type) else _numpy.cast_of(called)
        if cast is not None:
            if len(arguments) != 1:
                raise self.refuse("RG0853", node, f"a cast takes one value, {name}(a)")
            return v.called(str(cast), [self.code_of(arguments[0], node.args[0])], node, frozenset({str(cast)}))
        if called in _names.FOLDS and len(arguments) <= 2 and arguments and isinstance(arguments[0], (list, tuple)):
            start = arguments[1] if len(arguments) == 2 else 0
            return self._fold(_names.FOLDS[called], list(arguments[0]), node, start)
        if called in _names.WHERE and len(arguments) == 3:
            return self._where(arguments, node)
        if called in _names.OPERATORS and len(arguments) == 2:
            return self.operated(_names.OPERATORS[called], v.PRODUCT, arguments[0], arguments[1], node, is_whole=True)
        if called in _names.WHERE:
            raise self.refuse("RG0853", node, f"{name}() needs three arguments here: its indices of cells have no meaning in a stencil",
                              "write np.where(condition, a, b), or t[condition] = a")
        if called not in _names.FUNCTIONS:
            raise self.refuse("RG0853", node, f"a stencil cannot call {name}()", _THESE)
        if _names.FUNCTIONS[called] == "pow" and len(arguments) == 2:
            return self.power(arguments[0], arguments[1], node)
        if _names.FUNCTIONS[called] == "rint" and len(arguments) == 2 and arguments[1] == 0:
            arguments = arguments[:1]
        arguments = self.leveled(arguments, node, _names.FUNCTIONS[called] not in ("abs", "min", "max"))
        return v.called(_names.FUNCTIONS[called], [self.code_of(a, self._at(node, i)) for i, a in enumerate(arguments)], node)

    @staticmethod
    def _at(node: ast.Call, i: int) -> ast.AST:
        """The node of an argument, or that of the call if starred arguments hide it."""
        return node if i >= len(node.args) or any(isinstance(a, ast.Starred) for a in node.args) else node.args[i]

    @staticmethod
    def _near(name: str) -> str:
        near = difflib.get_close_matches(name, _names.names(), 1)
        return f"did you mean {near[0]!r}?" if near else _THESE

    def _callee(self, node: ast.Call) -> Any:
        func = node.func
        if isinstance(func, ast.Name) and func.id not in self.scope.names and not self.scope.source.knows(func.id):
            raise self.refuse("RG0853", node, f"{func.id}() is not defined", self._near(func.id))
        called = self.read(func)
        if _is_list_method(called):
            if called.__name__ not in ("copy", "get", "items", "keys", "values"):
                self.check_made(called.__self__, node)
            return called
        if isinstance(called, (Code, Ref)) or not callable(called) and not isinstance(called, Method):
            raise self.refuse("RG0853", node, f"{ast.unparse(func)} is not a function")
        try:
            hash(called)
        except TypeError:
            raise self.refuse("RG0853", node, f"{ast.unparse(func)} is not a function") from None
        return called

    def helper(self, called: Any) -> Callable[..., Any] | None:
        """The function to inline at this call, or None if the call is not of a plain function."""
        called = getattr(called, "py_func", called)  # a function of numba
        if hasattr(called, "_body"):  # a stencil: the function that it wraps
            called = getattr(called, "__wrapped__", called)
        if called in _names.FUNCTIONS or called in _names.OPERATORS or called in _names.WHERE or not isinstance(called, types.FunctionType):
            return None  # NumPy has Python functions too; none of them works on cells
        return called if (called.__module__ or "").split(".")[0] not in ("numpy", "rtlgen") else None

    def inlined(self, helper: Callable[..., Any], arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        raise NotImplementedError

    # ------------------------------------------------------------ NumPy

    def _of_numpy(self, how: Callable[..., Any], arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        try:
            bound = _numpy.signature(how).bind(self, node, *arguments, **named)
        except TypeError as error:
            raise self.refuse("RG0853", node, f"{ast.unparse(node.func)}(): {error}") from None
        return how(*bound.args, **bound.kwargs)

    def _method(self, method: Method, node: ast.Call) -> Any:
        arguments, named = self._arguments(node)
        return self._of_numpy(_numpy.METHODS[method.name], [method.of, *arguments], named, node)

    def _where(self, values: list[Any], node: ast.Call) -> Any:
        test = values[0]
        if not v.is_symbolic(test) and not isinstance(test, Coordinate):
            return values[1] if test else values[2]
        codes = [self.truth_of(test, self._at(node, 0)),
                 *(self.code_of(value, self._at(node, i + 1)) for i, value in enumerate(self.leveled(values[1:], node)))]
        types = self.chosen(values[1], values[2], v.union(codes[1:]))
        parts = [v.inner(codes[0], v.OR, node), v.inner(codes[1], v.OR, node), v.inner(codes[2], v.CHOICE, node)]
        return v.around(parts, [*parts[0].pieces, (" ? ", node), *parts[1].pieces, (" : ", node), *parts[2].pieces], v.CHOICE, types)

    # ------------------------------------------------------------ folds

    def _fold(self, how: str, values: list[Any], node: ast.Call, start: Any) -> Any:
        if not values:
            raise self.refuse("RG0853", node, "there are no values to go over")
        if how == "add" and not (v.is_number(start) and start == 0):
            values = [start, *values]
        if not any(v.is_symbolic(value) or isinstance(value, Coordinate) for value in values):
            total = values[0]
            for value in values[1:]:
                total = _names.KNOWN_FOLDS[how](total, value)
            return total
        at = node.args[0].elt if node.args and isinstance(node.args[0], ast.GeneratorExp) else node
        least = {"add": v.PRODUCT, "product": v.PREFIX, "any": v.AND, "all": v.AND + 1}.get(how, v.CHOICE)
        codes = [self.code_of(value, at) for value in values]
        types = v.union(codes)
        if how == "add" and any(code.is_truth for code in codes) and all(code.is_truth or v.is_number(value) for code, value in zip(codes, values)):
            codes = [v.called("int32", [code], node, v.PLACE) if code.is_truth else code for code in codes]  # as in Python, a count
        elif how == "add" and all(not code.types or v.may_be_truth(code.types) for code in codes) and len({code.types for code in codes if code.types}) == 1:
            codes = [self.as_number(code, node) for code in codes]
        elif how in ("add", "product") and any(v.may_be_truth(code.types) for code in codes):
            return self._in_turn("+" if how == "add" else "*", codes, node)
        terms = [v.inner(code, least, node) for code in codes]
        if len(terms) == 1:
            return terms[0]
        if how in ("min", "max"):
            return v.called(how, terms, node)
        sign, binds = {"add": (" + ", v.SUM), "product": ("*", v.PRODUCT), "any": (" || ", v.OR), "all": (" && ", v.AND)}[how]
        return v.joined(terms, sign, node, binds, v.TRUTH if how in ("any", "all") else None)

    def _in_turn(self, sign: str, codes: list[Code], node: ast.Call) -> Code:
        """A sum or product by operators, for terms that may be conditions next to numbers."""
        if sign == "+":
            codes = [v.called("int32", [code], node, frozenset({v.Total(v.TRUTH)})) if code.is_truth else self.as_number(code, node) for code in codes]
        total: Any = codes[0]
        for code in codes[1:]:
            total = self.operated(sign, v.SUM if sign == "+" else v.PRODUCT, total, code, node)
        return total  # type: ignore[no-any-return]

    def table_entry(self, values: Any, index: Any, node: ast.Subscript | ast.Call) -> Code:
        """Reads a list at an index that is data."""
        try:
            array = np.asarray(values)
        except ValueError:
            array = np.empty(0, object)
        if array.ndim != 1 or array.size == 0 or array.dtype.kind not in "biuf":
            raise self.refuse("RG0853", node, f"{ast.unparse(node)}: an index that is data needs a list of numbers with one axis",
                              "make a larger array a parameter of the function, annotated Field")
        name = self.table(array, ast.unparse(node.value) if isinstance(node, ast.Subscript) else "table",
                          isinstance(values, np.ndarray), node)
        code = self.code_of(index, node.slice if isinstance(node, ast.Subscript) else node.args[1])
        types = frozenset({v.type_of_dtype(array.dtype) or ""}) if isinstance(values, np.ndarray) else v.OPEN
        return v.around([code], [(name + "[", node), *code.pieces, ("]", node)], v.CALL, types)

    def table(self, values: Array, base: str, is_typed: bool, node: ast.AST) -> str:
        raise NotImplementedError
