"""Helpers of runs: probes, snapshots, batches, and results in the form of the given arrays."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _rtlgen
from ._arrays import Array
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
              shape: Sequence[int] | None, seed: int, casting: str, progress: Progress | bool | None) -> Iterator[tuple[int, dict[str, Array]]]:
    """The fields of a run of the golden engine after each `every` time steps, and at its end."""
    total = whole("steps", program._facts["steps"] if steps is None else steps)
    every, shown = whole("every", every), progress_of(progress)
    if every < 1:
        raise ValueError(f"every: {every} is less than 1")

    for name, field in program._fields.items():
        if field.role == "state" and _loses_bits(field.type):
            raise ValueError(f"steps: {name} is {field.type}, but an array holds only 53 bits; use the result at the end of a run")

    def go() -> Iterator[tuple[int, dict[str, Array]]]:
        options = program._run(arrays, total, params, shape, seed, None, casting)
        states = {name for name, field in program._fields.items() if field.role == "state"}
        done = 0
        try:
            while done < total:
                upto = min(done + every, total)
                outcome = program._call(_rtlgen.golden, {**options, "steps": upto, "first_step": done, "count_cells": False, "progress": part(shown, done, total)})
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


def check_runs(count: int) -> None:
    if count == 0:
        raise ValueError("batch: the leading axis has length 0, so there is nothing to run")


def batch(program: Program, arrays: Mapping[str, Any], params: Mapping[str, Any] | None, out: Any,
          progress: Progress | bool | None, options: dict[str, Any]) -> dict[str, Array]:
    """A golden run for each entry of a leading axis, whose results are written where they belong."""
    if not isinstance(arrays, Mapping):
        raise TypeError("batch: pass a dict of arrays by field, some with a leading axis")
    given = {name: np.asanyarray(array) for name, array in dict_of("arrays", arrays).items()}
    numbers = {name: np.asarray(value) for name, value in dict_of("params", params).items()}
    counts = {name: len(array) for name, array in given.items() if array.ndim == _axes_of(program, name) + 1}
    lists = {name: len(value) for name, value in numbers.items() if value.ndim == 1}
    for name in numbers:
        if name not in program.params:
            raise ValueError(f"params: there is no run-time parameter {name!r}; there are: {', '.join(program.params) or 'none'}")
    counts.update(lists)
    if not counts or len(set(counts.values())) != 1:
        lengths = ", ".join(f"{name}: {count}" for name, count in counts.items()) or "none"
        raise ValueError(f"batch: arrays and parameters with a leading axis must have the same length; the lengths are: {lengths}")
    count = next(iter(counts.values()))
    check_runs(count)
    steps = whole("steps", program._facts["steps"] if options.get("steps") is None else options["steps"])
    into = {} if out is None else dict(_by_name(out, program._written))
    for name, array in into.items():
        if not isinstance(array, np.ndarray) or array.ndim == 0 or len(array) != count:
            raise ValueError(f"out: the array for {name} must have a leading axis of {count}")
    shown = progress_of(progress)
    try:
        for i in range(count):
            result = program.golden({name: array[i] if name in counts else array for name, array in given.items()},
                                    params={name: value[i] if name in lists else value[()] for name, value in numbers.items()},
                                    out={name: array[i, ...] for name, array in into.items()}, progress=part(shown, i*steps, count*steps),
                                    **options)
            for name, array in result.arrays.items():
                if name not in into:  # the first result gives the shape and dtype
                    into[name] = np.empty((count, *array.shape), array.dtype)
                    into[name][0] = array
    finally:
        ended(shown)
    return {name: into[name] for name in program._written if name in into}


def _axes_of(program: Program, name: str) -> int:
    field = program._fields.get(name)
    if field is not None:
        return len(field.axes)
    parts = [f for f in program._fields.values() if f.name.startswith(name + ".")]
    if not parts:
        raise ValueError(f"arrays: there is no field {name!r}; the fields are: {', '.join(program._fields)}")
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


def lent(out: Any, written: Sequence[str]) -> list[tuple[str, Array]]:
    """Arrays of `out` that the engine can write in place; the results for the others are copied (`delivered`)."""
    if out is None:
        return []
    given = _by_name(out, written)
    names = list(given)
    for i, name in enumerate(names):
        for other in names[:i]:
            if isinstance(given[name], np.ndarray) and isinstance(given[other], np.ndarray) and np.may_share_memory(given[name], given[other]):
                raise ValueError(f"out: the arrays for {other} and {name} share memory")
    return [(name, into) for name, into in given.items()
            if type(into) is np.ndarray and into.flags.c_contiguous and into.flags.writeable and into.flags.aligned
            and into.dtype.isnative and into.dtype.kind in "iuf" and into.dtype.itemsize <= 8]


def _by_name(out: Any, written: Sequence[str]) -> Mapping[str, Any]:
    if isinstance(out, Mapping):
        for name in out:
            if name not in written:
                raise ValueError(f"out: the run writes no field {name!r}; it writes: {', '.join(written)}")
        return out
    if len(written) != 1:
        raise TypeError(f"out: the run writes {len(written)} fields; pass a dict: {', '.join(written)}")
    return {written[0]: out}


def delivered(found: dict[str, Any], out: Any, written: Sequence[str], done: Sequence[str]) -> dict[str, Any]:
    """All results, those of `out` in its arrays; the engine has written the fields of `done` there."""
    if out is None:
        return found
    given = _by_name(out, written)
    for name, into in given.items():
        if name in done:
            continue
        array = found[name]
        if not isinstance(into, np.ndarray) or into.shape != array.shape or into.dtype != array.dtype:
            has = f"{into.dtype} {into.shape}" if isinstance(into, np.ndarray) else type(into).__name__
            raise ValueError(f"out: {name} is {array.dtype} {array.shape}, but the given array is {has}")
        if not into.flags.writeable:
            raise ValueError(f"out: the array for {name} is read-only")
    for name, into in given.items():
        if name not in done:
            np.copyto(into, found[name])
    return {name: given[name] if name in given else found[name] for name in written if name in given or name in found}
