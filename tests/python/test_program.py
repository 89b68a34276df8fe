"""Descriptions, golden runs and their arrays, faults."""
import inspect
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import rtlgen

ROOT = pathlib.Path(__file__).resolve().parents[2]

HEAT = """name: heat
grid: [12, 8]
type: float32
fields: {t: {boundary: edge}}
params: {k: {value: 0.1, runtime: true}}
update:
  - t: t + k*(t[-1,0] + t[1,0] + t[0,-1] + t[0,1] - 4*t)
iterations: 3
"""


def heat(a, k, steps):
    """The same in NumPy, in float32, in the order in which the line adds."""
    a = np.asarray(a, np.float32)
    for _ in range(steps):
        p = np.pad(a, 1, mode="edge")
        s = p[1:-1, :-2] + p[1:-1, 2:]
        s = s + p[:-2, 1:-1]
        s = s + p[2:, 1:-1]
        a = a + np.float32(k) * (s - np.float32(4) * a)
    return a


def program_of(type_, grid="[5, 4]", line="- o: a", fields="{a: {}, o: {}}"):
    return rtlgen.loads(f"name: copy\ngrid: {grid}\ntype: {type_}\nfields: {fields}\nupdate:\n  {line}\n")


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


def test_a_program_says_what_it_is():
    program = rtlgen.loads(HEAT)
    assert (program.name, program.grid, program.shape, program.steps) == ("heat", (12, 8), (8, 12), 3)
    assert program.fields == {"t": rtlgen.FieldInfo("t", "state", "float32", "float32", "xy")}
    assert program.params["k"].value == pytest.approx(0.1)
    assert program.yaml == HEAT
    assert "valid" in program.check()
    assert "heat" in repr(program) and "<table>" in program._repr_html_()


def test_golden_is_numpy_bit_for_bit(plate):
    result = rtlgen.loads(HEAT).golden({"t": plate}, steps=5, params={"k": 0.2})
    assert result["t"].dtype == np.float32 and result.steps == 5
    assert np.array_equal(result.array, heat(plate, 0.2, 5))
    assert result.seconds > 0 and result.fields["t"]["cells"] == 96
    assert "golden engine" in str(result) and "data:image/png" in result._repr_html_()


def test_a_file_is_read(tmp_path, plate):
    file = tmp_path / "heat.yaml"
    file.write_text(HEAT)
    program = rtlgen.load(file)
    file.unlink()  # texts that were read stay
    assert np.array_equal(program.golden({"t": plate})["t"], heat(plate, 0.1, 3))


def test_data_beside_the_file_is_found(tmp_path, plate):
    np.save(tmp_path / "plate.npy", plate)
    (tmp_path / "heat.yaml").write_text(HEAT + "inputs: {t: plate.npy}\n")
    assert np.array_equal(rtlgen.load(tmp_path / "heat.yaml").golden()["t"], heat(plate, 0.1, 3))


def test_set_makes_another_program(plate):
    program = rtlgen.loads(HEAT)
    other = program.set("iterations", 1).set({"params.k": {"value": 0.25, "runtime": True}})
    assert program.steps == 3 and other.steps == 1
    assert np.array_equal(other.golden({"t": plate})["t"], heat(plate, 0.25, 1))
    assert other.sets["iterations"] == "1"


def test_no_copy_goes_in(plate):
    """The array is lent: it is as it was, and its memory is what the engine read."""
    before = plate.copy()
    rtlgen.loads(HEAT).golden({"t": plate})
    assert np.array_equal(plate, before)


def test_a_result_outlives_everything_else(plate):
    array = rtlgen.loads(HEAT).golden({"t": plate})["t"]
    base = array.copy()
    assert not array.flags.owndata and array.flags.writeable
    array += 1
    assert np.array_equal(array, base + 1)


@pytest.mark.parametrize("change", [np.asfortranarray, lambda a: a.astype(">f4"), lambda a: np.repeat(a, 2, 1)[:, ::2],
                                    lambda a: a[::-1][::-1], lambda a: a.astype(">f4", order="F"), lambda a: a.tolist(),
                                    lambda a: a.astype(np.float64), lambda a: a.reshape(1, 8, 12)])
def test_other_layouts_are_taken_rightly(plate, change):
    assert np.array_equal(rtlgen.loads(HEAT).golden({"t": change(plate)})["t"], heat(plate, 0.1, 3))


