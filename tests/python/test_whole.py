"""The program in Python, whole: results as objects, snapshots, batches, advice, projects, sweeps, imports."""
import json
import os
import pathlib
import pickle
import re
import shlex
import subprocess
import tracemalloc

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Monitor, Param, Probe, f32
from stencil_tools import needed

ROOT = pathlib.Path(__file__).resolve().parents[2]

WAVE = """name: wave
grid: [12, 8]
type: float32
fields: {u: {boundary: edge}, v: {}}
params: {k: {value: 0.1, runtime: true}, s: {values: [1, 0.5, 0.25]}}
update:
  - v: v + k*(u[1,0] - u) + 0.001*float32(step)
  - u: u + s*v
sources: [{at: [5, 3], field: u, values: [1, 2, 3, 4]}]
probes: [{at: [5, 3], field: u, every: 2}, {at: [0, 7], field: v, every: 3}]
iterations: 7
"""


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


def test_probes_are_arrays():
    program = rtlgen.loads(WAVE)
    result = program.golden(seed=3)
    trace = result.probes["u_5_3"]
    assert (trace.field, trace.at) == ("u", (3, 5)) and trace.steps.tolist() == [2, 4, 6] and trace.values.dtype == np.float32
    for step, value in zip(trace.steps, trace.values):
        assert program.golden(seed=3, steps=int(step))["u"][3, 5] == value
    other = result.probes["v_0_7"]
    assert other.steps.tolist() == [3, 6] and np.array_equal(np.asarray(other), other.values)
    assert heat.program((8, 12)).golden().probes == {}
    assert program.golden(shape=(4, 5)).probes == {} and program.golden(probes=False).probes == {}
    with pytest.raises(ValueError, match="probes: the description has none"):
        heat.program((8, 12)).sim(probes=True)


def test_snapshots_of_numbers_that_no_array_has():
    text = "name: w\ngrid: [4]\ntype: \"fixed<60,30>\"\nfields: {t: {}}\nupdate: [{t: t + t}]\niterations: 3\n"
    with pytest.raises(ValueError, match="fixed<60,30>.*53 bits"):
        rtlgen.loads(text).steps(every=1)


def test_monitors_are_numbers(plate):
    @rtlgen.stencil(steps=4, hardware={"steps": 2}, monitors={"most": Monitor("max", "t"), "total": Monitor("sum", "n"), "f": Monitor("sum", "t")})
    def f(t: Field[f32], n: Field[rtlgen.i16]):
        t = 0.5*t + 0.01*t[0, 1]
        n = n + 1
    n = np.arange(96, dtype=np.int16).reshape(8, 12)
    result = f.program((8, 12)).golden({"t": plate, "n": n})
    assert result.monitors["most"].dtype == np.float32 and len(result.monitors["most"]) == 2
    assert result.monitors["most"][-1] == result["t"].max()
    assert result.monitors["total"].tolist() == [int((n + 2).sum()), int((n + 4).sum())]
    assert abs(result.monitors["f"][-1] - float(result["t"].sum())) < 1e-3


@pytest.mark.parametrize("every", [1, 3, 7, 100])
def test_snapshots_are_those_of_runs(every):
    program = rtlgen.loads(WAVE)
    u = np.random.default_rng(5).random((8, 12), np.float32)
    seen = []
    for step, fields in program.steps({"u": u}, every=every, params={"k": 0.3}, seed=2):
        whole = program.golden({"u": u}, steps=step, params={"k": 0.3}, seed=2)
        assert all(np.array_equal(fields[name], whole[name]) for name in ("u", "v"))
        seen.append(step)
    assert seen == [*range(every, 7, every), 7]
    assert program.steps == 7 and program.steps + 1 == 8
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="every"):
            program.steps(every=wrong)
    with pytest.raises(TypeError, match="every"):
        program.steps(every=1.5)


def test_snapshots_of_monitors_that_act_are_refused():
    text = "name: m\ngrid: [8]\ntype: float32\nfields: {t: {}}\nupdate: [{t: 0.5*t}]\nmonitor: {c: {of: t, reduce: max}}\nuntil: c < 0.1\niterations: 9\n"
    with pytest.raises(rtlgen.Error, match="RG0842.*monitors that act"):
        list(rtlgen.loads(text).steps(every=2))


def test_snapshots_of_a_program_with_monitors(plate):
    watched = heat.program((8, 12), steps=5).set({"monitor": {"most": {"of": "t", "reduce": "max"}}, "hardware.steps": 2})
    seen = {step: fields["t"] for step, fields in watched.steps(plate, every=3)}
    assert list(seen) == [3, 5] and all(np.array_equal(array, heat(plate, steps=step)) for step, array in seen.items())


