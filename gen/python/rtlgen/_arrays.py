"""The type of NumPy arrays in signatures."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]
else:  # importing numpy.typing takes time, and annotations are not evaluated
    Array = Any
