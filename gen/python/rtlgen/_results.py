"""Results of runs, predictions and writers: named values, the text of the command, and HTML for notebooks."""
from __future__ import annotations

import html
import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence

import numpy as np

from ._arrays import Array
from ._errors import Error
from ._pictures import Picture, figures, lines, picture

if TYPE_CHECKING:
    from ._program import Program


_MOST_CURVES = 6  # curves of probes
_MOST_ROWS = 60  # rows of points in a notebook


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{html.escape(what)}</th><td style='text-align:left'>{html.escape(value)}</td></tr>"
        for what, value in rows)
    return f"<table>{cells}</table>"


def optional(module: str, what: str) -> Any:
    """A module that the package can do without."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(f"{what} needs {module}, which is not installed: pip install {module}, or apt install python3-{module}") from None


def frame(rows: Sequence[dict[str, Any]]) -> Any:
    """A pandas.DataFrame of rows, if pandas is installed."""
    pandas = optional("pandas", "to_pandas()")
    return pandas.DataFrame([dict(row) for row in rows])


def html_table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows with their keys as column heads."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    cells = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(row.get(h)))}</td>" for h in heads) + "</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{html.escape(h)}</th>' for h in heads)}</tr>{cells}</table>"


def _shown(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(eq=False)
class Trace:
    """The record of a probe: `values[i]` after `steps[i]` time steps, both of shape (records,)."""

    field: str
    at: tuple[int, ...]  # in the order of the array's axes
    steps: Array
    values: Array

    def __array__(self, dtype: Any = None) -> Array:
        return self.values if dtype is None else self.values.astype(dtype)

    def _repr_html_(self) -> str:
        return lines({f"{self.field} at {self.at}": (self.steps, self.values)})


def monitor_value(text: str, kind: str) -> Any:
    """A number of a monitor, from text such as "0.0897500068 (0x3db7ceda)" or "17"."""
    digits, _, bits = text.partition(" (0x")
    if kind in ("float16", "float32", "float64") and bits:
        size = {"float16": 2, "float32": 4, "float64": 8}[kind]
        return np.frombuffer(int(bits.rstrip(")"), 16).to_bytes(size, "little"), f"<f{size}")[0]
    return int(digits) if digits.lstrip("-").isdigit() and "int" in kind else float(digits)


@dataclass(eq=False)
class Result:
    """The common part of all results. `str()` is what the command prints."""

    text: str
    data: dict[str, Any] = field(repr=False)  # the command's --json

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    @property
    def figures(self) -> dict[str, Any]:
        """The main numbers, as in the rows of a sweep."""
        return {key: value for key, value in self.data.items() if isinstance(value, (bool, int, float, str))}

    def _rows(self) -> list[tuple[str, str]]:
        return []

    def _repr_html_(self) -> str:
        return _table(self._rows()) + f"<pre>{html.escape(str(self))}</pre>"


@dataclass(eq=False)
class RunResult(Result):
    """The result of a run. `result["t"]` is the field t after the last time step, of shape (nx,), (ny, nx) or (nz, ny, nx),
    with the components of a vector last."""

    arrays: dict[str, Array] = field(repr=False)  # every state and output field, slowest axis first
    probes: dict[str, Trace] = field(repr=False)  # values that the description's probes read, by name
    _monitors: list[dict[str, str]] = field(repr=False)  # name and type

    def __getitem__(self, name: str) -> Array:
        if name not in self.arrays:
            raise KeyError(f"{name!r}; the fields are: {', '.join(self.arrays)}")
        return self.arrays[name]

    def __contains__(self, name: object) -> bool:
        return name in self.arrays

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)

    def keys(self) -> Iterable[str]:
        """Names of the fields."""
        return self.arrays.keys()

    @property
    def array(self) -> Array:
        """The only field that the run wrote."""
        if len(self.arrays) != 1:
            raise ValueError(f"the run wrote {len(self.arrays)} fields: {', '.join(self.arrays)}; choose one, result[\"...\"]")
        return next(iter(self.arrays.values()))

    @property
    def steps(self) -> int:
        """Time steps done."""
        return int(self.data["iterations"])

    @property
    def cell_updates(self) -> int:
        """Cells of the grid times time steps done."""
        return int(self.data["cell_updates"])

    @property
    def passes(self) -> list[dict[str, Any]]:
        """Each pass of a description with monitors, with their values as text."""
        return list(self.data.get("passes_done", []))

    @property
    def monitors(self) -> dict[str, Array]:
        """The monitors by name, of shape (passes,) and the type of the monitor."""
        return {m["name"]: np.array([monitor_value(done["monitors"][m["name"]], m["type"]) for done in self.passes]) for m in self._monitors}

    def to_xarray(self) -> Any:
        """The fields as an xarray.Dataset, if xarray is installed."""
        xarray = optional("xarray", "to_xarray()")
        return xarray.Dataset({name: array if hasattr(array, "dims") else (("z", "y", "x", "component")[3 - np.ndim(array):][:np.ndim(array)], array)
                               for name, array in self.arrays.items()})

    @property
    def stopped(self) -> bool:
        """Whether `until` ended the run."""
        return bool(self.data.get("stopped", False))

    def picture(self, name: str = "", **options: Any) -> Picture:
        """A picture of a field, with the options of `rtlgen.picture`; `name` may be left out if the run wrote only one."""
        return picture(self[name] if name else self.array, name or next(iter(self.arrays)), **options)

    def _repr_html_(self) -> str:
        curves = {name: (trace.steps, trace.values) for name, trace in list(self.probes.items())[:_MOST_CURVES]}
        return figures(self.arrays) + (lines(curves) if curves else "") + _table(self._rows())


@dataclass(eq=False)
class GoldenResult(RunResult):
    """The result of the golden engine."""

    @property
    def seconds(self) -> float:
        """The time that the engine took, in seconds."""
        return float(self.data["seconds"])

    @property
    def fields(self) -> dict[str, dict[str, int]]:
        """Per field: the number of cells, and of those that are NaN, infinite or saturated."""
        return dict(self.data["fields"])

    def _rows(self) -> list[tuple[str, str]]:
        rate = self.cell_updates / self.seconds if self.seconds > 0 else 0.0
        return [("time steps", str(self.steps)), ("golden engine", f"{self.seconds:.3g} s, {rate:.3g} cell updates/s")]


@dataclass(eq=False)
class SimResult(RunResult):
    """The result of simulated hardware, or of a card."""

    match: bool  # every bit matches the golden engine

    @property
    def cycles(self) -> int | None:
        """Clock cycles of the run, from the end of reset to the last output word; None if nothing counted them."""
        cycles = self.data["cycles"]
        return None if cycles is None else int(cycles)

    @property
    def mismatches(self) -> int:
        """Cells that differ from the golden engine in any bit."""
        return int(self.data["mismatches"] or 0)

    def _rows(self) -> list[tuple[str, str]]:
        agrees = "every bit matches the golden engine" if self.match else "does NOT match the golden engine"
        return [("time steps", str(self.steps)), ("clock cycles", str(self.cycles)), ("comparison", agrees)]


@dataclass(eq=False)
class ModelResult(Result):
    """Predicted resources, clock and time."""

    @property
    def fits(self) -> bool | None:
        """Whether the design fits the board, up to the fill limits; None without a board."""
        return None if self.data["fits"] is None else bool(self.data["fits"])

    @property
    def board(self) -> str:
        """The board's name; "" without one."""
        return str(self.data["board"] or "")

    @property
    def area(self) -> dict[str, Any]:
        """The resources of the core: numbers of LUTs, ALMs, flip-flops, block RAMs and DSP blocks."""
        return dict(self.data["area"])

    @property
    def uses(self) -> list[dict[str, Any]]:
        """Each kind of resource, by `what`: `used` and `available` numbers."""
        return list(self.data["uses"])

    @property
    def clock_mhz(self) -> float:
        """The kernel clock for which times are computed, in MHz."""
        return float(self.data["clock"]["used_mhz"])

    @property
    def time(self) -> dict[str, Any]:
        """The time of the run, with memory if that is known: `seconds`, `cell_updates_per_s` and what limits it."""
        return dict(self.data.get("memory", self.data["ideal"]))

    @property
    def seconds(self) -> float:
        """The time of the run, in seconds."""
        return float(self.time["seconds"])

    @property
    def cell_updates_per_s(self) -> float:
        """Cell updates per second."""
        return float(self.time["cell_updates_per_s"])

    @property
    def figures(self) -> dict[str, Any]:
        return {"fits": self.fits, "clock_mhz": self.clock_mhz, "seconds": self.seconds, "cell_updates_per_s": self.cell_updates_per_s,
                **{use["what"]: use["used"] for use in self.uses}}

    def _rows(self) -> list[tuple[str, str]]:
        rows = [(use["what"], f"{use['used']}" + (f" of {use['available']}" if use["available"] else "")) for use in self.uses]
        return rows + [("clock", f"{self.clock_mhz:.0f} MHz"), ("run", f"{self.seconds:.3g} s, {self.cell_updates_per_s:.3g} cell updates/s")]


