"""Expressions of a stencil's body. Python computes what it knows; the rest is written in the language."""
from __future__ import annotations

import ast
import difflib
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from . import _values as v
from ._numpy import METHODS
from ._source import Source
from ._types import Coordinate, Type
from ._values import Code, Ref, Refused

_METHODS = " and ".join(", ".join(sorted(METHODS)).rsplit(", ", 1))
PYTHON: dict[type, Callable[..., Any]] = {
    ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Add: operator.add, ast.Sub: operator.sub, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitXor: operator.xor, ast.BitOr: operator.or_,
    ast.Mod: operator.mod, ast.FloorDiv: operator.floordiv, ast.Pow: operator.pow, ast.MatMult: operator.matmul,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b, ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_UNARY = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
MOST_TURNS = 1000
_REDUCTIONS = ("sum", "mean", "max", "min", "any", "all", "std", "var", "prod", "argmax", "argmin", "ptp")
_CAN_BE = "supported are reads t[-1, 0], numbers, + - * /, comparisons, and or not, a if c else b, calls"


class Scope:
    """The values of names at a place in the code: numbers and other Python objects, Code, Ref."""

    def __init__(self, source: Source, names: dict[str, Any] | None = None) -> None:
        self.source = source
        self.names = names if names is not None else {}
        self.is_step = False  # the lines of the time step itself, not those of a helper or of a branch
        self.shown: dict[str, str] = {}  # names that are known only after a fault

    def branch(self, made: dict[int, Any]) -> Scope:
        """A scope for one side of an `if`, with lists that it can change alone; `made` lists those of the function."""
        copies: dict[int, Any] = {}
        return Scope(self.source, {name: self._copied(value, made, copies) for name, value in self.names.items()})

    @classmethod
    def _copied(cls, value: Any, made: dict[int, Any], copies: dict[int, Any]) -> Any:
        if id(value) not in made or not isinstance(value, (list, dict)):
            return value
        if id(value) not in copies:
            copy: Any = type(value)()
            copies[id(value)] = made[id(copy)] = copy
            if isinstance(value, dict):
                copy.update({key: cls._copied(entry, made, copies) for key, entry in value.items()})
            else:
                copy.extend(cls._copied(entry, made, copies) for entry in value)
        return copies[id(value)]


@dataclass(frozen=True)
class Check:
    """A fault of types that are known when the program is made. `is_bad`: a function of a module, for pickle; "{kind}" in the
    text is the type."""

    types: v.Types
    is_bad: Callable[[str | None], bool]
    node: ast.AST
    text: str
    notes: tuple[str, ...]


class Expressions:
    """Reads expressions in `self.scope`."""

    def __init__(self, source: Source, numpy_order: bool) -> None:
        self.source = source  # the stencil's source, which collects the faults
        self.numpy_order = numpy_order
        self.scope = Scope(source)
        self.axes = 0  # axes of the grid, as far as known from offsets
        self.checks: list[Check] = []
        self.own: dict[int, Any] = {}  # lists, dicts and arrays that the function has made, and may change

    def made(self, value: Any) -> Any:
        """A value that the function has made. It is kept, so that no other object gets its identity."""
        if isinstance(value, (list, dict, np.ndarray)):
            self.own[id(value)] = value
        return value

    def refuse(self, code: str, node: ast.AST, text: str, *notes: str) -> Refused:
        self.source.fault(code, node, text, *notes)
        return Refused()

    def check(self, value: Any, is_bad: Callable[[str | None], bool], node: ast.AST, text: str, *notes: str) -> None:
        """Refuses a value of some types, as soon as its type is known."""
        types = value.types if isinstance(value, (Code, Ref)) else v.NONE
        if v.is_open(types):
            self.checks.append(Check(types, is_bad, node, text, notes))
        elif types and is_bad(v.widest(types)):
            raise self.refuse("RG0853", node, v.told(text, v.widest(types)), *notes)

    def read(self, node: ast.expr) -> Any:
        """The value of an expression."""
        method = getattr(self, "_" + type(node).__name__, None)
        return method(node) if method is not None else self._python(node)

    def code(self, node: ast.expr) -> Code:
        """An expression as text in the language."""
        return self.code_of(self.read(node), node)

    def code_of(self, value: Any, node: ast.AST) -> Code:
        if isinstance(value, Code):
            return value
        if isinstance(value, Ref):
            return self._ref_code(value, node)
        if isinstance(value, Coordinate):
            return Code([(value.name, node)], types=v.PLACE)
        if v.is_number(value) and not isinstance(value, Type):
            return self.number(value, node)
        text = self._shown(node)
        if isinstance(value, v.Stale):
            raise self.refuse("RG0853", node, f"{text} was computed from {value.array} before that changed",
                              "with a border rule, a region or a sweep, a value must be computed in the line that uses it")
        if isinstance(value, (np.ndarray, list, tuple)) and not v.is_symbolic(value):
            if isinstance(node, (ast.List, ast.Tuple)):
                raise self.refuse("RG0853", node, f"{text} is a list, but a number is expected", _CAN_BE)
            raise self.refuse("RG0853", node, f"{text} is data outside the stencil",
                              "make it a parameter of the function, annotated Field; from a list of coefficients, read one, c[0]")
        if isinstance(value, (list, tuple, dict)):
            raise self.refuse("RG0853", node, f"{text} is a list, but a number is expected", "use one entry, or the sum of all")
        if isinstance(value, str) and not isinstance(value, Type):
            raise self.refuse("RG0853", node, f"{value!r} is not a number")
        raise self.refuse("RG0853", node, f"{text} is not a number, field or parameter")

    @staticmethod
    def _shown(node: ast.AST) -> str:
        try:
            return ast.unparse(node)
        except Exception:  # a node that is not an expression
            return "this"

    def number(self, value: Any, node: ast.AST) -> Code:
        """A number as a literal."""
        number = v.plain(value)
        if isinstance(number, float) and not np.isfinite(number):  # the language has no such constants
            zero = "0" if np.isnan(number) else "1" if number > 0 else "-1"
            return Code([(f"{v.FLOAT}({zero})/{v.FLOAT}(0)", node)], v.PRODUCT)
        text = v.number_text(number)
        return Code([(text, node)], v.PREFIX if text.startswith("-") else v.CALL)

    def _ref_code(self, ref: Ref, node: ast.AST) -> Code:
        name = node
        while isinstance(name, (ast.Subscript, ast.Attribute)):
            name = name.value
        pieces: v.Pieces = [(ref.name + (f".{ref.component}" if ref.component else ""), name)]
        if ref.offsets is not None:
            pieces.append(("[", node))
            for i, (offset, at) in enumerate(reversed(ref.offsets) if self.numpy_order else ref.offsets):
                pieces += [(",", node)] * (i > 0) + [(str(offset), at)]
            rest = [(f"{ref.rest}{len(ref.offsets)}", node)] if ref.rest else []
            pieces = [pieces[0], pieces[1], *rest, *pieces[2:]] if ref.rest == v.LOW else pieces + rest
            pieces.append(("]", node))
        moved = ref.offsets is not None and any(offset for offset, _ in ref.offsets)
        return Code(pieces, v.CALL, {ref.name}, ref.types, {ref.name} if moved else set())

    # ------------------------------------------------------------ leaves

    def _Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _Name(self, node: ast.Name) -> Any:
        names = self.scope.names
        if node.id in names:
            value = names[node.id]
            if value is Refused:
                raise self.refuse("RG0855", node, f"{node.id!r} has no value here", "assign it in both branches of the `if`, or before it")
            return Code([(text, node) for text, _ in value.pieces], value.binds, value.reads, value.types, value.at_offsets) \
                if isinstance(value, Code) and len(value.pieces) == 1 else value
        try:
            return self.scope.source.value(node.id)
        except NameError:
            pass
        known = [name for name, value in names.items() if isinstance(value, (Code, Ref))]
        near = difflib.get_close_matches(node.id, known, 1)
        notes = [f"did you mean {near[0]!r}?"] if near else []
        if node.id in ("x", "y", "z", "nx", "ny", "nz", "step"):
            notes.append(f"for the coordinate: from rtlgen import {node.id}")
        raise self.refuse("RG0855", node, f"the name {node.id!r} is not defined", *notes)

    def _Attribute(self, node: ast.Attribute) -> Any:
        value = self.read(node.value)
        if isinstance(value, Ref) and node.attr in value.components and not value.component:
            return Ref(value.name, value.types, value.offsets, node.attr)
        if isinstance(value, (Code, Ref)):
            notes = [f"components are: {', '.join(value.components)}"] if isinstance(value, Ref) and value.components else []
            if node.attr in _REDUCTIONS:
                notes.append("over the whole grid it is a monitor, @rtlgen.stencil(monitors={\"m\": Monitor(\"max\", \"t\")}) (docs/language_data.md)")
            raise self.refuse("RG0853", node, f"{self._shown(node)}: an array in a stencil is the value of one cell, "
                              "and lacks this attribute", *notes, f"its methods are {_METHODS}; functions accept it: abs(t)")
        return self._tried(lambda: getattr(value, node.attr), node)

    def _tried(self, work: Callable[[], Any], node: ast.AST, *hints: str) -> Any:
        """Runs work(), code of the user: an exception becomes a fault."""
        try:
            return work()
        except Exception as error:
            raise self.refuse("RG0855", node, f"{self._shown(node)}: {error}", *hints) from None

    def _python(self, node: ast.expr) -> Any:
        """Another kind of expression, if Python knows all of it."""
        known = {name: value for name, value in self.scope.names.items() if not v.is_symbolic(value) and value is not Refused}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.scope.names and part.id not in known:
                raise self.refuse("RG0853", node, "this expression is not supported in a stencil", _CAN_BE)
        return self._tried(lambda: self.scope.source.evaluate(node, known), node)

    def _Tuple(self, node: ast.Tuple | ast.List) -> Any:
        values: list[Any] = []
        for entry in node.elts:
            if isinstance(entry, ast.Starred):
                values += self.entries(self.read(entry.value), entry)
            else:
                values.append(self.read(entry))
        return tuple(values) if isinstance(node, ast.Tuple) else self.made(values)

    _List = _Tuple

    def _Dict(self, node: ast.Dict) -> Any:
        if any(key is None for key in node.keys):
            raise self.refuse("RG0853", node, "** is not supported here", "write out the entries")
        return self.made({self.read(key): self.read(value) for key, value in zip(node.keys, node.values) if key is not None})

    def entries(self, value: Any, node: ast.AST) -> list[Any]:
        """The values that a loop goes over."""
        if isinstance(value, (Code, Ref)) or isinstance(value, (str, dict, set)) or not hasattr(value, "__iter__"):
            raise self.refuse("RG0853", node, "a loop must go over a range or a list of numbers, not over data",
                              "sum(t[k, 0] for k in range(-1, 2))")
        found = []
        for entry in value:
            found.append(entry)
            if len(found) > 100 * MOST_TURNS:
                raise self.refuse("RG0853", node, f"more than {100 * MOST_TURNS} values to go over")
        return found

    # ------------------------------------------------------------ indices

    def _Subscript(self, node: ast.Subscript) -> Any:
        value = self.read(node.value)
        if isinstance(value, Ref):
            return self._at_offset(value, node)
        if isinstance(value, Code):
            what = f"{node.value.id!r} is one number" if isinstance(node.value, ast.Name) else f"{self._shown(node.value)} is a value"
            raise self.refuse("RG0854", node, f"{what}; it cannot be read at an offset",
                              "only fields and temporaries have offsets: assign the value on a separate line, d = ..., and read d[1, 0]")
        index = self.read(node.slice)
        if v.is_symbolic(index) or isinstance(index, Coordinate):
            return self.table_entry(value, index, node)
        try:
            return self.made(value[index]) if isinstance(index, slice) else value[index]
        except IndexError:
            raise self.refuse("RG0854", node, "the index is outside the list") from None
        except Exception as error:
            raise self.refuse("RG0855", node, f"{self._shown(node)}: {error}") from None

    def table_entry(self, values: Any, index: Any, node: ast.Subscript | ast.Call) -> Code:
        raise NotImplementedError

    def _Slice(self, node: ast.Slice) -> Any:
        parts = [None if part is None else self.read(part) for part in (node.lower, node.upper, node.step)]
        return slice(*parts)

    def _at_offset(self, ref: Ref, node: ast.Subscript) -> Ref:
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if entries and isinstance(entries[0], ast.Constant) and entries[0].value is Ellipsis:
            return self._component(ref, entries[1:], node)
        offsets: list[tuple[int, ast.AST]] = []
        for entry in entries:
            entry = entry.value if isinstance(entry, ast.Starred) else entry
            if isinstance(entry, ast.Slice):
                raise self.refuse("RG0854", entry, "a slice is not an offset",
                                  "a stencil is computed for every cell: write the offset of the cell that is read, t[-1, 0]; "
                                  "slices can be read where a part is assigned, new[1:-1, :] = t[2:, :]")
            value = self._offset(entry)
            offsets += [(self._whole(part, entry), entry) for part in (value if isinstance(value, (tuple, list)) else (value,))]
        if ref.offsets is not None:
            if len(ref.offsets) != len(offsets):
                raise self.refuse("RG0854", node, f"{v.counted(len(offsets), 'offset')} for a value that already has {len(ref.offsets)}")
            offsets = [(a + b, at) for (a, _), (b, at) in zip(ref.offsets, offsets)]
        self.axes = max(self.axes, len(offsets))
        return Ref(ref.name, ref.types, tuple(offsets), ref.component, ref.components)

    def _offset(self, entry: ast.expr) -> Any:
        for part in ast.walk(entry):
            if isinstance(part, ast.Name) and isinstance(self.scope.names.get(part.id), (Code, Ref)):
                raise self.refuse("RG0854", part, f"{part.id!r} is not known when the stencil is read",
                                  "offsets, ranges and list indices must be numbers that are known when the stencil is defined")
            if isinstance(part, ast.Name) and part.id not in self.scope.names and not self.scope.source.knows(part.id):
                raise self.refuse("RG0855", entry, f"{self._shown(entry)}: name {part.id!r} is not defined",
                                  "offsets count from the cell itself: write t[-1, 0], not t[i-1, j]")
        return self.read(entry)

    def _whole(self, value: Any, entry: ast.AST) -> int:
        if isinstance(value, Coordinate):
            raise self.refuse("RG0854", entry, f"{value.name} is not an offset", "offsets count from the cell itself: t[-1, 0]")
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            shown = self._shown(entry) if isinstance(value, (Code, Ref)) else repr(value)
            raise self.refuse("RG0854", entry, f"{shown} is not a whole number, so it cannot be an offset")
        return int(value)

    def _component(self, ref: Ref, entries: list[ast.expr], node: ast.Subscript) -> Ref:
        """t[..., 2]: a component of a vector by its number."""
        if not ref.components or ref.component or len(entries) != 1:
            raise self.refuse("RG0854", node, "`...` stands for the cell itself, before the component of a vector",
                              "t[..., 0]; a field is a vector if its annotation says so: Field[f32, components(3)]")
        number = self._whole(self._offset(entries[0]), entries[0])
        count = len(ref.components)
        if not -count <= number < count:
            raise self.refuse("RG0854", entries[0], f"there is no component {number}; there are {count}")
        return Ref(ref.name, ref.types, ref.offsets, ref.components[number])

    # ------------------------------------------------------------ operators

    def _UnaryOp(self, node: ast.UnaryOp) -> Any:
        value = self.read(node.operand)
        value = self.tested(value) if isinstance(node.op, ast.Not) else value
        if not v.is_symbolic(value) and not isinstance(value, Coordinate):
            return self._tried(lambda: PYTHON[type(node.op)](value), node)
        if isinstance(node.op, ast.Not):
            return self.negated(self.truth_of(value, node.operand), node)
        if isinstance(node.op, ast.USub):
            self.check(value, v.is_condition, node, "NumPy has no - of bools", "write ~a, or cast it: -i32(a)")
        return self._prefixed(_UNARY[type(node.op)], self.code_of(value, node.operand), node)

    @staticmethod
    def _prefixed(sign: str, code: Code, node: ast.AST) -> Code:
        code = v.inner(code, v.PREFIX, node)
        if code.text[0] in "+-":
            code = v.bracketed(code, node)
        return v.around([code], [(sign, node), *code.pieces], v.PREFIX, code.types)

    def inverted(self, value: Any, node: ast.AST) -> Code:
        """The bitwise complement, ~a."""
        return self._prefixed("~", self.code_of(value, node), node)

    @staticmethod
    def negated(code: Code, node: ast.AST) -> Code:
        code = v.inner(code, v.PREFIX, node)
        return v.around([code], [("!", node), *code.pieces], v.PREFIX, v.TRUTH)

    @staticmethod
    def tested(value: Any) -> Any:
        """A value as the test of a choice: Python knows whether a list is empty, whatever its entries are."""
        return bool(value) if isinstance(value, (list, tuple, dict)) else value

    def condition_of(self, value: Any, node: ast.AST) -> Code:
        """A value as a condition. The language checks a number, and says what to write instead."""
        return self.code_of(value, node)

    def truth_of(self, value: Any, node: ast.AST) -> Code:
        """Whether a value is not 0, as Python and NumPy take it in a choice."""
        code = self.code_of(value, node)
        return code if code.is_truth else v.joined([v.inner(code, v.SHIFT, node), self.number(0, node)], " != ", node, 6, v.TRUTH)

    def leveled(self, values: list[Any], node: ast.AST, is_float: bool = False) -> list[Any]:
        """Gives values one type, since Python does not mix types: next to floats, or in a quotient (`is_float`), coordinates
        become floats; NaN and infinity get the type of the others."""
        places = [isinstance(value, Coordinate) or isinstance(value, Code) and value.types == v.PLACE for value in values]
        open_codes = [isinstance(value, Code) and not value.types and v.FLOAT in value.text or isinstance(value, float) and not np.isfinite(value) for value in values]
        if not any(places) and not any(open_codes):
            return values
        others = [value for value, is_place in zip(values, places) if not is_place]
        types = frozenset[str]().union(*(value.types for value in others if isinstance(value, (Code, Ref))))
        if types and not v.is_open(types):
            kind = v.widest(types)
            cast = kind if kind is not None and v.is_float(kind) else ""
        else:
            cast = v.FLOAT if is_float or any(isinstance(v.plain(value), float) for value in others if v.is_number(value)) else v.OPEN_FLOAT if types else ""
        found = []
        for value, is_place, is_open in zip(values, places, open_codes):
            if is_place and cast == v.OPEN_FLOAT:
                kind_of = frozenset({v.Counted(v.PLACE, types)})
                code = v.inner(self.code_of(value, node), v.CALL, node)
                first, last = (v.Deferred("", kind_of, v.if_float_type, part) for part in ("{}(", ")"))
                value = v.around([code], [(first, node), *code.pieces, (last, node)], v.CALL, kind_of)
            elif is_place and cast:
                value = v.called(cast, [self.code_of(value, node)], node, v.OPEN if cast == v.FLOAT else frozenset({cast}))
            elif is_open and cast and cast not in (v.FLOAT, v.OPEN_FLOAT):
                code = self.code_of(value, node)
                value = Code([(text.replace(v.FLOAT, cast), at) for text, at in code.pieces], code.binds, code.reads, code.types, code.at_offsets)
            found.append(value)
        return found

    @staticmethod
    def is_integer(value: Any) -> bool:
        types = value.types if isinstance(value, (Code, Ref)) else v.NONE
        return bool(types) and all(name.startswith(("int", "uint", "coordinate")) for name in types)

    @staticmethod
    def chosen(a: Any, b: Any, types: v.Types) -> v.Types:
        """The types of a choice between `a` and `b`, of which one may be a whole number."""
        return frozenset({v.Bit(types)}) if v.may_be_truth(types) and (v.is_whole_number(a) or v.is_whole_number(b)) else types

    def held(self, code: Code, base: str, node: ast.AST) -> Code:
        """A short form of a value that is written several times, in a temporary if necessary."""
        raise NotImplementedError

    def _Compare(self, node: ast.Compare) -> Any:
        values = [self.read(side) for side in (node.left, *node.comparators)]
        sides = [node.left, *node.comparators]
        parts: list[Code] = []
        for i, op in enumerate(node.ops):
            left, right = values[i], values[i + 1]
            if not any(v.is_symbolic(side) or isinstance(side, Coordinate) for side in (left, right)):
                if not self._tried(lambda: bool(PYTHON[type(op)](left, right)), node):
                    return False
                continue
            if type(op) not in _COMPARE:
                raise self.refuse("RG0853", node, "`is` and `in` are not supported in a stencil", "compare numbers: ==, <, >")
            parts.append(self.compared(left, _COMPARE[type(op)], right, node, sides[i:i + 2]))
        if not parts:
            return True
        return parts[0] if len(parts) == 1 else v.joined(parts, " && ", node, v.AND)

    def compared(self, left: Any, sign: str, right: Any, node: ast.AST, sides: Sequence[ast.AST] = ()) -> Code:
        """A comparison. As in NumPy, an integer is compared with any number."""
        left, right = self.leveled([left, right], node)
        at = sides or (node, node)
        codes = [v.inner(self.code_of(value, where), v.SHIFT, node) for value, where in zip((left, right), at)]
        for i, value in enumerate((left, right)):
            types = codes[1 - i].types
            is_finite = v.is_whole_number(value) or v.is_number(value) and isinstance(v.plain(value), float) and math.isfinite(v.plain(value))
            if is_finite and (v.is_open(types) or v.is_whole(v.widest(types))):
                how = (types, sign, v.plain(value), i == 0)
                middle, number = (self._at_last(shown, by, *how) for shown, by in ((f" {sign} ", v.comparison_sign), (codes[i].text, v.comparison_number)))
                codes[i] = Code([(number, at[i])])
                pieces = [*codes[0].pieces, (middle, node), *codes[1].pieces]
                return v.around(codes, pieces, 6 if sign in ("==", "!=") else 7, v.TRUTH)
        return v.joined(codes, f" {sign} ", node, 6 if sign in ("==", "!=") else 7, v.TRUTH)

    @staticmethod
    def _at_last(shown: str, how: Callable[..., str], types: v.Types, *extra: Any) -> str:
        """Text that depends on a type: now, if that is known."""
        return v.Deferred(shown, types, how, *extra) if v.is_open(types) else how(v.widest(types), *extra)

    def _BoolOp(self, node: ast.BoolOp) -> Any:
        is_and = isinstance(node.op, ast.And)
        parts: list[tuple[Any, ast.AST]] = []
        value: Any = is_and
        for at in node.values:
            value = self.read(at)
            test = self.tested(value)
            if v.is_symbolic(test) or isinstance(test, Coordinate):
                parts.append((value, at))
            elif bool(test) != is_and:  # decides alone
                return value if not parts else not is_and
        if not parts:
            return value
        binds, text = (v.AND, " && ") if is_and else (v.OR, " || ")
        codes = [v.inner(self.condition_of(value, at), binds + 1, node) for value, at in parts]
        return codes[0] if len(codes) == 1 else v.joined(codes, text, node, binds, v.TRUTH)

    def _IfExp(self, node: ast.IfExp) -> Any:
        test = self.tested(self.read(node.test))
        if not v.is_symbolic(test) and not isinstance(test, Coordinate):
            return self.read(node.body if test else node.orelse)
        return self.choice(self.truth_of(test, node.test), self.read(node.body), self.read(node.orelse), node)

    def choice(self, test: Code, a: Any, b: Any, node: ast.AST) -> Any:
        if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)) and len(a) == len(b):
            return type(a)(self.choice(test, one, other, node) for one, other in zip(a, b))
        a, b = self.leveled([a, b], node)
        at_a, at_b = getattr(node, "body", node), getattr(node, "orelse", node)
        at_a, at_b = (at if isinstance(at, ast.expr) else node for at in (at_a, at_b))
        parts = [v.inner(test, v.OR, node), v.inner(self.code_of(a, at_a), v.OR, node), v.inner(self.code_of(b, at_b), v.CHOICE, node)]
        pieces = [*parts[0].pieces, (" ? ", node), *parts[1].pieces, (" : ", node), *parts[2].pieces]
        return v.around(parts, pieces, v.CHOICE, self.chosen(a, b, v.union(parts[1:])))
