"""Places to which statements of GT4Py's stencils apply: computation(...), interval(...), horizontal(...)."""
from __future__ import annotations

import ast
from typing import Any

from ._gt4py_expressions import Expressions
from ._gt4py_values import Bound, Range
from ._values import is_number

Region = tuple[Range | None, Range | None]
_FAR = 10_000  # as GT4Py writes an open end of a region


class Places(Expressions):
    """Reads the items of `with` statements."""

    def items(self, node: ast.With) -> tuple[str | None, Range | None, Region | None]:
        order, interval, region = None, None, None
        for item in node.items:
            call = item.context_expr
            name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else \
                call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
            if name == "computation" and isinstance(call, ast.Call):
                order = self._order(call)
            elif name == "interval" and isinstance(call, ast.Call):
                interval = self._interval(call)
            elif name == "horizontal" and isinstance(call, ast.Call):
                regions = self.regions(call)
                if len(regions) != 1:
                    raise self.refuse("RG0618", call, "several regions beside a computation", "put `with horizontal(...)` into the computation")
                region = regions[0]
            else:
                raise self.refuse("RG0611", call, "this is neither computation(...), interval(...) nor horizontal(...)")
        return order, interval, region

    def _order(self, call: ast.Call) -> str:
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        last = arguments[0] if len(arguments) == 1 else None
        word = last.id if isinstance(last, ast.Name) else last.attr if isinstance(last, ast.Attribute) else ""
        if word not in ("PARALLEL", "FORWARD", "BACKWARD"):
            raise self.refuse("RG0611", call, "a computation is PARALLEL, FORWARD or BACKWARD")
        return word.lower()

    def _interval(self, call: ast.Call) -> Range:
        """interval(...), interval(0, -1), interval(0): levels of the domain, the end not included."""
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        ends: list[Any] = [None if isinstance(one, ast.Constant) and one.value is None else one.value if isinstance(one, ast.Constant) else self.constant(one)
                for one in arguments]
        if ends == [Ellipsis]:
            return Range(Bound(0, False), Bound(-1, True))
        if len(ends) == 1 and is_number(ends[0]):
            ends.append(None if ends[0] == -1 else int(ends[0]) + 1)
        if len(ends) != 2 or not is_number(ends[0]) or not (ends[1] is None or is_number(ends[1])):
            raise self.refuse("RG0611", call, "an interval is `...`, a level, or a first level and the one behind the last",
                              "interval(0, 1), interval(1, None), interval(-1, None); bounds that are data are not imported")
        first = Bound(int(ends[0]), ends[0] < 0)
        last = Bound(-1, True) if ends[1] is None else Bound(int(ends[1]) - 1, ends[1] < 0)
        if first.from_end and not last.from_end or first.from_end == last.from_end and last.offset < first.offset:
            raise self.refuse("RG0616", call, "the interval contains no level")
        return Range(first, last)

    def regions(self, call: ast.Call) -> list[Region]:
        """horizontal(region[I[0], :], ...)."""
        found: list[Region] = []
        for one in call.args:
            if not isinstance(one, ast.Subscript) or not isinstance(one.slice, ast.Tuple) or len(one.slice.elts) != 2:
                raise self.refuse("RG0611", one, "a region has two ranges", "region[I[0], :], region[I[0] : I[0] + 2, J[-1]]")
            ranges = [self._range(entry, axis) for entry, axis in zip(one.slice.elts, "IJ")]
            found.append((ranges[0], ranges[1]))
        return found

    def _range(self, node: ast.expr, axis: str) -> Range | None:
        if not isinstance(node, ast.Slice):
            at = self._position(node, axis)
            return Range(at, at)
        if node.step is not None:
            raise self.refuse("RG0618", node, "a region has no step")
        if node.lower is None and node.upper is None:
            return None
        first = Bound(-_FAR, False) if node.lower is None else self._position(node.lower, axis)
        last = Bound(_FAR, True) if node.upper is None else self._position(node.upper, axis) + -1
        return Range(first, last)

    def _position(self, node: ast.expr, axis: str) -> Bound:
        """I[0] + 2, J[-1], or a number."""
        cells = 0
        while isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            right = self.constant(node.right)
            if not is_number(right):
                raise self.refuse("RG0611", node, "this is not a position along an axis", "I[0], I[0] + 2, J[-1] - 1")
            cells += int(right)*(1 if isinstance(node.op, ast.Add) else -1)
            node = node.left
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == axis:
            index = self.constant(node.slice)
            if index in (0, -1):
                return Bound(int(index) + cells, index == -1)
        elif isinstance(node, (ast.Constant, ast.UnaryOp, ast.Name)):
            number = self.constant(node)
            if is_number(number):
                return Bound(int(number) + cells, number < 0)
        raise self.refuse("RG0611", node, f"this is not a position along {axis}", f"{axis}[0], {axis}[0] + 2, {axis}[-1] - 1")