def test_progress_of_snapshots_counts_all_steps():
    calls = []
    for _ in rtlgen.loads(WAVE).steps(every=3, progress=lambda *what: calls.append(what[1:])):
        pass
    assert calls == [(i, 7) for i in range(1, 8)]


def test_no_steps_are_the_start(plate):
    assert np.array_equal(heat.program((8, 12)).golden(plate, steps=0).array, plate)


def test_checkpoints(tmp_path, plate):
    program = heat.program((8, 12), steps=6)
    whole = program.golden(plate).array
    file = tmp_path / "heat.checkpoint"
    assert np.array_equal(program.golden(plate, steps=4, checkpoint=file, every=2).array, program.golden(plate, steps=4).array)
    assert file.exists()
    assert np.array_equal(program.golden(plate, checkpoint=file, every=2).array, whole)
    with pytest.raises(rtlgen.Error, match="RG0843"):
        program.golden(2*plate, checkpoint=file, every=2)


def test_accuracy_is_a_table():
    table = heat.program((8, 12), steps=3).accuracy(types=["float16"])
    assert [row["run"] for row in table.rows] == ["ieee", "fused", "float16"] and table.rows[0]["max_ulp"] < table.rows[2]["max_ulp"]
    with pytest.raises(TypeError, match="types"):
        heat.program((8, 12)).accuracy(types="float16")


def test_out_takes_the_results(plate):
    expected, out = heat(plate), np.empty_like(plate)
    assert heat(plate, out=out) is out and np.array_equal(out, expected)
    result = heat.program((8, 12)).golden(plate, out={"t": out})
    assert result["t"] is out
    same = plate.copy()
    assert heat(same, out=same) is same and np.array_equal(same, expected)
    for wrong in (np.empty((8, 12)), np.empty((8, 12), ">f4"), np.empty((8, 11), np.float32), [0]):
        with pytest.raises(ValueError, match="out: t is float32"):
            heat(plate, out=wrong)
    with pytest.raises(ValueError, match="out: .*no field 'q'"):
        heat.program((8, 12)).golden(plate, out={"q": out})


def test_results_are_written_in_place(plate):
    """The engine writes into `out` itself, so that a large result takes no memory of its own."""
    program, expected = heat.program((8, 12), steps=5), heat(plate, steps=5)
    out = np.full_like(plate, np.nan)
    result = program.golden(plate, out=out)
    assert result.array is out and np.array_equal(out, expected) and result.fields["t"]["cells"] == 96
    for odd in (np.empty((12, 8), np.float32).T, np.empty((8, 24), np.float32)[:, ::2], np.empty((8, 12), ">f4")):
        if odd.dtype.isnative:
            assert program.golden(plate, out=odd).array is odd
            assert np.array_equal(odd, expected)
    still = plate.copy()
    assert np.array_equal(program.golden(still, out=still, steps=0).array, plate)
    big = np.zeros((1500, 1500), np.float32)
    run = heat.program(big.shape, steps=1)
    run.golden(big)
    tracemalloc.start()
    run.golden(big, out=np.empty_like(big))
    assert tracemalloc.get_traced_memory()[1] < 1.5*big.nbytes  # the array of this line
    tracemalloc.stop()


def test_arrays_for_results_do_not_overlap():
    program = rtlgen.loads("name: two\ngrid: [12, 8]\ntype: float32\nfields: {a: {}, b: {}}\nupdate: [{a: a + b}, {b: 0.5*b}]\niterations: 3\n")
    both = np.empty((2, 8, 12), np.float32)
    want = program.golden(seed=4)
    found = program.golden(seed=4, out={"b": both[1], "a": both[0]})
    assert list(found) == ["a", "b"] and found["a"].base is both and all(np.array_equal(found[n], want[n]) for n in "ab")
    only = program.golden(seed=4, out={"b": both[0]})
    assert np.array_equal(both[0], want["b"]) and np.array_equal(only["a"], want["a"])
    with pytest.raises(ValueError, match="out: the arrays for a and b share memory"):
        program.golden(out={"a": both[0], "b": both[0]})
    with pytest.raises(TypeError, match="out: the run writes 2 fields.*a, b"):
        program.golden(out=both[0])


