"""Expressions of a stencil's body, written in the language. Every piece of text keeps the node that it is of."""
from __future__ import annotations

import ast
import difflib
import math
from dataclasses import dataclass, field
from typing import Any, Iterator

import numpy as np

from . import _names
from ._source import Source
from ._types import Coordinate, Type

Pieces = list[tuple[str, ast.AST]]

_BINARY = {ast.Mult: ("*", 10), ast.Div: ("/", 10), ast.Add: ("+", 9), ast.Sub: ("-", 9), ast.LShift: ("<<", 8),
           ast.RShift: (">>", 8), ast.BitAnd: ("&", 5), ast.BitXor: ("^", 4), ast.BitOr: ("|", 3)}
_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "!"}
_AND, _OR, _CHOICE, _CALL, _PREFIX, _PRODUCT, _SHIFT = 2, 1, 0, 12, 11, 10, 8
_MOST_TERMS = 1000


@dataclass
class Code:
    """Text in the language, how tightly it binds, and the names of arrays that it reads."""

    pieces: Pieces
    binds: int = _CALL
    reads: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)


class Refused(Exception):
    """A fault was noted; the expression has no text."""


class Expressions:
    """Reads expressions. `arrays` and `scalars` are the names of fields and temporaries, and of parameters, so far."""

    def __init__(self, source: Source, numpy_order: bool) -> None:
        self.source = source
        self.numpy_order = numpy_order
        self.arrays: set[str] = set()
        self.scalars: set[str] = set()
        self.turns: dict[str, Any] = {}  # variables of the folds around the expression

    def refuse(self, code: str, node: ast.AST, text: str, *notes: str) -> Refused:
        self.source.fault(code, node, text, *notes)
        return Refused()

    # ------------------------------------------------------------ pieces

    def read(self, node: ast.expr) -> Code:
        method = getattr(self, "_" + type(node).__name__, None)
        if method is None:
            raise self.refuse("RG0853", node, "this expression has no meaning in a stencil",
                              "what can be written: reads t[-1, 0], numbers, + - * /, comparisons, and or not, a if c else b, calls")
        return method(node)

    def _inner(self, node: ast.expr, least: int) -> Code:
        """In parentheses where it binds less tightly than `least`."""
        code = self.read(node)
        return code if code.binds >= least else Code([("(", node), *code.pieces, (")", node)], _CALL, code.reads)

    @staticmethod
    def _joined(parts: list[Code], between: str, node: ast.AST, binds: int) -> Code:
        pieces: Pieces = []
        for i, part in enumerate(parts):
            if i > 0:
                pieces.append((between, node))
            pieces += part.pieces
        return Code(pieces, binds, set().union(*(part.reads for part in parts)))

    def _called(self, name: str, arguments: list[Code], node: ast.AST) -> Code:
        inner = self._joined(arguments, ", ", node, _CALL)
        return Code([(name + "(", node), *inner.pieces, (")", node)], _CALL, inner.reads)

    def number(self, value: Any, node: ast.AST) -> Code:
        """A number as a literal: the decimal text that Python prints."""
        if isinstance(value, (np.bool_, np.integer, np.floating)):
            value = value.item()
        if isinstance(value, bool):
            return Code([(str(int(value)), node)])
        if not math.isfinite(value):
            raise self.refuse("RG0853", node, f"{value} is no constant of the language")
        text = repr(value)
        if "e" in text:  # the language's exponents have no plus and no leading zero
            mantissa, exponent = text.split("e")
            text = f"{mantissa}e{int(exponent)}"
        return Code([(f"({text})" if text.startswith("-") else text, node)])

    # ------------------------------------------------------------ leaves

    def _Constant(self, node: ast.Constant) -> Code:
        if isinstance(node.value, (bool, int, float)):
            return self.number(node.value, node)
        raise self.refuse("RG0853", node, f"{node.value!r} is no number")

    def _Name(self, node: ast.Name) -> Code:
        if node.id in self.turns:
            return self.number(self.turns[node.id], node)
        if node.id in self.arrays:
            return Code([(node.id, node)], _CALL, {node.id})
        if node.id in self.scalars:
            return Code([(node.id, node)])
        if node.id not in self.source.names:
            near = difflib.get_close_matches(node.id, [*self.arrays, *self.scalars], 1)
            notes = [f"did you mean {near[0]!r}?"] if near else []
            if node.id in ("x", "y", "z", "nx", "ny", "nz", "step"):
                notes.append(f"for the coordinate: from rtlgen import {node.id}")
            raise self.refuse("RG0855", node, f"the name {node.id!r} is not defined", *notes)
        return self._value(self.source.names[node.id], node)

    def _Attribute(self, node: ast.Attribute) -> Code:
        return self._value(self._evaluated(node), node)

    def _value(self, value: Any, node: ast.expr) -> Code:
        if isinstance(value, (int, float, np.bool_, np.integer, np.floating)) and not isinstance(value, Type):
            return self.number(value, node)
        if isinstance(value, Coordinate):
            return Code([(value.name, node)])
        text = ast.unparse(node)
        if isinstance(value, (np.ndarray, list, tuple)):
            raise self.refuse("RG0853", node, f"{text} is data outside the stencil",
                              "make it a parameter of the function, annotated Field; of a list of coefficients read one, c[0]")
        raise self.refuse("RG0853", node, f"{text} is no number, field or parameter")

    def _evaluated(self, node: ast.expr) -> Any:
        """What Python knows when the stencil is read: numbers, modules, lists of coefficients."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id not in self.turns and (inner.id in self.arrays or inner.id in self.scalars):
                raise self.refuse("RG0854", inner, f"{inner.id!r} is not known when the stencil is read",
                                  "offsets, ranges and indices of lists are numbers of the program that defines the stencil")
        try:
            return self.source.evaluate(node, self.turns)
        except Exception as error:  # whatever the user's expression raises
            hints = []
            if isinstance(error, NameError):
                hints = ["offsets count from the cell itself: write t[-1, 0], not t[i-1, j]"]
            raise self.refuse("RG0855", node, f"{ast.unparse(node)}: {error}", *hints) from None

    def _Subscript(self, node: ast.Subscript) -> Code:
        if isinstance(node.value, ast.Name) and node.value.id in self.arrays:
            return self._at_offset(node, node.value.id)
        if isinstance(node.value, ast.Name) and node.value.id in self.scalars:
            raise self.refuse("RG0854", node, f"{node.value.id!r} is one number; it is not read at an offset")
        try:
            return self._value(self._evaluated(node), node)
        except IndexError:
            raise self.refuse("RG0854", node, "the index is beyond the list") from None

    def _at_offset(self, node: ast.Subscript, name: str) -> Code:
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        offsets = []
        for entry in entries:
            if isinstance(entry, ast.Slice):
                raise self.refuse("RG0854", entry, "a slice is no offset",
                                  "a stencil is computed for every cell: write the offset of the cell that is read, t[-1, 0]")
            value = self._evaluated(entry)
            if isinstance(value, Coordinate):
                raise self.refuse("RG0854", entry, f"{value.name} is no offset", "offsets count from the cell itself: t[-1, 0]")
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
                raise self.refuse("RG0854", entry, f"{value!r} is no whole number, so it is no offset")
            offsets.append((str(int(value)), entry))
        pieces: Pieces = [(name, node.value), ("[", node)]
        for i, offset in enumerate(reversed(offsets) if self.numpy_order else offsets):
            pieces += [(",", node)] * (i > 0) + [offset]
        return Code([*pieces, ("]", node)], _CALL, {name})

    # ------------------------------------------------------------ operators

    def _UnaryOp(self, node: ast.UnaryOp) -> Code:
        inner = self._inner(node.operand, _PREFIX)
        if inner.text[0] in "+-":
            inner = Code([("(", node), *inner.pieces, (")", node)], _CALL, inner.reads)
        return Code([(_UNARY[type(node.op)], node), *inner.pieces], _PREFIX, inner.reads)

    def _BinOp(self, node: ast.BinOp) -> Code:
        if isinstance(node.op, ast.Pow):
            return self._power(node)
        if type(node.op) not in _BINARY:
            sign = {ast.Mod: ("%", "rem(a, b) of rtlgen, whose sign is that of a"),
                    ast.FloorDiv: ("//", "quot(a, b) of rtlgen, which truncates, or floor(a / b)")}.get(type(node.op))
            if sign is None:
                raise self.refuse("RG0853", node, "a product of matrices is no operator of a stencil")
            raise self.refuse("RG0853", node, f"Python's {sign[0]} rounds down, which no operator of the language does", f"write {sign[1]}")
        text, binds = _BINARY[type(node.op)]
        left, right = self._inner(node.left, binds), self._inner(node.right, binds + 1)
        return self._joined([left, right], f" {text} " if binds < _PRODUCT else text, node, binds)

    def _power(self, node: ast.BinOp) -> Code:
        exponent = node.right.value if isinstance(node.right, ast.Constant) else None
        if exponent == 2:
            return self._joined([self._inner(node.left, _PREFIX)] * 2, "*", node, _PRODUCT)
        if exponent == 0.5:
            return self._called("sqrt", [self.read(node.left)], node)
        return self._called("pow", [self.read(node.left), self.read(node.right)], node)

    def _Compare(self, node: ast.Compare) -> Code:
        parts = []
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            if type(op) not in _COMPARE:
                raise self.refuse("RG0853", node, "`is` and `in` have no meaning in a stencil", "compare numbers: ==, <, >")
            sides = [self._inner(left, _SHIFT), self._inner(right, _SHIFT)]
            parts.append(self._joined(sides, f" {_COMPARE[type(op)]} ", node, 6 if type(op) in (ast.Eq, ast.NotEq) else 7))
        return parts[0] if len(parts) == 1 else self._joined(parts, " && ", node, _AND)

    def _BoolOp(self, node: ast.BoolOp) -> Code:
        binds, text = (_AND, " && ") if isinstance(node.op, ast.And) else (_OR, " || ")
        return self._joined([self._inner(value, binds + 1) for value in node.values], text, node, binds)

    def _IfExp(self, node: ast.IfExp) -> Code:
        return self._choice(node.test, node.body, node.orelse, node)

    def _choice(self, test: ast.expr, a: ast.expr, b: ast.expr, node: ast.AST) -> Code:
        first, second, third = self._inner(test, _OR), self._inner(a, _OR), self._inner(b, _CHOICE)
        pieces = [*first.pieces, (" ? ", node), *second.pieces, (" : ", node), *third.pieces]
        return Code(pieces, _CHOICE, first.reads | second.reads | third.reads)

    # ------------------------------------------------------------ calls

    def _Call(self, node: ast.Call) -> Code:
        called = self._callee(node)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.refuse("RG0853", node, "arguments of a function stand by themselves, without names and stars")
        if isinstance(called, Type):
            return self._called(str(called), [self.read(a) for a in node.args], node)
        if called in _names.REFUSED:
            raise self.refuse("RG0853", node, f"{ast.unparse(node.func)}() has no meaning in a stencil", _names.REFUSED[called])
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and called in _names.FOLDS:
            return self._fold(_names.FOLDS[called], node.args[0], node)
        if called in _names.WHERE and len(node.args) == 3:
            return self._choice(*node.args, node)  # type: ignore[arg-type]
        if called in _names.OPERATORS and len(node.args) == 2:
            sides = [self._inner(node.args[0], _PRODUCT), self._inner(node.args[1], _PRODUCT + 1)]
            return self._joined(sides, _names.OPERATORS[called], node, _PRODUCT)
        if called not in _names.FUNCTIONS:
            raise self.refuse("RG0853", node, f"{ast.unparse(node.func)}() is no function that a stencil can call",
                              "these are: " + ", ".join(_names.names()) + "; and casts, f32(a)")
        return self._called(_names.FUNCTIONS[called], [self.read(a) for a in node.args], node)

    def _callee(self, node: ast.Call) -> Any:
        func = node.func
        if isinstance(func, ast.Name) and func.id not in self.source.names or not isinstance(func, (ast.Name, ast.Attribute)):
            name = ast.unparse(func)
            near = difflib.get_close_matches(name, _names.names(), 1)
            notes = [f"did you mean {near[0]!r}?"] if near else ["these are: " + ", ".join(_names.names()) + "; and casts, f32(a)"]
            raise self.refuse("RG0853", node, f"{name}() is not defined", *notes)
        called = self._evaluated(func)
        try:
            hash(called)
        except TypeError:
            raise self.refuse("RG0853", node, f"{ast.unparse(func)} is no function") from None
        return called

    def _fold(self, how: str, generator: ast.GeneratorExp, node: ast.Call) -> Code:
        least = {"add": _PRODUCT, "product": _PREFIX, "any": _AND, "all": _AND + 1}.get(how, _CHOICE)
        terms = [self._inner(generator.elt, least) for _ in self._each(list(generator.generators), node)]
        if not terms:
            raise self.refuse("RG0853", node, "there is nothing to go over")
        if len(terms) > _MOST_TERMS:
            raise self.refuse("RG0853", node, f"{len(terms)} terms; at most {_MOST_TERMS} are written out")
        if len(terms) == 1:
            return terms[0]
        if how in ("min", "max"):
            return self._called(how, terms, node)
        sign, binds = {"add": (" + ", 9), "product": ("*", _PRODUCT), "any": (" || ", _OR), "all": (" && ", _AND)}[how]
        return self._joined(terms, sign, node, binds)

    def _each(self, loops: list[ast.comprehension], node: ast.AST) -> Iterator[None]:
        """Sets the variables of the loops to their values, one after the other."""
        if not loops:
            yield None
            return
        loop = loops[0]
        if not isinstance(loop.target, ast.Name):
            raise self.refuse("RG0853", loop.target, "a fold goes over one number at a time")
        name, before = loop.target.id, dict(self.turns)
        values = self._evaluated(loop.iter)
        if not isinstance(values, (range, list, tuple)):
            raise self.refuse("RG0853", loop.iter, "a fold goes over a range or a list of numbers, not over data",
                              "sum(t[k, 0] for k in range(-1, 2))")
        for value in list(values)[:_MOST_TERMS + 1]:
            self.turns = {**before, name: value}
            if all(self._evaluated(test) for test in loop.ifs):
                yield from self._each(loops[1:], node)
        self.turns = before

