"""Programs that other tools print, as files, texts and objects: one heat equation, bit for bit that of NumPy."""
import pathlib
import sys
import types

import numpy as np
import pytest

import rtlgen
from stencil_tools import heat_numpy

HERE = pathlib.Path(__file__).parent / "interop"
DEVITO, XDSL, GENERIC = ((HERE / name).read_text() for name in ("devito_operator.c", "xdsl_module.mlir", "xdsl_generic.mlir"))
STEPS = 6


@pytest.fixture
def plate():
    return np.random.default_rng(3).random((18, 26), np.float32)


def made(name, module, /, **members):
    """An object of a type that seems to come from another package."""
    cls = type(name, (), {"__module__": module, **members})
    return cls()


def arguments(u, last=STEPS - 1):
    """What Devito's operator.arguments() has: numbers, arrays, and objects of the run."""
    return {"u": u, "dt": np.float32(0.2), "h_x": np.float32(1), "h_y": 1.0, "time_m": 0, "time_M": np.int64(last), "x_m": 0, "x_M": 15, "y_m": 0,
            "y_M": 23, "nthreads": 4, "o_x": np.float32(0), "x_size": 16, "timers": types.SimpleNamespace(section0=0.0), "comm": None}


def devito_numpy(u, steps):
    """The statement of the operator, in its order of operations."""
    dt, r0 = np.float32(0.2), np.float32(1)/np.float32(0.2)
    for time in range(steps):
        a, b = u[time % 2], u[(time + 1) % 2]
        c = a[2:-2, 2:-2]
        r3 = np.float32(-2)*c
        b[2:-2, 2:-2] = dt*(r0*c + np.float32(1)*(r3 + a[1:-3, 2:-2] + a[3:-1, 2:-2]) + np.float32(1)*(r3 + a[2:-2, 1:-3] + a[2:-2, 3:-1]))
    return u


def test_an_operator_of_devito():
    operator = made("Operator", "devito.operator.operator", ccode=DEVITO, name="Kernel")
    u = np.random.default_rng(1).random((2, 20, 28), np.float32)
    program = rtlgen.import_(operator, values=arguments(u))
    assert program.name == "Kernel" and program.shape == (20, 28) and program.steps == STEPS and not program.params
    result = program.golden({"u_vec_0": u[0], "u_vec_1": u[1]})
    expected = devito_numpy(u.copy(), STEPS)
    assert np.array_equal(result["u_vec_0"], expected[0]) and np.array_equal(result["u_vec_1"], expected[1])
    assert "/tmp" not in program.yaml and "Kernel.c" in program.yaml


def test_an_operator_without_extents_has_those_that_it_touches():
    operator = made("Operator", "devito.operator.operator", ccode=made("Block", "cgen", __str__=lambda self: DEVITO), name="Kernel")
    values = {name: value for name, value in arguments(None).items() if name not in ("u", "dt")}
    program = rtlgen.import_(operator, values=values)
    assert program.shape == (19, 27) and list(program.params) == ["dt"]


def test_faults_of_an_operator_name_no_folder():
    operator = made("Operator", "devito.operator.operator", ccode=DEVITO, name="Kernel")
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.import_(operator)
    assert str(caught.value).startswith("Kernel.c:") and "/tmp" not in str(caught.value)
    assert {d.file for d in caught.value.diagnostics} == {"Kernel.c"}


@pytest.mark.parametrize("text", [XDSL, GENERIC], ids=["pretty", "generic"])
def test_a_module_of_xdsl(text, plate):
    module = made("ModuleOp", "xdsl.dialects.builtin", __str__=lambda self: text)
    program = rtlgen.import_(module)
    assert program.name == "heat" and program.shape == (18, 26) and list(program.params) == ["k"]
    result = program.golden({"u0": plate, "u1": plate}, params={"k": 0.1})
    assert np.array_equal(result["u0"], heat_numpy(plate, 0.1, STEPS))
    assert np.array_equal(rtlgen.import_(module, values={"k": 0.1}).golden({"u0": plate, "u1": plate})["u0"], result["u0"])