def test_a_batch_is_written_in_place(plate):
    plates, out = np.stack([plate, 2*plate]), np.zeros((2, 8, 12), np.float32)
    assert heat.batch(plates, out=out) is out
    assert all(np.array_equal(o, heat(p)) for o, p in zip(out, plates))
    found = heat.program((8, 12)).batch({"t": plates}, out={"t": out}, steps=3)
    assert found["t"] is out and np.array_equal(out[1], heat(plates[1], steps=3))
    for wrong in (out[0], np.zeros((3, 8, 12), np.float32), [0]):
        with pytest.raises(ValueError, match="out: .*leading axis of 2"):
            heat.batch(plates, out=wrong)
    with pytest.raises(ValueError, match="out: t is float32"):
        heat.batch(plates, out=out.astype(np.float64))


def test_batches_along_a_leading_axis(plate):
    plates = np.stack([plate, 2*plate, plate[::-1]])
    found = heat.batch(plates, k=0.2, steps=3)
    assert all(np.array_equal(f, heat(p, k=0.2, steps=3)) for f, p in zip(found, plates)) and found.shape == (3, 8, 12)
    rates = np.array([0.1, 0.2])
    found = heat.batch(plate, k=rates)
    assert all(np.array_equal(f, heat(plate, k=k)) for f, k in zip(found, rates))
    both = heat.batch(plates[:2], k=rates, steps=2)
    assert all(np.array_equal(f, heat(p, k=k, steps=2)) for f, p, k in zip(both, plates, rates))
    with pytest.raises(ValueError, match="same length.*t: 3, k: 2"):
        heat.batch(plates, k=rates)
    with pytest.raises(ValueError, match="none"):
        heat.batch(plate, k=0.1)
    with pytest.raises(ValueError, match="no field 'q'"):
        heat.program((8, 12)).batch({"q": plates})


def test_a_batch_of_no_runs_is_refused(plate):
    program = heat.program((8, 12))
    for work in (lambda: heat.batch(np.zeros((0, 8, 12), np.float32)), lambda: heat.batch(plate, k=[]), lambda: program.batch({"t": plate}, params={"k": []}),
                 lambda: program.batch({"t": np.zeros((0, 8, 12), np.float32)})):
        with pytest.raises(ValueError, match="length 0"):
            work()
    with pytest.raises(rtlgen.Error, match="no array for t"):
        heat.batch(k=[0.1, 0.2])


def test_xarray_in_and_out(plate):
    xarray = needed("xarray", "python3-xarray")
    given = xarray.DataArray(plate, dims=("lat", "lon"), coords={"lat": np.arange(8)}, attrs={"units": "K"})
    found = heat(given)
    assert found.dims == ("lat", "lon") and found.attrs == {"units": "K"} and np.array_equal(found.values, heat(plate))
    assert np.array_equal(found.lat, given.lat) and np.array_equal(given.values, plate)
    assert heat.program((8, 12)).golden({"t": given}).to_xarray()["t"].dims == ("lat", "lon")
    assert heat.program((8, 12)).golden({"t": plate}).to_xarray()["t"].dims == ("y", "x")


def test_explore_has_all_points_as_a_table():
    found = heat.program((64, 96)).explore(board="kcu105", depth=[1, 2, 4])
    assert len(found.points) > len(found.front) and [p["is_best"] for p in found.points].count(True) == 1
    assert any(p["reason"] for p in found.points) and "<table>" in found._repr_html_()
    assert sum(p.on_front for p in found.points) == len(found.front)
    pandas = needed("pandas", "python3-pandas")
    table = found.to_pandas()
    assert isinstance(table, pandas.DataFrame) and len(table) == len(found.points) and "seconds" in table


def test_a_sweep_is_a_table(plate):
    program = heat.program((64, 96))
    swept = program.sweep({"hardware.steps": [1, 2], "hardware.cells_per_cycle": [1, 3, 4]}, board="kcu105")
    assert [(r["hardware.steps"], r["hardware.cells_per_cycle"]) for r in swept.rows] == [(s, p) for s in (1, 2) for p in (1, 3, 4)]
    for row, result in zip(swept.rows, swept.results):
        alone = program.set({"hardware.steps": row["hardware.steps"], "hardware.cells_per_cycle": row["hardware.cells_per_cycle"]})
        assert row["status"] == "ok" and result.seconds == row["seconds"] == alone.model(board="kcu105").seconds
    refused = program.sweep({"hardware.clock_mhz": [200, 5000]}, board="kcu105")
    assert [r["status"] for r in refused.rows] == ["ok", "refused"] and "RG" in refused.rows[1]["error"]
    with pytest.raises(TypeError, match="hardware.steps"):
        program.sweep({"hardware.steps": "124"})
    with pytest.raises(ValueError, match="do must be one of"):
        program.sweep({"hardware.steps": [1]}, do="nothing")


