"""GT4Py: stencils of gtscript and field operators of gt4py.next, read from their source as descriptions."""
from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import _gt4py_values as g
from ._data import whole
from ._errors import DescriptionWarning, Diagnostic, Error
from ._gt4py_body import Stencil
from ._gt4py_expressions import Expressions
from ._gt4py_next import Operator
from ._gt4py_source import DECORATORS, FileSource, Function, Names, Unknown, function_of
from ._gt4py_values import Version
from ._gt4py_write import Call, Writer, described
from ._lines import proper
from ._program import Program
from ._source import Source
from ._values import Refused
from ._write import Home


_PARTS = "assign parts of long expressions to temporaries"


@dataclass(frozen=True)
class Options:
    """The arguments of `import_` that concern GT4Py."""

    function: str
    values: Mapping[str, Any]
    shape: Any
    origin: Any
    domain: Any
    axes: Any
    repeat: Mapping[str, str]
    single_constants: bool


def is_gt4py(thing: Any) -> bool:
    """Whether an object is a stencil or field operator of an installed GT4Py, or a Python function."""
    return function_of(thing) is not None


def imported(source: Any, text: str | None, options: Options, stacklevel: int) -> Program:
    """The program of a text, whose name is `source`, or of a function or object of GT4Py."""
    used: set[str] = set()
    if text is None:
        definition = function_of(source)
        assert definition is not None
        origin = Source(definition)
        if not isinstance(origin.tree, ast.FunctionDef):
            raise TypeError("source: the function is not written with def")
        function = Function(origin.tree, origin, Names(origin, options.values, definition, used))
    else:
        function = _chosen(Names(_parsed(source, text), options.values, None, used), options.function)
    try:
        program, reader = _program(function, options, stacklevel + 1)
    except RecursionError:
        raise _at(function, "RG0623", f"{function.tree.name} is nested too deeply", _PARTS) from None
    _check_values(options.values, used | reader.known, function.tree.name)
    return program


def _parsed(file: str, text: str) -> FileSource:
    try:
        return FileSource(file, text)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        raise _fault(file, text, "RG0611", line, column, f"this is not Python: {error.msg}") from None
    except ValueError as error:
        raise _fault(file, text, "RG0611", 1, 1, f"this is not Python: {error}") from None
    except RecursionError:
        raise _fault(file, text, "RG0623", 1, 1, "the program is nested too deeply", _PARTS) from None


def _fault(file: str, text: str, code: str, line: int, column: int, what: str, *notes: str) -> Error:
    from . import _rtlgen
    entry = {"severity": "error", "code": code, "name": "", "file": file, "line": line, "column": column, "length": 1, "text": what, "notes": notes}
    return Error(_rtlgen.render(file, text, [entry]).rstrip("\n"), [Diagnostic(**entry)])  # type: ignore[arg-type]


def _at(function: Function, code: str, what: str, note: str) -> Error:
    """A fault of a whole function."""
    line, column, _ = function.source.place(function.tree)
    return _fault(function.source.file, function.source.text, code, line, column, what, note)


# ---------------------------------------------------------------- which function

def _kind(function: Function) -> str:
    """The kind of a function in GT4Py: stencil, function, field_operator, ...; "" if that is not known."""
    for decorator in function.tree.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
        if name in DECORATORS:
            return name.replace("lazy_", "")
    for part in ast.walk(function.tree):
        if isinstance(part, ast.With) and any(isinstance(item.context_expr, ast.Call) and ast.unparse(item.context_expr.func).endswith("computation")
                                              for item in part.items):
            return "stencil"
    return ""