class Point(dict[str, Any]):
    """A design of a search or a sweep: its figures by name, `point["seconds"]`, or as attributes, `point.seconds`."""

    def __init__(self, figures: Mapping[str, Any], base: Program | None, sets: Mapping[str, Any], result: Any = None) -> None:
        super().__init__(figures)
        self._base = base
        self._sets = dict(sets)
        self._result = result

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"{name!r}; the figures are: {', '.join(self)}")
        return self[name]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]

    def __reduce__(self) -> Any:
        return Point, (dict(self), self._base, self._sets, self._result)

    @property
    def program(self) -> Program:
        """The program with the keys of this design."""
        if self._base is None:
            raise ValueError("this design has no program")
        return self._base.set(self._sets)

    @property
    def result(self) -> Any:
        """The result of a sweep's call; None if the variant was refused."""
        return self._result


@dataclass(eq=False)
class ExploreResult(Result):
    """The best design on a board."""

    _best: Program | None = field(repr=False)  # None if nothing fits
    _base: Program = field(repr=False)
    _board: str = field(repr=False)  # that was given; "": the description's

    @property
    def fits(self) -> bool:
        """Whether there is a design that fits and meets the target."""
        return self._best is not None

    @property
    def program(self) -> Program:
        """The program with the keys of the best point. Raises Error if nothing fits."""
        if self._best is None:
            raise Error(f"no design fits and meets the target:\n{self}")
        return self._best

    @property
    def best(self) -> dict[str, Any] | None:
        """The best point: cells_per_cycle, steps, block and their predicted results. None if nothing fits."""
        return self.data["cases"][self.data["best"]]["best"] if self.fits else None

    @property
    def front(self) -> list[Point]:
        """Points that no other point beats in both logic and time, per board and type."""
        return [self._point(case, point) for case in self.data["cases"] for point in case["front"]]

    @property
    def points(self) -> list[Point]:
        """All reported points, per board and type: the front and the runners-up, with the reason, and with
        `all_points=True` every point that may fit. `is_best` marks the best, `on_front` those of the front."""
        return [point for case in self.data["cases"] for point in self._points_of(case)]

    def _points_of(self, case: dict[str, Any]) -> Iterable[Point]:
        front = [_key_of(point) for point in case["front"]]
        best = case["best"] and _key_of(case["best"])
        seen = set()
        for point in [*([case["best"]] if case["best"] else []), *case["front"], *case["rejected"], *case.get("all", [])]:
            key = _key_of(point)
            if key not in seen:
                seen.add(key)
                yield self._point(case, point, is_best=key == best, on_front=key in front)

    def _point(self, case: dict[str, Any], point: dict[str, Any], **marks: bool) -> Point:
        figures = {key: value for key, value in point.items() if key != "hops"}
        heads = {"board": case["board"], "type": case["type"], "arithmetic": case["arithmetic"], **marks, "reason": ""}
        sets = {f"hardware.{key}": point[key] for key in ("cells_per_cycle", "steps", "block", "ram")}
        sets.update({f"hardware.{key}": point[key] for key in ("dsp_limit", "dsp_sums") if point[key] is not None})
        sets.update({"hardware.arithmetic": point["form"]} if point["form"] else {})
        sets.update({"hardware.clock_mhz": point["clock_mhz"]} if case["clocks_mhz"] else {})
        sets.update({key: case[key] for key in ("type", "arithmetic") if case[key]})
        several = len({one["board"] for one in self.data["cases"]}) > 1
        sets.update({"hardware.board": case["board"] if several else self._board} if several or self._board else {})
        return Point({**heads, **figures}, self._base, sets)

    @property
    def figures(self) -> dict[str, Any]:
        return dict(self.best or {})

    def to_pandas(self) -> Any:
        """The points as a pandas.DataFrame."""
        return frame(self.points)

    def _repr_html_(self) -> str:
        return html_table(self.points[:_MOST_ROWS]) + f"<pre>{html.escape(str(self))}</pre>"