def test_all_points_of_a_search_are_designs():
    program = heat.program((64, 96), steps=10)
    found = program.explore(board="kcu105", depth=[1, 2, 4], cells_per_cycle=[1, 2, 4], all_points=True)
    fewer = program.explore(board="kcu105", depth=[1, 2, 4], cells_per_cycle=[1, 2, 4])
    assert len(found.points) > len(fewer.points) and found.best == fewer.best
    assert len(found.points) >= found.data["cases"][0]["fitting"]*0.9
    designs = {(p.cells_per_cycle, p.steps, tuple(p.block), p.ram, p.clock_mhz) for p in found.points}
    assert len(designs) == len(found.points)
    fits = [p for p in found.points if not p.reason]  # runners-up may be outside of the values to try
    assert min(p.seconds for p in fits) == found.best["seconds"]
    for point in fits[::max(1, len(fits)//6)]:
        predicted = point.program.model(board="kcu105")
        assert abs(predicted.seconds/point.seconds - 1) < 1e-6 and abs(predicted.area["luts"]/point.luts - 1) < 0.05, point
    best = next(p for p in found.points if p.is_best)
    assert best.program.sets == found.program.sets
    again = pickle.loads(pickle.dumps(best))
    assert again == best and again.program.sets == best.program.sets and "seconds" in dir(best)
    with pytest.raises(AttributeError, match="nothing.*seconds"):
        best.nothing


def test_points_of_all_boards_name_theirs():
    found = heat.program((64, 96)).explore(all_boards=True, cells_per_cycle=[1], depth=[1, 2])
    for board in ("kcu105", "arty_a7_100"):
        point = next(p for p in found.points if p.board == board)
        assert point.program.sets["hardware.board"] == board


def test_rows_of_a_sweep_are_designs():
    program, told = heat.program((64, 96)), []
    swept = program.sweep({"hardware.steps": [1, 2]}, board="kcu105", progress=lambda *what: told.append(what))
    assert told == [("sweep", 1, 2), ("sweep", 2, 2)]
    row = swept.rows[1]
    assert row.seconds == row["seconds"] == row.result.seconds == row.program.model(board="kcu105").seconds
    assert row.program.sets == {"hardware.steps": "2"} and swept.results == [r.result for r in swept.rows]
    assert pickle.loads(pickle.dumps(swept)).rows == swept.rows


def test_advice():
    advice = heat.program((256, 256), steps=100).advise(board="kcu105")
    assert advice.binds and advice.changes and "sets" in advice.changes[0] and "kcu105" in str(advice)
    with pytest.raises(rtlgen.Error, match="RG0824"):
        heat.program((8, 12)).advise(board="kcu105", steps=0)


def test_a_vendor_project(tmp_path):
    written = heat.program((256, 256)).project(tmp_path / "heat", board="kcu105")
    assert "Makefile" in written.files and (tmp_path / "heat" / "Makefile").exists() and "files" in written._repr_html_()
    with pytest.raises(ValueError, match="hdl"):
        heat.program((8, 12)).project(tmp_path / "x", board="kcu105", hdl="both")


def command_of(readme, begin, end="\n"):
    """The words of a README's command, with the path of the program."""
    program = os.environ.get("RTLGEN_PROGRAM", "")
    if not program:
        pytest.skip("RTLGEN_PROGRAM names no program")
    text = readme[readme.index(begin):]
    text = text[text.index("rtlgen "):]
    return [program, *shlex.split(text[:text.index(end)])[1:]]


def run_in(folder, words):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def generated(folder, words, to):
    """The digest of the HDL for the description and the keys of a command."""
    keys = [word for key, value in zip(words, words[1:]) if key == "--set" for word in (key, value)]
    done = run_in(folder, [words[0], "generate", words[2], *keys, "-o", str(to)])
    assert done.returncode == 0, done.stderr
    return json.loads((to / "manifest.json").read_text())["digest"]


def test_the_commands_of_a_project_run(tmp_path):
    folder = tmp_path / "p"
    program = heat.program((256, 256)).set("hardware.steps", 2)
    assert "heat.yaml" in program.project(folder, board="kcu105").files
    assert (folder / "heat.yaml").read_text() == program.yaml and " heat.yaml\n" in (folder / "files.sha256").read_text()
    texts = {file: file.read_text() for file in folder.rglob("*") if file.is_file()}
    assert not [file for file, text in texts.items() if "<stencil" in text or "\\<stencil" in text]
    kernel = texts[folder / "rtl/core/heat_kernel.v"]
    line, column = re.search(r"@\[heat\.yaml:(\d+):(\d+)\]", kernel).groups()
    assert program.yaml.split("\n")[int(line) - 1][int(column) - 1:].strip()
    readme, own = texts[folder / "README.md"], json.loads(texts[folder / "manifest.json"])["digest"]
    assert "| `heat.yaml` |" in readme and "from this folder:" in readme
    run = command_of(readme, "    rtlgen run ")
    done = run_in(folder, run)
    assert done.returncode == 3 and "xdma" in done.stderr and "RG0101" not in done.stderr, done.stderr
    assert generated(folder, run, tmp_path / "hdl") == own
    assert generated(folder, [word.replace("steps=2", "steps=1") for word in run], tmp_path / "other") != own
    again = command_of(readme, "`rtlgen project ", "`")
    assert run_in(folder, again).returncode == 0
    assert (folder / "heat_kcu105/rtl/core/heat_kernel.v").read_text() == kernel
    # Faults name the function's own lines, not those of a file that was not written.
    with pytest.raises(rtlgen.Error) as error:
        program.set("hardware.bus.bits", 256).project(tmp_path / "no", board="kcu105")
    assert "heat.yaml" not in str(error.value)


def test_a_text_with_relative_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more.yaml").write_text("params: {k: {value: 0.5}}\n")
    text = "name: parts\ninclude: more.yaml\ngrid: [64, 64]\nfields: {t: {boundary: edge}}\nupdate: [t: \"k*t[1,0]\"]\n"
    rtlgen.loads(text).project(tmp_path / "p", board="kcu105")
    readme = (tmp_path / "p" / "README.md").read_text()
    assert "from the folder where the paths in `parts.yaml` begin, with `parts.yaml` copied there:" in readme
    (tmp_path / "parts.yaml").write_text(text)
    run = command_of(readme, "    rtlgen run ")
    assert generated(tmp_path, run, tmp_path / "hdl") == json.loads((tmp_path / "p/manifest.json").read_text())["digest"]
    # The text is now that of a file, of which a project needs no copy.
    rtlgen.load("parts.yaml").project(tmp_path / "q", board="kcu105")
    assert "from the folder of parts.yaml:" in (tmp_path / "q" / "README.md").read_text() and not (tmp_path / "q/parts.yaml").exists()


def test_shipped_descriptions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = rtlgen.load("heat1d")
    assert program.yaml == (ROOT / "configs/heat1d.yaml").read_text()
    program.set("grid", [4096]).project(tmp_path / "p", board="kcu105")
    readme = (tmp_path / "p/README.md").read_text()
    run = command_of(readme, "    rtlgen run ")
    assert run[2] == "heat1d" and "XDMA driver loaded:" in readme
    assert generated(tmp_path, run, tmp_path / "hdl") == json.loads((tmp_path / "p/manifest.json").read_text())["digest"]
    (tmp_path / "heat1d").mkdir()  # a folder is no description
    assert rtlgen.load("heat1d").name == "heat1d"
    for name in ("heat1e", "./heat1d", "heat1d.yaml"):
        with pytest.raises(rtlgen.Error, match="RG0101"):
            rtlgen.load(name)


def test_boards_and_schemas():
    assert "kcu105" in rtlgen.boards()
    assert json.dumps(rtlgen.board("kcu105")).count("ku040") >= 1
    with pytest.raises(rtlgen.Error):
        rtlgen.board("nope")
    assert rtlgen.schema()["$schema"] and rtlgen.schema("board") != rtlgen.schema()
    with pytest.raises(ValueError, match="of must be one of"):
        rtlgen.schema("x")


def test_programs_of_other_languages(tmp_path):
    file = tmp_path / "blur.c"
    file.write_text("void blur(int n, float a[n], float b[n]) {\n  for (int i = 1; i < n - 1; ++i) b[i] = 0.5f*(a[i-1] + a[i+1]);\n}\n")
    program = rtlgen.import_(file, values={"n": 32})
    assert program.grid == (32,) and set(program.fields) == {"a", "b"}
    a = np.random.default_rng(1).random(32, np.float32)
    b = program.golden({"a": a, "b": np.zeros(32, np.float32)})["b"]
    assert np.array_equal(b[1:-1], np.float32(0.5)*(a[:-2] + a[2:]))
    with pytest.raises(rtlgen.Error, match="n"):
        rtlgen.import_(file)
    with pytest.raises(ValueError, match="format"):
        rtlgen.import_(file, format="fortran")
    with pytest.raises(rtlgen.Error, match="RG0824"):
        rtlgen.import_(file, extent=0)


def test_a_probe_outside_is_a_fault():
    @rtlgen.stencil(probes=[Probe("t", (99, 0))])
    def f(t: Field[f32]):
        t = t + 1
    with pytest.raises(rtlgen.Error, match="probe|RG0"):
        f.program((8, 12)).golden()
