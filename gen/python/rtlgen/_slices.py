"""Parts of arrays as NumPy has them: slices on the left of an assignment, and slices of other arrays that fit them."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from . import _values as v
from ._inline import Inlined
from ._lines import Line
from ._types import Coordinate
from ._values import Code, Ref

_FITS = "all slices of a line must have the length of the part that is assigned, t[1:-1, :] = t[2:, :] - t[:-2, :]"

_AROUND = ("if the grid closes, leave out this line and the rows that it fills, and write @rtlgen.stencil(boundary=\"wrap\"): "
           "reads beyond an end then read the other end")


@dataclass(frozen=True)
class Part:
    """Cells of an axis: the first and the end behind the last, each counted from the low end, or from the high end if it is
    below 0; `end` 0 is the high end."""

    axis: str
    first: int
    end: int
    is_one: bool  # an index, not a slice

    @property
    def is_all(self) -> bool:
        return (self.first, self.end, self.is_one) == (0, 0, False)

    @property
    def text(self) -> str:
        return f"{self.axis}: {self.first}" if self.is_one else f"{self.axis}: [{self.first}, {self.end - 1}]"

    def is_beside(self, other: Part) -> bool:
        """Whether no cell is in both, in a grid that is large enough."""
        return any(self._ends_before(a, b) for a, b in ((self, other), (other, self)))

    @staticmethod
    def _ends_before(a: Part, b: Part) -> bool:
        if (a.end > 0) == (b.first >= 0):  # counted from the same end
            return a.end <= b.first and not (a.end == 0 and b.first < 0)
        return a.end > 0 and b.first < 0

    def is_opposite(self, other: Part) -> bool:
        """Whether they have the same length, and are at different ends."""
        lengths = [part.end - part.first if (part.end > 0) == (part.first >= 0) else None for part in (self, other)]
        return lengths[0] == lengths[1] is not None and self.is_one == other.is_one and (self.first < 0) != (other.first < 0)

    def shift_to(self, other: Part) -> int | None:
        """The offset from each cell here to the cell of `other` at the same place; None if the lengths differ."""
        first, end = other.first - self.first, other.end - self.end
        is_same = (other.first < 0) == (self.first < 0) and (other.end > 0) == (self.end > 0) and other.is_one == self.is_one
        return first if is_same and (first == end or self.is_one) else None


@dataclass(frozen=True)
class Framed:
    """A temporary that has the shape of a part: d = t[1:, :] - t[:-1, :]. It stands at the part's cells."""

    ref: Ref
    parts: tuple[Part, ...]


