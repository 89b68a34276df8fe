"""A description that was read, and everything that can be done with it."""
from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _rtlgen
from ._data import EXACT, arrays_of, params_of, word, words, x_first
from ._errors import checked, warn
from ._results import ExploreResult, GoldenResult, ModelResult, SimResult, WriteResult
from ._yaml import yaml

if TYPE_CHECKING:
    from ._write import Home

Arrays = Mapping[str, Any]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class FieldInfo:
    """A field of a program; of a vector each component."""

    name: str
    role: str  # state, input, output
    type: str  # float32, fixed<16,8>, ...
    dtype: str  # that NumPy gets
    axes: str  # "xy"; fewer than the grid's: the field has one value along the others


@dataclass(frozen=True)
class ParamInfo:
    """A run-time parameter."""

    name: str
    type: str
    value: float  # its default


class Program:
    """A checked description. It never changes: `set` returns another one."""

    def __init__(self, text: bytes, file: str, sets: Mapping[str, str], stacklevel: int,
                 home: Home | None = None) -> None:
        self._text = text
        self._file = file
        self._sets = dict(sets)
        self._home = home  # of a stencil: puts diagnostics where the user wrote what they are about
        outcome = self._call(_rtlgen.check, False)
        warn(outcome, stacklevel + 1)
        self._facts = {key: value for key, value in outcome.items() if key not in ("diagnostics", "text")}
        self._fields = {entry["name"]: FieldInfo(**{**entry, "dtype": np.dtype(entry["dtype"]).name}) for entry in outcome["fields"]}

    def _source(self) -> dict[str, Any]:
        return {"text": self._text, "file": self._file, "sets": [f"{key}={value}" for key, value in self._sets.items()]}

    def _call(self, function: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
        outcome = function(self._source(), *arguments)
        return checked(self._home.moved(outcome) if self._home is not None and outcome["diagnostics"] else outcome)

    # ------------------------------------------------------------ what it is

    @property
    def name(self) -> str:
        return self._facts["name"]

    @property
    def yaml(self) -> str:
        """The description, without what `set` has put in place of its keys."""
        return self._text.decode("utf-8")

    @property
    def sets(self) -> dict[str, str]:
        """Keys that `set` has put in place of the description's."""
        return dict(self._sets)

    @property
    def grid(self) -> tuple[int, ...]:
        """Extents as the language has them, x first."""
        return tuple(self._facts["grid"])

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents as NumPy has them, x last."""
        return self.grid[::-1]

    @property
    def steps(self) -> int:
        """Time steps of a run that names no other number."""
        return self._facts["steps"]

    @property
    def fields(self) -> dict[str, FieldInfo]:
        return dict(self._fields)

    def reads(self, name: str) -> bool:
        """Whether a run starts with data of this field, or of a component of this vector."""
        return any(f.role != "output" for f in self._fields.values() if f.name == name or f.name.startswith(name + "."))

    @property
    def params(self) -> dict[str, ParamInfo]:
        """Run-time parameters."""
        return {entry["name"]: ParamInfo(**entry) for entry in self._facts["params"]}

    def set(self, key: str | Mapping[str, Any], value: Any = None) -> Program:
        """Another program with values in place of keys: `set("hardware.steps", 4)`, `set({"grid": [64, 64]})`. A text is
        a text, whatever is in it."""
        changes = key if isinstance(key, Mapping) else {key: value}
        for name in changes:
            if not isinstance(name, str):
                raise TypeError(f"set: {name!r} is no name of a key, like \"hardware.steps\"")
        return Program(self._text, self._file, {**self._sets, **{k: yaml(v, k) for k, v in changes.items()}}, 2, self._home)

    def check(self) -> str:
        """How the description was understood, and its hardware, as `rtlgen check` prints it."""
        return self._call(_rtlgen.check, True)["report"]

    def __repr__(self) -> str:
        extents = " x ".join(str(n) for n in self.grid)
        return f"<rtlgen.Program {self.name}: {extents} cells, {', '.join(self.fields)}>"

    def _repr_html_(self) -> str:
        fields = "".join(f"<tr><td>{html.escape(f.name)}</td><td>{f.role}</td><td>{html.escape(f.type)}</td><td>{f.axes}</td></tr>"
                         for f in self.fields.values())
        head = "<tr><th>field</th><th>role</th><th>type</th><th>axes</th></tr>"
        return (f"<b>{html.escape(self.name)}</b>: {' x '.join(map(str, self.grid))} cells, {self.steps} time steps"
                f"<table>{head}{fields}</table><pre>{html.escape(self.yaml)}</pre>")

    # ------------------------------------------------------------ runs

    def _run(self, arrays: Arrays | None, steps: int | None, params: Mapping[str, Any] | None, shape: Sequence[int] | None,
             seed: int, progress: Progress | None, casting: str) -> dict[str, Any]:
        if self._home is not None and isinstance(steps, int):
            self._home.check_steps(steps)
        return {
            "arrays": arrays_of(arrays, self._fields, casting),
            "steps": steps,
            "params": params_of(params),
            "shape": x_first(shape),
            "seed": seed,
            "progress": progress,
        }

    def golden(self, arrays: Arrays | None = None, *, steps: int | None = None, params: Mapping[str, Any] | None = None,
               shape: Sequence[int] | None = None, seed: int = 1, casting: str = EXACT,
               progress: Progress | None = None) -> GoldenResult:
        """Runs the golden engine.

        `arrays`: the data of fields by name, slowest axis first. C-ordered arrays of the field's own dtype are read
        where they lie; others are converted as .npy files are. Fields without one start as the description says, else at
        random by `seed`. `shape`: a smaller grid than the description's, x last. `params`: run-time parameters.
        `progress(what, done, total)` is called after each time step; what it raises ends the run. Raises Error.
        """
        outcome = self._call(_rtlgen.golden, self._run(arrays, steps, params, shape, seed, progress, casting))
        return GoldenResult(outcome["report"], json.loads(outcome["json"]), outcome["arrays"])

    def _simulated(self, hdl: str, simulator: str, operators: str, stalls: str, memory: str, dram: str | None, link: str | None,
                   trace: str | os.PathLike[str] | None, cache: bool) -> dict[str, Any]:
        return {
            "hdl": word("hdl", hdl, ("verilog", "vhdl")),
            "simulator": word("simulator", simulator, ("verilator", "icarus", "ghdl")),
            "operators": word("operators", operators, ("rtl", "native")),
            "stalls": word("stalls", stalls, ("none", "random")),
            "memory": word("memory", memory, ("ideal", "ddr", "board")),
            "dram": dram,
            "link": link,
            "trace": _trace(trace),
            "cache": cache,
        }

    def sim(self, arrays: Arrays | None = None, *, steps: int | None = None, params: Mapping[str, Any] | None = None,
            shape: Sequence[int] | None = None, seed: int = 1, hdl: str = "verilog", simulator: str = "verilator",
            operators: str = "rtl", stalls: str = "none", memory: str = "ideal", dram: str | None = None,
            link: str | None = None, trace: str | os.PathLike[str] | None = None, cache: bool = True, casting: str = EXACT,
            progress: Progress | None = None) -> SimResult:
        """Simulates the hardware and compares every bit with the golden engine; see `golden` for the data.

        The words are those of `rtlgen sim`. A run that does not agree is a result whose `match` is False.
        """
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(self._simulated(hdl, simulator, operators, stalls, memory, dram, link, trace, cache))
        outcome = self._call(_rtlgen.simulate, options)
        return SimResult(outcome["report"], json.loads(outcome["json"]), outcome["arrays"], outcome["match"])

    def run(self, arrays: Arrays | None = None, *, backend: str = "sim", device: str = "", steps: int | None = None,
            params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1,
            hdl: str = "verilog", operators: str = "rtl", dram: str | None = None, link: str | None = None,
            cache: bool = True, xclbin: str = "", kernel: str = "", manifest: str = "", patience: float = 10.0, check: bool = True,
            self_test: bool = True, casting: str = EXACT, progress: Progress | None = None) -> SimResult:
        """Runs on a card, as `rtlgen run` does: simulated (`backend="sim"`), or real: xdma, xrt, vfio, uart.

        `manifest`: the manifest.json of the project that the card was built from, for a card that another rtlgen built.
        """
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(self._simulated(hdl, "verilator", operators, "none", "board", dram, link, None, cache))
        options.update(backend=word("backend", backend, ("sim", "xdma", "xrt", "vfio", "uart")), device=device, xclbin=xclbin,
                       kernel=kernel, manifest=manifest, patience=patience, check=check, self_test=self_test)
        outcome = self._call(_rtlgen.run, options)
        return SimResult(outcome["report"], json.loads(outcome["json"]), outcome["arrays"], outcome["match"])

    # ------------------------------------------------------------ designs

    def model(self, *, board: str = "", clock: float | None = None, steps: int | None = None, shape: Sequence[int] | None = None,
              dram: str = "", link: str = "", fill: Sequence[float] | None = None) -> ModelResult:
        """Predicts resources, clock and time without building anything. `fill`: parts of logic, RAM and DSP, from 0 to 1."""
        outcome = self._call(_rtlgen.model, _judged(board, clock, steps, shape, dram, link, fill))
        return ModelResult(outcome["report"], json.loads(outcome["json"]))

    def explore(self, *, board: str = "", objective: str = "time", target: float | None = None, clock: float | None = None,
                steps: int | None = None, dram: str = "", fill: Sequence[float] | None = None,
                cells_per_cycle: Sequence[int] = (), depth: Sequence[int] = (), clocks: Sequence[float] = (),
                types: Sequence[str] = (), arithmetic: Sequence[str] = ()) -> ExploreResult:
        """The best design on a board. `depth`: time steps per pass to look at; the others are those of `rtlgen explore`."""
        options = _judged(board, clock, steps, None, dram, "", fill)
        options.update(objective=word("objective", objective, ("time", "energy", "smallest")), target=target,
                       cells_per_cycle=cells_per_cycle, depth=depth, clocks=clocks, types=words("types", types),
                       arithmetic=words("arithmetic", arithmetic, ("ieee", "fused", "hard")))
        outcome = self._call(_rtlgen.explore, options)
        best = dict(entry.split("=", 1) for entry in outcome["sets"])
        if best and board:
            best["hardware.board"] = board
        program = Program(self._text, self._file, {**self._sets, **best}, 2, self._home) if best else None
        return ExploreResult(outcome["report"], json.loads(outcome["json"]), program)

    def report(self, folder: str | os.PathLike[str], arrays: Arrays | None = None, *, steps: int | None = None,
               params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1,
               simulate: str = "ideal", dram: str = "", explore: bool = False, with_hdl: bool = False, force: bool = False,
               cache: bool = True, casting: str = EXACT, progress: Progress | None = None) -> WriteResult:
        """Writes one HTML page about the design, `folder`/index.html."""
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(folder=os.fspath(folder), simulate=word("simulate", simulate, ("none", "ideal", "ddr")), dram=dram,
                       explore=explore, with_hdl=with_hdl, force=force, cache=cache)
        outcome = self._call(_rtlgen.report, options)
        return WriteResult(outcome["report"], json.loads(outcome["json"]))

    def generate(self, folder: str | os.PathLike[str], *, hdl: str = "both", card: bool = False, operators: str = "rtl",
                 force: bool = False, cache: bool = True, progress: Progress | None = None) -> WriteResult:
        """Writes the HDL, all of it or nothing."""
        options = {"folder": os.fspath(folder), "hdl": word("hdl", hdl, ("verilog", "vhdl", "both")), "card": card,
                   "operators": word("operators", operators, ("rtl", "native")), "force": force, "cache": cache,
                   "progress": progress}
        outcome = self._call(_rtlgen.generate, options)
        return WriteResult(outcome["report"], json.loads(outcome["json"]))


def _judged(board: str, clock: float | None, steps: int | None, shape: Sequence[int] | None, dram: str, link: str,
            fill: Sequence[float] | None) -> dict[str, Any]:
    if fill is not None and (not isinstance(fill, Iterable) or len(tuple(fill)) != 3):
        raise ValueError("fill has three parts: of logic, RAM and DSP")
    return {"board": board, "clock": clock, "steps": steps, "shape": x_first(shape), "dram": dram, "link": link,
            "fill": fill}


def _trace(trace: str | os.PathLike[str] | None) -> str | None:
    if trace is None:
        return None
    path = os.fspath(trace)
    if not path.endswith((".fst", ".vcd")):
        raise ValueError(f"trace {path!r}: end the name in .fst or .vcd")
    return path


def load(path: str | os.PathLike[str]) -> Program:
    """Reads and checks a description. Raises Error with every fault."""
    file = os.fspath(path)
    return Program(checked(_rtlgen.read_file(file))["source"], file, {}, 2)


def loads(text: str, *, name: str = "<string>") -> Program:
    """The same of a text. `name` is what diagnostics call it; relative data paths start from its folder."""
    return Program(text.encode("utf-8", "surrogatepass"), name, {}, 2)