@pytest.mark.parametrize("type_, dtype, values", [
    ("float16", np.float16, [0.5, -2, 65504]), ("float64", np.float64, [0.1, 1e300, -0.0]),
    ("bfloat16", np.float32, [0.5, 1.0, -3.0]), ("int8", np.int8, [-128, 127, 0]), ("int<12>", np.int16, [-2048, 2047, -1]),
    ("uint16", np.uint16, [0, 65535, 7]), ("uint<5>", np.uint8, [0, 31, 1]), ("uint<1>", np.bool_, [True, False, True]),
    ("int64", np.int64, [-2**63, 2**63 - 1, 3]), ("uint64", np.uint64, [2**64 - 1, 0, 1]),
    ('fixed<16,8>', np.float64, [-128, 127.99609375, 0.5])])
def test_types_come_back_as_they_went(type_, dtype, values):
    a = np.resize(np.array(values, dtype), (4, 5))
    o = program_of(type_).golden({"a": a})["o"]
    assert o.dtype == dtype and np.array_equal(o, a)


def test_volumes_are_slowest_axis_first():
    a = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    program = program_of("int32", "[4, 3, 2]", "- o: a[0,0,1]", "{a: {boundary: edge}, o: {}}")
    assert np.array_equal(program.golden({"a": a})["o"], np.stack([a[1], a[1]]))


def test_vectors_have_their_components_last():
    program = rtlgen.loads("name: v\ngrid: [4, 3]\ntype: uint8\nfields: {a: {components: [r, g, b]}, o: {components: [r, g, b]}}\n"
                           "update:\n  - o: a[1,0]\n")
    a = np.arange(36, dtype=np.uint8).reshape(3, 4, 3)
    o = program.golden({"a": a})["o"]
    assert o.shape == (3, 4, 3) and np.array_equal(o[:, :3], a[:, 1:])
    one = program.golden({"a.r": a[..., 0].copy(), "a.g": a[..., 1], "a.b": a[..., 2]})["o"]
    assert np.array_equal(one, o)


def test_inputs_of_fewer_axes():
    program = rtlgen.loads("name: h\ngrid: [4, 3]\ntype: float32\nfields: {t: {}, w: {axes: [y]}, g: {axes: []}}\n"
                           "update:\n  - t: t*w + g\n")
    t, w = np.ones((3, 4), np.float32), np.array([1, 2, 3], np.float32)
    assert np.array_equal(program.golden({"t": t, "w": w, "g": np.float32(5)})["t"], t * w[:, None] + 5)


def test_a_smaller_grid(plate):
    small = plate[:4, :6]
    assert np.array_equal(rtlgen.loads(HEAT).golden({"t": small}, shape=(4, 6))["t"], heat(small, 0.1, 3))


def test_random_starts_are_those_of_the_seed():
    program = rtlgen.loads(HEAT)
    assert np.array_equal(program.golden(seed=4)["t"], program.golden(seed=4)["t"])
    assert not np.array_equal(program.golden(seed=4)["t"], program.golden(seed=5)["t"])


def test_monitors_are_in_the_result():
    program = rtlgen.loads(HEAT + "monitor: {change: {reduce: max_change, of: t}}\nuntil: change < 1000.0\n")
    result = program.golden()
    assert result.stopped and result.steps == 1 and "change" in result.passes[0]["monitors"]


# ---------------------------------------------------------------- faults


def fault(call, code, *words):
    with pytest.raises(rtlgen.Error) as caught:
        call()
    first = next(d for d in caught.value.diagnostics if d.severity == "error")
    assert first.code == code, str(caught.value)
    for word in words:
        assert word in str(caught.value), str(caught.value)
    return first


def test_faults_are_located(tmp_path):
    file = tmp_path / "bad.yaml"
    file.write_text(HEAT.replace("- 4*t", "- 4*tt"))
    first = fault(lambda: rtlgen.load(file), "RG0303", "error[RG0303]", "^")
    assert (first.line, first.file, first.severity) == (7, str(file), "error") and first.column > 1 and first.notes


def test_faults_are_printed_as_by_the_command(tmp_path):
    program = os.environ.get("RTLGEN_PROGRAM", "")
    if not os.path.exists(program):
        pytest.skip("the program is not built")
    file = tmp_path / "bad.yaml"
    file.write_text(HEAT.replace("- 4*t", "- 4*tt"))
    printed = subprocess.run([program, "check", file], capture_output=True, text=True, check=False).stderr
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.load(file)
    assert printed.rstrip("\n") == str(caught.value)


def test_every_fault_is_in_the_error():
    text = HEAT.replace("- 4*t", "- 4*tt").replace("k*(", "kk*(")
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.loads(text)
    assert [d.code for d in caught.value.diagnostics].count("RG0303") == 2


