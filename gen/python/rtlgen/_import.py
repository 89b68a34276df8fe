"""Programs of other languages: files, texts, and objects of Devito, xDSL, MLIR and GT4Py."""
from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _rtlgen
from . import _values as v
from ._data import dict_of, path_of, text_of, word, words
from ._errors import Diagnostic, Error, checked, warn
from ._program import Program

if TYPE_CHECKING:
    from ._gt4py import Options

_FORMATS = ("", "soda", "sasa", "stencilflow", "c", "mlir", "gt4py")
_ENDINGS = {"c": "c", "mlir": "mlir", "soda": "soda", "sasa": "dsl", "stencilflow": "json", "gt4py": "py"}


@dataclass(frozen=True)
class _Given:
    """A program to import: a file, or a text that has none."""

    file: str  # with a text: its name in faults
    text: str | None
    format: str
    function: str
    values: Mapping[str, Any]


def import_(source: Any, *, format: str = "", extent: int | None = None, function: str = "", values: Mapping[str, Any] | None = None,
            folders: Sequence[str] = (), single_precision_constants: bool = False, shape: Any = None, origin: Sequence[int] | None = None,
            domain: Sequence[int] | None = None, axes: Sequence[str] | None = None, repeat: Mapping[str, str] | None = None) -> Program:
    """Imports a program of another language: loops of C, MLIR's stencil dialect, SODA, SASA, StencilFlow, GT4Py.

    `source`: the path of a file; the program's text, if it has more than one line (with its `format`); an Operator of
    Devito, whose printed C is read; a module of xDSL or of MLIR's Python bindings; a stencil or field operator of GT4Py,
    or its function. `values`: values of parameters, arguments and macros of C and MLIR, like `{"n": 64}`, and of GT4Py's
    externals; for an Operator all of `operator.arguments(...)`, whose numbers and extents of arrays are used.

    For GT4Py only: `shape` is that of the arrays, or one of them. `origin`, `domain`: the first cell and the number of
    cells that are computed, as in a call of the stencil (default: all cells whose reads stay in the arrays). `axes`: the
    order of axes in the arrays of the program, slowest first (default: that of the fields). `repeat={"t": "new"}`: `t`
    gets the value of `new` in each time step. docs/import.md says how each construct is imported. Raises Error.
    """
    if not isinstance(single_precision_constants, bool):
        raise TypeError(f"single_precision_constants: {single_precision_constants!r} is not True or False")
    word("format", format, _FORMATS)
    gt4py = {"shape": shape, "origin": origin, "domain": domain, "axes": axes, "repeat": repeat}
    if format == "gt4py" or not format and _is_gt4py(source):
        from ._gt4py import Options  # costs time that an import of the package should not take
        return _of_gt4py(source, Options(text_of("function", function), dict_of("values", values), shape, origin, domain, axes,
                                         dict_of("repeat", repeat), single_precision_constants), extent, folders)
    for name, value in gt4py.items():
        if value is not None:
            raise ValueError(f"{name}: only programs of GT4Py take it")
    given = _given(source, format, text_of("function", function), dict_of("values", values))
    options = {"format": given.format, "extent": extent, "function": given.function,
               "values": {str(name): str(value) for name, value in given.values.items()}, "folders": words("folders", folders),
               "single_constants": single_precision_constants}
    outcome = _imported(given, options)
    warn(outcome, 2)
    return Program(outcome["yaml"].encode(), os.path.splitext(os.path.basename(given.file))[0] + ".yaml", {}, 2)


def _is_gt4py(source: Any) -> bool:
    if isinstance(source, (str, bytes, os.PathLike)):
        return "\n" not in os.fsdecode(source).strip() and os.fsdecode(source).endswith(".py")
    from ._gt4py import is_gt4py
    return not (_is_of(source, "devito") or _is_of(source, "xdsl") or _is_of(source, "mlir")) and is_gt4py(source)


