"""The command `rtlgen import heat.py`: reads a request as JSON from standard input, responds on standard output."""
from __future__ import annotations

import json
import re
import sys
import warnings
from typing import Any

from ._errors import DescriptionWarning, Diagnostic, Error


def _value(text: str) -> Any:
    """A value of -D: a number if it is one, or a name of a type."""
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    return {"True": True, "False": False}.get(text, text)


_OPTIONS = ((re.compile(r'\bvalues=\{"([\w.]+)": ([^}]*)\}'), r"-D \1=\2"), (re.compile(r"\bsingle_precision_constants=True"), "--single-precision-constants"),
            (re.compile(r'\bfunction="\.\.\."'), "--function NAME"), (re.compile(r"(?<![\w-])(shape|origin|domain|axes|repeat)="), r"--\1"),
            (re.compile(r"^(shape|origin|domain|axes|repeat): "), r"--\1: "), (re.compile(r"^values: "), "-D: "))


def _spoken(text: str) -> str:
    """A message with the command's options instead of arguments."""
    for pattern, option in _OPTIONS:
        text = pattern.sub(option, text)
    return text


def _fault(one: Diagnostic) -> dict[str, Any]:
    return {"error": one.severity == "error", "code": one.code, "file": one.file, "place": [one.line, one.column, one.length],
            "message": _spoken(one.text), "notes": [_spoken(note) for note in one.notes]}


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """The YAML of a program, or its faults."""
    from ._gt4py import Options, imported
    options = Options(request["function"], {name: _value(text) for name, text in request["values"].items()}, tuple(request["shape"]) or None,
                      tuple(request["origin"]) or None, tuple(request["domain"]) or None, request["axes"] or None, request["repeat"], request["single_constants"])
    answer: dict[str, Any] = {}
    faults: tuple[Diagnostic, ...] = ()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DescriptionWarning)
        try:
            answer["yaml"] = imported(request["file"], request["text"], options, 2).yaml
        except Error as error:
            faults = error.diagnostics
        except (TypeError, ValueError) as error:
            faults = (Diagnostic("error", "RG0610", "", request["file"], 0, 0, 1, str(error), ()),)
    for warning in caught:
        if isinstance(warning.message, DescriptionWarning):
            faults += warning.message._of_import  # `rtlgen check` of the YAML gives the others
    return {**answer, "faults": [_fault(one) for one in faults], "sources": {request["file"]: request["text"].splitlines()}}


def main() -> None:
    """Handles one request."""
    json.dump(respond(json.load(sys.stdin)), sys.stdout)
