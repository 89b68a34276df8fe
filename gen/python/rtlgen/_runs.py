"""Helpers of runs: probes, snapshots, batches, and results in the form of the given arrays."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _rtlgen
from ._data import dict_of, whole
from ._progress import Progress, ended, part, progress_of
from ._results import Trace

if TYPE_CHECKING:
    from ._program import Program


def probed(program: Program, function: Callable[..., dict[str, Any]], options: dict[str, Any],
           wanted: bool) -> tuple[dict[str, Any], dict[str, Trace]]:
    """The outcome of a run, and the records of its probes."""
    if not isinstance(wanted, bool):
        raise TypeError(f"probes: {wanted!r} is not True or False")
    if wanted and not program._facts["probes"]:
        raise ValueError("probes: the description has none; add some, probes: [{at: [10, 5], field: p, every: 4}]")
    if not wanted:
        return program._call(function, options), {}
    import tempfile
    with tempfile.TemporaryDirectory(prefix="rtlgen") as folder:
        file = os.path.join(folder, "probes.csv")
        outcome = program._call(function, {**options, "probes": file})
        with open(file, encoding="utf-8") as stream:
            lines = [line.rstrip("\n").split(",") for line in stream]
    traces = {}
    for column, probe in enumerate(program._facts["probes"], 1):
        due = [line for line in lines[1:] if line[column]]
        dtype = np.dtype(probe["dtype"])
        read: Callable[[str], Any] = float if dtype.kind == "f" else int
        values = np.array([read(line[column]) for line in due], dtype)
        traces[probe["name"]] = Trace(probe["field"], tuple(probe["at"][::-1]), np.array([int(line[0]) for line in due], np.int64), values)
    return outcome, traces


def all_in(program: Program, shape: Any) -> bool:
    """Whether there are probes, and all lie in the grid of a run."""
    extents = program.grid if shape is None else tuple(shape)[::-1]
    return bool(program._facts["probes"]) and all(a < n for probe in program._facts["probes"] for a, n in zip(probe["at"], extents))


def snapshots(program: Program, arrays: Any, every: int, steps: int | None, params: Mapping[str, Any] | None,
              shape: Sequence[int] | None, seed: int, casting: str, progress: Progress | bool | None) -> Iterator[tuple[int, dict[str, np.ndarray]]]:
    """The fields of a run of the golden engine after each `every` time steps, and at its end."""
    total = whole("steps", program._facts["steps"] if steps is None else steps)
    every, shown = whole("every", every), progress_of(progress)
    if every < 1:
        raise ValueError(f"every: {every} is less than 1")

    for name, field in program._fields.items():
        if field.role == "state" and _loses_bits(field.type):
            raise ValueError(f"steps: {name} is {field.type}, but an array holds only 53 bits; use the result at the end of a run")

    def go() -> Iterator[tuple[int, dict[str, np.ndarray]]]:
        options = program._run(arrays, total, params, shape, seed, None, casting)
        states = {name for name, field in program._fields.items() if field.role == "state"}
        done = 0
        try:
            while done < total:
                upto = min(done + every, total)
                outcome = program._call(_rtlgen.golden, {**options, "steps": upto, "first_step": done, "progress": part(shown, done, total)})
                found = outcome["arrays"]
                kept = [(name, array) for name, array in found.items() if name in states or any(s.startswith(name + ".") for s in states)]
                names = {name for name, _ in kept}
                options["arrays"] = [(n, a) for n, a in options["arrays"] if n not in names and n.split(".")[0] not in names] + \
                    [(name, array.copy()) for name, array in kept]
                done = upto
                yield done, like_given(arrays, program._fields, found)
        finally:
            ended(shown)

    return go()


def _loses_bits(kind: str) -> bool:
    head, _, rest = kind.partition("<")
    return head in ("fixed", "ufixed") and int(rest.split(",")[0]) > 53


def batch(program: Program, arrays: Mapping[str, Any], params: Mapping[str, Any] | None, options: dict[str, Any]) -> dict[str, np.ndarray]:
    """A golden run for each entry of a leading axis."""
    if not isinstance(arrays, Mapping):
        raise TypeError("batch: pass a dict of arrays by field, some with a leading axis")
    given = {name: np.asanyarray(array) for name, array in arrays.items()}
    numbers = {name: np.asarray(value) for name, value in dict_of("params", params).items()}
    counts = {}
    for name, array in given.items():
        axes = _axes_of(program, name)
        if array.ndim == axes + 1:
            counts[name] = len(array)
    counts.update({name: len(value) for name, value in numbers.items() if value.ndim == 1})
    if not counts or len(set(counts.values())) != 1:
        shown = ", ".join(f"{name}: {count}" for name, count in counts.items()) or "none"
        raise ValueError(f"batch: arrays and parameters with a leading axis must have the same length; the lengths are: {shown}")
    results: dict[str, list[np.ndarray]] = {}
    count = next(iter(counts.values()))
    shown = progress_of(options.pop("progress", None))
    steps = whole("steps", options.get("steps") or program._facts["steps"])
    try:
        for i in range(count):
            result = program.golden({name: array[i] if name in counts else array for name, array in given.items()},
                                    params={name: value[i] if name in counts else value[()] for name, value in numbers.items()},
                                    progress=part(shown, i*steps, count*steps), **options)
            for name, array in result.arrays.items():
                results.setdefault(name, []).append(array)
    finally:
        ended(shown)
    return {name: np.stack(each) for name, each in results.items()}


def _axes_of(program: Program, name: str) -> int:
    field = program._fields.get(name)
    if field is not None:
        return len(field.axes)
    parts = [f for f in program._fields.values() if f.name.startswith(name + ".")]
    if not parts:
        raise ValueError(f"batch: there is no field {name!r}; the fields are: {', '.join(program._fields)}")
    return len(parts[0].axes) + 1


def like_given(arrays: Any, fields: Mapping[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Results in the form of the inputs: coordinates and attributes come from a given xarray.DataArray of the same shape."""
    if arrays is None:
        return found
    given = arrays if isinstance(arrays, Mapping) else {"": arrays}
    labelled = {name: array for name, array in given.items() if type(array).__module__.startswith("xarray.") and hasattr(array, "dims")}
    if not labelled:
        return found
    out = {}
    for name, array in found.items():
        like = [labelled[name]] if name in labelled else []
        like += [one for one in labelled.values() if one.shape == array.shape]
        fits = [one for one in like if one.shape == array.shape]
        out[name] = fits[0].copy(data=array).rename(name) if fits else array
    return out


def delivered(found: dict[str, Any], out: Any) -> dict[str, Any]:
    """The results in the arrays of `out`."""
    if out is None:
        return found
    if not isinstance(out, Mapping):
        if len(found) != 1:
            raise TypeError(f"out: the run writes {len(found)} fields; pass a dict: {', '.join(found)}")
        out = {next(iter(found)): out}
    for name, into in out.items():
        if name not in found:
            raise ValueError(f"out: the run writes no field {name!r}; it writes: {', '.join(found)}")
        array = found[name]
        if not isinstance(into, np.ndarray) or into.shape != array.shape or into.dtype != array.dtype:
            has = f"{into.dtype} {into.shape}" if isinstance(into, np.ndarray) else type(into).__name__
            raise ValueError(f"out: {name} is {array.dtype} {array.shape}, but the given array is {has}")
        if not into.flags.writeable:
            raise ValueError(f"out: the array for {name} is read-only")
    for name, into in out.items():
        np.copyto(into, found[name])
    return {name: out.get(name, array) for name, array in found.items()}
