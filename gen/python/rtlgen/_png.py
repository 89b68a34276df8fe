"""PNG files of 8-bit samples, still or animated (APNG), by zlib alone."""
from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from ._arrays import Array

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE, _RGB, _RGBA = 3, 2, 6  # colour types of PNG


def png(frames: Sequence[Array], palette: bytes = b"", milliseconds: int = 100) -> bytes:
    """A PNG of frames of one shape: indices into `palette` (height, width), or samples (height, width, 3 or 4). Several
    frames are an animation without end, which viewers without APNG show as the first one."""
    first = frames[0]
    height, width = first.shape[:2]
    kind = _PALETTE if first.ndim == 2 else _RGB if first.shape[2] == 3 else _RGBA
    parts = [_SIGNATURE, _chunk(b"IHDR", _words(width, height) + bytes([8, kind, 0, 0, 0]))]
    if kind == _PALETTE:
        parts.append(_chunk(b"PLTE", palette))
    if len(frames) > 1:
        parts.append(_chunk(b"acTL", _words(len(frames), 0)))
    number = 0  # number of the next chunk of the animation
    for i, frame in enumerate(frames):
        if len(frames) > 1:
            delay = milliseconds.to_bytes(2, "big") + (1000).to_bytes(2, "big")
            parts.append(_chunk(b"fcTL", _words(number, width, height, 0, 0) + delay + bytes(2)))
            number += 1
        packed = zlib.compress(_rows(frame), 6)
        if i == 0:
            parts.append(_chunk(b"IDAT", packed))
        else:
            parts.append(_chunk(b"fdAT", _words(number) + packed))
            number += 1
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _rows(frame: Array) -> bytes:
    """Rows with the filter byte "none" in front."""
    rows = np.ascontiguousarray(frame, np.uint8).reshape(len(frame), -1)
    return np.pad(rows, ((0, 0), (1, 0))).tobytes()


def _words(*numbers: int) -> bytes:
    return b"".join(n.to_bytes(4, "big") for n in numbers)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return _words(len(data)) + kind + data + _words(zlib.crc32(kind + data))