def test_arrays_that_do_not_fit_a_board(tmp_path):
    large = rtlgen.loads(HEAT).set("grid", [65536, 4096]).set("hardware.board", "arty_a7_100")
    calls = (large.check, large.model, large.explore, large.advise, lambda: large.generate(tmp_path / "hdl"),
             lambda: large.project(tmp_path / "project"), lambda: rtlgen.loads(HEAT).set("grid", [65536, 4096]).model(board="arty_a7_100"))
    messages = {fault(call, "RG0832", "channel 0 needs 2.0 GiB and has 256 MiB").text for call in calls}
    assert len(messages) == 1 and not list(tmp_path.iterdir())
    large.set("grid", [64, 64]).check()


def test_a_missing_file():
    fault(lambda: rtlgen.load("no/such.yaml"), "RG0101", "no/such.yaml")


def test_bytes_that_are_no_text(tmp_path):
    (tmp_path / "x.yaml").write_bytes(b"name: \xff\n")
    fault(lambda: rtlgen.load(tmp_path / "x.yaml"), "RG0102")


def test_a_key_that_is_not_there():
    fault(lambda: rtlgen.loads(HEAT).set("hardware.stepz", 4), "RG0201", "steps")


def test_a_shape_that_differs(plate):
    fault(lambda: rtlgen.loads(HEAT).golden({"t": plate.T}), "RG0601", "array t", "12 x 8", "8 x 12")


def test_an_unknown_field(plate):
    fault(lambda: rtlgen.loads(HEAT).golden({"u": plate}), "RG0802", "these are: t")


def test_a_field_given_twice():
    program = rtlgen.loads("name: v\ngrid: [4, 3]\nfields: {a: {components: 2}, o: {}}\nupdate:\n  - o: a.0 + a.1\n")
    a = np.zeros((3, 4), np.float32)
    fault(lambda: program.golden({"a": np.zeros((3, 4, 2), np.float32), "a.0": a}), "RG0803")


def test_values_that_a_type_cannot_hold():
    fault(lambda: program_of("uint8").golden({"a": np.full((4, 5), 256)}), "RG0601", "256", "uint8")
    fault(lambda: program_of("int8").golden({"a": np.full((4, 5), 0.5)}), "RG0601", "0.5")
    fault(lambda: program_of("uint<5>").golden({"a": np.full((4, 5), 32, np.uint8)}), "RG0601", "32")


@pytest.mark.parametrize("array", [np.zeros((8, 12), complex), np.full((8, 12), "a"), np.zeros((8, 12), object),
                                   np.zeros((8, 12), np.longdouble), np.zeros((8, 12), "M8[s]")])
def test_numbers_that_are_none(array):
    with pytest.raises(TypeError, match="array t: numbers of dtype"):
        rtlgen.loads(HEAT).golden({"t": array})


def test_parameters():
    program = rtlgen.loads(HEAT)
    fault(lambda: program.golden(params={"q": 1}), "RG0841", "these are: k")
    fault(lambda: program.set({"type": "int8", "params.k": {"value": 1, "runtime": True}}).golden(params={"k": 1000}),
          "RG0841", "1000")
    with pytest.raises(TypeError, match="parameter k"):
        program.golden(params={"k": "fast"})


def test_parameters_are_rounded_once_from_their_decimal_text():
    program = rtlgen.loads("name: p\ngrid: [4]\ntype: float32\nfields: {o: {}}\nparams: {k: {value: 1, runtime: true}}\nupdate: [o: k]\n")
    assert program.golden(params={"k": 0.1})["o"][0] == np.float32(0.1)
    assert program.golden(params={"k": np.float32(0.1)})["o"][0] == np.float32(0.1)


def test_steps_and_shapes_out_of_range():
    program = rtlgen.loads(HEAT)
    fault(lambda: program.golden(steps=-1), "RG0824", "steps", "-1", "from 0 to")
    fault(lambda: program.sim(steps=0), "RG0824", "steps", "0", "from 1 to")
    fault(lambda: program.golden(shape=(8, 13)), "RG0501")


ODD = [0, -1, float("nan"), float("inf"), 2**40, 2**70]
LISTS = ("shape", "fill", "cells_per_cycle", "depth", "clocks")
WHOLE = {"steps": (1, 2**31 - 1), "seed": (0, 2**64 - 1), "every": (1, 2**31 - 1), "shape": (1, 12), "cells_per_cycle": (1, 1024), "depth": (1, 65536)}
REAL = {"clock": (1, 2000), "clocks": (1, 2000), "target": (1, 1e18), "fill": (0.01, 1), "patience": (0.1, 1e6), "limit": (1, 1e6), "soak": (1e-4, 1e6)}
ENTRIES = ("golden", "sim", "run", "diagnose", "model", "explore", "report", "advise", "accuracy", "project")


