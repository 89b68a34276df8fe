"""Sequential computations of GT4Py, FORWARD and BACKWARD, as separate arrays: each is computed for all levels before the next.

Level by level, a computation may read what it has computed at earlier levels. An array that reads only its own earlier
levels is a sweep of the language. Values between are put into the arrays that need them, so that one array carries the
recurrence; two arrays that carry each other's are refused.
"""
from __future__ import annotations

from dataclasses import dataclass, field

from . import _gt4py_values as g
from ._gt4py_values import Expr, Read, Section, Unfit, Version

_MOST_PARTS = 100_000


@dataclass
class Loop:
    """A sequential computation while it is read."""

    order: str  # "forward" or "backward"
    assigned: set[str]  # keys of its variables
    before: dict[str, Version | None]  # as the statements before left them
    current: dict[str, Version] = field(default_factory=dict)  # at the level at hand
    finals: dict[str, Version] = field(default_factory=dict)  # after the last statement
    made: list[Version] = field(default_factory=list)

    def is_earlier(self, cells: int) -> bool:
        """Whether a read at this offset along K finds what the computation has left there."""
        return cells < 0 if self.order == "forward" else cells > 0

    def end_section(self) -> None:
        """Ends an interval: its last values are those of the arrays."""
        for key, last in self.current.items():
            if key in self.assigned:
                final = self.finals[key]
                final.sections += last.sections
                last.same = final
        self.current = {}

    def versions(self) -> list[Version]:
        """The arrays, each after those that it reads. Raises Unfit."""
        for key, final in self.finals.items():
            final.rest = self.before[key]
        nodes = [version for version in (*self.made, *self.finals.values()) if version.same is None and version.sections]
        return self._ordered(nodes)

    def _ordered(self, nodes: list[Version]) -> list[Version]:
        found = []
        for group in _groups(nodes):
            if len(group) > 1:
                found += self._ordered(self._with_one_carrier(group))
                continue
            if any(version is group[0] for section in group[0].sections for version, _ in g.reads(section.value)):
                group[0].order = self.order
            found += group
        return found

    @staticmethod
    def _with_one_carrier(group: list[Version]) -> list[Version]:
        """Arrays that read each other: the one that carries the recurrence gets the values of the others."""
        inside = set(map(id, group))
        carriers = {id(version): version for one in group for section in one.sections for version, offset in g.reads(section.value)
                    if id(version) in inside and offset != g.HERE}
        names = " and ".join(sorted({version.shown for version in carriers.values()}))
        if len(carriers) != 1:
            raise Unfit("RG0618", f"{names} read each other's earlier levels", "a sweep of the language carries one array: write it so that one "
                        "recurrence does not need the other (docs/language_regions.md)")
        carrier = next(iter(carriers.values()))
        others = {id(version): version for version in group if version is not carrier}
        for section in carrier.sections:
            section.value = _put_in(section.value, section, others)
            if sum(1 for _ in g.parts(section.value)) > _MOST_PARTS:
                raise Unfit("RG0628", f"the recurrence of {carrier.shown} has more than {_MOST_PARTS} operations")
        return group


def _put_in(value: Expr, section: Section, others: dict[int, Version]) -> Expr:
    """Replaces the names of `others` in `value` by their values in the interval of the section."""
    def change(leaf: Expr) -> Expr:
        if not isinstance(leaf, Read) or id(leaf.version.found()) not in others:
            return leaf
        version = leaf.version.found()
        for one in version.sections:
            if one.part == section.part and one.interval == section.interval:
                return _put_in(one.value, section, others)
        if version.rest is None and leaf.is_kept:
            return g.number(0, leaf.dtype, leaf.node)
        if version.rest is None:
            raise Unfit("RG0615", f"{version.shown} has no value in this interval")
        return Read(leaf.dtype, leaf.node, version.rest, leaf.offset, leaf.is_kept)
    return g.mapped(value, change)


def _groups(nodes: list[Version]) -> list[list[Version]]:
    """Groups of arrays that read each other, each after those that it reads (Tarjan's algorithm)."""
    inside = {id(node) for node in nodes}
    edges = {id(node): [version for section in node.sections for version, _ in g.reads(section.value) if id(version) in inside] for node in nodes}
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[Version] = []
    found: list[list[Version]] = []

    def visit(node: Version) -> None:
        index[id(node)] = low[id(node)] = len(index)
        stack.append(node)
        for other in edges[id(node)]:
            if id(other) not in index:
                visit(other)
                low[id(node)] = min(low[id(node)], low[id(other)])
            elif any(other is one for one in stack):
                low[id(node)] = min(low[id(node)], index[id(other)])
        if low[id(node)] == index[id(node)]:
            at = next(i for i, one in enumerate(stack) if one is node)
            found.append(stack[at:])
            del stack[at:]

    for node in nodes:
        if id(node) not in index:
            visit(node)
    return found