def _key_of(point: dict[str, Any]) -> tuple[Any, ...]:
    """The figures that distinguish points."""
    names = ("cells_per_cycle", "steps", "ram", "clock_mhz", "form", "dsp_limit", "dsp_sums")
    return (*(point[name] for name in names), tuple(point["block"]))


@dataclass(eq=False)
class WriteResult(Result):
    """The result of a writer: `folder`, and the `files` in it."""

    @property
    def folder(self) -> str:
        """The folder that was written."""
        return str(self.data["folder"])

    @property
    def files(self) -> list[str]:
        """Relative to `folder`; none if nothing was written."""
        return list(self.data["files"])

    @property
    def figures(self) -> dict[str, Any]:
        return {"folder": self.folder, "files": len(self.files)}

    def _rows(self) -> list[tuple[str, str]]:
        return [("folder", self.folder), ("files", ", ".join(self.files[:20]) + (" ..." if len(self.files) > 20 else ""))]


@dataclass(eq=False)
class ReportResult(WriteResult):
    """The page of `report`; notebooks show it in place."""

    html: str = field(repr=False)  # the whole page, which needs no other file

    def _repr_html_(self) -> str:
        return f"<iframe srcdoc=\"{html.escape(self.html)}\" style='width:100%;height:640px;border:1px solid #8888'></iframe>"