def numbers_of(entry):
    """The keywords of an entry that take numbers, by their annotations."""
    kinds = inspect.signature(getattr(rtlgen.Program, entry)).parameters.values()
    return [p.name for p in kinds if re.search(r"\b(int|float)\b", str(p.annotation))]


def allowed(entry, keyword, value):
    low, high = {**WHOLE, **REAL}[keyword]
    low = 0 if (entry, keyword) == ("golden", "steps") else low
    return low <= value <= high and (keyword in REAL or isinstance(value, int))


@pytest.mark.parametrize("entry,keyword", [(e, k) for e in ENTRIES for k in numbers_of(e)])
def test_numbers_outside_their_range(entry, keyword, tmp_path):
    program = rtlgen.loads(HEAT)
    arguments = {"explore": {"board": "kcu105"}, "advise": {"board": "kcu105"}, "report": {"folder": tmp_path / "page"},
                 "project": {"folder": tmp_path / "project", "board": "kcu105"}}.get(entry, {})
    refused = 0
    for value in ODD:
        if allowed(entry, keyword, value):
            continue
        given = [value] * {"shape": 2, "fill": 3}.get(keyword, 1) if keyword in LISTS else value
        if keyword == "target":
            arguments["objective"] = "smallest"
        with pytest.raises(rtlgen.Error) as caught:
            getattr(program, entry)(**arguments, **{keyword: given})
        assert caught.value.diagnostics[0].code in ("RG0824", "RG0501")
        if caught.value.diagnostics[0].code == "RG0824":
            assert caught.value.diagnostics[0].file == keyword
            assert re.search(r"is not a( whole)? number from .* to ", str(caught.value))
        refused += 1
    assert refused >= 3
    with pytest.raises((TypeError, ValueError), match=keyword):
        getattr(program, entry)(**arguments, **{keyword: "fast"})


def test_every_number_has_a_range():
    assert {k for e in ENTRIES for k in numbers_of(e)} == set(WHOLE) | set(REAL)


def test_fractions_and_other_kinds():
    program = rtlgen.loads(HEAT)
    fault(lambda: program.golden(seed=1.5), "RG0824", "seed", "1.5 is not a whole number")
    fault(lambda: program.golden(steps=2.5), "RG0824", "steps", "2.5")
    assert program.golden(seed=2**64 - 1, steps=np.int64(1)).arrays
    for keywords in ({"device": 3}, {"check": "no"}, {"patience": "x"}):
        with pytest.raises(TypeError, match=next(iter(keywords))):
            program.run(**keywords)
    with pytest.raises(TypeError, match="board: 3"):
        program.model(board=3)
    with pytest.raises(TypeError, match="cells_per_cycle: 4"):
        program.explore(board="kcu105", cells_per_cycle=4)
    with pytest.raises(TypeError, match="shape: 8"):
        program.golden(shape=8)


def test_numbers_in_their_range():
    program = rtlgen.loads(HEAT)
    assert program.model(board="kcu105", clock=200, steps=1, fill=[1, 0.5, np.float32(0.25)])
    assert program.explore(board="kcu105", cells_per_cycle=(1,), depth=np.array([1, 2]), clock=1.0)


FORKED = """
import multiprocessing, sys
import numpy as np
import rtlgen

PROGRAM = "name: c\\ngrid: [512, 512]\\ntype: float32\\nfields: {t: {boundary: edge}}\\nupdate: [{t: 't + t[1,0]'}]\\niterations: 2\\n"

def work(i):
    return float(rtlgen.loads(PROGRAM).golden({"t": np.full((512, 512), i, np.float32)}).array.sum())

if __name__ == "__main__":
    before = [work(1), work(2)]  # with OpenMP's threads, which a forked child lacks
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        assert pool.map_async(work, [1, 2]).get(100) == before
    assert work(1) == before[0]
"""


@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
def test_processes_that_multiprocessing_makes(way, tmp_path):
    (tmp_path / "pool.py").write_text(FORKED)
    subprocess.run([sys.executable, tmp_path / "pool.py", way], check=True, timeout=120,
                   env={**os.environ, "OMP_NUM_THREADS": "4"})


def test_warnings_are_python_warnings():
    text = "name: w\ngrid: [8, 8]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: (a[-1,0] + a[1,0])/2\n"
    with pytest.warns(rtlgen.DescriptionWarning, match="RG0902") as caught:
        rtlgen.loads(text)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rtlgen.loads("no_warn: [narrow-wrap]\n" + text)


