"""Writes a stencil as YAML, and records which part of the function each part of the YAML comes from."""
from __future__ import annotations

import ast
import re
from dataclasses import dataclass, replace
from typing import Any, Mapping, Sequence

from . import _values as v
from ._body import Body
from ._errors import Diagnostic, Error
from ._lines import Line
from ._source import Source
from ._types import FieldSpec, Monitor, Probe, constant
from ._types import Source as Added
from ._values import Code
from ._yaml import quoted, yaml

Span = tuple[int, int, int, ast.AST]  # line of the YAML text, first column, column behind the last


@dataclass(frozen=True)
class Extras:
    """The arguments of the decorator."""

    hardware: Mapping[str, Any]
    keys: Mapping[str, Any]
    sources: Sequence[Added]
    probes: Sequence[Probe]
    monitors: Mapping[str, Monitor]
    until: str | None


def boundary_text(boundary: Any) -> str:
    if isinstance(boundary, dict):
        return "{" + ", ".join(f"{axis}: {boundary_text(rule)}" for axis, rule in boundary.items()) + "}"
    if isinstance(boundary, (list, tuple)):
        return "[" + ", ".join(boundary_text(rule) for rule in boundary) + "]"
    return f"{{constant: {yaml(boundary.value, 'constant')}}}" if isinstance(boundary, constant) else str(boundary)


def _is_rule(rule: Any) -> bool:
    pair = isinstance(rule, (list, tuple)) and len(rule) == 2 and all(_is_rule(one) and isinstance(one, (str, constant)) for one in rule)
    return isinstance(rule, (str, constant)) or pair or isinstance(rule, dict) and all(_is_rule(one) for one in rule.values())


def rules_of(boundary: Any) -> Any:
    """The decorator's `boundary`: a rule, or rules by axis or name. Raises TypeError."""
    rule = dict(boundary) if isinstance(boundary, Mapping) else boundary
    if rule is not None and not _is_rule(rule):
        raise TypeError(f"boundary: {boundary!r} is not a rule such as \"wrap\" or constant(0), nor a dict of rules by axis or by field")
    return rule


def give_boundaries(body: Body, rule: Any) -> None:
    """Rules for fields and temporaries whose annotation has none. Raises ValueError for a name that does not exist."""
    if rule is None:
        return
    first: dict[str, Line] = {}
    for line in body.lines:
        if line.target not in body.fields and line.target not in body.outputs:
            first.setdefault(line.target, line)
    by_name = isinstance(rule, dict) and not set(rule) <= {"x", "y", "z"}
    for name in rule if by_name else ():
        if name not in body.fields and name not in first:
            raise ValueError(f"boundary: there is no field or temporary {name!r}; there are: {', '.join([*body.fields, *first])}")
    for name, (spec, node) in body.fields.items():
        body.fields[name] = (_bounded(spec, rule.get(name) if by_name else rule), node)
    for name, line in first.items() if by_name else ():
        line.spec = _bounded(line.spec, rule.get(name))


def check_rolls(body: Body) -> None:
    """Gives arrays that np.roll reads the boundary "wrap", or refuses another one."""
    lines: dict[str, Line] = {}
    for line in body.lines:
        lines.setdefault(line.target, line)
    for name, node in body.rolled.items():
        spec = body.fields[name][0] if name in body.fields else lines[name].spec
        rules = list(spec.boundary.values()) if isinstance(spec.boundary, dict) else [spec.boundary]
        if rules == [None] and name not in body.at_offsets:
            wrapped = replace(spec, boundary="wrap")
            if name in body.fields:
                body.fields[name] = (wrapped, body.fields[name][1])
            else:
                lines[name].spec = wrapped
        elif rules != ["wrap"]*len(rules):
            body.source.fault("RG0853", node, f"np.roll() goes around the edge, but {name} has another boundary",
                              f"write @rtlgen.stencil(boundary={{\"{name}\": \"wrap\"}}), or an offset, {name}[-1, 0]")
    body.source.raise_faults()


