"""Writes the arrays of an imported GT4Py program as a description: domain, regions, lines."""
from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _gt4py_values as g
from ._gt4py_values import WHOLE, Bound, Box, Printer, Range, Section, Version
from ._lines import WORDS, Line, proper
from ._source import Source
from ._values import Code, Refused, number_text
from ._write import Text
from ._yaml import quoted

Numbers = Sequence[tuple[int, int]]  # first and last cell along I, J, K
Extent = tuple[int, int, int, int]  # cells that are needed around: below and above along I, then along J


@dataclass(frozen=True)
class Call:
    """The call of a program, along I, J, K: extents of the arrays, the first computed cell, and the number of computed cells."""

    shape: tuple[int, int, int]
    origin: tuple[int, ...] | None
    domain: tuple[int, ...] | None
    axes: str  # axes of the grid, slowest first


class Writer:
    """The lines of a time step, from the arrays that a front end has found."""

    def __init__(self, source: Source, versions: list[Version], given: Mapping[str, Version], finals: Mapping[str, Version],
                 assigned: frozenset[str], call: Call) -> None:
        self.source, self.call = source, call
        self.given = given
        self.finals = dict(finals)  # the last version of each field that is assigned
        self.live = self._live(versions)
        self.extents = self._extents()
        for version in (*given.values(), *self.live):
            if version.name in assigned and any(self.extents.get(id(version), (0, 0, 0, 0))):
                raise self.refuse("RG0618", version.node, f"{version.name} is assigned, and needed around the cell too, which GT4Py refuses",
                                  f"assign another field, or read a temporary: tmp = {version.name}")
        self.domain = self._domain()
        self.printer = Printer(call.axes, self.domain[2].first.at(call.shape[2]))
        self.text = Text()
        self.taken: set[str] = set()
        self.wanted: dict[int, list[Numbers]] = {}

    def refuse(self, code: str, node: ast.AST, text: str, *notes: str) -> Refused:
        self.source.fault(code, node, text, *notes)
        return Refused()

    # ------------------------------------------------------------ needs

    def _live(self, versions: list[Version]) -> list[Version]:
        """The arrays that results depend on, each after those that it reads."""
        needed: set[int] = set()
        waiting = [version.found() for version in self.finals.values()]
        while waiting:
            version = waiting.pop()
            if id(version) in needed:
                continue
            needed.add(id(version))
            waiting += [one for section in version.sections for one, _ in g.reads(section.value)]
            if version.rest is not None:
                version.rest = version.rest.found()
                waiting.append(version.rest)
        return _sorted([version for version in versions if id(version) in needed])

    def _extents(self) -> dict[int, Extent]:
        """The margin around the domain in which each array is needed."""
        found: dict[int, Extent] = {id(version): (0, 0, 0, 0) for version in self.finals.values()}
        for version in reversed(self.live):
            own = found.get(id(version), (0, 0, 0, 0))
            for section in version.sections:
                for other, (i, j, _) in g.reads(section.value):
                    if other is not version:
                        _widen(found, other, (own[0] - i, own[1] + i, own[2] - j, own[3] + j))
            if version.rest is not None:
                _widen(found, version.rest, own)
        return found

    def _halo(self) -> list[tuple[int, int]]:
        """Cells that reads need below and above the domain, along each axis."""
        around = [self.extents[id(version)] for version in self.given.values() if id(version) in self.extents]
        halo = [(max([0, *(one[0] for one in around)]), max([0, *(one[1] for one in around)])),
                (max([0, *(one[2] for one in around)]), max([0, *(one[3] for one in around)]))]
        below = above = 0
        for version in self.live:
            for section in version.sections:
                for other, (_, _, k) in g.reads(section.value):
                    if other.name not in self.given or "K" not in other.axes:
                        continue
                    if not section.interval.first.from_end:
                        below = max(below, -(section.interval.first.offset + k))
                    if section.interval.last.from_end:
                        above = max(above, section.interval.last.offset + 1 + k)
        return [*halo, (below, above)]

    def _domain(self) -> Box:
        halo = self._halo()
        origin, domain, shape = self.call.origin, self.call.domain, self.call.shape
        found = []
        for at, axis in enumerate("IJK"):
            if axis not in self.call.axes:
                found.append(WHOLE)
                continue
            first = origin[at] if origin is not None else halo[at][0]
            cells = domain[at] if domain is not None else shape[at] - first - halo[at][1]
            after = shape[at] - first - cells
            if cells < 1:
                raise self.refuse("RG0616", self._tree(), f"no cell is left along {axis}: of {shape[at]}, reads need {halo[at][0]} below "
                                  f"and {halo[at][1]} above", "pass a larger shape=")
            if first < halo[at][0] or after < halo[at][1]:
                raise self.refuse("RG0616", self._tree(), f"reads leave the arrays along {axis}: they need {halo[at][0]} cells below the domain and "
                                  f"{halo[at][1]} above, but there are {first} and {after}",
                                  "leave out origin= and domain=, for all cells whose reads stay inside")
            found.append(Range(Bound(first, False), Bound(-after - 1, True)))
        return found[0], found[1], found[2]

    def _tree(self) -> ast.AST:
        assert self.source.tree is not None
        return self.source.tree

    # ------------------------------------------------------------ boxes

    def _box(self, section: Section, version: Version) -> Box | None:
        """The cells of a section; None if there are none. Temporaries are needed around the domain."""
        around = (0, 0, 0, 0) if self._is_field(version) else self.extents.get(id(version), (0, 0, 0, 0))
        ranges = []
        for at, axis in enumerate("IJ"):
            own = Range(self.domain[at].first + -around[2*at], self.domain[at].last + around[2*at + 1])
            wanted = section.region[at] if section.region is not None else None
            if wanted is not None:
                inside = self._in_domain(wanted, at)
                extent = self.call.shape[at]
                own = Range(max(own.first, inside.first, key=lambda b: b.at(extent)), min(own.last, inside.last, key=lambda b: b.at(extent)))
                if own.first.at(extent) > own.last.at(extent):
                    return None
            ranges.append(own if axis in self.call.axes else WHOLE)
        levels = self._in_domain(section.interval, 2)
        if levels.first.at(self.call.shape[2]) > levels.last.at(self.call.shape[2]):
            raise self.refuse("RG0616", version.node, f"the interval of this statement contains no level of {self._cells(2)}", "pass a larger shape=")
        return ranges[0], ranges[1], levels

    def _cells(self, at: int) -> int:
        extent = self.call.shape[at]
        return self.domain[at].last.at(extent) - self.domain[at].first.at(extent) + 1

    def _in_domain(self, wanted: Range, at: int) -> Range:
        """A range of the domain, as one of the arrays."""
        own = self.domain[at]
        def moved(bound: Bound) -> Bound:
            return own.last + (bound.offset + 1) if bound.from_end else own.first + bound.offset
        return Range(moved(wanted.first), moved(wanted.last))

    def _is_field(self, version: Version) -> bool:
        return version.name in self.given

    def _numbers(self, box: Box) -> Numbers:
        return [(one.first.at(extent), one.last.at(extent)) for one, extent in zip(box, self.call.shape)]

    def _region(self, box: Box) -> str:
        """A box as a region of the language; "" for the whole grid."""
        parts = []
        for name, axis in zip("xyz", reversed(self.call.axes)):
            own, extent = box["IJK".index(axis)], self.call.shape["IJK".index(axis)]
            first, last = own.first.at(extent), own.last.at(extent)
            if (first, last) != (0, extent - 1):
                parts.append(f"{name}: {own.first.offset}" if first == last else f"{name}: [{own.first.offset}, {own.last.offset}]")
        return "{" + ", ".join(parts) + "}" if parts else ""

    # ------------------------------------------------------------ levels that reads find

    def check_levels(self) -> None:
        """Refuses reads of temporaries at levels that no statement assigns."""
        for version in self.live:
            for section in version.sections:
                box = self._box(section, version)
                for part in g.parts(section.value):
                    if isinstance(part, g.Read) and not part.is_kept and box is not None:
                        first, last = self._numbers(box)[2]
                        k = part.offset[2]
                        missing = [level for level in range(first + k, last + k + 1) if not self._has_level(part.version.found(), level)]
                        if missing:
                            raise self.refuse("RG0615", part.node, f"{part.version.found().shown} has no value at level {missing[0]} of the arrays, which is "
                                              "read here", "assign it in that interval too, or read it in a smaller one")

    def _has_level(self, version: Version | None, level: int) -> bool:
        if version is None:
            return False
        if version.is_given:
            return 0 <= level < self.call.shape[2]
        for section in version.sections:
            box = self._box(section, version)
            if box is not None and self._numbers(box)[2][0] <= level <= self._numbers(box)[2][1]:
                return True
        return self._has_level(version.rest, level)

    # ------------------------------------------------------------ lines

    def lines(self) -> None:
        """Adds `update:`, whose last lines assign the fields."""
        self.check_levels()
        self.wanted = self._wanted()
        self._name()
        placed = {id(version): name for name, version in self.finals.items() if self._is_in_place(name, version)}
        for version in self.live:
            self._add(version, placed.get(id(version)))
        copies = [(name, version) for name, version in self.finals.items() if id(version) not in placed]
        for name, version in copies:  # which read temporaries
            region = self._region(self.domain)
            node = version.node
            self._comment(node)
            self.text.add_line(_line(self.given[name].text, self.printer.code(g.Read(version.dtype, node, version)), node, region, ""), "", "")

    def _wanted(self) -> dict[int, list[Numbers]]:
        """The boxes in which the value of each array matters."""
        found: dict[int, list[Numbers]] = {id(version): [] for version in (*self.given.values(), *self.live)}
        for version in self.finals.values():
            found[id(version)].append(self._numbers(self.domain))
        for version in reversed(self.live):
            for section in version.sections:
                box = self._box(section, version)
                for other, offset in g.reads(section.value):
                    if box is not None and other is not version:
                        found[id(other)].append([(first + by, last + by) for (first, last), by in zip(self._numbers(box), offset)])
            if version.rest is not None:
                found[id(version.rest)] += [box for box in found[id(version)] if not self._covers(version, box)]
        return found

    def _covers(self, version: Version, wanted: Numbers) -> bool:
        """Whether the sections have a value for each cell of a box."""
        boxes = [self._numbers(box) for box in (self._box(section, version) for section in version.sections) if box is not None]
        across = [box[2] for box in boxes if all(own[0] <= one[0] and one[1] <= own[1] for own, one in zip(box[:2], wanted[:2]))]
        return all(any(first <= level <= last for first, last in across) for level in range(wanted[2][0], wanted[2][1] + 1))

    def _keeps_nothing(self, version: Version) -> bool:
        """Whether the value of `rest` matters nowhere."""
        return all(self._covers(version, box) for box in self.wanted[id(version)])

    def _is_in_place(self, name: str, version: Version) -> bool:
        """Whether the lines of a version can assign the field itself: no later line reads what the field had."""
        old = self.given[name]
        if version.is_given or sum(1 for one in self.finals.values() if one is version) > 1 or any(one is old for one in self.finals.values()):
            return False
        if version.rest is not old and version.rest is not None and not self._keeps_nothing(version):
            return False
        later = self.live[next(i for i, one in enumerate(self.live) if one is version) + 1:]
        for other in later:
            if other.rest is old or any(one is old for section in other.sections for one, _ in g.reads(section.value)):
                return False
        return not any(one is old and offset != g.HERE for section in version.sections[1:] for one, offset in g.reads(section.value))

    def _is_whole(self, version: Version) -> bool:
        """Whether an array can be computed on the whole grid: what it has outside of its section matters nowhere."""
        return not version.order and len(version.sections) == 1 and version.sections[0].region is None and self._keeps_nothing(version)

    def _add(self, version: Version, field: str | None) -> None:
        """The lines of one array. `field`: the field that gets the value directly."""
        target = version.text if field is None else self.given[field].text
        kept, version.text = version.text, target
        kind = "" if field is not None or version.dtype == self.default else g.in_language(version.dtype)
        if field is None and self._is_whole(version):
            self._comment(version.sections[0].node or version.node)
            code = self.printer.code(version.sections[0].value, version.dtype)
            self.text.add_line(_line(target, code, version.node, "", ""), kind, "ignore")
            return
        boxes = [(section, self._box(section, version)) for section in version.sections]
        self._check_apart(version, [box for _, box in boxes if box is not None])
        cells = 0
        order = version.order and f"{version.order} {'xyz'[len(self.call.axes) - 1 - self.call.axes.index('K')]}"
        first = True
        for section, box in boxes:
            if box is None:
                continue
            region = self._region(box)
            self._comment(section.node or version.node)
            cells += _volume(self._numbers(box))
            self.text.add_line(_line(target, self.printer.code(section.value, version.dtype), version.node, region, order), kind if first else "", "")
            first = False
        if field is None and cells < _volume(self._numbers((WHOLE, WHOLE, WHOLE))):
            rest: g.Expr = g.number(0, version.dtype, version.node) if version.rest is None or self._keeps_nothing(version) else g.Read(version.dtype, version.node, version.rest)
            self.text.add_line(_line(target, self.printer.code(rest, version.dtype), version.node, "" if first else "rest", "" if first else order),
                               kind if first else "", "")
        version.text = kept if field is None else target

    def _check_apart(self, version: Version, boxes: list[Box]) -> None:
        numbers = [self._numbers(box) for box in boxes]
        for i, one in enumerate(numbers):
            for other in numbers[:i]:
                if all(a[0] <= b[1] and b[0] <= a[1] for a, b in zip(one, other)):
                    raise self.refuse("RG0616", version.node, f"intervals overlap in {self._cells(2)} levels", "pass a larger shape=")

    def _comment(self, node: ast.AST) -> None:
        source: Source = getattr(node, "of_source", self.source)
        line = source.place(node)[0]
        lines = source.text.splitlines()
        shown = lines[line - 1].strip() if line <= len(lines) else ""
        self.text.add(f"  # line {line}: {shown[:100]}")

    # ------------------------------------------------------------ names and types

    def _name(self) -> None:
        for version in (*self.given.values(), *self.live):
            version.text = version.text or self.fresh(version.shown)

    def fresh(self, name: str) -> str:
        base, number = proper(name), 1
        found = base
        while found.lower() in self.taken or found.lower() in WORDS:
            number += 1
            found = f"{base}_{number}"
        self.taken.add(found.lower())
        return found

    @property
    def default(self) -> str:
        """The type that most arrays have."""
        kinds = [version.dtype for version in (*self.given.values(), *self.live)]
        return max(sorted(set(kinds)), key=kinds.count)

    def used(self, name: str) -> bool:
        """Whether a field of the caller is read or assigned."""
        return name in self.finals or id(self.given[name]) in self.extents


