"""Pictures of fields with colour bars, animations, and lines over time, as HTML for notebooks and as files."""
from __future__ import annotations

import base64
import functools
import html
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _rtlgen
from ._arrays import Array
from ._data import path_of, text_of, whole, word
from ._png import png

_MOST_PIXELS = 384  # along the longer side; larger planes are thinned out
_PLEASANT_SIZE = 256  # small planes are enlarged to about this many pixels
_SAVED_SIZE = 512
_MOST_FRAMES, _MOST_BYTES = 1000, 2**28
_LEVELS = 254  # levels of the palette; its last two entries are for NaN and infinities
_COLOURS = ("auto", "heat", "diverging", "grey")
_ONE_SIDED = 0.1  # "auto": the smaller side of zero must reach this part of the larger one to be diverging
_DIVERGING = ((20, 50, 120), (90, 155, 215), (245, 245, 245), (235, 125, 90), (130, 15, 35))


@functools.cache
def _palette(colours: str) -> bytes:
    heat: bytes = _rtlgen.heat_colours()
    if colours == "heat":
        return heat
    points = np.array(_DIVERGING if colours == "diverging" else ((0, 0, 0), (255, 255, 255)), float)
    at = np.linspace(0, len(points) - 1, _LEVELS)
    levels = np.stack([np.interp(at, np.arange(len(points)), points[:, c]) for c in range(3)], axis=1)
    colours_of_levels: bytes = np.rint(levels).astype(np.uint8).tobytes()
    return colours_of_levels + heat[3*_LEVELS:]


