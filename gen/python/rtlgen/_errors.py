"""Faults and warnings of descriptions, as Python exceptions and warnings."""
from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import Any, Iterable, Mapping


@dataclass(frozen=True)
class Diagnostic:
    """One fault or warning: `file:line:column: error[code]: text`, and what would be right."""

    severity: str  # "error" or "warning"
    code: str  # RG0303; docs/diagnostics.md and docs/python.md list them
    name: str  # a warning's name in `no_warn`; "" for an error
    file: str
    line: int  # from 1; 0 for the whole file
    column: int  # from 1
    length: int  # in characters
    text: str
    notes: tuple[str, ...]


class Error(Exception):
    """Invalid input. `str()` is what the command prints; `diagnostics` has the same as values."""

    def __init__(self, text: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(text)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)


class DescriptionWarning(UserWarning):
    """Something in a description that is probably not intended (docs/warnings.md)."""

    _of_import: tuple[Diagnostic, ...] = ()  # warnings of an import, not of the description that it writes


# Arguments for the command's options in notes; options with the same name need no entry.
_ARGUMENTS = {"extents": "shape", "iterations": "steps", "steps": "depth", "define": "values", "include": "folders"}
_BOARDS = re.compile(r"\brtlgen boards(?: (ID|NAME))?\b")
_DEFINITION = re.compile(r"(?:--define|-D) (\w+)=(\w+)")
_UNDEFINED = re.compile(r"^-D (\w+):")
_SET = re.compile(r"(?<![\w-])--set ([\w.]+)=(\[[^\]]*\]|[\w.+-]*[\w+-])")
_FORMAT = re.compile(r"(?<![\w-])--format (\w+)")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)(?![a-z-])(?: (?=(?:[A-Z]+|\d+)\b))?")
_PLACE = re.compile(r"^--([a-z][a-z-]*)(?: (.*?))?(: (?:error|warning))")  # "--set type=float33: error[RG0210]"


def _set_call(found: re.Match[str]) -> str:
    is_text = found[2][0].isalpha() and found[2] not in ("true", "false")
    value = {"true": "True", "false": "False"}.get(found[2], f'"{found[2]}"' if is_text else found[2])
    return f'set({{"{found[1]}": {value}}})'


def _spoken(text: str) -> str:
    """A message with what a caller in Python writes instead of options and commands."""
    text = _BOARDS.sub(lambda found: f"rtlgen.board({found[1]})" if found[1] else "rtlgen.boards()", text)
    text = _DEFINITION.sub(r'values={"\1": \2}', _UNDEFINED.sub(r'values={"\1": ...}:', text))
    text = _FORMAT.sub(r'format="\1"', text)
    return _OPTION.sub(_as_argument, _SET.sub(_set_call, text))


def _as_argument(found: re.Match[str]) -> str:
    name = _ARGUMENTS.get(found[1], found[1].replace("-", "_"))
    return found[0] if name == "set" else f"{name}="


def _place(found: re.Match[str]) -> str:
    name = found[2] if found[1] == "set" else f"{_as_argument(found)}{found[2]}" if found[2] else _as_argument(found).removesuffix("=")
    return f"{name}{found[3]}"


def _shown(line: str, messages: set[str]) -> str:
    """A line of rendered diagnostics: its place and message, but no text of the user's, name arguments."""
    line = _PLACE.sub(_place, line)
    found = next((message for message in messages if line.endswith(message)), "")
    return line.removesuffix(found) + _spoken(found)


def in_python(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome whose places and notes name arguments instead of the command's options."""
    if not any(entry["file"].startswith("--") or any(_spoken(text) != text for text in (entry["text"], *entry["notes"])) for entry in outcome["diagnostics"]):
        return outcome
    messages = {f"]: {entry['text']}" for entry in outcome["diagnostics"]}
    lines = [_spoken(line) if line.lstrip().startswith("note: ") else _shown(line, messages) for line in outcome["text"].split("\n")]
    entries = [{**entry, "file": _PLACE.sub(_place, entry["file"] + ": error").removesuffix(": error"),
                "text": _spoken(entry["text"]), "notes": tuple(_spoken(note) for note in entry["notes"])}
               for entry in outcome["diagnostics"]]
    return {**outcome, "text": "\n".join(lines), "diagnostics": entries}


def diagnostics_of(outcome: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(**entry) for entry in outcome["diagnostics"])


def checked(outcome: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a call of _rtlgen, or its faults as an Error."""
    outcome = in_python(outcome) if outcome["diagnostics"] else outcome
    if outcome["failed"]:
        raise Error(outcome["text"].rstrip("\n"), diagnostics_of(outcome))
    return outcome


def warn(outcome: Mapping[str, Any], stacklevel: int) -> None:
    """Issues the warnings of an outcome once, at the caller `stacklevel` frames up."""
    if outcome["diagnostics"]:
        warnings.warn("\n" + outcome["text"].rstrip("\n"), DescriptionWarning, stacklevel + 1)
