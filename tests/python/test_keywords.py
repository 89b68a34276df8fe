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
          "import_": {"source": "x.c"}, "board": {"name": "kcu105"}, "call": {"t": PLATE}, "explore": {"board": "kcu105"}, "advise": {"board": "kcu105"},
          "program": {"shape": (8, 12)}}
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


# Numbers, and what is almost one. Searches and simulations take long, so that theirs are few.
NUMBERS = [0, -1, float("nan"), float("inf"), 2**40, 1.5, True, "x", "1", b"x", [], [0], [float("nan")], ["x"], (0, 0), {}, {"x": 1}, {"t": -1},
           np.array([1]), np.array(3), np.array(["a"]), 1j, print]
QUICK = sorted(set(ENTRIES) - {"explore", "advise", "project", "sim", "run", "diagnose", "synth", "report", "import_"})
SLOW = [("explore", keyword, value) for keyword in ("cells_per_cycle", "depth", "clocks", "fill", "target", "clock", "types", "ram")
        for value in (b"x", {"x": 1}, np.array(3), 1j, [-1], [float("nan")], [2**40])] + \
       [(entry, keyword, value) for entry in ("sim", "run", "report") for keyword in ("steps", "seed", "shape", "params", "arrays")
        for value in (-1, float("nan"), {"x": 1}, np.array(3.5), "x")]


ALSO = {"arrays": ("array ",), "params": ("parameter ",), "types": ("type=",), "name": ("no board ", ": error[RG0202]"), "path": (": error[RG0101]",), "text": ("<string>:",),
        "t": ("the array t",)}  # texts of messages instead of the keyword


def check_value(entry, keyword, value):
    """The call works, or its exception is of Python's kinds and says which argument is wrong."""
    try:
        result = ENTRIES[entry](**{**NEEDED.get(entry, {}), keyword: value})
        if entry == "stencil":
            result(lambda t: t)
        elif entry == "steps":
            list(result)
    except (TypeError, ValueError, OSError, rtlgen.Error) as error:
        text = str(error)
        first = text.split("\n")[0]
        named = (keyword, f"'{keyword}'", "@rtlgen.stencil needs") + ALSO.get(keyword, ())
        assert any(word in first for word in named), f"{entry}({keyword}={value!r}): {text}"
        assert "--" not in first and "PYBIND" not in text and "0-d" not in text, text


@pytest.mark.parametrize("entry", QUICK)
def test_numbers_of_all_kinds(entry, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, keyword in keywords():
        for value in NUMBERS if name == entry else ():
            if (entry, keyword) != ("steps", "steps") or value is not NUMBERS[4]:  # a generator, which its user ends
                check_value(entry, keyword, value)


@pytest.mark.parametrize("entry,keyword,value", SLOW)
def test_numbers_of_slow_calls(entry, keyword, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_value(entry, keyword, value)


def test_a_batch_names_its_faults():
    plates = np.stack([PLATE])
    with pytest.raises(ValueError, match="params: there is no run-time parameter 't'"):
        PROGRAM.batch({"t": plates}, params={"t": -1})
    with pytest.raises(ValueError, match="arrays: there is no field 'u'"):
        PROGRAM.batch({"u": plates})
    calls = []
    PROGRAM.batch({"t": plates}, steps=0, progress=lambda *told: calls.append(told))
    assert all(total == 0 for _, _, total in calls)


@pytest.mark.parametrize("call,words", [
    (lambda: heat.program((8, 12), steps=0), r"^steps: error\[RG0206\]: 0 is out of range"), (lambda: heat.program((8, 12), steps=2**40), "^steps: error"),
    (lambda: heat.program((0, 12)), r"^shape: error\[RG0206\]: 0 is out"), (lambda: heat.program((8, -1)), "^shape: error.*-1 is out"),
    (lambda: heat.program((2, 2, 2, 2)), r"^shape: error\[RG0203\]: 4 axes; a grid has 1, 2 or 3$"), (lambda: heat.program(()), "^shape: error.*0 axes")])
def test_faults_of_a_program_name_the_argument(call, words):
    with pytest.raises(rtlgen.Error, match=words) as caught:
        call()
    assert len(caught.value.diagnostics) == 1 and caught.value.diagnostics[0].file in ("steps", "shape")


def test_an_option_without_a_value_is_an_argument():
    with pytest.raises(rtlgen.Error, match=r"^shape: error\[RG0804\]"):
        PROGRAM.golden(shape=[1])


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
