"""Builds the lines of a time step: targets, temporaries, tables."""
from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _rtlgen
from . import _values as v
from ._arrays import Array
from ._calls import Calls
from ._source import Source
from ._types import FieldSpec
from ._values import Code, Ref

WORDS = {name for name, _ in _rtlgen.functions()} | {"valid", "ready", "param", "mon", "x", "y", "z", "nx", "ny", "nz", "step", "pi",
                                                      "sum", "dot", "add", "product", "any", "all", "where", "round", "fma", "random"}


@dataclass
class Line:
    """One line of the time step."""

    target: str
    code: Code | list[Code]  # a list for a vector: each component
    node: ast.AST  # syntax tree of the target
    spec: FieldSpec = FieldSpec()
    types: v.Types = v.NONE  # types of the value
    region: str = ""
    order: str = ""
    is_own: bool = False  # made here, and dropped if no later line reads it
    parts: Any = None  # cells of an assignment to slices


@dataclass
class Table:
    """A list of numbers that is read at an index that depends on data."""

    name: str
    values: Array
    is_typed: bool
    node: ast.AST = field(repr=False)


def proper(name: str) -> str:
    """A name that the language accepts: ASCII, no underscores at the ends, no two in a row. Greek letters get their names."""
    if not name.isascii():
        import unicodedata
        letters = (unicodedata.name(one, "").rpartition(" LETTER ")[2].split(" WITH ")[0].replace(" ", "_").lower() for one in unicodedata.normalize("NFKC", name))
        name = "".join(one if one.isascii() else letter for one, letter in zip(unicodedata.normalize("NFKC", name), letters))
    return re.sub("[^A-Za-z0-9]+", "_", name).strip("_") or "v"


class Lines(Calls):
    """Expressions that may need lines of their own."""

    def __init__(self, source: Source, numpy_order: bool, in_place: bool) -> None:
        super().__init__(source, numpy_order)
        self.in_place = in_place  # borders depend on the reads of a line, so reads stay in it
        self.lines: list[Line] = []
        self.tables: dict[str, Table] = {}
        self.taken: set[str] = set()  # names in the language, in lower case
        self.reserved: set[str] = set()  # names that only the function may use
        self.regions: list[Any] = []  # regions of `with` statements around the line
        self.orders: list[str] = []

    def fresh(self, base: str) -> str:
        """A name that is not used yet."""
        base, number = proper(base), 1
        name = base
        while name.lower() in self.taken | self.reserved or name in WORDS:
            number += 1
            name = f"{base}_{number}"
        self.taken.add(name.lower())
        return name

    def add(self, target: str, code: Code | list[Code], node: ast.AST, spec: FieldSpec = FieldSpec(), region: str = "") -> Line:
        types = (v.union(code) if isinstance(code, list) else code.types) or v.OPEN
        line = Line(target, code, node, spec, types, region or (self.regions[-1] if self.regions else ""),
                    self.orders[-1] if self.orders else "")
        self.lines.append(line)
        self.taken.add(target.lower())
        return line

    def temporary(self, base: str, code: Code, node: ast.AST, spec: FieldSpec = FieldSpec()) -> Ref:
        """A new temporary with this value."""
        name = self.fresh(base)
        regions, self.regions = self.regions, []
        orders, self.orders = self.orders, []
        self.add(name, code, node, spec).is_own = True
        self.regions, self.orders = regions, orders
        return Ref(name, frozenset({spec.type}) if spec.type else code.types)

    @property
    def stays(self) -> bool:
        """Whether reads must stay in the line: borders, regions and sweeps depend on the reads of the line as written."""
        return self.in_place or bool(self.regions or self.orders)

    def prune(self) -> None:
        """Leaves out lines that were made here and that nothing reads."""
        kept: list[Line] = []
        live: set[str] = set()
        for line in reversed(self.lines):
            if line.is_own and line.target not in live:
                continue
            if not line.region and not line.order:
                live.discard(line.target)
            for code in line.code if isinstance(line.code, list) else [line.code]:
                live |= code.reads
            kept.append(line)
        self.lines = kept[::-1]

    def held(self, code: Code, base: str, node: ast.AST) -> Code:
        is_short = len(code.text) < 12 and "(" not in code.text and not any(isinstance(text, v.Deferred) for text, _ in code.pieces)
        if self.stays or len(code.pieces) == 1 or not code.types or is_short:
            return code
        return self.code_of(self.temporary(base, code, node), node)

    def table(self, values: Array, base: str, is_typed: bool, node: ast.AST) -> str:
        for table in self.tables.values():
            if table.is_typed == is_typed and table.values.dtype == values.dtype and np.array_equal(table.values, values):
                return table.name
        name = self.fresh(re.sub("[^A-Za-z0-9]+", "_", base).lower())
        self.tables[name] = Table(name, values.copy(), is_typed, node)
        return name