def plane_of(array: Any) -> Array | None:
    """The part of an array that a picture shows: a plane of numbers, the middle one of a volume, or pixels (..., 3 or 4) of a
    vector of three or four components; None of fewer than two numbers."""
    cells = np.asarray(array)
    if cells.dtype.kind not in "biuf":
        raise TypeError(f"picture: {cells.dtype} has no colours; pass numbers")
    is_vector = cells.ndim in (3, 4) and cells.shape[-1] <= 4
    while cells.ndim > (3 if is_vector else 2):
        cells = cells[cells.shape[0] // 2]
    if cells.ndim == 3 and cells.shape[-1] < 3:
        cells = cells[..., 0]
    if cells.ndim == 0 or cells.size < 2:
        return None
    cells = np.atleast_2d(cells)
    step = max(1, -(-max(cells.shape[:2]) // _MOST_PIXELS))
    return np.ascontiguousarray(cells[::step, ::step])


@dataclass(frozen=True)
class _Scale:
    """A map of numbers to colours."""

    low: float
    high: float
    colours: str

    def indices(self, plane: Array) -> Array:
        span = self.high - self.low
        with np.errstate(all="ignore"):
            part = (plane.astype(np.float64) - self.low)/span if span > 0 else np.where(np.isfinite(plane), 0.5, plane)
            index = np.rint(np.clip(part, 0, 1)*(_LEVELS - 1))
        return np.where(np.isnan(plane), _LEVELS, np.where(np.isinf(plane), _LEVELS + 1, index)).astype(np.uint8)

    def pixels(self, plane: Array) -> Array:
        """Samples of 0 to 255 of a plane of pixels."""
        if plane.dtype == np.uint8:
            return plane
        if plane.dtype == np.uint16:
            return (plane >> 8).astype(np.uint8)
        span = self.high - self.low
        with np.errstate(all="ignore"):
            part = (plane.astype(np.float64) - self.low)/span if span > 0 else plane*0.0
        samples: Array = np.rint(255*np.clip(np.nan_to_num(part, nan=1.0), 0, 1)).astype(np.uint8)
        return samples


def _scale_of(planes: Sequence[Array], low: float | None, high: float | None, colours: str) -> _Scale:
    word("colours", colours, _COLOURS)
    kept = [p[np.isfinite(p)] for p in planes]
    found = [(float(k.min()), float(k.max())) for k in kept if k.size]
    least, most = (min(f[0] for f in found), max(f[1] for f in found)) if found else (0.0, 0.0)
    small, large = sorted((abs(least), abs(most)))
    if colours == "auto":
        colours = "diverging" if least < 0 < most and small >= _ONE_SIDED*large and low is None and high is None else "heat"
    if colours == "diverging":
        least, most = -large, large
    first = _number("low", low, least)
    last = _number("high", high, most)
    if first > last:
        raise ValueError(f"low, {first:g}, is above high, {last:g}")
    return _Scale(first, last, colours)


def _number(name: str, value: Any, default: float) -> float:
    if value is None:
        return default
    if not isinstance(value, (int, float, np.number)) or not np.isfinite(value):
        raise TypeError(f"{name}: {value!r} is not a number")
    return float(value)


def _zoom(shape: tuple[int, ...], size: int) -> int:
    return max(1, size // max(shape[:2]))


@dataclass(eq=False)
class Picture:
    """A field in colours, with a colour bar; shown by notebooks. `low` and `high` are the numbers at its ends."""

    name: str
    low: float
    high: float
    colours: str  # heat, diverging, grey, or rgb: the components of a vector
    _frames: list[Array] = field(repr=False)
    _note: str = field(repr=False)  # further text of the caption

    @property
    def png(self) -> bytes:
        """The picture as a PNG, one pixel per cell shown."""
        return self._png(1)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a PNG; small planes are enlarged."""
        name = path_of("path", path)
        if not name.endswith(".png"):
            raise ValueError(f"path {name!r}: end the name in .png")
        with open(name, "wb") as stream:
            stream.write(self._png(_zoom(self._frames[0].shape, _SAVED_SIZE)))

    def _png(self, zoom: int, milliseconds: int = 100) -> bytes:
        frames = self._frames if zoom == 1 else [f.repeat(zoom, 0).repeat(zoom, 1) for f in self._frames]
        return png(frames, _palette(self.colours) if self.colours != "rgb" else b"", milliseconds)

    def _repr_html_(self) -> str:
        height, width = (n*_zoom(self._frames[0].shape, _PLEASANT_SIZE) for n in self._frames[0].shape[:2])
        image = f"<img src='{_data_of(self._shown())}' style='image-rendering:pixelated;width:{width}px;height:{height}px'>"
        caption = html.escape(", ".join(part for part in (self.name, self._note) if part))
        return (f"<figure style='display:inline-block;margin:4px;vertical-align:top'><div style='display:flex'>{image}{self._bar(height)}</div>"
                f"<figcaption>{caption}</figcaption></figure>")

    def _shown(self) -> bytes:
        return self.png

    def _bar(self, height: int) -> str:
        """The colour bar, with the numbers at both ends and in the middle."""
        if self.colours == "rgb" or not self.high > self.low:
            return ""
        ramp = np.arange(_LEVELS, dtype=np.uint8)[::-1, None]
        shown = "".join(f"<span>{number:.4g}</span>" for number in (self.high, (self.low + self.high)/2, self.low))
        height = max(height, 60)
        return (f"<img src='{_data_of(png([ramp], _palette(self.colours)))}' style='width:14px;height:{height}px;margin:0 4px 0 8px'>"
                f"<div style='display:flex;flex-direction:column;justify-content:space-between;height:{height}px;font-size:80%'>{shown}</div>")


@dataclass(eq=False)
class Animation(Picture):
    """Pictures of one scale, one after the other; shown by notebooks, and saved as an animated PNG."""

    steps: list[int]  # time steps done at each picture
    milliseconds: int  # per picture

    def _png(self, zoom: int, milliseconds: int = 100) -> bytes:
        return super()._png(zoom, self.milliseconds)


def picture(array: Any, name: str = "", *, low: float | None = None, high: float | None = None, colours: str = "auto") -> Picture:
    """A picture of an array, x to the right: the middle plane of a volume; red, green and blue of a vector.

    `low`, `high`: numbers at the ends of the colour bar (default: those of the finite cells). `colours`: "heat" (dark to
    light), "diverging" (blue to red, white at 0), "grey", or "auto": diverging if numbers lie on both sides of 0, else
    heat. NaN is green, infinities are cyan.
    """
    plane = plane_of(array)
    if plane is None:
        raise ValueError("picture: an array of at least two numbers is needed")
    return _made([plane], text_of("name", name), low, high, colours)


def animation(frames: Iterable[Any], name: str = "", *, field: str = "", milliseconds: int = 100, low: float | None = None,
              high: float | None = None, colours: str = "auto") -> Animation:
    """An animation of arrays with one scale, at most 1000. `frames`: arrays, or pairs of a number of time steps and an
    array or a dict of them, as `program.steps(every=10)` yields; `field` selects one of a dict. The rest as in `picture`.
    """
    delay = whole("milliseconds", milliseconds)
    if not 1 <= delay <= 60000:
        raise ValueError(f"milliseconds: {delay} is not from 1 to 60000")
    steps: list[int] = []
    planes: list[Array] = []
    for number, frame in enumerate(frames):
        if number == _MOST_FRAMES:
            raise ValueError(f"animation: more than {_MOST_FRAMES} pictures; show fewer, such as every tenth time step")
        step, array = frame if isinstance(frame, tuple) and len(frame) == 2 else (number, frame)
        plane = plane_of(_selected(array, field))
        if plane is None or planes and plane.shape != planes[0].shape:
            raise ValueError("animation: arrays of one shape and at least two numbers are needed")
        steps.append(whole("steps", step))
        planes.append(plane.copy())
        if len(planes)*plane.nbytes > _MOST_BYTES:
            raise ValueError("animation: the pictures need more than 256 MiB; show fewer, such as every tenth time step")
    if not planes:
        raise ValueError("animation: there are no arrays")
    made = _made(planes, text_of("name", name) or field, low, high, colours)
    note = ", ".join(part for part in (f"time steps {steps[0]} to {steps[-1]}", made._note) if part)
    return Animation(made.name, made.low, made.high, made.colours, made._frames, note, steps, delay)


def _selected(array: Any, field: str) -> Any:
    if not isinstance(array, dict):
        return array
    if not field and len(array) == 1:
        return next(iter(array.values()))
    if field not in array:
        raise ValueError(f"field: choose one of {', '.join(array)}, not {field!r}")
    return array[field]


def _made(planes: list[Array], name: str, low: float | None, high: float | None, colours: str) -> Picture:
    scale = _scale_of(planes, low, high, colours)
    if planes[0].ndim == 3:
        return Picture(name, scale.low, scale.high, "rgb", [scale.pixels(p) for p in planes], _span(planes, scale))
    return Picture(name, scale.low, scale.high, scale.colours, [scale.indices(p) for p in planes], _span(planes, scale))


def _span(planes: list[Array], scale: _Scale) -> str:
    """Notes on cells that the colour bar does not explain."""
    count = sum(p.size for p in planes)
    nans, infinities = sum(int(np.isnan(p).sum()) for p in planes), sum(int(np.isinf(p).sum()) for p in planes)
    parts = [f"{nans} NaN (green)"] if nans else []
    parts += [f"{infinities} infinite (cyan)"] if infinities else []
    if nans + infinities == count:
        return ", ".join(["no finite value", *parts])
    return ", ".join([f"all {scale.low:.4g}", *parts] if scale.low == scale.high else parts)


def figures(arrays: dict[str, Any]) -> str:
    """Pictures of all arrays that have one."""
    text = ""
    for name, array in arrays.items():
        plane = plane_of(array)
        if plane is not None:
            text += _made([plane], name, None, None, "auto")._repr_html_()
    return text


def _data_of(content: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(content).decode('ascii')}"


# ------------------------------------------------------------ lines

_WIDE, _HIGH, _LEFT = 480, 160, 70
_INKS = ("#0072b2", "#d55e00", "#00795a", "#a0457b", "#6b7785", "#b07d00")


def lines(curves: dict[str, tuple[Array, Array]]) -> str:
    """Numbers over time steps as an SVG: a curve per name, each of steps and values."""
    known = {name: (np.asarray(x, float), np.asarray(y, float)) for name, (x, y) in curves.items()}
    finite = [(x[np.isfinite(y)], y[np.isfinite(y)]) for x, y in known.values()]
    xs, ys = np.concatenate([x for x, _ in finite]), np.concatenate([y for _, y in finite])
    if not xs.size:
        return ""
    left, right, low, high = xs.min(), xs.max(), ys.min(), ys.max()

    def at(x: float, y: float) -> str:
        return (f"{_LEFT + (x - left)/(right - left or 1)*_WIDE:.1f},"
                f"{6 + (1 - (y - low)/(high - low) if high > low else 0.5)*_HIGH:.1f}")
    text = [f"<svg viewBox='0 0 {_LEFT + _WIDE + 10} {_HIGH + 44}' width='{_LEFT + _WIDE + 10}' font-size='12' fill='currentColor'>",
            f"<rect x='{_LEFT}' y='6' width='{_WIDE}' height='{_HIGH}' fill='none' stroke='currentColor' opacity='0.4'/>"]
    for ink, (x, y) in zip(_inks(len(known)), finite):
        text.append(f"<polyline fill='none' stroke='{ink}' points='{' '.join(at(a, b) for a, b in zip(x, y))}'/>")
    for number, height in ((high, 16), (low, _HIGH + 6)):
        text.append(f"<text x='{_LEFT - 4}' y='{height}' text-anchor='end'>{number:.4g}</text>")
    for number, place, anchor in ((left, _LEFT, "start"), (right, _LEFT + _WIDE, "end")):
        text.append(f"<text x='{place}' y='{_HIGH + 20}' text-anchor='{anchor}'>step {number:.0f}</text>")
    spread = _WIDE // max(1, len(known))
    for i, (ink, name) in enumerate(zip(_inks(len(known)), known)):
        text.append(f"<text x='{_LEFT + i*spread}' y='{_HIGH + 38}' fill='{ink}'>{html.escape(name)}</text>")
    return "".join(text) + "</svg>"


def _inks(count: int) -> Iterable[str]:
    return (_INKS[i % len(_INKS)] for i in range(count))
