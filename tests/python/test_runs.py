"""Simulations, predictions and what is written: the same as by the command."""
import os
import re
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path

import gt4py_stencils
import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Param, f32


@rtlgen.stencil(hardware={"cells_per_cycle": 2, "steps": 2})
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


@pytest.fixture(scope="module")
def program():
    return heat.program((8, 12), steps=4)


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


def test_simulated_hardware_has_goldens_bits(program, plate):
    lines = []
    result = program.sim({"t": plate}, params={"k": 0.2}, operators="native", progress=lambda *what: lines.append(what))
    assert result.match and result.mismatches == 0 and result.cycles > 0 and "match" in str(result)
    assert np.array_equal(result["t"], program.golden({"t": plate}, params={"k": 0.2})["t"])
    assert "every bit matches" in result._repr_html_()
    assert lines[0] == ("simulation", 0, 0) and ("golden engine", 4, 4) in lines


def test_probes_of_simulated_hardware(program, plate):
    probed = program.set("probes", [{"at": [5, 3], "field": "t", "every": 2}])
    result = probed.sim({"t": plate}, operators="native", probes=True)
    assert result.match and result.probes["t_5_3"].steps.tolist() == [2, 4]
    assert np.array_equal(result.probes["t_5_3"].values, probed.golden(plate).probes["t_5_3"].values)
    assert probed.sim({"t": plate}, operators="native").probes == {}


def test_a_run_on_a_simulated_card(program, plate):
    result = program.set("hardware.bus.bits", 64).run({"t": plate}, operators="native")
    assert result.match and np.array_equal(result["t"], program.golden({"t": plate})["t"])
    assert result.data["backend"] == "sim" and result.data["card"]


def test_a_card_that_is_not_there(program):
    with pytest.raises(rtlgen.ToolError):
        program.set({"hardware.bus.bits": 512, "hardware.board": "kcu105"}).run(backend="xdma", device="77")


def test_ctrl_c_ends_a_compilation(program, tmp_path, monkeypatch):
    """A compiler that never ends is interrupted once it has begun."""
    begun, temporary, fake = tmp_path / "begun", tmp_path / "temporary", tmp_path / "bin" / "verilator"
    temporary.mkdir()
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\n[ "$1" != --version ] || exec {shutil.which("verilator")} --version\n'
                    f': >{begun}\nwhile :; do sleep 1; done\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(temporary))

    def interrupt():
        while not begun.exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        program.set("hardware.steps", 3).sim(cache=False)
    assert not list(temporary.iterdir())


def test_options_that_contradict_each_other(program):
    with pytest.raises(rtlgen.Error, match="RG0805"):
        program.sim(simulator="icarus", hdl="vhdl")
    with pytest.raises(ValueError, match="fst"):
        program.sim(trace="wave.txt")


def test_options_without_effect(program):
    for options in {"dram": "ddr4-2400"}, {"link": "pcie3x8"}, {"link": "pcie3x8", "memory": "ddr"}:
        name = "link" if "link" in options else "dram"
        with pytest.raises(ValueError, match=f"{name}: needs memory="):
            program.sim(**options)
    with pytest.raises(ValueError, match="dram: needs backend='sim'"):
        program.run(backend="xdma", dram="ddr4-2400")
    with pytest.raises(ValueError, match="all_boards: leave out board"):
        program.explore(board="kcu105", all_boards=True)


def test_a_trace_that_cannot_be_written(program, tmp_path):
    with pytest.raises(rtlgen.ToolError, match="cannot write .*w.fst: .*No such file"):
        program.sim(trace=tmp_path / "nope" / "w.fst")
    (tmp_path / "file").write_text("")
    with pytest.raises(rtlgen.ToolError, match="cannot write .*w.fst"):
        program.sim(trace=tmp_path / "file" / "w.fst")
    assert program.sim(trace=tmp_path / "w.fst").match and (tmp_path / "w.fst").stat().st_size > 0


