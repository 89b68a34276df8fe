"""Operators of two values: + - * / // % **, with the results of Python and NumPy."""
from __future__ import annotations

import ast
from typing import Any

from . import _values as v
from ._expressions import PYTHON, Expressions
from ._types import Coordinate
from ._values import Code, Ref

_BINARY = {ast.Mult: ("*", 10), ast.Div: ("/", 10), ast.Add: ("+", 9), ast.Sub: ("-", 9), ast.LShift: ("<<", 8),
           ast.RShift: (">>", 8), ast.BitAnd: ("&", 5), ast.BitXor: ("^", 4), ast.BitOr: ("|", 3)}
_SIGNS = "if (rem(a, b) != 0) & ((rem(a, b) < 0) != (b < 0)), with quot and rem of rtlgen"
_ROUNDS_DOWN: dict[type, tuple[str, str]] = {
    ast.FloorDiv: ("Python's // rounds down; the language has it only for integers and a constant above 0",
                   f"for floats, write floor(a / b); for other integers, quot(a, b), and 1 less {_SIGNS}"),
    ast.Mod: ("Python's % has the sign of the divisor; the language has it only for integers and a constant above 0",
              f"for floats, write a - b*floor(a / b); for other integers, rem(a, b), and b more {_SIGNS}")}


