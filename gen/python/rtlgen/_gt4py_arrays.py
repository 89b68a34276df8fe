"""The arrays of a GT4Py program while it is read: what assignments make of them, and what reads find."""
from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from . import _gt4py_values as g
from ._gt4py_expressions import FAULTY, Variable
from ._gt4py_loops import Loop
from ._gt4py_places import Places, Region
from ._gt4py_source import Lib, Names, Shift
from ._gt4py_values import Expr, Range, Read, Section, Version
from ._source import Source
from ._values import Refused, is_number


@dataclass
class Block:
    """The place to which the current statements apply."""

    interval: Range
    part: tuple[int, int]
    region: Region | None = None
    masks: list[Expr] = field(default_factory=list)


class Arrays(Places):
    """Variables and their versions."""

    def __init__(self, source: Source, names: Names, floats: str, ints: str) -> None:
        super().__init__(source, names, floats, ints)
        self.given: dict[str, Version] = {}  # arrays of the caller
        self.env: dict[str, Version] = {}  # variables after the statements so far
        self.declared: dict[str, str] = {}  # types of temporaries, by their names
        self.types: dict[str, str] = {}  # types of temporaries that have been assigned, by their keys
        self.versions: list[Version] = []
        self.block: Block | None = None
        self.loop: Loop | None = None
        self.axes = "IJK"  # axes of the grid
        self.counts = {"part": 0, "call": 0}

    def part(self) -> tuple[int, int]:
        self.counts["part"] += 1
        return self.counts["part"], 0

    def fresh(self, name: str) -> str:
        self.counts["call"] += 1
        return f"{name}.{self.counts['call']}"

    def held(self, value: Expr, base: str, node: ast.AST) -> Expr:
        """The value, as an array if it is more than one read."""
        if isinstance(value, (g.Number, g.Scalar, Read)) or not any(isinstance(part, Read) for part in g.parts(value)):
            return value
        assert self.block is not None
        masks, self.block.masks = self.block.masks, []
        variable = Variable(self.fresh(base))
        self.assign(variable.key, value, node)
        self.block.masks = masks
        return self.at(variable, g.HERE, node)

    # ------------------------------------------------------------ assignments and reads

    def assign(self, key: str, value: Expr, node: ast.AST) -> None:
        assert self.block is not None
        before = self.before(key)
        dtype = before.dtype if before is not None else self.types.setdefault(key, self.declared.get(key, value.dtype))
        value = self.fit(node, lambda: g.cast(value, dtype))
        block = self.block
        if key in self.given and set(self.given[key].axes) != set(self.axes):
            raise self.refuse("RG0618", node, f"{key} lacks axes of the other fields, so it cannot be assigned", "give it all axes")
        merged = self._merged(before, block, value) if self.loop is None else None
        kept = merged.rest if merged is not None else before
        if block.masks and kept is not None:
            mask = block.masks[0]
            for other in block.masks[1:]:
                mask = self.fit(node, lambda: g.infix("&&", mask, other, node))
            kept.readings.append((block.part, g.HERE))
            old = Read(dtype, node, kept, g.HERE, True)
            value = self.fit(node, lambda: g.chosen(mask, value, old, node))
        section = Section(block.interval, block.region, value, node, block.part)
        version = Version(key, dtype, node, [*(merged.sections if merged is not None else []), section], kept, axes=self.axes)
        if self.loop is not None:
            self._assign_in_loop(key, version, before, node)
            return
        if merged is not None:
            merged.same = version
            version.readings = merged.readings
            self.versions.remove(merged)
        self.versions.append(version)
        self.env[key] = version

    def before(self, key: str) -> Version | None:
        if self.loop is None:
            return self.env.get(key)
        return self.loop.current.get(key) or self.loop.before.get(key)

    @staticmethod
    def _merged(before: Version | None, block: Block, value: Expr) -> Version | None:
        """The version before, if the new section can be one of it: no cell has two values, statements have read it only
        at the cell itself in intervals that it has, and the new value does not depend on what they have made of it."""
        if before is None or before.is_given or block.region is not None:
            return None
        parts = {section.part for section in before.sections}
        if block.part in parts or any(section.region is not None or section.part[0] != block.part[0] for section in before.sections):
            return None
        if any(part not in parts or offset != g.HERE for part, offset in before.readings):
            return None
        waiting, seen = [value], set()
        while waiting:
            for version, _ in g.reads(waiting.pop()):
                if version is before:
                    return None
                if id(version) not in seen:
                    seen.add(id(version))
                    waiting += [section.value for section in version.sections]
        return before

    def _assign_in_loop(self, key: str, version: Version, before: Version | None, node: ast.AST) -> None:
        loop = self.loop
        assert loop is not None
        if version.sections[0].region is not None and before is not None:
            raise self.refuse("RG0618", node, "a region in a computation that is not PARALLEL", "write a condition, or make the computation PARALLEL")
        version.rest = None
        loop.made.append(version)
        loop.current[key] = version
        if key in loop.assigned and key not in loop.finals:
            loop.finals[key] = Version(key, version.dtype, node, axes=self.axes)

    def at(self, variable: Variable, offset: g.Offset, node: ast.AST) -> Expr:
        """A read of a variable."""
        key = variable.key
        version = self._at_level(key, offset, node) if self.loop is not None and (key in self.loop.assigned or key in self.loop.current) \
            else self.env.get(key)
        if version is None:
            raise self.refuse("RG0615", node, f"{key.split('.')[0]} is read before it is assigned")
        if any(cells and axis not in version.axes for axis, cells in zip("IJK", offset)):
            raise self.refuse("RG0616", node, f"{version.shown} is read at an offset along an axis that it lacks")
        version.readings.append((self.block.part if self.block is not None else (0, 0), offset))
        return Read(version.dtype, node, version, offset)

    def _at_level(self, key: str, offset: g.Offset, node: ast.AST) -> Version | None:
        loop = self.loop
        assert loop is not None
        if offset[2] == 0:
            return loop.current.get(key) or loop.before.get(key)
        if key not in loop.assigned:
            raise self.refuse("RG0618", node, f"{key.split('.')[0]}, a value of this level, is read at another level", "give it a name in the stencil itself")
        if not loop.is_earlier(offset[2]):
            return loop.before.get(key)
        if offset[:2] != (0, 0):
            raise self.refuse("RG0618", node, "an earlier level is read at another column", "a recurrence along K can read only its own column")
        if key not in loop.finals:
            known = loop.before.get(key)
            dtype = known.dtype if known is not None else self.types.get(key) or self.declared.get(key)
            if dtype is None:
                raise self.refuse("RG0619", node, f"the type of {key} is not known here", f"declare it before the computation: {key}: float = 0.0")
            loop.finals[key] = Version(key, dtype, node, axes=self.axes)
        return loop.finals[key]

    def special(self, found: Any, node: ast.AST) -> Any:
        return g.Level(self.ints, node) if isinstance(found, Lib) and found == "K" else found

    def _Subscript(self, node: ast.Subscript) -> Any:
        base: ast.expr = node
        while isinstance(base, ast.Subscript):
            base = base.value
        found = self.locals.get(base.id) if isinstance(base, ast.Name) else None
        if found is FAULTY:
            raise Refused()
        if not isinstance(found, (Variable, Expr)):
            return self.constant(node)
        if base is not node.value:
            raise self.refuse("RG0618", node, "data dimensions are not imported", "make each component a field")
        offset = self.offset(node)
        if isinstance(found, Variable):
            return self.at(found, offset, node)
        if any(offset) and (self.loop is not None and offset[2] or not isinstance(found, Read)):
            raise self.refuse("RG0618", node, f"{ast.unparse(node.value)} is one value here, read at another cell", "assign it to a temporary first")
        return g.shifted(found, offset)

    def offset(self, node: ast.Subscript) -> g.Offset:
        """[1, 0, 0] for the axes of the array, or [I + 1]."""
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if any(isinstance(entry, ast.Slice) for entry in entries):
            raise self.refuse("RG0618", node, "a slice is not an offset", "write the offset of the cell, f[1, 0, 0]")
        if len(entries) == 1 and isinstance(entries[0], ast.Constant) and entries[0].value is Ellipsis:
            return g.HERE
        values = [self.constant(entry) for entry in entries]
        found = dict.fromkeys("IJK", 0)
        if any(isinstance(value, (Shift, Lib)) for value in values):
            for value, entry in zip(values, entries):
                axis = value.dimension if isinstance(value, Shift) else str(value)
                if axis not in found or not isinstance(value, (Shift, Lib)):
                    raise self.refuse("RG0616", entry, "this is not an axis and a number of cells", "f[I + 1, J - 1]")
                found[axis] = value.cells if isinstance(value, Shift) else 0
            return found["I"], found["J"], found["K"]
        axes = self._axes_of(node)
        if len(values) != len(axes):
            raise self.refuse("RG0616", node, f"{len(values)} offsets for the axes {', '.join(axes) or 'none'}", "write one offset per axis of the field")
        for axis, value, entry in zip(axes, values, entries):
            if not is_number(value) or int(value) != value:
                raise self.refuse("RG0618", entry, f"{ast.unparse(entry)} is not a whole number", "offsets are constants; offsets that are data are not imported")
            found[axis] = int(value)
        return found["I"], found["J"], found["K"]

    def _axes_of(self, node: ast.Subscript) -> str:
        found = self.locals.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(found, Variable) and found.key in self.given:
            return self.given[found.key].axes
        return found.version.axes if isinstance(found, Read) else "IJK"
