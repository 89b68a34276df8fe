"""Field operators of gt4py.next: functions of whole fields, which return values instead of assigning fields."""
from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from . import _gt4py_values as g
from ._gt4py_arrays import Block
from ._gt4py_body import Stencil
from ._gt4py_expressions import Variable, is_text
from ._gt4py_source import Dimension, FieldType, Function, Lib, Shift, Unknown
from ._gt4py_values import WHOLE, Expr, Read, Section, Version

_LETTERS = "IJK"
_INSTEAD = {
    "neighbor_sum": "sums over neighbours of an unstructured grid have no meaning on a grid of rtlgen; write out the cells, f(I - 1) + f(I + 1)",
    "as_offset": "offsets that are data are not imported; offsets are constants, f(I + 1)",
    "concat_where": "write where(mask, a, b), with the mask as a field", "index": "give the index as a field",
}
_INSTEAD.update(dict.fromkeys(("max_over", "min_over"), _INSTEAD["neighbor_sum"]))


class Operator(Stencil):
    """Reads a field operator, with those that it calls."""

    truths = {ast.BitAnd: "&&", ast.BitOr: "||", ast.BitXor: "^"}

    def __init__(self, function: Function, values: Mapping[str, Any], floats: str, ints: str) -> None:
        super().__init__(function, values, floats, "int32")
        self._names: tuple[str, ...] = ()  # names of the dimensions, slowest first

    @property
    def dimensions(self) -> tuple[str, ...]:
        return self._names

    def read_all(self) -> None:
        self._tried(lambda: self._fields())
        self.source.raise_faults()
        self.block = Block(WHOLE, (1, 0))
        self._tried(lambda: self._result(self.run(self.function.tree.body)))
        self.source.raise_faults()

    # ------------------------------------------------------------ signature

    def _fields(self) -> None:
        given = self.function.tree.args
        arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs]
        kinds = {argument.arg: self.annotation(argument) for argument in arguments}
        fields = [kind for kind in kinds.values() if isinstance(kind, FieldType)]
        if not fields:
            raise self.refuse("RG0616", self.function.tree, "the operator has no field", "annotate one: t: gtx.Field[gtx.Dims[I, J], float64]")
        self._names = max((kind.axes for kind in fields), key=len)
        if len(self._names) > 3:
            raise self.refuse("RG0616", self.function.tree, f"a field has the dimensions {', '.join(self._names)}", "grids have at most three")
        self.axes = _LETTERS[:len(self._names)]
        for argument in arguments:
            kind = kinds[argument.arg]
            if not isinstance(kind, FieldType):
                self.scalar(argument.arg, kind, argument, None)
                continue
            if not set(kind.axes) <= set(self._names) or [axis for axis in self._names if axis in kind.axes] != list(kind.axes):
                raise self.refuse("RG0616", argument, f"{argument.arg} has the dimensions {', '.join(kind.axes)}, another field {', '.join(self._names)}",
                                  "all fields have dimensions of one grid, in one order; unstructured grids are not imported")
            version = Version(argument.arg, kind.dtype, argument, axes="".join(_LETTERS[self._names.index(axis)] for axis in kind.axes), is_given=True)
            self.given[argument.arg] = self.env[argument.arg] = version
            self.locals[argument.arg] = Variable(argument.arg)

    def _result(self, value: Any) -> None:
        """Writes the operator's results to the field `out`, or to out_0, out_1."""
        values = value if isinstance(value, tuple) else (value,)
        for i, one in enumerate(values):
            if isinstance(one, tuple):
                raise self.refuse("RG0618", self.function.tree, "the operator returns a tuple in a tuple", "return one tuple")
            result = self.valued(one, self.function.tree)
            base = f"out_{i}" if len(values) > 1 else "out"
            while base in self.locals or base in self.given:
                base += "_"
            given = Version(base, result.dtype, result.node, axes=self.axes, is_given=True)
            self.given[base] = given
            self.env[base] = Version(base, result.dtype, result.node, [Section(WHOLE, None, result)], given, axes=self.axes)
            self.versions.append(self.env[base])

    # ------------------------------------------------------------ statements

    def run(self, statements: list[ast.stmt]) -> Any:
        """The returned value; None if the statements end without one."""
        for i, node in enumerate(statements):
            if is_text(node):
                continue
            if isinstance(node, ast.Return):
                if node.value is None:
                    raise self.refuse("RG0618", node, "the return has no value")
                return self.read(node.value)
            if isinstance(node, ast.If):
                found = self._branches(node, statements[i + 1:])
                if found is not None:
                    return found
            elif isinstance(node, ast.Assign) and len(node.targets) == 1:
                self._bind(node.targets[0], self.read(node.value))
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._bind(node.target, self.read(node.value))
            else:
                raise self.refuse("RG0618", node, "this statement is not imported", "a field operator has assignments, `if` and `return`")
        return None

    def _bind(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, tuple) or len(value) != len(target.elts):
                raise self.refuse("RG0616", target, f"{len(target.elts)} names for {len(value) if isinstance(value, tuple) else 1} values")
            for one, entry in zip(target.elts, value):
                self._bind(one, entry)
            return
        if not isinstance(target, ast.Name):
            raise self.refuse("RG0618", target, "this cannot be assigned", "a field operator assigns names")
        self.locals[target.id] = self.held(value, target.id, target) if isinstance(value, Expr) else value

    def _branches(self, node: ast.If, rest: list[ast.stmt]) -> Any:
        """An `if` on a number: of a constant only one side, else a choice of all names that it changes."""
        test = self.value(node.test)
        if isinstance(test, g.Number):
            return self.run(node.body if test.value else node.orelse)
        before, sides, returned = self.locals, [], []
        ends = any(isinstance(part, ast.Return) for part in ast.walk(node))
        for body in (node.body, node.orelse):
            self.locals = dict(before)
            returned.append(self.run([*body, *rest] if ends else body))
            sides.append(self.locals)
        self.locals = before
        if ends:
            return self._chosen(test, returned[0], returned[1], node)
        for name in {**sides[0], **sides[1]}:
            one, other = sides[0].get(name), sides[1].get(name)
            if one is not other:
                self.locals[name] = None if one is None or other is None else self._chosen(test, one, other, node)
        return None

    def _chosen(self, test: Expr, one: Any, other: Any, node: ast.AST) -> Any:
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            return tuple(self._chosen(test, a, b, node) for a, b in zip(one, other))
        sides = [self.at(side, g.HERE, node) if isinstance(side, Variable) else side for side in (one, other)]
        if not all(isinstance(side, Expr) for side in sides):
            raise self.refuse("RG0616", node, "the sides of the choice are different kinds of values")
        self.meet(sides[0], sides[1], node)
        return self.fit(node, lambda: g.chosen(test, sides[0], sides[1], node))

    def meet(self, left: Expr, right: Expr, node: ast.AST) -> None:
        if left.dtype != right.dtype:
            raise self.refuse("RG0619", node, f"{left.dtype} and {right.dtype} meet, which gt4py.next refuses",
                              f"write a cast: astype(a, {right.dtype}), {left.dtype}(2)")

    # ------------------------------------------------------------ values

    def special(self, found: Any, node: ast.AST) -> Any:
        return found

    def valued(self, value: Any, node: ast.AST) -> Expr:
        if isinstance(value, Variable):
            return self.at(value, g.HERE, node)
        return super().valued(value, node)

    def _Name(self, node: ast.Name) -> Any:
        if node.id in self.locals and self.locals[node.id] is None:
            raise self.refuse("RG0615", node, f"{node.id!r} has no value here", "assign it in both branches of the `if`")
        return super()._Name(node)

    def _IfExp(self, node: ast.IfExp) -> Any:
        test = self.value(node.test)
        if isinstance(test, g.Number):
            return self.read(node.body if test.value else node.orelse)
        return self._chosen(test, self.read(node.body), self.read(node.orelse), node)

    def _Subscript(self, node: ast.Subscript) -> Any:
        value = self.read(node.value) if isinstance(node.value, ast.Name) and node.value.id in self.locals else None
        if isinstance(value, tuple):
            index = self.constant(node.slice)
            if isinstance(index, int) and -len(value) <= index < len(value):
                return value[index]
        if value is not None:
            raise self.refuse("RG0618", node, "brackets read no cell in a field operator", "write the offset as a call: f(I + 1)")
        return self.constant(node)

    # ------------------------------------------------------------ calls

    def _Call(self, node: ast.Call) -> Any:
        func = node.func
        is_value = isinstance(func, ast.Name) and isinstance(self.locals.get(func.id), (Variable, Expr)) or isinstance(func, (ast.BinOp, ast.Call, ast.UnaryOp))
        if is_value:
            return self._at_offsets(node)
        return super()._Call(node)

    def _at_offsets(self, node: ast.Call) -> Expr:
        """f(I + 1, J - 1), f(Ioff[1]): the value at another cell."""
        cells = [0, 0, 0]
        for one in node.args:
            if isinstance(one, ast.Call) and ast.unparse(one.func).endswith("as_offset"):
                raise self.refuse("RG0618", one, "this offset is data", _INSTEAD["as_offset"])
            shift = self.constant(one)
            if isinstance(shift, (Dimension, Lib)):
                shift = Shift(shift.name if isinstance(shift, Dimension) else str(shift), 0)
            if not isinstance(shift, Shift) or shift.dimension not in self._names:
                raise self.refuse("RG0618", one, f"{ast.unparse(one)} is no offset along {', '.join(self._names)}", "write f(I + 1), or f(Ioff[1]) with "
                                  "Ioff = FieldOffset(\"Ioff\", source=I, target=(I,)); unstructured grids are not imported")
            cells[self._names.index(shift.dimension)] += shift.cells
        value = self.value(node.func)
        if not isinstance(value, (Read, g.Number, g.Scalar)):
            value = self.held(value, "shifted", node)
        offset = cells[0], cells[1], cells[2]
        if isinstance(value, Read):
            if any(by and axis not in value.version.axes for by, axis in zip(cells, _LETTERS)):
                raise self.refuse("RG0616", node, f"{value.version.shown} lacks this dimension")
            value.version.readings.append(((1, 0), offset))
        return g.shifted(value, offset)

    def of_library(self, name: str, node: ast.Call) -> Any:
        if name in _INSTEAD:
            raise self.refuse("RG0618", node, f"{name}() is not imported", _INSTEAD[name])
        if name == "where" and len(node.args) == 3:
            test = self.value(node.args[0])
            return self._chosen(test, self.read(node.args[1]), self.read(node.args[2]), node)
        if name == "broadcast" and node.args:
            return self.value(node.args[0])
        if name == "astype" and len(node.args) == 2:
            kind = self.constant(node.args[1])
            return super().of_library(str(kind), ast.copy_location(ast.Call(node.func, node.args[:1], []), node)) if str(kind) in g.RANKS else \
                self._no_type(node.args[1])
        return super().of_library(name, node)

    def _no_type(self, node: ast.expr) -> Any:
        raise self.refuse("RG0619", node, f"{ast.unparse(node)} is not a type that rtlgen has")

    def body_of(self, function: Function, arguments: dict[str, Any], node: ast.Call) -> Any:
        for name, value in arguments.items():
            self.locals[name] = self.held(value, name, node) if isinstance(value, Expr) else value
        try:
            found = self.run(function.tree.body)
        except Unknown as error:
            raise self.refuse("RG0615", node, str(error)) from None
        if found is None:
            raise self.refuse("RG0613", function.tree, f"{function.tree.name}() returns nothing")
        return found
