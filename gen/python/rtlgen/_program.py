"""A description that was read, and everything that can be done with it."""
from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _rtlgen
from ._arrays import Array
from ._data import EXACT, arrays_of, dict_of, params_of, path_of, text_of, word, words, x_first
from ._errors import checked, warn
from ._designs import Designs
from ._pictures import Animation, animation
from ._progress import Progress, begun, ended, progress_of
from ._results import DiagnoseResult, GoldenResult, SimResult, Table
from ._runs import all_in, batch, delivered, lent, like_given, probed, snapshots
from ._values import counted
from ._yaml import yaml

if TYPE_CHECKING:
    from ._write import Home


@dataclass(frozen=True)
class FieldInfo:
    """A field of a program, or one component of a vector."""

    name: str
    role: str  # state, input, output
    type: str  # float32, fixed<16,8>, ...
    dtype: str  # the dtype in NumPy
    axes: str  # "xy"; fewer than the grid's: the field has one value along the others


@dataclass(frozen=True)
class ParamInfo:
    """A run-time parameter."""

    name: str
    type: str
    value: float  # its default


class Steps(int):
    """The default number of time steps of a run. Call it to go through them: `program.steps(every=100)`."""

    _program: Program

    def __call__(self, arrays: Any = None, *, every: int = 1, steps: int | None = None, params: Mapping[str, Any] | None = None,
                 shape: Sequence[int] | None = None, seed: int = 1, casting: str = EXACT,
                 progress: Progress | bool | None = None) -> Iterator[tuple[int, dict[str, Array]]]:
        """Runs the golden engine; yields the number of steps done and the fields, after every `every` steps and at the end."""
        return snapshots(self._program, arrays, every, steps, params, shape, seed, casting, progress)

    def __reduce__(self) -> Any:
        return int, (int(self),)