class Slices(Inlined):
    """Reads slices and masks."""

    frame: tuple[Part, ...] | None = None  # the part that the line assigns, or that its first slice has
    may_frame = False  # whether a slice may give the line its shape
    mask: str | None = None  # mask of the part that the line assigns
    rolled: dict[str, ast.AST]  # arrays that np.roll reads
    at_offsets: set[str]  # arrays that others read
    counted_axes: list[tuple[int, ast.AST]]  # axes of parts, which must have all axes of the grid

    @contextmanager
    def within(self, target: ast.expr) -> Iterator[None]:
        """Reads a line with the slices that its target implies."""
        before = self.frame, self.may_frame, self.mask
        self.frame, self.may_frame, self.mask = None, isinstance(target, ast.Name) and self.scope.is_step, None
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and self.is_part(target):
            self.frame = self.parts_of(target)
            self.mask = ast.dump(target.slice) if self.frame is None else None
        try:
            yield
        finally:
            self.frame, self.may_frame, self.mask = before

    # ------------------------------------------------------------ targets

    def is_part(self, target: ast.Subscript) -> bool:
        """Whether an assignment to it assigns a part of an array, and which part is known: by slices or a mask."""
        entries = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        if any(isinstance(entry, ast.Slice) for entry in entries) or len(entries) > 1:
            return any(isinstance(entry, ast.Slice) for entry in entries)  # t[0, 0] could be the corner, or the cell itself
        if isinstance(entries[0], ast.Constant):
            return entries[0].value is Ellipsis
        return isinstance(entries[0], (ast.Compare, ast.BoolOp, ast.Call, ast.BinOp, ast.UnaryOp, ast.Name)) and self._is_mask(entries[0])

    def _is_mask(self, entry: ast.expr) -> bool:
        names = [part.id for part in ast.walk(entry) if isinstance(part, ast.Name)]
        if not any(isinstance(self.scope.names.get(name), (Code, Ref, Coordinate)) for name in names):
            return False
        value = self.read(entry)
        return isinstance(value, (Code, Ref)) and (value.types == v.TRUTH or v.may_be_truth(value.types))

    def parts_of(self, target: ast.Subscript) -> tuple[Part, ...] | None:
        """The part by axis; None for a mask."""
        entries = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        if len(entries) == 1 and not isinstance(entries[0], ast.Slice):
            is_all = isinstance(entries[0], ast.Constant) and entries[0].value is Ellipsis
            return () if is_all else None
        parts = self._cells_of(entries, "xyz"[:len(entries)])
        if all(part.is_all for part in parts):
            return ()
        self.counted_axes.append((len(entries), target))
        return parts

    def _cells_of(self, entries: list[ast.expr], axes: str) -> tuple[Part, ...]:
        return tuple(self._part(axis, entry) for axis, entry in zip(reversed(axes) if self.numpy_order else axes, entries))

    def _part(self, axis: str, entry: ast.expr) -> Part:
        if not isinstance(entry, ast.Slice):
            first = self._whole(self._offset(entry), entry)
            return Part(axis, first, first + 1, True)
        if entry.step is not None and self._whole(self._offset(entry.step), entry.step) != 1:
            raise self.refuse("RG0854", entry, "a region cannot have a step", "write a choice: t = a if rem(i32(x), 2) == 0 else t")
        ends = [None if end is None else self._whole(self._offset(end), end) for end in (entry.lower, entry.upper)]
        if ends[1] == 0:
            raise self.refuse("RG0854", entry, "the region is empty")
        return Part(axis, ends[0] or 0, ends[1] or 0, False)

    @staticmethod
    def region_of(parts: tuple[Part, ...]) -> str:
        """Parts as a region of the language."""
        texts = [part.text for part in parts if not part.is_all]
        return "{" + ", ".join(texts) + "}" if texts else "all"

    def overlaps(self, target: str, parts: tuple[Part, ...]) -> bool:
        """Whether a line just before assigns some of these cells too, which regions of the language must not."""
        for line in reversed(self.lines):
            if line.target != target or not line.region:
                return False
            other = line.parts
            if other is None or not any(a.axis == b.axis and a.is_beside(b) for a in parts for b in other):
                return True
        return False

    def inside(self, parts: tuple[Part, ...], node: ast.AST) -> Code:
        """The condition that a cell is in a part."""
        tests = []
        for part in parts:
            at = Code([(part.axis, node)], types=frozenset({"int32"}))
            ends = [] if part.first == 0 and not part.is_one else [("==" if part.is_one else ">=", part.first, part.first < 0)]
            if not part.is_one and part.end != 0:
                ends.append(("<", part.end, part.end < 0))
            for sign, number, is_from_end in ends:
                place = Code([(f"n{part.axis} - {-number}" if is_from_end else str(number), node)], v.SUM)
                tests.append(v.joined([at, place], f" {sign} ", node, 6 if sign == "==" else 7, v.TRUTH))
        return tests[0] if len(tests) == 1 else v.joined(tests, " && ", node, v.AND, v.TRUTH)

    @staticmethod
    def note_part(line: Line, parts: tuple[Part, ...] | None) -> None:
        line.parts = parts

    def check_axes(self, axes: int) -> None:
        """Refuses parts that do not have all axes of the grid: NumPy's t[0, :] of a volume is a plane, not a row."""
        for count, node in self.counted_axes:
            if count != axes:
                own, all_axes = f"{count} {'index' if count == 1 else 'indices'}", f"{axes} {'axis' if axes == 1 else 'axes'}"
                self.source.fault("RG0854", node, f"{ast.unparse(node)} has {own}, but the grid has {all_axes}",
                                  "write all, : for a whole axis")
        self.source.raise_faults()

    # ------------------------------------------------------------ reads

    def _Name(self, node: ast.Name) -> Any:
        value = super()._Name(node)
        if not isinstance(value, Framed):
            return value
        if self.frame is None and self.may_frame:
            self.frame = value.parts
        if self.frame is None:
            raise self.refuse("RG0854", node, f"{node.id} has the shape of a part of the grid", f"assign it to that part, t[1:-1, :] = {node.id}")
        return self._moved(value.ref, value.parts, node, [node]*len(value.parts))

    def _at_offset(self, ref: Ref, node: ast.Subscript) -> Ref:
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if self.mask is not None and ast.dump(node.slice) == self.mask:
            return ref
        if not any(isinstance(entry, ast.Slice) for entry in entries):
            self.at_offsets.add(ref.name)
            return super()._at_offset(ref, node)
        if all(isinstance(entry, ast.Slice) and (entry.lower, entry.upper, entry.step) == (None, None, None) for entry in entries) and not self.frame:
            return ref  # all cells
        if isinstance(node.value, ast.Name) and isinstance(self.scope.names.get(node.value.id), Framed):
            raise self.refuse("RG0854", node, f"{node.value.id} has the shape of a part of the grid, and is sliced again", "slice the fields themselves")
        if self.frame is None and not self.may_frame:
            return super()._at_offset(ref, node)
        own = self.fields[ref.name][0].axes if ref.name in self.fields else None
        parts = self._cells_of(entries, own or "xyz"[:len(entries)])
        if self.frame is None:
            self.frame = parts
        return self._moved(ref, parts, node, entries)

    def _moved(self, ref: Ref, parts: tuple[Part, ...], node: ast.expr, entries: list[Any]) -> Ref:
        """A read of the part that is at the place of the line's own part."""
        own = {part.axis: part for part in self.frame or ()}
        offsets: list[tuple[int, ast.AST]] = []
        for part, entry in zip(parts, entries):
            shift = own[part.axis].shift_to(part) if part.axis in own else 0 if part.is_all and not own else None
            if shift is None and part.axis in own and own[part.axis].is_opposite(part):
                raise self.refuse("RG0854", entry, f"{ast.unparse(node)} is at the other end of the grid from the part that the line assigns: "
                                  "how far depends on the size of the grid, and offsets do not", _AROUND)
            if shift is None:
                raise self.refuse("RG0854", entry, f"{ast.unparse(node)} does not fit the part that the line assigns", _FITS)
            offsets.append((shift, entry))
        if ref.offsets is not None:
            offsets = [(a + b, at) for (a, _), (b, at) in zip(ref.offsets, offsets)]
        self.axes = max(self.axes, len(offsets))
        return Ref(ref.name, ref.types, tuple(offsets), ref.component, ref.components)

    def rolled_by(self, value: Any, shift: Any, axis: Any, node: ast.expr) -> Ref:
        """np.roll(t, 1, axis=0): a read at an offset, around the edge."""
        ref = value if isinstance(value, Ref) else self.temporary("rolled", self.code_of(value, node), node)
        shifts, axes = (list(one) if isinstance(one, (list, tuple)) else [one] for one in (shift, axis))
        if axes == [None]:
            axes = [0]  # a grid with one axis; the language refuses one offset for more
        if len(shifts) != len(axes):
            raise self.refuse("RG0853", node, "np.roll() needs one shift per axis")
        low, high = self._axes_of_rolls([self._whole(along, node) for along in axes])
        count = max(self.axes, high, -low, len(ref.offsets or ()))
        rest = "" if axis is None or low < 0 < high or count == self.axes else v.LOW if self.numpy_order == (low >= 0) else v.HIGH
        offsets = [0]*count if ref.offsets is None else [offset for offset, _ in ref.offsets]
        for by, along in zip(shifts, axes):
            place = self._whole(along, node)
            if not -count <= place < count or len(offsets) != count:
                raise self.refuse("RG0853", node, f"there is no axis {place}")
            offsets[place if self.numpy_order or place < 0 else count - 1 - place] -= self._whole(by, node)
        self.rolled[ref.name] = node
        return Ref(ref.name, ref.types, tuple((offset, node) for offset in offsets), ref.component, ref.components, rest)

    def _axes_of_rolls(self, axes: list[int]) -> tuple[int, int]:
        """The lowest axis, at most 0, and the number of axes that this and the other np.roll in the function need at least."""
        found = list(axes)
        for call in ast.walk(self.source.tree) if self.source.tree is not None else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "roll":
                for one in [*call.args[2:3], *(keyword.value for keyword in call.keywords if keyword.arg == "axis")]:
                    found += [part.value for part in ast.walk(one) if isinstance(part, ast.Constant) and isinstance(part.value, int)
                              and not any(isinstance(parent, ast.UnaryOp) and parent.operand is part for parent in ast.walk(one))]
                    found += [-part.operand.value for part in ast.walk(one) if isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant)]
        return min([0, *found]), max([0, *(axis + 1 for axis in found if axis >= 0)])