def _bounded(spec: FieldSpec, rule: Any) -> FieldSpec:
    if isinstance(rule, dict) and spec.axes is not None:
        rule = {axis: one for axis, one in rule.items() if axis in spec.axes}
    return replace(spec, boundary=rule) if spec.boundary is None and rule not in (None, {}) else spec


class Text:
    """The YAML. It can be pickled."""

    def __init__(self, default: str = "float32", axes: int = 0, kinds: v.Kinds | None = None) -> None:
        self.default, self.axes = default, axes  # the type of whatever has none, the axes of the grid
        self.kinds: v.Kinds = kinds or {}
        self.lines: list[str] = []
        self.spans: list[Span] = []
        self.owners: dict[int, ast.AST] = {}

    def add(self, line: str, owner: ast.AST | None = None) -> None:
        self.lines.append(line)
        if owner is not None:
            self.owners[len(self.lines)] = owner

    def node_at(self, line: int, column: int) -> ast.AST | None:
        for at, first, end, node in self.spans:
            if at == line and first <= column < end:
                return node
        return self.owners.get(line)

    @property
    def bytes(self) -> bytes:
        return ("\n".join(self.lines) + "\n").encode("utf-8", "surrogatepass")

    def add_line(self, line: Line, kind: str, border: str) -> None:
        """Adds a line of the time step; `kind` is its type if it must be written, or ""."""
        keys = [("type", quoted(kind))] if kind else []
        if line.spec.boundary is not None:
            keys.append(("boundary", boundary_text(line.spec.boundary)))
        if line.spec.vector is not None:
            keys.append(("components", components_text(line.spec)))
        for key, value in (("region", line.region), ("order", line.order), ("border", "" if line.region else border)):
            if value:
                keys.append((key, value))
        text = f"  - {line.target}: " + ("{expr: " if keys else "")
        codes = line.code if isinstance(line.code, list) else [line.code]
        text += "[" * isinstance(line.code, list)
        for i, code in enumerate(codes):
            text = self._expression(text + (", " if i else "") + '"', code) + '"'
        text += "]" * isinstance(line.code, list)
        text += "".join(f", {key}: {value}" for key, value in keys) + ("}" if keys else "")
        self.add(text, line.node)

    def _expression(self, text: str, code: Code) -> str:
        column = len(text) + 1
        for piece, node in code.pieces:
            length = len(v.written(piece, self.default, self.axes, self.kinds))
            self.spans.append((len(self.lines) + 1, column, column + length, node))
            column += length
        return text + code.written(self.default, self.axes, self.kinds)


def components_text(spec: FieldSpec) -> str:
    assert spec.vector is not None
    return str(len(spec.vector.names)) if spec.vector.are_numbered else f"[{', '.join(spec.vector.names)}]"


def default_type(body: Body, kind: str | None, dtypes: Mapping[str, str | None]) -> str:
    """The type of whatever has none: the common type of all fields, if they have one, or else float32."""
    types = {spec.type or dtypes.get(name) for name, (spec, _) in body.fields.items()} - {None}
    return kind or (types.pop() or "float32" if len(types) == 1 else "float32")


def kinds_of(body: Body, kind: str | None, dtypes: Mapping[str, str | None]) -> dict[str, str]:
    """The types of the fields in a program."""
    default = default_type(body, kind, dtypes)
    return {name: spec.type or (None if kind else dtypes.get(name)) or default for name, (spec, _) in body.fields.items()}


def check_types(body: Body, kind: str | None, dtypes: Mapping[str, str | None], may_be_open: bool = False) -> None:
    """Refuses what depends on types that are now known. `may_be_open`: no array has given its type yet."""
    if may_be_open and kind is None and any(spec.type is None for spec, _ in body.fields.values()):
        return
    default, kinds = default_type(body, kind, dtypes), kinds_of(body, kind, dtypes)
    for check in body.checks:
        found = v.resolved(check.types, default, kinds)
        if check.is_bad(found):
            body.source.fault("RG0853", check.node, v.told(check.text, found), *check.notes)
    body.source.raise_faults()