def test_a_module_of_mlir_python(plate):
    base = type("Module", (), {"__module__": "mlir._mlir_libs._mlir.ir", "__str__": lambda self: XDSL})
    assert rtlgen.import_(type("Sub", (base,), {"__module__": "mine"})()).shape == (18, 26)


def test_files_and_texts_are_the_same(tmp_path):
    file = tmp_path / "heat.mlir"
    file.write_text(XDSL)
    by_file, by_text = rtlgen.import_(file), rtlgen.import_(XDSL, format="mlir")
    assert by_file.yaml.replace("heat.mlir", "program.mlir") == by_text.yaml
    c = "void f(float *a, float *b) {\n  for (int i = 1; i < 31; ++i) b[i] = a[i - 1] + a[i + 1];\n}\n"
    assert rtlgen.import_(c, format="c").grid == (32,)


@pytest.mark.parametrize("wrong,kind,text", [(5, TypeError, "source: int"), (XDSL, ValueError, "format"), (object(), TypeError, "source: object"),
                                             (made("Operator", "mine"), TypeError, "source: Operator")])
def test_other_objects_are_refused(wrong, kind, text):
    with pytest.raises(kind, match=text):
        rtlgen.import_(wrong)


def test_faults_of_a_text_point_into_it():
    with pytest.raises(rtlgen.Error, match=r"program.mlir:\d+:\d+: error") as caught:
        rtlgen.import_(XDSL.replace("arith.addf", "arith.nothing"), format="mlir")
    assert "arith.nothing" in str(caught.value)


# ---------------------------------------------------------------- the page that shows them side by side

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs/interoperability.md").read_text()


def block(title):
    """The first Python block under a heading."""
    return PAGE.split(f"## {title}\n")[1].split("```python\n")[1].split("```")[0]


def run(code, names):
    import linecache
    file = f"<{hash(code)}>"
    linecache.cache[file] = (len(code), None, code.splitlines(True), file)
    exec(compile(code, file, "exec"), names)
    return names


@pytest.mark.parametrize("title", ["NumPy", "rtlgen", "Numba"])
def test_code_of_the_page(title, plate):
    if title == "Numba":
        pytest.importorskip("numba", reason="python3-numba is not installed")
    names = run(block(title), {})
    assert np.array_equal(names["heat"](plate, np.float32(0.1), STEPS) if title != "rtlgen" else names["heat"](plate, k=0.1, steps=STEPS),
                          heat_numpy(plate, 0.1, STEPS))


def test_the_modules_of_the_page_are_those_stored():
    for text in (DEVITO, XDSL):
        lines = [line.strip() for line in PAGE.split("\n")]
        for part in ("u[t1][x + 2][y + 2] = dt", "stencil.access %t0_blk[-1, 0]"):
            assert any(part in line for line in lines)
        assert any(line.strip() in lines for line in text.split("\n") if "stencil.store" in line or "u[t1][x + 2]" in line)


def test_the_stencil_of_gt4py(plate, tmp_path, monkeypatch):
    """The page's file and its call, on four equal planes."""
    monkeypatch.chdir(tmp_path)
    definition, call = PAGE.split("## GT4Py\n")[1].split("```python\n")[1:3]
    (tmp_path / "heat.py").write_text(definition.split("```")[0])
    program = run(call.split("```")[0], {})["program"]
    volume = np.repeat(plate[..., None], 4, 2)
    assert np.array_equal(program.golden(volume, steps=STEPS)["t"], np.repeat(heat_numpy(plate, 0.1, STEPS)[..., None], 4, 2))


def test_devito_and_jax_and_gt4py_compile():
    for title in ("Devito", "JAX", "GT4Py"):
        compile(block(title), title, "exec")
    assert sys.version_info >= (3, 9)