class Arithmetic(Expressions):
    """Reads operators."""

    def _BinOp(self, node: ast.BinOp) -> Any:
        return self.binary(node.op, self.read(node.left), self.read(node.right), node)

    def binary(self, op: ast.operator, left: Any, right: Any, node: Any) -> Any:
        if not any(v.is_symbolic(side) or isinstance(side, Coordinate) for side in (left, right)):
            return self.made(self._tried(lambda: PYTHON[type(op)](left, right), node))
        if isinstance(left, (list, tuple)) and (isinstance(op, ast.Add) and type(left) is type(right) or isinstance(op, ast.Mult) and isinstance(right, int)):
            return self.made(self._tried(lambda: PYTHON[type(op)](left, right), node))
        if isinstance(op, ast.Pow):
            return self.power(left, right, node)
        if type(op) not in _BINARY:
            divided = self._divided(op, left, right, node)
            if divided is not None:
                return divided
            if isinstance(op, ast.MatMult):
                raise self.refuse("RG0853", node, "a stencil has no matrix product", "write the sum of the products, sum(a*b for a, b in zip(p, q))")
            raise self.refuse("RG0853", node, *_ROUNDS_DOWN[type(op)])
        text, binds = _BINARY[type(op)]
        return self.operated(text, binds, left, right, node)

    def _divided(self, op: ast.operator, left: Any, right: Any, node: Any) -> Code | None:
        """`//` and `%` of integers by a constant above 0, with Python's results; None: another division."""
        if not isinstance(op, (ast.Mod, ast.FloorDiv)) or not v.is_number(right) or not isinstance(v.plain(right), int) or v.plain(right) < 1:
            return None
        is_open = isinstance(left, (Code, Ref)) and v.is_open(left.types)
        if not isinstance(left, Coordinate) and not self.is_integer(left) and not is_open:
            return None
        if is_open:  # the lines below are right for all integers
            self.check(left, v.is_not_integer, node, *_ROUNDS_DOWN[type(op)])
        by, is_rest = int(v.plain(right)), isinstance(op, ast.Mod)
        if isinstance(left, Coordinate) or all(name.startswith("uint") for name in left.types):
            return self.operated("%" if is_rest else "/", v.PRODUCT, left, by, node, is_whole=True)
        if by & (by - 1) == 0:  # in two's complement
            sign, binds, number = ("&", 5, by - 1) if is_rest else (">>", v.SHIFT, by.bit_length() - 1)
            return self.operated(sign, binds, left, number, node)
        code = self.held(self.code_of(left, node), "value", node)
        rest, below = self.operated("%", v.PRODUCT, code, by, node), self.number(0, node)
        less = v.joined([rest, below], " < ", node, 7, v.TRUTH)
        value = rest if is_rest else self.operated("/", v.PRODUCT, code, by, node, is_whole=True)
        other = self.operated("+", v.SUM, value, by, node) if is_rest else self.operated("-", v.SUM, value, 1, node)
        chosen: Code = self.choice(less, other, value, node)
        return chosen

    def operated(self, text: str, binds: int, left: Any, right: Any, node: Any, is_whole: bool = False) -> Code:
        """Two values around an operator of the language; `is_whole`: a quotient of integers."""
        if not is_whole and text in ("+", "-", "*", "/"):
            left, right = self.leveled([left, right], node, text == "/")
        first, second = getattr(node, "left", node), getattr(node, "right", node)
        codes = [self.code_of(left, first), self.code_of(right, second)]
        codes = [self.as_number(code, node) if v.is_whole_number(other) or v.is_bit(code.types) else code for code, other in zip(codes, (right, left))]
        is_known = all(code.is_truth or not v.is_open(code.types) for code in codes)
        if text in "+-*/" and is_known and codes[0].is_truth != codes[1].is_truth and codes[0].types and codes[1].types:
            codes = [self.choice(c, 1, 0, node) if c.is_truth else c for c in codes]  # a truth value next to a number is 1 or 0
        types = v.union(codes)
        if text == "/" and not is_whole and all(v.may_be_truth(code.types) for code in codes):
            self.check(Code([], types=types), v.is_condition, node, "NumPy's / of bools is a float64", "cast them: f32(a)/f32(b)")
        if text in "+-*/" and not is_known and codes[0].types and codes[1].types and codes[0].types != codes[1].types:
            codes = [self._lone(code, other.types, node) for code, other in (codes, codes[::-1])]
            types = frozenset({v.Numbers(types)})
        if text in "+-" and all(c.is_truth or v.is_open(c.types) for c in codes):
            found = self._of_conditions(text, codes, node)
        else:
            sides = [v.inner(codes[0], binds, node), v.inner(codes[1], binds + 1, node)]
            found = v.joined(sides, f" {text} " if binds < v.PRODUCT else text, node, binds, sides[0].types if text in ("<<", ">>") else None)
        return v.around([found], found.pieces, found.binds, types) if v.is_open(types) and text not in ("<<", ">>") else found

    def as_number(self, code: Code, node: Any) -> Code:
        """A value next to a whole number, with which NumPy makes a number of a condition."""
        if code.is_truth:
            return v.called("int32", [code], node, v.PLACE)
        if not v.may_be_truth(code.types):
            return code
        pieces = [(v.Deferred("", code.types, v.if_condition, "int32(", ""), node), *code.pieces, (v.Deferred("", code.types, v.if_condition, ")", ""), node)]
        return v.around([code], pieces, code.binds, frozenset({v.Total(code.types)}))

    @staticmethod
    def _lone(code: Code, others: v.Types, node: Any) -> Code:
        """A value next to one of the types `others`: if only it is a condition, it is 1 or 0; a number of conditions is a float
        next to one."""
        if code.types and all(isinstance(name, v.Total) for name in code.types):
            code = v.inner(code, v.CALL, node)
            first, last = (v.Deferred("", frozenset({v.Counted(code.types, others)}), v.if_float_type, text) for text in ("{}(", ")"))
            return v.around([code], [(first, node), *code.pieces, (last, node)], v.CALL, code.types)
        if not v.may_be_truth(code.types):
            return code
        code, alone = v.inner(code, v.OR, node), frozenset({v.Lone(code.types, others)})
        first, last = (v.Deferred("", alone, v.if_condition, text, "") for text in ("(", " ? 1 : 0)"))
        return v.around([code], [(first, node), *code.pieces, (last, node)], code.binds, code.types)

    def _of_conditions(self, text: str, codes: list[Code], node: Any) -> Code:
        """Adds or subtracts values that are, or may be, conditions: NumPy's + of conditions is `or`, and it has no -."""
        types = v.union(codes)
        if text == "-":
            self.check(Code([], types=types), v.is_condition, node, "NumPy has no - of bools", "write a ^ b, or cast them: i32(a) - i32(b)")
        sides = [v.inner(codes[0], v.SUM, node), v.inner(codes[1], v.SUM + 1, node)]
        if not v.is_open(types):
            return v.joined(sides, " || ", node, v.OR, v.TRUTH)
        if text == "-":
            return v.joined(sides, " - ", node, v.SUM)
        first, sign, last = (v.Deferred(shown, types, v.if_condition, condition, shown) for shown, condition in (("", "("), (" + ", " || "), ("", ")")))
        return v.around(sides, [(first, node), *sides[0].pieces, (sign, node), *sides[1].pieces, (last, node)], v.SUM, types)

    def power(self, base: Any, exponent: Any, node: Any) -> Code:
        """NumPy's power, by value: 2 and a name for 2 give the same."""
        number = v.plain(exponent) if v.is_number(exponent) else None
        self.check(base, v.is_condition, node, "NumPy's power of bools is a number of 8 bits", "cast it: i8(a)**2")
        if number is not None and v.is_symbolic(base):
            if number == 2:
                factor = v.inner(self.held(self.code_of(base, node), "base", node), v.PREFIX, node)
                return v.joined([factor] * 2, "*", node, v.PRODUCT)
            if number == 1:
                return self.code_of(base, node)
            if number == -1:
                self.check(base, v.is_whole, node, "an integer has no power of -1", "cast it to a float: f32(a)**-1")
                return self.operated("/", v.PRODUCT, 1, base, node)
            if number == 0.5:
                return v.called("sqrt", [self.code_of(base, node)], node)
            if isinstance(number, (int, float)) and number in range(3, 65 if self.is_integer(base) else 5):
                factor = v.inner(self.held(self.code_of(base, node), "base", node), v.PREFIX, node)
                return v.joined([factor] * int(number), "*", node, v.PRODUCT)
            if isinstance(number, int) and 4 < number < 65:
                return self._product_or_pow(base, number, node)
        return self._pow(base, exponent, node)

    def _product_or_pow(self, base: Any, number: int, node: Any) -> Code:
        """A product if the arrays are of integers, or else pow()."""
        code = self.held(self.code_of(base, node), "base", node)
        if not v.is_open(code.types) or any(isinstance(text, v.Deferred) or "\0" in text for text, _ in code.pieces):
            return self._pow(code, number, node)
        low, high = ("(", ")") if code.binds < v.PREFIX else ("", "")
        rest = high + f"*{low}{code.text}{high}"*(number - 1)
        first = v.Deferred("pow(", code.types, v.if_integer, f"({low}", "pow(")
        last = v.Deferred(f", {number})", code.types, v.if_integer, f"{rest})", f", {number})")
        return v.around([code], [(first, node), *code.pieces, (last, node)], v.CALL, code.types)

    def _pow(self, base: Any, exponent: Any, node: Any) -> Code:
        return v.called("pow", [self.code_of(base, node), self.code_of(exponent, node)], node)