class Program(Designs):
    """A checked description. It never changes: `set` returns a new one."""

    def __init__(self, text: bytes, file: str, sets: Mapping[str, str], stacklevel: int,
                 home: Home | None = None) -> None:
        self._text = text
        self._file = file
        self._sets = dict(sets)
        self._home = home  # a stencil's function: moves diagnostics to the user's source text
        self._kept: Any = None
        outcome = self._call(_rtlgen.check, False)
        warn(outcome, stacklevel + 1)
        self._facts = {key: value for key, value in outcome.items() if key not in ("diagnostics", "text", "kept")}
        self._kept = outcome["kept"]  # the parsed description, so that runs need not read it again
        self._fields = {entry["name"]: FieldInfo(**{**entry, "dtype": np.dtype(entry["dtype"]).name}) for entry in outcome["fields"]}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": None}

    def _with(self, sets: Mapping[str, str], stacklevel: int) -> Program:
        return Program(self._text, self._file, {**self._sets, **sets}, stacklevel + 1, self._home)

    def _source(self) -> dict[str, Any]:
        return {"kept": self._kept, "text": self._text, "file": self._file, "sets": [f"{key}={value}" for key, value in self._sets.items()]}

    def _call(self, function: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
        try:
            outcome = function(self._source(), *arguments)
        finally:
            for options in arguments:
                ended(options.get("progress") if isinstance(options, dict) else None)
        return checked(self._home.moved(outcome) if self._home is not None and outcome["diagnostics"] else outcome)

    # ------------------------------------------------------------ its contents

    @property
    def name(self) -> str:
        """The name of the description; generated modules and files begin with it."""
        return str(self._facts["name"])

    @property
    def yaml(self) -> str:
        """The description as written, without the changes of `set`."""
        return self._text.decode("utf-8")

    @property
    def sets(self) -> dict[str, str]:
        """Keys that `set` has changed."""
        return dict(self._sets)

    @property
    def grid(self) -> tuple[int, ...]:
        """Extents in the order of the language, x first."""
        return tuple(self._facts["grid"])

    @property
    def shape(self) -> tuple[int, ...]:
        """Extents in the order of NumPy, x last."""
        return self.grid[::-1]

    @property
    def steps(self) -> Steps:
        """The default number of time steps of a run; a call returns a generator of the fields after every `every` steps."""
        steps = Steps(self._facts["steps"])
        steps._program = self
        return steps

    @property
    def fields(self) -> dict[str, FieldInfo]:
        """Fields by name, a vector's components as "image.r"; without temporaries."""
        return dict(self._fields)

    def reads(self, name: str) -> bool:
        """Whether a run starts from data of this field, or of a component of this vector."""
        return any(f.role != "output" for f in self._fields.values() if f.name == name or f.name.startswith(name + "."))

    @property
    def params(self) -> dict[str, ParamInfo]:
        """Run-time parameters."""
        return {entry["name"]: ParamInfo(**entry) for entry in self._facts["params"]}

    def set(self, key: str | Mapping[str, Any], value: Any = None) -> Program:
        """A new program with other values for keys: `set("hardware.steps", 4)`, `set({"grid": [64, 64]})`. A string is
        always a string, whatever it contains."""
        changes = key if isinstance(key, Mapping) else {key: value}
        for name in changes:
            if not isinstance(name, str):
                raise TypeError(f"set: {name!r} is not the name of a key, like \"hardware.steps\"")
        return self._with({k: yaml(v, k) for k, v in changes.items()}, 2)

    def check(self) -> str:
        """The report of `rtlgen check`: how rtlgen understands the description, and the hardware."""
        return str(self._call(_rtlgen.check, True)["report"])

    def __repr__(self) -> str:
        extents = " x ".join(str(n) for n in self.grid)
        return f"<rtlgen.Program {self.name}: {extents} cells, {', '.join(self.fields)}>"

    def _repr_html_(self) -> str:
        fields = "".join(f"<tr><td>{html.escape(f.name)}</td><td>{f.role}</td><td>{html.escape(f.type)}</td><td>{f.axes}</td></tr>"
                         for f in self.fields.values())
        head = "<tr><th>field</th><th>role</th><th>type</th><th>axes</th></tr>"
        return (f"<b>{html.escape(self.name)}</b>: {' x '.join(map(str, self.grid))} cells, {counted(self.steps, 'time step')}"
                f"<table>{head}{fields}</table><pre>{html.escape(self.yaml)}</pre>")

    # ------------------------------------------------------------ runs

    def _run(self, arrays: Any, steps: int | None, params: Mapping[str, Any] | None, shape: Sequence[int] | None,
             seed: int, progress: Progress | bool | None, casting: str) -> dict[str, Any]:
        if self._home is not None and isinstance(steps, int):
            self._home.check_steps(steps)
        return {
            "arrays": arrays_of(arrays, self._fields, casting),
            "steps": steps,
            "params": params_of(params),
            "shape": x_first(shape),
            "seed": seed,
            "progress": progress_of(progress),
        }

    def golden(self, arrays: Any = None, *, steps: int | None = None, params: Mapping[str, Any] | None = None,
               shape: Sequence[int] | None = None, seed: int = 1, casting: str = EXACT, out: Any = None,
               checkpoint: str | os.PathLike[str] | None = None, every: int | None = None, probes: bool | None = None,
               progress: Progress | bool | None = None) -> GoldenResult:
        """Runs the golden engine.

        `arrays`: the data of fields by name, or one array for the only field, of shape (nx,), (ny, nx) or (nz, ny, nx), with
        the components of a vector last; an input of fewer axes has only its own. C-ordered arrays of the
        field's own dtype are read in place; others are converted, which must not change a number unless `casting` is
        "same_kind". Fields without an array start as the description says, or else at random by `seed`. `steps`: 0 returns
        the start data. `shape`: a smaller grid than the description's, x last. `params`: run-time parameters. `out`: an
        array for the results, or a dict of arrays; those in C order are written in place, without a copy, and may be inputs
        too. `checkpoint`: a file from which the run continues, and to which it is
        saved every `every` steps. `probes`: whether to read them (default: if all lie in the grid of the run).
        `progress`: True shows a bar, tqdm's if it is installed; a function is called as `progress(what, done, total)` after
        each time step, and an exception in it ends the run. Raises Error.
        """
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(every=every, checkpoint=None if checkpoint is None else path_of("checkpoint", checkpoint), out=lent(out, self._written))
        outcome, traces = probed(self, _rtlgen.golden, options, all_in(self, shape) if probes is None else probes)
        found = delivered(like_given(arrays, self._fields, outcome["arrays"]), out, self._written, outcome["delivered"])
        return GoldenResult(outcome["report"], json.loads(outcome["json"]), found, traces, self._facts["monitors"])

    def _final(self, arrays: Any, steps: int, params: Mapping[str, Any], casting: str, out: Any, progress: Progress | bool | None,
               shape: Sequence[int] | None = None, seed: int = 1) -> dict[str, Array]:
        """The fields after a golden run without a report: unusual cells are not counted."""
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        outcome = self._call(_rtlgen.golden, {**options, "out": lent(out, self._written), "count_cells": False})
        return delivered(like_given(arrays, self._fields, outcome["arrays"]), out, self._written, outcome["delivered"])

    def animation(self, arrays: Any = None, *, field: str = "", every: int = 1, steps: int | None = None,
                  params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1, casting: str = EXACT,
                  progress: Progress | bool | None = None, **options: Any) -> Animation:
        """Runs the golden engine, and shows `field` after every `every` time steps; `field` may be left out if a run writes
        only one. The data are those of `golden`, `options` those of `rtlgen.animation`: low, high, colours, milliseconds."""
        if not field:
            if len(self._written) != 1:
                raise ValueError(f"field: choose one of {', '.join(self._written)}")
            field = self._written[0]
        frames = snapshots(self, arrays, every, steps, params, shape, seed, casting, progress)
        return animation(frames, f"{self.name}: {field}", field=field, **options)

    def batch(self, arrays: Mapping[str, Any], *, params: Mapping[str, Any] | None = None, out: Any = None,
              progress: Progress | bool | None = None, **options: Any) -> dict[str, Array]:
        """Runs the golden engine for each entry of a leading axis of arrays and parameters; results have that axis too.

        Arrays without it, and single numbers, are used in all runs. Each run writes its part of the results in place;
        `out` takes arrays for them. The other `options` are those of `golden`.
        """
        return batch(self, arrays, params, out, progress, options)

    @property
    def _written(self) -> list[str]:
        """Fields that a run writes; a vector by its name if the run writes all components."""
        read = {f.name.split(".")[0] for f in self._fields.values() if f.role == "input"}
        names = (f.name if f.name.split(".")[0] in read else f.name.split(".")[0] for f in self._fields.values() if f.role != "input")
        return list(dict.fromkeys(names))

    def accuracy(self, arrays: Any = None, *, types: Sequence[str] = (), steps: int | None = None,
                 params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1,
                 casting: str = EXACT) -> Table:
        """Compares `ieee` and `fused` arithmetic, and `types`, with exact arithmetic: the errors in units of the last place, one
        row per run and field."""
        options = self._run(arrays, steps, params, shape, seed, None, casting)
        options["types"] = words("types", types)
        outcome = self._call(_rtlgen.accuracy, options)
        data = json.loads(outcome["json"])
        return Table(outcome["report"], data, data["accuracy"])

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

    def sim(self, arrays: Any = None, *, steps: int | None = None, params: Mapping[str, Any] | None = None,
            shape: Sequence[int] | None = None, seed: int = 1, hdl: str = "verilog", simulator: str = "verilator",
            operators: str = "rtl", stalls: str = "none", memory: str = "ideal", dram: str | None = None,
            link: str | None = None, trace: str | os.PathLike[str] | None = None, cache: bool = True, casting: str = EXACT,
            probes: bool = False, progress: Progress | bool | None = None) -> SimResult:
        """Simulates the hardware and compares every bit with the golden engine; see `golden` for the data.

        `probes`: read the description's probes; the hardware makes a separate run each time that one is due. The other
        arguments are those of `rtlgen sim`. If the hardware does not match, `match` of the result is False.
        """
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(self._simulated(hdl, simulator, operators, stalls, memory, dram, link, trace, cache))
        _check_needed("dram", dram, memory != "ideal", "memory='ddr' or memory='board'")
        _check_needed("link", link, memory == "board", "memory='board'")
        begun(options["progress"], "simulation")
        outcome, traces = probed(self, _rtlgen.simulate, options, probes)
        found = like_given(arrays, self._fields, outcome["arrays"])
        return SimResult(outcome["report"], json.loads(outcome["json"]), found, traces, self._facts["monitors"], outcome["match"])

    def run(self, arrays: Any = None, *, backend: str = "sim", device: str = "", steps: int | None = None,
            params: Mapping[str, Any] | None = None, shape: Sequence[int] | None = None, seed: int = 1,
            hdl: str = "verilog", operators: str = "rtl", dram: str | None = None, link: str | None = None,
            cache: bool = True, xclbin: str = "", kernel: str = "", manifest: str = "", patience: float = 10.0,
            clock: float | None = None, check: bool = True, self_test: bool = True, casting: str = EXACT, probes: bool = False,
            progress: Progress | bool | None = None) -> SimResult:
        """Runs on a card, like `rtlgen run`: simulated (`backend="sim"`) or real (xdma, xrt, vfio, uart).

        `manifest`: the manifest.json of the project from which the card was built, if another rtlgen built it. `clock`:
        set the kernel clock of an XDMA card to the highest frequency up to so many MHz (default: leave it).
        """
        options = self._run(arrays, steps, params, shape, seed, progress, casting)
        options.update(self._simulated(hdl, "verilator", operators, "none", "board", dram, link, None, cache))
        options.update(_card(backend, device, xclbin, kernel, manifest, patience, dram, link), clock=clock, check=check,
                       self_test=self_test)
        begun(options["progress"], "run on a card")
        outcome, traces = probed(self, _rtlgen.run, options, probes)
        found = like_given(arrays, self._fields, outcome["arrays"])
        return SimResult(outcome["report"], json.loads(outcome["json"]), found, traces, self._facts["monitors"], outcome["match"])

    def diagnose(self, arrays: Any = None, *, backend: str = "sim", device: str = "", params: Mapping[str, Any] | None = None,
                 shape: Sequence[int] | None = None, seed: int = 1, hdl: str = "verilog", operators: str = "rtl", dram: str | None = None,
                 link: str | None = None, cache: bool = True, xclbin: str = "", kernel: str = "", manifest: str = "",
                 patience: float = 10.0, limit: float | None = None, soak: float | None = None, polling: bool = False,
                 casting: str = EXACT, progress: Progress | bool | None = None) -> DiagnoseResult:
        """Finds out why a card does not come up, like `rtlgen diagnose`: steps from the bus to correct bits, up to the first
        that fails. It overwrites the card's memory; `backend="sim"` diagnoses a simulated card.

        `limit`: seconds that each step may take (default: 600; 7200 in simulation and on a serial port). `soak`: minutes
        for which the tests of memory and the runs are repeated. `polling`: accept a lost interrupt. `progress` is called
        after each step. The other arguments are those of `run`. Ctrl-C takes effect at the end of a step.
        """
        options = self._run(arrays, None, params, shape, seed, progress, casting)
        options.update(self._simulated(hdl, "verilator", operators, "none", "board", dram, link, None, cache))
        options.update(_card(backend, device, xclbin, kernel, manifest, patience, dram, link), limit=limit, soak=soak, polling=polling)
        begun(options["progress"], "diagnosis")
        outcome = self._call(_rtlgen.diagnose, options)
        data = json.loads(outcome["json"])
        return DiagnoseResult(outcome["report"], data, data["steps"], outcome["healthy"])


def _card(backend: str, device: str, xclbin: str, kernel: str, manifest: str, patience: float, dram: str | None,
          link: str | None) -> dict[str, Any]:
    """The options of a card, real or simulated."""
    _check_needed("dram", dram, backend == "sim", "backend='sim': a card has the memory that it has")
    _check_needed("link", link, backend == "sim", "backend='sim': a card has the link that it has")
    return {"backend": word("backend", backend, ("sim", "xdma", "xrt", "vfio", "uart")), "device": device, "xclbin": xclbin, "kernel": kernel,
            "manifest": manifest, "patience": patience}


def _check_needed(name: str, value: str | None, is_met: bool, needed: str) -> None:
    """Refuses an argument that would have no effect."""
    if value is not None and not is_met:
        raise ValueError(f"{name}: needs {needed}")


def _trace(trace: str | os.PathLike[str] | None) -> str | None:
    if trace is None:
        return None
    path = path_of("trace", trace)
    if not path.endswith((".fst", ".vcd")):
        raise ValueError(f"trace {path!r}: end the name in .fst or .vcd")
    return path


def boards() -> list[str]:
    """Names of the known boards."""
    return list(_rtlgen.boards())


def board(name: str) -> dict[str, Any]:
    """Everything known about a board, by name (`boards()` lists them) or by the path of a board file: every figure with its source."""
    return dict(json.loads(checked(_rtlgen.board(path_of("name", name)))["json"]))


def schema(of: str = "stencil") -> dict[str, Any]:
    """The JSON Schema of descriptions, or of board files with "board"."""
    return dict(json.loads(_rtlgen.schema(word("of", of, ("stencil", "board")))))


def load(path: str | os.PathLike[str]) -> Program:
    """Reads and checks a description. Raises Error with every fault."""
    file = path_of("path", path)
    return Program(checked(_rtlgen.read_file(file))["source"], file, {}, 2)


def loads(text: str, *, name: str = "<string>") -> Program:
    """Reads and checks a description from a string. `name` is the name of its file in diagnostics; relative data paths start from that file's folder."""
    return Program(text_of("text", text).encode("utf-8", "surrogatepass"), text_of("name", name), {}, 2)
