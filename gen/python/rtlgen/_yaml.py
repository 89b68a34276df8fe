"""Converts Python values to YAML, for the keys of a description."""
from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "nan", "inf", "y", "n"}


def quoted(text: str) -> str:
    """A string in quotes, on one line."""
    return json.dumps(text, ensure_ascii=False)


def yaml(value: Any, what: str = "the key") -> str:
    """A value as one line of YAML; a string stays a string, whatever it contains. `what`: its name in errors."""
    if isinstance(value, str):
        return str(value) if _PLAIN.match(value) and value.lower() not in _WORDS else quoted(value)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{what}: {value!r} cannot be the value of a key")
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml(str(key))}: {yaml(entry, f'{what}.{key}')}" for key, entry in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return "[" + ", ".join(yaml(entry, what) for entry in value) + "]"
    raise TypeError(f"{what}: {value!r} cannot be the value of a key")
