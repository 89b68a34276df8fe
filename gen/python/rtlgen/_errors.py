"""Faults and warnings of descriptions, as Python's own errors and warnings."""
from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Iterable, Mapping


@dataclass(frozen=True)
class Diagnostic:
    """One fault or warning: `file:line:column: error[code]: text`, and what would be right."""

    severity: str  # "error" or "warning"
    code: str  # RG0303; docs/diagnostics.md and docs/python.md list them
    name: str  # of a warning: what `no_warn` calls it; "" for an error
    file: str
    line: int  # from 1; 0: the file as a whole
    column: int  # from 1
    length: int  # characters that are meant
    text: str
    notes: tuple[str, ...]


class Error(Exception):
    """Wrong input. `str()` is what the command prints; `diagnostics` has the same as values."""

    def __init__(self, text: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(text)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)


class DescriptionWarning(UserWarning):
    """Something in a description that is hardly meant (docs/warnings.md)."""


def diagnostics_of(outcome: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(**entry) for entry in outcome["diagnostics"])


def checked(outcome: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a call of _rtlgen, or its faults as an Error."""
    if outcome["failed"]:
        raise Error(outcome["text"].rstrip("\n"), diagnostics_of(outcome))
    return outcome


def warn(outcome: Mapping[str, Any], stacklevel: int) -> None:
    """Says the warnings of an outcome once, where the caller `stacklevel` frames up is."""
    if outcome["diagnostics"]:
        warnings.warn("\n" + outcome["text"].rstrip("\n"), DescriptionWarning, stacklevel + 1)