def write(body: Body, head: Sequence[tuple[str, str]], tail: Extras, kind: str | None, dtypes: Mapping[str, str | None],
          params: Mapping[str, str], border: str, numpy_order: bool, axes: int) -> Text:
    """The description. `head`: lines before the fields, as key and value; `params`: values as decimals."""
    tree = body.source.tree
    check_types(body, kind, dtypes)
    default, kinds = default_type(body, kind, dtypes), kinds_of(body, kind, dtypes)
    text = Text(default, axes, kinds)
    text.add(f"# Read from the function {getattr(tree, 'name', '')}(). Offsets are x first.")
    for key, value in head:
        text.add(f"{key}: {value}", tree)
    text.add(f"type: {default}", tree)
    text.add("fields:")
    for name, (spec, node) in body.fields.items():
        found = None if kind else dtypes.get(name)
        text.add(f"  {name}: {_field(spec, spec.type or (found if found != default else None))}", node)
    for name, (types, vector, node) in body.outputs.items():
        own = v.resolved(types, default, kinds)
        keys = ([f"type: {quoted(str(own))}"] if own not in (None, default) else []) + ([f"components: {len(vector)}"] if vector else [])
        text.add(f"  {name}: {{{', '.join(keys)}}}", node)
    if body.params:
        text.add("params:")
    for name, (param, _, node) in body.params.items():
        written = f', type: {quoted(param.type)}' if param.type else ""
        text.add(f"  {name}: {{value: {params[name]}, runtime: true{written}}}", node)
    if body.tables:
        text.add("tables:")
    for table in body.tables.values():
        written = f"type: {quoted(v.type_of_dtype(table.values.dtype) or default)}, " if table.is_typed else ""
        values = ", ".join(v.number_text(value) for value in table.values)
        text.add(f"  {table.name}: {{{written}values: [{values}]}}", table.node)
    text.add("update:")
    known: set[str] = set()
    for line in body.lines:
        name = line.target.split(".")[0]
        is_field = name in body.fields or name in body.outputs
        own = None if is_field or name in known else line.spec.type or v.resolved(line.types, default, kinds)
        text.add_line(line, own if own is not None and (own != default or line.spec.type) else "", border if is_field else "")
        known.add(name)
    _add_tail(text, tail, body, numpy_order)
    return text


def _field(spec: FieldSpec, kind: str | None) -> str:
    keys = [f"type: {quoted(kind)}"] if kind else []
    if spec.boundary is not None:
        keys.append(f"boundary: {boundary_text(spec.boundary)}")
    if spec.axes is not None:
        keys.append(f"axes: [{', '.join(spec.axes)}]")
    if spec.vector is not None:
        keys.append(f"components: {components_text(spec)}")
    return "{" + ", ".join(keys) + "}"


def _add_tail(text: Text, tail: Extras, body: Body, numpy_order: bool) -> None:
    tree = body.source.tree
    def cell(at: Sequence[int]) -> str:
        return yaml(list(at)[::-1] if numpy_order else list(at), "at")
    if tail.sources:
        text.add("sources:", tree)
    for source in tail.sources:
        if (source.values is None) == (source.add is None):
            raise ValueError(f"Source({source.field!r}, ...) needs either values= or add=")
        what = f"values: [{', '.join(v.number_text(value) for value in source.values)}]" if source.values is not None else f"add: {quoted(str(source.add))}"
        text.add(f"  - {{at: {cell(source.at)}, field: {source.field}, {what}}}", tree)
    if tail.probes:
        text.add("probes:", tree)
    for probe in tail.probes:
        text.add(f"  - {{at: {cell(probe.at)}, field: {probe.field}, every: {yaml(probe.every)}}}", tree)
    if tail.monitors:
        text.add("monitor:", tree)
    for name, monitor in tail.monitors.items():
        kind = f", type: {quoted(monitor.type)}" if monitor.type else ""
        text.add(f"  {name}: {{of: {monitor.of}, reduce: {monitor.reduce}{kind}}}", tree)
    if tail.until is not None:
        text.add(f"until: {quoted(tail.until)}", tree)
    for key, value in {**({"hardware": tail.hardware} if tail.hardware else {}), **tail.keys}.items():
        text.add(f"{key}: {yaml(value, key)}", tree)


