"""@rtlgen.stencil: a function of ordinary indexing code, read from its source and written in the language."""
from __future__ import annotations

import ast
import json
from typing import Any, Callable, Mapping, Sequence, overload

import numpy as np

from . import _rtlgen
from ._body import Body, Line
from ._errors import Diagnostic, Error
from ._program import Program, _number, _whole, _yaml
from ._source import Source
from ._types import FieldSpec, Rule, constant

Span = tuple[int, int, int, ast.AST]  # line and columns of the YAML text, first and behind the last


def _rule(rule: Rule | Any) -> str:
    return f"{{constant: {rule.value!r}}}" if isinstance(rule, constant) else str(rule)


def _boundary(boundary: Any) -> str:
    if isinstance(boundary, dict):
        return "{" + ", ".join(f"{axis}: {_boundary(rule)}" for axis, rule in boundary.items()) + "}"
    if isinstance(boundary, list):
        return "[" + ", ".join(_rule(rule) for rule in boundary) + "]"
    return _rule(boundary)


class _Text:
    """YAML that remembers which part of the function each part of it is of."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.spans: list[Span] = []
        self.owners: dict[int, ast.AST] = {}

    def add(self, line: str, owner: ast.AST | None = None) -> None:
        self.lines.append(line)
        if owner is not None:
            self.owners[len(self.lines)] = owner

    def add_line(self, line: Line, border: str) -> None:
        keys = [("type", f'"{line.spec.type}"')] if line.spec.type else []
        if line.spec.boundary is not None:
            keys.append(("boundary", _boundary(line.spec.boundary)))
        if border:
            keys.append(("border", border))
        text = f"  - {line.target}: " + ('{expr: "' if keys else '"')
        column = len(text) + 1
        for piece, node in line.code.pieces:
            self.spans.append((len(self.lines) + 1, column, column + len(piece), node))
            column += len(piece)
        text += line.code.text + '"' + "".join(f", {key}: {value}" for key, value in keys) + ("}" if keys else "")
        self.add(text, line.node)

    def node_at(self, line: int, column: int) -> ast.AST | None:
        for at, first, end, node in self.spans:
            if at == line and first <= column < end:
                return node
        return self.owners.get(line)


class Stencil:
    """A function under @rtlgen.stencil. Called with arrays it runs the golden engine; `program` makes a Program."""

    def __init__(self, function: Callable[..., Any], *, shape: Sequence[int] | None, steps: int, type: str | None, index: str, border: str,
                 hardware: Mapping[str, Any] | None, keys: Mapping[str, Any] | None) -> None:
        if index not in ("numpy", "xyz"):
            raise ValueError(f"index is \"numpy\", the order of an array's axes, or \"xyz\", not {index!r}")
        if border not in ("compute", "keep", "ignore"):
            raise ValueError(f"border is compute, keep or ignore, not {border!r}")
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._file = f"<stencil {function.__name__}>"  # what its description is called; generated files name it
        self._shape = tuple(shape) if shape is not None else None
        self._steps, self._type = steps, type
        self._border = "" if border == "compute" else border
        self._hardware, self._keys = hardware or {}, keys or {}
        self._source = Source(function)
        self._body = Body(self._source, index == "numpy")
        self._body.read()

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that a run starts with."""
        return tuple(self._body.fields)

    @property
    def params(self) -> tuple[str, ...]:
        return tuple(self._body.params)

    def __repr__(self) -> str:
        return f"<rtlgen.Stencil {self.__name__}({', '.join([*self.fields, *self.params])})>"

    def _common_type(self) -> str:
        """Of what has none of its own: that of all fields, where they have one."""
        types = {spec.type for spec, _ in self._body.fields.values()}
        return types.pop() or "float32" if len(types) == 1 else "float32"

    def _write(self, shape: Sequence[int], steps: int, params: Mapping[str, Any]) -> _Text:
        text = _Text()
        head = self._source.tree
        text.add(f"# Read from the function {self.__name__}(). Offsets are x first.")
        text.add(f"name: {self.__name__}", head)
        if self.__doc__ and self.__doc__.strip():
            text.add(f"description: {json.dumps(self.__doc__.strip().splitlines()[0])}", head)
        extents = [_whole("shape", n) for n in tuple(shape)][::-1]
        text.add(f"grid: {_yaml(extents)}", head)
        text.add(f"type: {self._type or self._common_type()}", head)
        text.add("fields:")
        for name, (spec, node) in self._body.fields.items():
            text.add(f"  {name}: {_field(spec)}", node)
        for name, node in self._body.outputs.items():
            text.add(f"  {name}: {{}}", node)
        if self._body.params:
            text.add("params:")
        for name, (param, default, node) in self._body.params.items():
            value = params.get(name, default)
            number = _number(name, value)
            kind = f', type: "{param.type}"' if param.type else ""
            text.add(f"  {name}: {{value: {number}, runtime: true{kind}}}", node)
        text.add("update:")
        for line in self._body.lines:
            is_field = line.target in self._body.fields or line.target in self._body.outputs
            text.add_line(line, self._border if is_field else "")
        text.add(f"iterations: {_whole('steps', steps)}", head)
        for key, value in {**({"hardware": self._hardware} if self._hardware else {}), **self._keys}.items():
            text.add(f"{key}: {_yaml(value)}", head)
        return text

    def program(self, shape: Sequence[int] | None = None, *, steps: int | None = None, **params: Any) -> Program:
        """The program for arrays of `shape`, x last. `params`: defaults of run-time parameters. Raises Error."""
        chosen = shape if shape is not None else self._shape
        if chosen is None:
            raise self._misused("the grid has no shape", f"say it: {self.__name__}.program((1024, 1024)), or @rtlgen.stencil(shape=...)")
        self._check_params(params)
        missing = [name for name, (_, default, _) in self._body.params.items() if default is None and name not in params]
        if missing:
            raise self._misused(f"no value for {', '.join(missing)}", f"give one, {missing[0]}=0.1, or a default in the function")
        text = self._write(chosen, self._steps if steps is None else steps, params)

        def at_home(outcome: dict[str, Any]) -> dict[str, Any]:
            return self._moved(outcome, text)

        return Program(("\n".join(text.lines) + "\n").encode(), self._file, {}, 2, at_home)

    def _moved(self, outcome: dict[str, Any], text: _Text) -> dict[str, Any]:
        """An outcome with its diagnostics at the places of the function that they are about."""
        entries = []
        for entry in outcome["diagnostics"]:
            if entry["file"] == self._file:
                node = text.node_at(entry["line"], entry["column"])
                line, column, length = self._source.place(node if node is not None else self._source.tree)  # type: ignore[arg-type]
                notes = entry["notes"]
                if any(at == entry["line"] for at, *_ in text.spans):
                    notes = (*notes, f"in the language, with offsets x first: {text.lines[entry['line'] - 1].strip()}")
                entry = {**entry, "file": self._source.file, "line": line, "column": column, "length": length, "notes": notes}
            entries.append(entry)
        return {**outcome, "diagnostics": entries, "text": self._source.rendered(entries)}

    def _misused(self, what: str, note: str) -> Error:
        text = f"{self.__name__}: error[RG0857]: {what}\n  note: {note}"
        return Error(text, [Diagnostic("error", "RG0857", "", self.__name__, 0, 0, 1, what, (note,))])

    def _check_params(self, params: Mapping[str, Any]) -> None:
        for name in params:
            if name not in self._body.params:
                known = ", ".join(self._body.params) or "none"
                raise self._misused(f"there is no parameter {name}", f"these are: {known}")

    def __call__(self, *arrays: Any, steps: int | None = None, progress: Any = None, **named: Any) -> Any:
        """Runs the golden engine: arrays by position or name, parameters by name. Returns the array that the stencil
        assigns, or a dict of them where there are several."""
        given = dict(zip(self.fields, arrays))
        if len(arrays) > len(self.fields):
            raise self._misused(f"{len(arrays)} arrays for {len(self.fields)} fields", f"the fields are: {', '.join(self.fields)}; parameters go by name")
        given.update({name: named.pop(name) for name in list(named) if name in self.fields})
        missing = [name for name in self.fields if name not in given]
        if missing:
            raise self._misused(f"no array for {', '.join(missing)}", f"the fields are: {', '.join(self.fields)}")
        shape = self._shape
        for name, array in given.items():
            if self._body.fields[name][0].axes is not None:
                continue
            own = np.shape(array)
            if shape is not None and tuple(own) != tuple(shape):
                raise self._misused(f"the array {name} has the shape {tuple(own)}, not {tuple(shape)}",
                                    "all fields have the grid's shape, but for those with Axes(...)")
            shape = own
        program = self.program(shape, steps=steps, **named)
        # A field whose old value no line reads starts without one.
        read = {name: array for name, array in given.items() if program.fields[name].role != "output"}
        result = program.golden(read, progress=progress)
        return result.array if len(result.arrays) == 1 else result.arrays