def test_notes_name_arguments_and_no_options():
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.loads("name: p\ngrid: [8]\nfields: {t: {}}\nupdate: [t: t + 1]\n"
                     "probes: [{at: [7], field: t, every: 1}]\n").golden(shape=(4,), probes=True)
    assert caught.value.diagnostics[0].notes == ("run a larger grid, or leave out shape=",)
    assert "leave out shape=" in str(caught.value) and "--" not in str(caught.value)


@pytest.mark.parametrize("text,expected", [
    ("write '#pragma rtlgen n=64' before the function, or use --define n=64", "write '#pragma rtlgen n=64' before the function, or use values={\"n\": 64}"),
    ("give it an integer with --define or '#pragma rtlgen'", "give it an integer with values= or '#pragma rtlgen'"),
    ("-D q: 'heat' has no parameter of that name", 'values={"q": ...}: \'heat\' has no parameter of that name'),
    ("name one with --board; rtlgen boards lists them", "name one with board=; rtlgen.boards() lists them"),
    ("most boards have fewer (rtlgen boards NAME)", "most boards have fewer (rtlgen.board(NAME))"),
    ("change the grid: --set grid=[64, 64]", 'change the grid: set({"grid": [64, 64]})'),
    ("--set hardware.bus=512, or --set hardware.memory=auto.", 'set({"hardware.bus": 512}), or set({"hardware.memory": "auto"}).'),
    ("it is 4 here (--extent N). Use --format c", 'it is 4 here (extent=N). Use format="c"'),
    ("folders of headers: --include", "folders of headers: folders="), ("a -- b, --, x--y", "a -- b, --, x--y")])
def test_messages_in_the_words_of_python(text, expected):
    from rtlgen import _errors
    assert _errors._spoken(text) == expected


def test_notes_of_an_import_name_its_arguments():
    text = "void heat(int n, float a[64][64], float b[64][64]) {\n  for (int s = 0; s < n; s++)\n" \
           "    for (int i = 1; i < 63; i++) for (int j = 1; j < 63; j++) b[i][j] = a[i][j - 1];\n}\n"
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.import_(text, format="c")
    assert 'values={"n": 64}' in str(caught.value) and "define" not in str(caught.value)


def test_an_unknown_word():
    with pytest.raises(ValueError, match="simulator must be one of"):
        rtlgen.loads(HEAT).sim(simulator="questa")


# ---------------------------------------------------------------- threads, progress, interruption


LONG = HEAT.replace("[12, 8]", "[512, 512]")


def test_progress_is_called_after_each_step():
    calls = []
    rtlgen.loads(HEAT).golden(progress=lambda *what: calls.append(what))
    assert calls == [("golden engine", i, 3) for i in (1, 2, 3)]


def test_progress_is_told_what_begins(tmp_path):
    calls = []
    rtlgen.loads(HEAT).generate(tmp_path / "hdl", progress=lambda *what: calls.append(what))
    assert calls[0] == ("HDL", 0, 0)


def test_an_exception_of_progress_ends_the_run():
    def stop(what, done, total):
        if done == 2:
            raise KeyError("enough")
    with pytest.raises(KeyError, match="enough"):
        rtlgen.loads(HEAT).golden(progress=stop)


def test_other_threads_run_meanwhile():
    program, ticks, done = rtlgen.loads(LONG), [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)
    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    program.golden(steps=300)
    end = time.monotonic()
    done.set()
    thread.join()
    assert len([t for t in ticks if begin < t < end]) >= 3


def test_ctrl_c_ends_a_golden_run():
    """A run of days is interrupted in its first steps."""
    program, begun = rtlgen.loads(LONG), threading.Event()
    timer = threading.Thread(target=lambda: begun.wait() and os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        program.golden(steps=2**31 - 1, progress=lambda *what: begun.set())
    assert program.golden(steps=1).steps == 1


def test_runs_in_several_threads():
    program = rtlgen.loads(HEAT)
    expected, found = program.golden(seed=3)["t"], []
    threads = [threading.Thread(target=lambda: found.append(program.golden(seed=3)["t"])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(np.array_equal(f, expected) for f in found)


def test_an_import_brings_numpy_and_nothing_heavier():
    code = "import sys, rtlgen; print(*{name.split('.')[0] for name in sys.modules})"
    found = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    libraries = subprocess.run([sys.executable, "-c", "import rtlgen; print(open('/proc/self/maps').read())"], capture_output=True, text=True, check=True)
    assert "_rtlgen" in libraries.stdout and "clang" not in libraries.stdout
    assert "numpy" in found and not found & {"pandas", "xarray", "matplotlib", "IPython", "tqdm", "asyncio", "multiprocessing"}