_OFFSETS = re.compile(r"\[(d[xyz](?:,d[xyz])*)\]")


class Home:
    """The origin of a program: moves faults of the description to the text of the function. It can be pickled."""

    def __init__(self, source: Source, file: str, text: Text, unnamed: ast.AST | None, numpy_order: bool = True) -> None:
        self.source, self.file, self.text, self.unnamed, self.numpy_order = source, file, text, unnamed, numpy_order

    def moved(self, outcome: dict[str, Any]) -> dict[str, Any]:
        """An outcome with its diagnostics moved to the places in the function that cause them."""
        wrong = [entry for entry in map(self._of_argument, outcome["diagnostics"]) if entry is not None]
        if wrong:  # all others follow from it
            text = "".join(f"{one['file']}: error[{one['code']}]: {one['text']}\n" + "".join(f"  note: {note}\n" for note in one["notes"]) for one in wrong)
            return {**outcome, "diagnostics": wrong, "text": text}
        entries = []
        for entry in outcome["diagnostics"]:
            if entry["file"] == self.file:
                node = self.text.node_at(entry["line"], entry["column"]) or self.source.tree
                if entry["code"] == "RG0320" and self._is_infinite(entry):
                    continue  # infinity and NaN are written as a quotient
                source: Source = getattr(node, "of_source", self.source)
                line, column, length = source.place(node)  # type: ignore[arg-type]
                notes = entry["notes"]
                if self.numpy_order:  # offsets in notes, such as t[dx,dy], in the order of the function
                    notes = tuple(_OFFSETS.sub(lambda found: f"[{','.join(reversed(found[1].split(',')))}]", note) for note in notes)
                if any(at == entry["line"] for at, *_ in self.text.spans):
                    notes = (*notes, f"in the language, with offsets x first: {self.text.lines[entry['line'] - 1].strip()}")
                entry = {**entry, "file": source.file, "line": line, "column": column, "length": length, "notes": notes, "source": source}
            if entry not in entries:  # a value may be written several times
                entries.append(entry)
        text = self.source.rendered(entries)
        plain = [{key: value for key, value in entry.items() if key != "source"} for entry in entries]
        return {**outcome, "diagnostics": plain, "text": text}

    def _is_infinite(self, entry: dict[str, Any]) -> bool:
        """Whether a division by zero is that of infinity or NaN."""
        line, column = self.text.lines[entry["line"] - 1], entry["column"] - 1
        return re.search(r"float[^()]*\(-?[01]\)$", line[:column]) is not None and re.match(r"/b?float[^()]*\(0\)", line[column:]) is not None

    def _of_argument(self, entry: dict[str, Any]) -> dict[str, Any] | None:
        """A fault of the number of time steps or of the shape, which are arguments of the call; None for other faults."""
        found = re.match(r"'(iterations|grid)(?:\[(\d)\])?' (?:is (.*?), which is out of range|must have 1, 2 or 3 entries, not (\d+))", entry["text"])
        if found is None or entry["file"] != self.file or entry["severity"] != "error":
            return None
        name = "steps" if found[1] == "iterations" else "shape"
        if found[4] is not None:
            return {**entry, "file": name, "line": 0, "column": 0, "text": f"{found[4]} axes; a grid has 1, 2 or 3", "notes": ()}
        return {**entry, "file": name, "line": 0, "column": 0, "text": f"{found[3]} is out of range", "notes": entry["notes"]}

    def check_steps(self, steps: int) -> None:
        """Refuses more than one time step if the stencil returns an array that is not one of its fields."""
        if self.unnamed is None or steps <= 1:
            return
        note = ('return {"u": ...}, with the name of the field that gets this value; one time step needs no name')
        what = f"the return does not say which field it updates, so it cannot be repeated for {steps} time steps"
        line, column, length = self.source.place(self.unnamed)
        entry: dict[str, Any] = {"severity": "error", "code": "RG0856", "name": "", "file": self.source.file, "line": line, "column": column,
                 "length": length, "text": what, "notes": (note,)}
        raise Error(self.source.rendered([entry]).rstrip("\n"), [Diagnostic(**entry)])