@dataclass(eq=False)
class Table(Result):
    """Rows of figures."""

    rows: list[dict[str, Any]]

    def to_pandas(self) -> Any:
        """The rows as a pandas.DataFrame."""
        return frame(self.rows)

    def _repr_html_(self) -> str:
        return html_table(self.rows)


@dataclass(eq=False)
class DiagnoseResult(Table):
    """One row per step of a diagnosis: its name, outcome, what was seen and expected, causes, and the next command to type."""

    healthy: bool  # whether no step failed

    @property
    def failure(self) -> dict[str, Any] | None:
        """The step that failed, the last one; None if the card is healthy."""
        return None if self.healthy else self.rows[-1]


@dataclass(eq=False)
class SweepResult(Table):
    """One row per variant, a Point: the values of its keys, its status and its figures, its `program`, and its `result`."""

    rows: list[Point]  # type: ignore[assignment]

    @property
    def results(self) -> list[Any]:
        """The result of each call; None for a variant that was refused."""
        return [row.result for row in self.rows]

    def __str__(self) -> str:
        return "\n".join("  ".join(f"{key}={_shown(value)}" for key, value in row.items()) for row in self.rows)


@dataclass(eq=False)
class AdviseResult(Result):
    """The limit of a design, and changes that raise it."""

    @property
    def binds(self) -> str:
        """The limit of the run."""
        return str(self.data["binds"])

    @property
    def changes(self) -> list[dict[str, Any]]:
        """Changes of keys that make it faster, the largest gain first."""
        return list(self.data["changes"])

    @property
    def refused(self) -> list[dict[str, Any]]:
        """Rejected changes, with the reason."""
        return list(self.data.get("refused", []))

    def to_pandas(self) -> Any:
        """The changes as a pandas.DataFrame."""
        return frame(self.changes)