def _sorted(versions: list[Version]) -> list[Version]:
    """The versions in this order as far as possible, but each after those that it reads."""
    found: list[Version] = []
    done: set[int] = set()
    for start in versions:
        waiting = [(start, False)]
        while waiting:
            version, is_ready = waiting.pop()
            if is_ready:
                found.append(version)
                continue
            if id(version) in done or version.is_given:
                continue
            done.add(id(version))
            others = [one for section in version.sections for one, _ in g.reads(section.value)]
            waiting += [(version, True), *((one, False) for one in (*([version.rest] if version.rest is not None else []), *reversed(others)))]
    return found


def _widen(found: dict[int, Extent], version: Version, more: Extent) -> None:
    a, b, c, d = found.get(id(version), (0, 0, 0, 0))
    found[id(version)] = (max(a, more[0]), max(b, more[1]), max(c, more[2]), max(d, more[3]))


def _volume(numbers: Sequence[tuple[int, int]]) -> int:
    total = 1
    for first, last in numbers:
        total *= last - first + 1
    return total


def _line(target: str, code: Code, node: ast.AST, region: str, order: str) -> Line:
    return Line(target, code, node, region=region, order=order)


def described(writer: Writer, name: str, head: Sequence[str], params: Mapping[str, tuple[str, Any, str, ast.AST]]) -> Text:
    """The whole description. `params`: type, default and name in the language of run-time parameters."""
    text, call = writer.text, writer.call
    for line in head:
        text.add(f"# {line}")
    text.add(f"name: {name}", writer.source.tree)
    text.add(f"grid: [{', '.join(str(call.shape['IJK'.index(axis)]) for axis in reversed(call.axes))}]", writer.source.tree)
    text.add(f"type: {quoted(g.in_language(writer.default))}")
    text.add("fields:")
    for key, version in writer.given.items():
        if writer.used(key):
            version.text = writer.fresh(version.name)
            keys = [f"type: {quoted(g.in_language(version.dtype))}"] if version.dtype != writer.default else []
            own = [axis for axis in call.axes if axis in version.axes]
            if len(own) < len(call.axes):
                names = ["xyz"[len(call.axes) - 1 - call.axes.index(axis)] for axis in own]
                keys.append(f"axes: [{', '.join(sorted(names))}]")
            note = f"  # {key} in the program" if version.text != key else ""
            text.add(f"  {version.text}: {{{', '.join(keys)}}}{note}", version.node)
    if params:
        text.add("params:")
    for key, (dtype, default, own_name, node) in params.items():
        note = "" if default is not None else "  # the program gives no value: set one"
        value = number_text(default) if default is not None else "1"
        text.add(f"  {own_name}: {{value: {value}, type: {quoted(g.in_language(dtype))}, runtime: true}}{note}", node)
    text.add("update:")
    writer.lines()
    text.add("iterations: 1")
    text.add("hardware: {cells_per_cycle: 1, steps: 1}")
    return text
