"""Every keyword of every entry refuses what it cannot be, by its own name."""
import inspect

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Param, f32


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    return t + k*t[0, 1]


class Strange:
    """Of no kind that anything takes."""

    def __repr__(self):
        return "strange"


PLATE = np.ones((8, 12), np.float32)
PROGRAM = heat.program((8, 12))
METHODS = ["golden", "sim", "run", "diagnose", "batch", "accuracy", "model", "explore", "advise", "synth", "sweep", "report", "generate", "project"]
ENTRIES = {name: getattr(PROGRAM, name) for name in METHODS}
ENTRIES.update(load=rtlgen.load, loads=rtlgen.loads, import_=rtlgen.import_, board=rtlgen.board, schema=rtlgen.schema, stencil=rtlgen.stencil,
               call=heat, program=heat.program, steps=PROGRAM.steps, set=PROGRAM.set)
NEEDED = {"batch": {"arrays": {"t": np.stack([PLATE])}}, "sweep": {"over": {"hardware.steps": [1]}}, "report": {"folder": "nowhere"},
          "generate": {"folder": "nowhere"}, "project": {"folder": "nowhere", "board": "kcu105"}, "load": {"path": "x"}, "loads": {"text": "name: x"},
          "import_": {"source": "x.c"}, "board": {"name": "kcu105"}, "call": {"t": PLATE}, "explore": {"board": "kcu105"}, "advise": {"board": "kcu105"}}
BY_PLACE = {("program", "shape"), ("stencil", "function"), ("set", "key"), ("set", "value")}


def keywords():
    for name, entry in ENTRIES.items():
        call = entry.__call__ if isinstance(entry, (rtlgen.Stencil, int)) else entry
        for p in inspect.signature(call, follow_wrapped=False).parameters.values():
            if p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) or (name, p.name) in BY_PLACE:
                continue
            yield name, p.name


def test_all_entries_are_looked_at():
    assert len(list(keywords())) > 120 and {name for name, _ in keywords()} == set(ENTRIES) - {"set"}


@pytest.mark.parametrize("entry,keyword", keywords())
def test_a_strange_value_is_refused_by_name(entry, keyword, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = {**NEEDED.get(entry, {}), keyword: Strange()}
    with pytest.raises((TypeError, ValueError, rtlgen.Error)) as caught:
        result = ENTRIES[entry](**arguments)
        if entry == "stencil":
            result(lambda t: t)
        elif entry == "steps":
            list(result)
    text = str(caught.value)
    assert keyword in text.split("\n")[0] or f"'{keyword}'" in text, text
    assert "PYBIND" not in text and "C++" not in text and "Strange object" not in text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("call,place", [
    (lambda: PROGRAM.set("hardwear.steps", 8), "hardwear.steps=8"), (lambda: PROGRAM.accuracy(types=["float33"]), "type=float33"),
    (lambda: PROGRAM.explore(board="kcu105", types=["float33"]), "type=float33"), (lambda: PROGRAM.sim(memory="ddr", dram="nope"), "dram=nope")])
def test_places_of_faults_are_arguments(call, place):
    with pytest.raises(rtlgen.Error) as caught:
        call()
    assert str(caught.value).startswith(place + ": error[") and caught.value.diagnostics[0].file == place
    assert "--" not in str(caught.value)


@pytest.mark.parametrize("shape", [(), (2, 2, 2, 2)])
def test_arrays_with_too_many_axes_or_none(shape):
    with pytest.raises(rtlgen.Error, match=f"the array t has {len(shape)} axes\n.*one, two or three"):
        heat(np.zeros(shape, np.float32))