def _of_gt4py(source: Any, options: Options, extent: int | None, folders: Sequence[str]) -> Program:
    from ._gt4py import imported, is_gt4py
    if extent is not None or folders:
        raise ValueError(f"{'extent' if extent is not None else 'folders'}: programs of GT4Py do not take it")
    if isinstance(source, str) and "\n" in source.strip():
        return imported("program.py", source, options, 3)
    if isinstance(source, (str, bytes, os.PathLike)):
        return imported(path_of("source", source), _text_of_file(path_of("source", source)), options, 3)
    if not is_gt4py(source):
        raise TypeError(f"source: {type(source).__name__} is not a path, a program's text, or a stencil or field operator of GT4Py")
    return imported(source, None, options, 3)


def _text_of_file(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read()
    except (OSError, UnicodeError) as error:
        what = f"the file cannot be read: {error.strerror if isinstance(error, OSError) and error.strerror else error}"
        raise Error(f"{file}: error[RG0610]: {what}", [Diagnostic("error", "RG0610", "", file, 0, 0, 1, what, ())]) from None


def _given(source: Any, format: str, function: str, values: Mapping[str, Any]) -> _Given:
    if _is_of(source, "devito") and hasattr(source, "ccode"):
        return _operator(source, format, function, values)
    if _is_of(source, "xdsl") or _is_of(source, "mlir"):
        return _Given("module.mlir", str(source), format or "mlir", function, values)
    if isinstance(source, str) and "\n" in source.strip():
        if not format:
            raise ValueError(f"format: a program's text needs one of {', '.join(_ENDINGS)}")
        return _Given("program." + _ENDINGS[format], source, format, function, values)
    if not isinstance(source, (str, bytes, os.PathLike)):
        raise TypeError(f"source: {type(source).__name__} is not a path, a program's text, an Operator of Devito, a module of xDSL or MLIR, or a stencil of GT4Py")
    return _Given(path_of("source", source), None, format, function, values)


def _operator(operator: Any, format: str, function: str, values: Mapping[str, Any]) -> _Given:
    """An Operator of Devito. `values` may be all its arguments: numbers that its C names, and arrays, of which only the
    extents count. Everything else in them concerns the run on a CPU."""
    text = str(operator.ccode)
    name = str(getattr(operator, "name", "")) or "Kernel"
    for key, value in values.items():
        for axis, extent in enumerate(getattr(value, "shape", ())):
            text = text.replace(f"{key}_vec->size[{axis}]", str(extent))
    named = set(re.findall(r"\w+", text))
    numbers = {key: v.plain(value) for key, value in values.items() if key in named and v.is_number(value)}
    return _Given(name + ".c", text, format or "c", function or name, numbers)


def _is_of(thing: Any, package: str) -> bool:
    """Whether the type or a base of it comes from a package."""
    return any((cls.__module__ or "").split(".")[0] == package for cls in type(thing).__mro__)


def _imported(given: _Given, options: dict[str, Any]) -> dict[str, Any]:
    try:
        from . import _importer  # with libclang, which nothing else needs
    except ImportError as error:
        raise _rtlgen.ToolError(f"this package has no importer ({error}); use the command: rtlgen import {given.file} -o x.yaml, "
                                "then rtlgen.load(\"x.yaml\")") from None
    if given.text is None:
        return checked(_importer.import_program({**options, "file": given.file}))
    import tempfile  # costs time that an import of the package should not take
    with tempfile.TemporaryDirectory(prefix="rtlgen") as folder:
        file = os.path.join(folder, given.file)
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(given.text)
        outcome = _importer.import_program({**options, "file": file})
        return checked(_without(outcome, folder + os.sep))


def _without(value: Any, prefix: str) -> Any:
    """An outcome in which the text has no folder."""
    if isinstance(value, str):
        return value.replace(prefix, "")
    if isinstance(value, dict):
        return {key: _without(one, prefix) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_without(one, prefix) for one in value)
    return value