def _field(spec: FieldSpec) -> str:
    keys = [f'type: "{spec.type}"'] if spec.type else []
    if spec.boundary is not None:
        keys.append(f"boundary: {_boundary(spec.boundary)}")
    if spec.axes is not None:
        keys.append(f"axes: [{', '.join(spec.axes)}]")
    return "{" + ", ".join(keys) + "}"


@overload
def stencil(function: Callable[..., Any], /) -> Stencil: ...
@overload
def stencil(*, shape: Sequence[int] | None = None, steps: int = 1, type: str | None = None, index: str = "numpy",
            border: str = "compute", hardware: Mapping[str, Any] | None = None,
            keys: Mapping[str, Any] | None = None) -> Callable[[Callable[..., Any]], Stencil]: ...


def stencil(function: Callable[..., Any] | None = None, /, *, shape: Sequence[int] | None = None, steps: int = 1,
            type: str | None = None, index: str = "numpy", border: str = "compute", hardware: Mapping[str, Any] | None = None,
            keys: Mapping[str, Any] | None = None) -> Any:
    """Makes a Stencil of a function.

    `index`: what the offsets of `t[-1, 0]` mean. "numpy", the default: the order of the array's axes, the last is x, as
    in numba.stencil. "xyz": x first, as in the language. `shape`: of the grid, x last. `steps`: time steps of a run.
    `type`: of what has none of its own; without it the one type of all fields, else float32. `border`: of lines that assign fields. `hardware`, `keys`: more keys of the
    description (docs/config.md). Raises Error with places in the Python file.
    """
    def make(of: Callable[..., Any]) -> Stencil:
        return Stencil(of, shape=shape, steps=steps, type=type, index=index, border=border, hardware=hardware, keys=keys)

    return make if function is None else make(function)