def _chosen(names: Names, wanted: str) -> Function:
    functions = names.functions()
    kinds = {function.tree.name: _kind(function) for function in functions}
    can = [function for function in functions if kinds[function.tree.name] == "stencil"] or \
        [function for function in functions if kinds[function.tree.name] == "field_operator"]
    if wanted:
        can = [function for function in functions if function.tree.name == wanted]
    if len(can) == 1:
        return can[0]
    called = {part.func.id for function in can for part in ast.walk(function.tree) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    tops = [function for function in can if function.tree.name not in called]  # field operators that no other calls
    if not wanted and len(tops) == 1:
        return tops[0]
    source = names.source
    known = ", ".join(name for name, kind in kinds.items() if kind in ("stencil", "field_operator")) or "none"
    what = f"there is no function {wanted}" if wanted else "there are several stencils" if can else "there is no stencil or field operator"
    line = can[1].tree.lineno if len(can) > 1 else 1
    raise _fault(source.file, source.text, "RG0613", line, 1, what, f"choose one, function=\"...\"; stencils and field operators are: {known}")


def _of_decorator(function: Function, options: Options) -> tuple[Options, Mapping[str, Any]]:
    """Externals, types and precisions that the decorator has; those of the call come first."""
    found: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for decorator in function.tree.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg in ("externals", "dtypes") and isinstance(keyword.value, ast.Dict):
                for key, value in zip(keyword.value.keys, keyword.value.values):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        try:
                            found[key.value] = function.names.evaluate(value)
                        except Unknown:
                            pass  # a fault only if the function needs it
            elif keyword.arg in ("literal_float_precision", "literal_int_precision") and isinstance(keyword.value, ast.Constant):
                settings[keyword.arg] = keyword.value.value
    return replace(options, values={**found, **options.values}), settings


# ---------------------------------------------------------------- the program

def _program(function: Function, options: Options, stacklevel: int) -> tuple[Program, Stencil]:
    kind = _kind(function)
    if kind in ("program", "scan_operator", "function"):
        note = {"program": "choose a field operator that it calls, function=\"...\", and call its program for each",
                "scan_operator": "write it as a stencil of gtscript, with computation(FORWARD)",
                "function": "import a stencil that calls it"}[kind]
        raise _at(function, "RG0618", f"{function.tree.name} is a {kind.replace('_', ' ')}, which is not imported", note)
    options, settings = _of_decorator(function, options)
    names = Names(function.source, options.values, None, function.names.used)
    names.bindings, names._objects = function.names.bindings, function.names._objects
    function = replace(function, names=names)
    floats = "float32" if options.single_constants or settings.get("literal_float_precision") == 32 else "float64"
    ints = "int32" if settings.get("literal_int_precision") == 32 else "int64"
    reader = (Operator if kind == "field_operator" else Stencil)(function, options.values, floats, ints)
    reader.read_all()
    return _written(function, reader, options, stacklevel + 1), reader


def _written(function: Function, reader: Stencil, options: Options, stacklevel: int) -> Program:
    source, name = function.source, proper(function.tree.name)
    source.tree = function.tree
    finals = {key: reader.env[key].found() for key, version in reader.given.items() if reader.env[key] is not version}
    assigned = frozenset(finals)
    call = Call(*_call(options, reader), _axes(options.axes, reader))
    _repeat(reader, finals, options.repeat)
    try:
        writer = Writer(source, reader.versions, reader.given, finals, assigned if isinstance(reader, Stencil) else frozenset(), call)
        params = _params(reader, writer)
        text = described(writer, name, _head(function, call, writer, reader), params)
    except g.Unfit as error:
        source.fault(error.code, function.tree, error.text, *error.notes)
    except Refused:
        pass
    source.raise_faults()
    _warn(source, _warnings_of(assigned, reader, writer), stacklevel + 1)
    file = name + ".yaml"
    return Program(text.bytes, file, {}, stacklevel + 1, Home(source, file, text, None))


def _call(options: Options, reader: Stencil) -> tuple[tuple[int, int, int], tuple[int, ...] | None, tuple[int, ...] | None]:
    """Extents, origin and domain along I, J, K; of axes that no field has, 1, 0 and 1."""
    axes = reader.dimensions
    if options.shape is None:
        raise ValueError(f"shape: pass the extents of the arrays, ({', '.join('n' + axis for axis in axes)}), or one of the arrays")
    shape = getattr(options.shape, "shape", options.shape)

    def of(name: str, value: Any, least: int, other: int) -> tuple[int, ...]:
        if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
            raise TypeError(f"{name}: {value!r} is not a tuple of whole numbers, one for each of {', '.join(axes)}")
        numbers = [whole(name, one) for one in value]
        if name != "shape" and len(numbers) == 3 and len(axes) < 3:
            numbers = [numbers["IJK".index(letter)] for letter in reader.axes]  # GT4Py always gives three
        if len(numbers) != len(axes):
            raise ValueError(f"{name}: {tuple(numbers)} has {len(numbers)} numbers for the axes {', '.join(axes)}")
        if any(number < least for number in numbers):
            raise ValueError(f"{name}: {tuple(numbers)} has a number below {least}")
        given = dict(zip(reader.axes, numbers))
        return tuple(given.get(axis, other) for axis in "IJK")

    extents = of("shape", shape, 1, 1)
    return ((extents[0], extents[1], extents[2]), None if options.origin is None else of("origin", options.origin, 0, 0),
            None if options.domain is None else of("domain", options.domain, 1, 1))


def _axes(wanted: Any, reader: Stencil) -> str:
    """The axes of the grid, slowest first, as letters."""
    if wanted is None:
        return reader.axes
    letters = dict(zip(reader.dimensions, reader.axes))
    order = list(wanted) if isinstance(wanted, (str, Sequence)) else None
    if order is None or sorted(map(str, order)) != sorted(letters):
        raise ValueError(f"axes: {wanted!r} is not an order of {', '.join(letters)}, slowest first, like "
                         f"{''.join(letters) if all(len(one) == 1 for one in letters) else list(letters)!r}")
    return "".join(letters[str(one)] for one in order)


def _repeat(reader: Stencil, finals: dict[str, Version], repeat: Mapping[str, str]) -> None:
    """Fields whose next time step begins with what another field has got."""
    for target, name in repeat.items():
        if target not in reader.given or target in finals or name not in finals:
            raise ValueError(f"repeat: {target!r}: {name!r} is not a field that is only read, and one that is assigned")
        old, new = reader.given[name], finals[name]
        if old.dtype != reader.given[target].dtype:
            raise ValueError(f"repeat: {target} is {reader.given[target].dtype}, {name} is {old.dtype}")
        for version in reader.versions:
            if any(one is old for section in version.sections for one, _ in g.reads(section.value)):
                raise ValueError(f"repeat: {name} is read before it is assigned, so it cannot stand for {target}")
            if version.rest is old:
                version.rest = reader.given[target]
        finals[target] = new
        del finals[name]


def _params(reader: Stencil, writer: Writer) -> dict[str, tuple[str, Any, str, ast.AST]]:
    """Run-time parameters that results depend on, with their names in the language."""
    used = {part.text for version in writer.live for section in version.sections for part in g.parts(section.value) if isinstance(part, g.Scalar)}
    names = {name: writer.fresh(name) for name in reader.params if name in used}
    for version in writer.live:
        for section in version.sections:
            section.value = g.mapped(section.value, lambda leaf: g.Scalar(leaf.dtype, leaf.node, names[leaf.text]) if isinstance(leaf, g.Scalar) else leaf)
    return {name: (reader.params[name][0], reader.params[name][1], own, reader.params[name][2]) for name, own in names.items()}


def _head(function: Function, call: Call, writer: Writer, reader: Stencil) -> list[str]:
    letters = dict(zip(reader.axes, reader.dimensions))
    axes = ", ".join(f"{letters[axis]} is {name}" for name, axis in zip("xyz", reversed(call.axes)))
    cells = ", ".join(f"{letters[axis]} from {writer.domain['IJK'.index(axis)].first.offset} to {writer.domain['IJK'.index(axis)].last.offset}"
                      for axis in call.axes)
    return [f"Imported by rtlgen from {os.path.basename(function.source.file)} (GT4Py, {function.tree.name}, line {function.source.place(function.tree)[0]}); "
            "see docs/import_gt4py.md.", f"{axes}. Cells {cells} are computed (-1 is the last); others keep their values."]


# ---------------------------------------------------------------- warnings

def _warnings_of(assigned: frozenset[str], reader: Expressions, writer: Writer) -> list[dict[str, Any]]:
    found = []
    for name, version in writer.given.items():
        if not writer.used(name) and name not in assigned:
            found.append(_entry("RG0621", "unneeded-part", version.node, f"no result depends on {name}: it is left out"))
    if reader.doubles:
        node = reader.doubles[0]
        found.append(_entry("RG0905", "double-literal", node, f"{ast.unparse(node)} is float64, as in GT4Py, so operations on float32 are computed in float64, "
                            "which needs several times the hardware", "single_precision_constants=True makes such numbers float32, like literal_float_precision=32"))
    return found


def _entry(code: str, name: str, node: ast.AST, text: str, *notes: str) -> dict[str, Any]:
    return {"severity": "warning", "code": code, "name": name, "node": node, "text": text, "notes": notes}


def _warn(source: Source, entries: list[dict[str, Any]], stacklevel: int) -> None:
    placed: list[dict[str, Any]] = []
    for entry in entries:
        node = entry.pop("node")
        own: Source = getattr(node, "of_source", source)
        line, column, length = own.place(node)
        placed.append({**entry, "file": own.file, "line": line, "column": column, "length": length, "source": own})
    if placed:
        warning = DescriptionWarning("\n" + source.rendered(placed).rstrip("\n"))
        warning._of_import = tuple(Diagnostic(**{key: value for key, value in entry.items() if key != "source"}) for entry in placed)
        warnings.warn(warning, stacklevel=stacklevel + 1)


def _check_values(values: Mapping[str, Any], used: set[str], name: str) -> None:
    unknown = [key for key in values if key not in used]
    if unknown:
        raise ValueError(f"values: {name} has no external or parameter {unknown[0]!r}")