def test_a_sequential_computation_of_gt4py():
    text = gt4py_stencils.HEAD + gt4py_stencils.STENCILS["running_sum"]
    result = rtlgen.import_(text, format="gt4py", function="running_sum", shape=(12, 14, 6), axes="KIJ").sim()
    assert result.match and result.arrays


def test_diagnose(program, plate):
    seen = []
    result = program.diagnose({"t": plate}, progress=lambda *args: seen.append(args))
    assert result.healthy and result.failure is None and len(result.rows) == 15 and {row["outcome"] for row in result.rows} <= {"passed", "skipped"}
    assert "The card is healthy" in str(result) and "transfers to and from memory" in str(result) and "<table>" in result._repr_html_()
    assert seen[-1][1:] == (15, 15) and "passed" in seen[-1][0] and list(result.to_pandas()["step"]) == list(range(1, 16))
    sick = program.diagnose(backend="xdma", device="/dev/none")
    assert not sick.healthy and sick.failure["name"] == "bus" and len(sick.rows) == 1 and "Stopped at step 1" in str(sick)


def test_model(program):
    result = program.model(board="kcu105")
    assert program.model().fits is None
    assert result.fits and result.board == "kcu105" and result.clock_mhz > 0 and result.seconds > 0
    assert result.area["luts"] > 0 and result.cell_updates_per_s > 0
    assert result.uses[0]["available"] > 0 and "<table>" in result._repr_html_()
    assert program.model(board="kcu105", steps=400).seconds > result.seconds
    with pytest.raises(rtlgen.Error, match="RG0217"):
        program.model(board="kcu1050")
    with pytest.raises(ValueError, match="three"):
        program.model(fill=[0.5])
    lower = program.model(board="kcu105", fill=0.5)
    assert lower.uses == program.model(board="kcu105", fill=[0.5, 0.5, 0.5]).uses != result.uses
    with pytest.raises(rtlgen.Error, match="RG0824"):
        program.model(board="kcu105", fill=80)


def test_explore(program):
    result = program.explore(board="arty_a7_35", cells_per_cycle=[1, 2], depth=[1, 2])
    assert result.best["cells_per_cycle"] in (1, 2) and result.front
    best = result.program
    assert best.model().board == "arty_a7_35"
    assert np.array_equal(best.golden(seed=3)["t"], program.golden(seed=3)["t"])
    none = program.explore(board="arty_a7_35", objective="smallest", target=1e15, cells_per_cycle=[1], depth=[1])
    assert result.fits and not none.fits and none.best is None
    with pytest.raises(rtlgen.Error, match="no design fits") as caught:
        none.program.model()
    assert str(none) in str(caught.value)


def test_generate(program, tmp_path):
    result = program.generate(tmp_path / "hdl", hdl="verilog")
    assert "manifest.json" in result.files and (tmp_path / "hdl" / "manifest.json").exists()
    assert result.folder == str(tmp_path / "hdl")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("mine")
    with pytest.raises((rtlgen.Error, rtlgen.ToolError)):
        program.generate(tmp_path / "mine")
    assert (tmp_path / "mine" / "notes").read_text() == "mine"


def test_report(program, plate, tmp_path):
    result = program.report(tmp_path / "page", {"t": plate}, simulate="none")
    assert "<html" in (tmp_path / "page" / "index.html").read_text() and "index.html" in result.files


def test_the_example_of_the_readme():
    text = (Path(__file__).resolve().parents[2] / "README.md").read_text()
    names = {"__name__": "readme"}
    code = re.search("```python\n(.*?)```", text, re.S).group(1)
    # The decorator reads the source of its function from a file.
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(code)
        file.flush()
        exec(compile(code, file.name, "exec"), names)
    assert names["warm"].shape == names["plate"].shape
    assert not np.array_equal(names["warm"], names["plate"])
