"""Expressions of a GT4Py program, in both of its front ends."""
from __future__ import annotations

import ast
from typing import Any, Callable

from . import _gt4py_values as g
from ._gt4py_source import Dimension, FieldType, Function, Lib, Names, Shift, Unknown, number_of
from ._gt4py_values import Expr, Unfit
from ._source import Source
from ._values import Refused, is_number

_INFIX = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_MOST_CALLS = 40
FAULTY = object()  # the value of a name whose statement has a fault


class Variable:
    """A name of the program for an array that statements assign. `key` tells variables of several calls apart."""

    def __init__(self, key: str) -> None:
        self.key = key


class Expressions:
    """Reads expressions with the names of the function at hand."""

    truths: dict[type, str] = {}  # operators of truth values that the front end has besides `and` and `or`

    def __init__(self, source: Source, names: Names, floats: str, ints: str) -> None:
        self.source = source  # which collects the faults
        self.names = names
        self.floats, self.ints = floats, ints  # types of numbers without a type
        self.locals: dict[str, Any] = {}
        self.depth = 0  # depth of nested calls
        self.doubles: list[ast.AST] = []  # numbers of float64 that make an operation on float32 wider

    # ------------------------------------------------------------ faults

    def refuse(self, code: str, node: ast.AST, text: str, *notes: str) -> Refused:
        self.source.fault(code, node, text, *notes)
        return Refused()

    def fit(self, node: ast.AST, work: Callable[[], Expr]) -> Expr:
        """Runs work(), an operation on values: one that has no meaning becomes a fault."""
        try:
            return work()
        except Unfit as error:
            raise self.refuse(error.code, node, error.text, *error.notes) from None

    def constant(self, node: ast.expr) -> Any:
        """A value that is known when the program is read."""
        known = {name: value for name, value in self.locals.items() if not isinstance(value, (Expr, Variable))}
        known.update({name: value.value for name, value in self.locals.items() if isinstance(value, g.Number)})
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(self.locals.get(part.id), (Variable, Expr)) and part.id not in known:
                raise self.refuse("RG0618", part, f"{part.id!r} is not known when the program is read", "use a number, or an external: values={\"n\": 3}")
        try:
            return self.names.evaluate(node, known)
        except Unknown as error:
            raise self.refuse("RG0615", node, str(error)) from None

    # ------------------------------------------------------------ values

    def read(self, node: ast.expr) -> Any:
        """An Expr, a tuple of values, or an object that is known when the program is read."""
        method = getattr(self, "_" + type(node).__name__, None)
        if method is None:
            raise self.refuse("RG0618", node, "this expression is not imported", "imported are reads, numbers, + - * / % **, comparisons, "
                              "and or not, a if c else b, calls of functions")
        return method(node)

    def value(self, node: ast.expr) -> Expr:
        return self.valued(self.read(node), node)

    def valued(self, value: Any, node: ast.AST) -> Expr:
        if isinstance(value, Expr):
            return value
        number = number_of(value, self.floats, self.ints)
        if number is None:
            what = f"{value} is not a value" if isinstance(value, Lib) else f"{ast.unparse(node)} is not a number or field"
            raise self.refuse("RG0616", node, what)
        found, dtype = number
        return self.fit(node, lambda: g.number(found, dtype, node))

    def _Constant(self, node: ast.Constant) -> Any:
        if not is_number(node.value):
            raise self.refuse("RG0616", node, f"{ast.unparse(node)} is not a number")
        return self.valued(node.value, node)

    def _Name(self, node: ast.Name) -> Any:
        if node.id in self.locals:
            found = self.locals[node.id]
            if found is FAULTY:
                raise Refused()
            return self.at(found, g.HERE, node) if isinstance(found, Variable) else found
        try:
            found = self.names.value(node.id)
        except Unknown as error:
            raise self.refuse("RG0615", node, str(error), "an external or parameter gets a value by values={\"" + node.id + "\": ...}") from None
        return self.valued(found, node) if is_number(found) else self.special(found, node)

    def special(self, found: Any, node: ast.AST) -> Any:
        return found

    def at(self, variable: Variable, offset: g.Offset, node: ast.AST) -> Expr:
        raise NotImplementedError

    def _Attribute(self, node: ast.Attribute) -> Any:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and isinstance(self.locals.get(root.id), (Variable, Expr)):
            raise self.refuse("RG0618", node, f"{ast.unparse(node)} is not imported",
                              "matrices, data dimensions and absolute indices have no meaning in a stencil of rtlgen")
        return self.constant(node)

    def _Tuple(self, node: ast.Tuple) -> Any:
        return tuple(self.read(one) for one in node.elts)

    # ------------------------------------------------------------ operators

    def meet(self, left: Expr, right: Expr, node: ast.AST) -> None:
        """Two operands: remembers numbers of float64 that meet float32."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one, g.Number) and one.dtype == "float64" and other.dtype == "float32" and not isinstance(other, g.Number):
                self.doubles.append(one.node)

    def _BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if not isinstance(node.op, ast.Pow):
            self.meet(left, right, node)
        if type(node.op) in self.truths:
            return self._infix(self.truths[type(node.op)], left, right, node)
        if isinstance(node.op, ast.Mod):
            return self.fit(node, lambda: g.remainder(node, left, right))
        if isinstance(node.op, ast.Pow):
            return self.fit(node, lambda: g.power(node, left, right))
        symbol = _INFIX.get(type(node.op))
        if symbol is None:
            raise self.refuse("RG0618", node, "this operator is not imported", "operators are + - * / % ** and comparisons; for truth values: and, or, not")
        return self._infix(symbol, left, right, node)

    def _infix(self, symbol: str, left: Expr, right: Expr, node: ast.AST) -> Expr:
        return self.fit(node, lambda: g.infix(symbol, left, right, node))

    def _UnaryOp(self, node: ast.UnaryOp) -> Any:
        operand = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return self.fit(node, lambda: g.negated(operand, node))
        if isinstance(node.op, ast.Not) or isinstance(node.op, ast.Invert) and self.truths:
            return self.fit(node, lambda: g.inverted(operand, node))
        if isinstance(node.op, ast.UAdd):
            return operand
        raise self.refuse("RG0618", node, "`~` is not imported", "for truth values write `not`")

    def _Compare(self, node: ast.Compare) -> Any:
        values = [self.value(one) for one in (node.left, *node.comparators)]
        found: Expr | None = None
        for op, left, right in zip(node.ops, values, values[1:]):
            symbol = _COMPARE.get(type(op))
            if symbol is None:
                raise self.refuse("RG0618", node, "this comparison is not imported", "comparisons are < <= > >= == !=")
            self.meet(left, right, node)
            one = self._infix(symbol, left, right, node)
            found = one if found is None else self._infix("&&", found, one, node)
        return found

    def _BoolOp(self, node: ast.BoolOp) -> Any:
        symbol = "&&" if isinstance(node.op, ast.And) else "||"
        found = self.value(node.values[0])
        for one in node.values[1:]:
            found = self._infix(symbol, found, self.value(one), node)
        return found

    def _IfExp(self, node: ast.IfExp) -> Any:
        test, one, other = self.value(node.test), self.value(node.body), self.value(node.orelse)
        return self.fit(node, lambda: g.chosen(test, one, other, node))

    # ------------------------------------------------------------ calls

    def _Call(self, node: ast.Call) -> Any:
        called = self.callee(node)
        if isinstance(called, Function):
            return self.inlined(called, node)
        if isinstance(called, Lib):
            return self.of_library(str(called), node)
        if callable(called) and all(isinstance(self.read(one), g.Number) for one in node.args):  # math.sqrt(2.0) of a constant
            return self.valued(self.constant(node), node)
        raise self.refuse("RG0618", node, f"{ast.unparse(node.func)}() is not a function that is imported")

    def callee(self, node: ast.Call) -> Any:
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr == "at":
            raise self.refuse("RG0618", node, "an absolute index along K is not imported", "give the level as a field without K")
        if isinstance(func, ast.Name) and func.id not in self.locals:
            try:
                found = self.names.value(func.id)
            except Unknown as error:
                found = Lib(func.id)
                if func.id not in g.FUNCTIONS and func.id not in g.FORMULAS:
                    raise self.refuse("RG0615", func, str(error)) from None
            if isinstance(found, str) and not isinstance(found, Lib) and found in self.names.bindings:  # an external that names a function
                return self.names.value(found)
            return found
        return self.constant(func) if not isinstance(func, ast.Name) else self.locals[func.id]

    def of_library(self, name: str, node: ast.Call) -> Any:
        name = {"float": self.floats, "int": self.ints}.get(name, name)
        if name in g.FORMULAS:
            raise self.refuse("RG0618", node, f"the language has no {name}()", g.FORMULAS[name])
        if name not in g.FUNCTIONS:
            raise self.refuse("RG0618", node, f"{name}() is not imported", f"functions are {', '.join(sorted(set(g.FUNCTIONS) - set(g.RANKS)))}, "
                              "casts, and functions of the program")
        if node.keywords:
            raise self.refuse("RG0616", node, f"{name}() has no argument {node.keywords[0].arg}")
        arguments = [self.value(one) for one in node.args]
        if len(arguments) == 2:
            self.meet(arguments[0], arguments[1], node)
        try:
            return g.FUNCTIONS[name](node, *arguments)
        except TypeError:
            raise self.refuse("RG0616", node, f"{name}() does not take {len(arguments)} arguments") from None
        except Unfit as error:
            raise self.refuse(error.code, node, error.text, *error.notes) from None

    def arguments_of(self, function: Function, node: ast.Call) -> dict[str, Any]:
        """Arguments by parameter, defaults included: Variables for names of arrays, else values."""
        given = function.tree.args
        names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        if given.vararg or given.kwarg or len(node.args) > len(names) or any(isinstance(one, ast.Starred) for one in node.args):
            raise self.refuse("RG0616", node, f"the arguments do not match those of {function.tree.name}()")
        bound = dict(zip(names, node.args))
        for keyword in node.keywords:
            if keyword.arg not in names or keyword.arg in bound:
                raise self.refuse("RG0616", node, f"{function.tree.name}() has no argument {keyword.arg}, or has it already")
            bound[keyword.arg] = keyword.value
        values: dict[str, Any] = {name: self.argument(one) for name, one in bound.items()}
        defaults = dict(zip([one.arg for one in (*given.posonlyargs, *given.args)][::-1], given.defaults[::-1]))
        defaults.update({one.arg: default for one, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None})
        for name in names:
            if name not in values:
                if name not in defaults:
                    raise self.refuse("RG0616", node, f"{function.tree.name}() lacks the argument {name}")
                try:
                    values[name] = function.names.evaluate(defaults[name])
                except Unknown as error:
                    raise self.refuse("RG0615", defaults[name], str(error)) from None
                number = number_of(values[name], self.floats, self.ints)
                if number is not None:
                    values[name] = self.valued(values[name], defaults[name])
        return values

    def argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name) and isinstance(self.locals.get(node.id), Variable):
            return self.locals[node.id]
        return self.read(node)

    def inlined(self, function: Function, node: ast.Call) -> Any:
        """The value of a call of a function of the program."""
        arguments = self.arguments_of(function, node)
        if self.depth >= _MOST_CALLS:
            raise self.refuse("RG0628", node, f"{function.tree.name}() calls itself, or more than {_MOST_CALLS} calls are nested")
        kept = self.names, self.locals
        self.names, self.locals = function.names, {}
        self.depth += 1
        try:
            return self.body_of(function, arguments, node)
        finally:
            self.depth -= 1
            self.names, self.locals = kept

    def body_of(self, function: Function, arguments: dict[str, Any], node: ast.Call) -> Any:
        raise NotImplementedError


def is_text(node: ast.stmt) -> bool:
    """A docstring, or another text that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


__all__ = ["Dimension", "Expressions", "FieldType", "Shift", "Variable", "is_text"]
