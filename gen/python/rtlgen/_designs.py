"""Predictions, searches for the best design, and writers of HDL, reports and projects."""
from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable

from . import _rtlgen
from . import _values as v
from ._data import EXACT, dict_of, is_list, path_of, word, words, x_first
from ._errors import Error
from ._progress import Progress, begun, ended, progress_of
from ._results import AdviseResult, ExploreResult, ModelResult, Point, ReportResult, Result, SweepResult, WriteResult

if TYPE_CHECKING:
    from ._program import Program

_SWEPT = ("model", "explore", "sim", "golden", "synth", "generate", "project", "advise")


class Designs:
    """Predictions, searches and writers of a Program."""

    if TYPE_CHECKING:
        _file: str

        def _call(self, function: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]: ...
        def _run(self, arrays: Any, steps: int | None, params: Mapping[str, Any] | None, shape: Sequence[int] | None,
                 seed: int, progress: Progress | bool | None, casting: str) -> dict[str, Any]: ...
        def _with(self, sets: Mapping[str, str], stacklevel: int) -> Program: ...
        def set(self, key: str | Mapping[str, Any], value: Any = None) -> Program: ...

    def model(self, *, board: str = "", clock: float | None = None, steps: int | None = None, shape: Sequence[int] | None = None,
              dram: str = "", link: str = "", fill: float | Sequence[float] | None = None) -> ModelResult:
        """Predicts resources, clock and time without building anything. `clock`: the kernel clock in MHz. `shape`: of the
        grid, x last. `fill`: usable parts of logic, RAM and DSP, from 0 to 1, or one number for all."""
        outcome = self._call(_rtlgen.model, _judged(board, clock, steps, shape, dram, link, fill))
        return ModelResult(outcome["report"], json.loads(outcome["json"]))

    def explore(self, *, board: str = "", all_boards: bool = False, all_points: bool = False, objective: str = "time", target: float | None = None,
                clock: float | None = None, steps: int | None = None, dram: str = "", fill: float | Sequence[float] | None = None,
                cells_per_cycle: Sequence[int] = (), depth: Sequence[int] = (), clocks: Sequence[float] = (),
                types: Sequence[str] = (), arithmetic: Sequence[str] = (), ram: Sequence[str] = ()) -> ExploreResult:
        """Finds the best design for a board, or for all known boards. `all_points`: the result has every point that may fit,
        each with its own time in seconds, not only the front and the runners-up. `clock`, `clocks`: in MHz. `target`: cell
        updates per second. `depth`: time steps per pass to try. The other arguments are those of `rtlgen explore`."""
        if board and all_boards:
            raise ValueError("all_boards: leave out board, or all_boards")
        options = _judged(board, clock, steps, None, dram, "", fill)
        options.update(objective=word("objective", objective, ("time", "energy", "smallest")), target=target, all_boards=all_boards, all_points=all_points,
                       cells_per_cycle=cells_per_cycle, depth=depth, clocks=clocks, types=words("types", types),
                       ram=words("ram", ram, ("auto", "block", "distributed", "ultra")),
                       arithmetic=words("arithmetic", arithmetic, ("ieee", "fused", "hard")))
        outcome = self._call(_rtlgen.explore, options)
        best = dict(entry.split("=", 1) for entry in outcome["sets"])
        data = json.loads(outcome["json"])
        if best and (board or all_boards):
            best["hardware.board"] = board or data["cases"][data["best"]]["board"]
        return ExploreResult(outcome["report"], data, self._with(best, 2) if best else None, self, board)  # type: ignore[arg-type]

    def advise(self, *, board: str = "", clock: float | None = None, steps: int | None = None, shape: Sequence[int] | None = None,
               dram: str = "", link: str = "", fill: float | Sequence[float] | None = None,
               measured: str | os.PathLike[str] = "") -> AdviseResult:
        """Finds what limits the design, and changes of keys that make it faster, largest gain first. `measured`: a file
        that `rtlgen sim --json` wrote, to compare with the prediction."""
        options = {**_judged(board, clock, steps, shape, dram, link, fill), "measured": path_of("measured", measured)}
        outcome = self._call(_rtlgen.advise, options)
        return AdviseResult(outcome["report"], json.loads(outcome["json"]))

    def synth(self, *, device: str = "", cache: bool = True, progress: Progress | bool | None = None) -> Result:
        """Runs Yosys on the generated HDL: cell counts next to the prediction, module by module."""
        outcome = self._call(_rtlgen.synth, {"device": device, "cache": cache, "progress": begun(progress_of(progress), "HDL")})
        return Result(outcome["report"], json.loads(outcome["json"]))

    def sweep(self, over: Mapping[str, Sequence[Any]], do: str = "model", *, progress: Progress | bool | None = None,
              **options: Any) -> SweepResult:
        """Calls a method for every combination of values of keys: `sweep({"hardware.steps": [1, 2, 4]}, board="kcu105")`.

        `do`: the method to call for each variant, with `options`; a method that writes gets a subfolder of `folder`, named
        by the variant's number. A variant that is refused becomes a row with its error. The last key changes fastest.
        `progress` counts variants.
        """
        call, keys = word("do", do, _SWEPT), list(dict_of("over", over, "a dict of lists by key"))
        for key, values in over.items():
            if not isinstance(values, Iterable) or not is_list(values):
                raise TypeError(f"over: the values of {key}, {values!r}, are not a list")
        rows: list[Point] = []
        variants = list(itertools.product(*(list(v) for v in over.values())))
        shown = progress_of(progress)
        try:
            for number, values in enumerate(variants):
                rows.append(self._variant(dict(zip(keys, values)), call, number, options))
                if shown is not None:
                    shown("sweep", number + 1, len(variants))
        finally:
            ended(shown)
        return SweepResult("", {"over": {key: list(values) for key, values in over.items()}, "do": call}, rows)

    def _variant(self, sets: dict[str, Any], call: str, number: int, options: Mapping[str, Any]) -> Point:
        """A row of a sweep."""
        given = dict(options)
        if "folder" in given:
            given["folder"] = os.path.join(path_of("folder", given["folder"]), f"{number:04}")
        result, figures = None, dict[str, Any]()
        try:
            result = getattr(self.set(sets), call)(**given)
            figures = {"status": "ok", **result.figures}
        except Error as error:
            figures = {"status": "refused", "error": str(error).splitlines()[0]}
        return Point({**sets, **figures}, self, sets, result)  # type: ignore[arg-type]

    def report(self, folder: str | os.PathLike[str] | None = None, arrays: Any = None, *, steps: int | None = None,
               params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1,
               simulate: str = "ideal", dram: str = "", explore: bool = False, with_hdl: bool = False, force: bool = False,
               cache: bool = True, casting: str = EXACT, progress: Progress | bool | None = None) -> ReportResult:
        """Makes one HTML page about the design: `folder`/index.html, or without a folder only the `html` of the result.
        Notebooks show it in place."""
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        begun(options["progress"], "report")
        options.update(simulate=word("simulate", simulate, ("none", "ideal", "ddr")), dram=dram,
                       explore=explore, with_hdl=with_hdl, force=force, cache=cache)
        if folder is not None:
            return self._page(path_of("folder", folder), options)
        import tempfile  # costs time that an import of the package should not take
        with tempfile.TemporaryDirectory(prefix="rtlgen") as parent:
            return self._page(os.path.join(parent, "report"), options)

    def _page(self, folder: str, options: dict[str, Any]) -> ReportResult:
        outcome = self._call(_rtlgen.report, {**options, "folder": folder})
        with open(os.path.join(folder, "index.html"), encoding="utf-8") as stream:
            return ReportResult(outcome["report"], json.loads(outcome["json"]), stream.read())

    def generate(self, folder: str | os.PathLike[str], *, hdl: str = "both", card: bool = False, operators: str = "rtl",
                 force: bool = False, cache: bool = True, progress: Progress | bool | None = None) -> WriteResult:
        """Writes the HDL, all of it or nothing."""
        options = {"folder": path_of("folder", folder), "hdl": word("hdl", hdl, ("verilog", "vhdl", "both")), "card": card,
                   "operators": word("operators", operators, ("rtl", "native")), "force": force, "cache": cache,
                   "progress": begun(progress_of(progress), "HDL")}
        outcome = self._call(_rtlgen.generate, options)
        return WriteResult(outcome["report"], json.loads(outcome["json"]))

    def project(self, folder: str | os.PathLike[str], *, board: str = "", hdl: str = "verilog", force: bool = False,
                fill: float | Sequence[float] | None = None) -> WriteResult:
        """Writes a vendor project for a board: its `make` builds the bitstream. Nothing is written for a design that does
        not fit: `files` is empty then, and the text says what would fit."""
        options = {"folder": path_of("folder", folder), "board": board, "hdl": word("hdl", hdl, ("verilog", "vhdl")), "force": force,
                   "fill": _three(fill)}
        outcome = self._call(_rtlgen.project, options)
        return WriteResult(outcome["report"], json.loads(outcome["json"]))


def _three(fill: Any) -> Any:
    if fill is None:
        return None
    if v.is_number(fill):
        return (fill,) * 3
    if not is_list(fill) or len(tuple(fill)) != 3:
        raise ValueError("fill must be one number, or three: logic, RAM and DSP")
    return fill


def _judged(board: str, clock: float | None, steps: int | None, shape: Sequence[int] | None, dram: str, link: str,
            fill: float | Sequence[float] | None) -> dict[str, Any]:
    return {"board": board, "clock": clock, "steps": steps, "shape": x_first(shape), "dram": dram, "link": link,
            "fill": _three(fill)}
