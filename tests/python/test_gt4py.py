"""Stencils of GT4Py through import_: they match an interpreter on NumPy arrays bit for bit."""
import ast
import itertools
import json
import os
import pathlib
import pickle
import subprocess
import textwrap
import warnings

import gt4py_numpy
import numpy as np
import pytest
import random_gt4py
from gt4py_stencils import DOMAINS, HEAD, OPERATORS, ORIGINS, SHAPE, STENCILS

import rtlgen


def arrays_of(program, text, seed=0):
    """Random fields, with negative numbers and NaN in the functions' arguments."""
    random = np.random.default_rng(seed)
    found = {}
    for name, axes in program_fields(text).items():
        shape = tuple(n for n, axis in zip(SHAPE, "IJK") if axis in axes[0])
        values = random.random(shape)*1.5 - 0.25
        if axes[1] == "bool":
            values = values > 0.5
        found[name] = (values*(8 if "int" in axes[1] else 1)).astype(axes[1])
    return found


def program_fields(text):
    """Axes and types of the fields of a signature, by a reading of its text."""
    found = {}
    function = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)][-1]
    for one in function.args.args:
        note = ast.unparse(one.annotation).replace("gtscript.", "").replace("np.", "").replace("'", "")
        if note == "F3":
            found[one.arg] = ("IJK", "float64")
        elif note.startswith("Field["):
            parts = note[6:-1].split(", ")
            found[one.arg] = (parts[0] if len(parts) == 2 else "IJK", {"float": "float64"}.get(parts[-1], parts[-1]))
    return found


def imported(name, **options):
    text = HEAD + STENCILS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rtlgen.DescriptionWarning)
        return rtlgen.import_(text, format="gt4py", function=name, shape=SHAPE, **options)


def in_numpy(name, arrays, scalars=(), **options):
    return gt4py_numpy.run(HEAD + STENCILS[name], name, arrays, scalars, ORIGINS.get(name, (0, 0, 0)), DOMAINS.get(name), {"WEIGHT": 0.25}, **options)


def turned(array, axes):
    """An array of the axes I, J, K in another order."""
    return array if array.ndim < 3 else np.transpose(array, ["IJK".index(axis) for axis in axes])


@pytest.mark.parametrize("axes", ["IJK", "KIJ", "JKI"])
@pytest.mark.parametrize("name", STENCILS)
def test_every_bit_is_that_of_numpy(name, axes):
    program = imported(name, axes=axes)
    arrays = arrays_of(program, HEAD + STENCILS[name], len(name))
    scalars = {key: np.float32(0.1) if name == "heat" else np.float64(3.0) for key in program.params}
    expected = in_numpy(name, arrays, scalars)
    given = {key: turned(array, axes) for key, array in arrays.items() if key in program.fields and program.fields[key].role != "output"}
    if axes == "JKI" and name == "surface":
        given["floor_of"] = given["floor_of"].T
    result = program.golden(given, params={key: float(str(value)) for key, value in scalars.items()})
    for key, array in result.arrays.items():
        assert np.array_equal(array, turned(expected[key], axes), equal_nan=True), (key, program.yaml)
        bits = np.dtype(f"u{array.dtype.itemsize}")
        own, other = array.view(bits), np.ascontiguousarray(turned(expected[key], axes)).view(bits)
        assert np.array_equal(np.where(np.isnan(array), 0, own), np.where(np.isnan(array), 0, other)), key
    assert result.arrays and all(np.array_equal(expected[key], arrays[key], equal_nan=True) for key in arrays if key not in result.arrays)


def test_random_stencils():
    """More of them: random_gt4py.py COUNT."""
    for seed in range(40):
        is_same, why = random_gt4py.compared(seed)
        assert is_same, why


def test_the_interpreter_finds_a_difference():
    """The comparison itself: another weight, and another order of the operations."""
    arrays = arrays_of(None, HEAD + STENCILS["diffusion"])
    expected = in_numpy("diffusion", arrays)["out"]
    for old, new in (("-4.0*f", "-4.5*f"), ("+ (f[0, 1, 0] + f[0, -1, 0])", "+ f[0, 1, 0] + f[0, -1, 0]")):
        text = (HEAD + STENCILS["diffusion"]).replace(old, new)
        result = rtlgen.import_(text, format="gt4py", function="diffusion", shape=SHAPE).golden(arrays)
        assert not np.array_equal(result["out"], expected)


# ---------------------------------------------------------------- the call

HEAT = HEAD + STENCILS["heat"]


def test_arguments_of_the_call(tmp_path):
    plate = np.random.default_rng(2).random(SHAPE).astype(np.float32)
    file = tmp_path / "heat.py"
    file.write_text(HEAT)
    program = rtlgen.import_(file, function="heat", shape=plate, values={"k": 0.1}, single_precision_constants=True)
    assert program.name == "heat" and program.shape == SHAPE and not program.params and "heat.py" in program.yaml
    k = np.float32(0.1)
    inner = (slice(1, -1), slice(1, -1))
    around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:] - np.float32(4)*plate[inner]
    expected = np.zeros_like(plate)
    expected[inner] = plate[inner] + k*around
    assert np.array_equal(program.golden({"t": plate, "new": np.zeros_like(plate)})["new"], expected)
    part = rtlgen.import_(file, function="heat", shape=plate, origin=(2, 1, 1), domain=(3, 2, 2), values={"k": 0.1}, single_precision_constants=True)
    box = np.zeros(SHAPE, bool)
    box[2:5, 1:3, 1:3] = True
    assert np.array_equal(part.golden({"t": plate, "new": np.zeros_like(plate)})["new"], np.where(box, expected, 0))


def test_repeat_makes_time_steps():
    plate = np.random.default_rng(2).random(SHAPE).astype(np.float32)
    program = rtlgen.import_(HEAT, format="gt4py", function="heat", shape=plate, repeat={"t": "new"})
    assert list(program.fields) == ["t"] and program.fields["t"].role == "state"
    own, other = plate.copy(), plate.copy()
    for _ in range(4):
        other = gt4py_numpy.run(HEAT, "heat", {"t": own, "new": other}, {"k": np.float32(0.1)}, (1, 1, 0), (5, 4, 5))["new"]
        own, other = other, own
    assert np.array_equal(program.golden(plate, params={"k": 0.1}, steps=4)["t"], own)


def test_the_decorator_gives_externals_types_and_precisions():
    text = HEAD + textwrap.dedent("""
        @gtscript.stencil(backend="numpy", externals={"N": 2, "UP": True, "of": lap}, dtypes={"T": np.float32}, literal_float_precision=32)
        def scaled(a: Field["T"], out: Field["T"]):
            from __externals__ import N, UP, of
            with computation(PARALLEL), interval(...):
                if __INLINED(UP and N > 1):
                    out = of(a)*0.1*N
                else:
                    out = nothing
        """)
    plate = np.random.default_rng(2).random(SHAPE).astype(np.float32)
    start = {"a": plate, "out": plate}
    result = rtlgen.import_(text, format="gt4py", shape=SHAPE).golden(start)
    f = np.float32
    expected = (f(-4)*plate[1:-1, 1:-1] + plate[2:, 1:-1] + plate[:-2, 1:-1] + (plate[1:-1, 2:] + plate[1:-1, :-2]))*f(0.1)*f(2)
    assert np.array_equal(result["out"][1:-1, 1:-1], expected)
    other = rtlgen.import_(text, format="gt4py", shape=SHAPE, values={"N": 3}).golden(start)
    assert not np.array_equal(other["out"], result["out"])


def test_names_of_other_modules_get_values():
    text = "import ndsl.constants as constants\nfrom ndsl.typing import Float, FloatField\nfrom other import GRID\n\n" + textwrap.dedent("""
        def fall(w: FloatField, out: FloatField, dt: Float):
            with computation(PARALLEL), interval(...):
                out = w - constants.GRAV*dt*GRID
        """)
    for name, needed in (("fall", "FloatField"), ("fall", "constants.NAME"), ("fall", "GRID")):
        values = {"FloatField": "Field[np.float32]", "Float": "float", "constants.GRAV": 9.5, "GRID": 2}
        if needed == "constants.NAME":
            del values["constants.GRAV"]
        else:
            values.pop(needed)
        with pytest.raises(rtlgen.Error, match=needed):
            rtlgen.import_(text, format="gt4py", function=name, shape=SHAPE, values=values)
    values = {"FloatField": "Field[np.float32]", "Float": "float", "constants.GRAV": 9.5, "GRID": 2, "dt": 0.5}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rtlgen.DescriptionWarning)
        program = rtlgen.import_(text, format="gt4py", shape=SHAPE, values=values)
    w = np.random.default_rng(3).random(SHAPE).astype(np.float32)
    assert np.array_equal(program.golden(w)["out"], (w.astype(np.float64) - 9.5*0.5*2).astype(np.float32))


def test_functions_and_objects_of_gt4py(tmp_path):
    """A function of Python, and objects as an installed GT4Py makes them."""
    file = tmp_path / "a_module.py"
    file.write_text("N = 3\ndef lap(f):\n    return f[1, 0, 0] + f[-1, 0, 0] - 2.0*f\n\ndef made(scale):\n"
                    "    def wave(a: 'Field[float]', out: 'Field[float]', *, dt: float = 0.5):\n"
                    "        with computation(PARALLEL), interval(...):\n            out = a + dt*lap(a)*scale*N\n    return wave\n")
    names = {"__name__": "a_module"}
    exec(compile(file.read_text(), str(file), "exec"), names)
    wave = names["made"](5)
    a = np.random.default_rng(4).random((6, 3, 2))
    expected = a[1:-1] + 0.5*(a[2:] + a[:-2] - 2.0*a[1:-1])*5*3
    stencil = type("wave", (), {"__module__": "gt4py.cartesian.stencil_object", "definition_func": staticmethod(wave)})()
    for source in (wave, stencil):
        program = rtlgen.import_(source, shape=a)
        assert np.array_equal(program.golden({"a": a, "out": a})["out"][1:-1], expected) and list(program.params) == ["dt"]
        assert pickle.loads(pickle.dumps(program)).yaml == program.yaml


def test_field_operators():
    t = np.random.default_rng(1).random((12, 13))
    w = np.random.default_rng(2).random(13)

    def shift(a, i, j):
        return np.roll(a, (-i, -j), (0, 1))

    def lap(f):
        return -4.0*f + shift(f, 1, 0) + shift(f, -1, 0) + shift(f, 0, 1) + shift(f, 0, -1)
    d = lap(lap(t))
    inner = (slice(2, -3), slice(2, -2))
    for up in (True, False):
        program = rtlgen.import_(OPERATORS, format="gt4py", shape=t.shape, values={"up": up})
        result = program.golden({"t": t, "w": w, "out_0": np.zeros_like(t), "out_1": np.zeros_like(t)}, params={"k": 0.3})
        e = shift(t + d, 1, 0) + (1.0 if up else 0)
        r = np.where((t > 0.5) & ~(d > 0), t, e.astype(np.float32).astype(np.float64))
        r = np.maximum(r, 0.0) if up else r
        assert np.array_equal(result["out_0"][inner], (t + 0.3*d*shift(w[None, :], 0, 1))[inner])
        assert np.array_equal(result["out_1"][inner], r[inner]) and not result["out_1"][:2].any()
    single = rtlgen.import_(OPERATORS, format="gt4py", function="lap", shape=t.shape, repeat={"f": "out"})
    assert list(single.fields) == ["f"] and np.array_equal(single.golden(t)["f"][1:-1, 1:-1], lap(t)[1:-1, 1:-1])


# ---------------------------------------------------------------- refusals

def stencil(body, signature="a: F3, out: F3, s: float = 1.0", with_="PARALLEL"):
    return HEAD + f"def broken({signature}):\n    with computation({with_}), interval(...):\n" + textwrap.indent(textwrap.dedent(body), " "*8)


@pytest.mark.parametrize("text,code,words", [
    (stencil("while a > 0.0:\n    out = a\n"), "RG0618", "`while` is not imported"),
    (stencil("for i in range(3):\n    out = a\n"), "RG0618", "`for` is not imported"),
    (stencil("out = asin(a)\n"), "RG0618", "write atan"),
    (stencil("out = a[0, 0]\n"), "RG0616", "2 offsets for the axes I, J, K"),
    (stencil("out = a[0, 0, int64(a)]\n"), "RG0618", "offsets that are data|not known"),
    (stencil("out = nothing\n"), "RG0615", "'nothing' is not defined"),
    (stencil("tmp = tmp + a\nout = tmp\n"), "RG0615", "not defined|before it is assigned"),
    (stencil("out = a\nout = out[1, 0, 0]\n"), "RG0618", "needed around the cell"),
    (stencil("out[1, 0, 0] = a\n"), "RG0618", "a cell around is assigned"),
    (stencil("out = int32(a)/2\n"), "RG0618", "quotient of two integers"),
    (stencil("out = a % 2.0\n"), "RG0618", "remainder"),
    (stencil("out = 1.0 if a else 0.0\n"), "RG0619", "a condition of float64"),
    (stencil("s = a\nout = s\n"), "RG0618", "parameter s is assigned"),
    (stencil("out = a.at(K=0)\n"), "RG0618", "absolute index"),
    (stencil("out = 1e400 + a\n"), "RG0620", "not a finite float64"),
    (stencil("out = lap(a, a)\n"), "RG0616", "do not match"),
    (stencil("a, out = a\n"), "RG0616", "1 values for 2 names"),
    (stencil("out = a\n", "a: F3, out: Field[IJ, np.float64]"), "RG0618", "lacks axes"),
    (stencil("out = a\n", "a: F3, out"), "RG0616", "has no type"),
    (stencil("out = a\n", "a: Field[np.complex128], out: F3"), "RG0619", "complex128"),
    (stencil("out = a\n", "a: Field[np.float64, (3,)], out: F3"), "RG0619", "type of a"),
    (stencil("b = a\n"), "RG0613", "assigns none of its fields"),
    (stencil("out = a\n", with_="SIDEWAYS"), "RG0611", "PARALLEL, FORWARD or BACKWARD"),
    (stencil("p = out[0, 0, -1] + a\nout = p\n", with_="FORWARD").replace("interval(...)", "interval(1, None)"), "", ""),
    (HEAD + "def broken(a: F3, x: F3, y: F3):\n    with computation(FORWARD), interval(1, None):\n"
     "        x = y[0, 0, -1] + a\n        y = x[0, 0, -1]*2.0\n", "RG0618", "x and y read each other's earlier levels"),
    (HEAD + "def broken(a: F3, out: F3):\n    with computation(PARALLEL), interval(1, None):\n        t = a\n"
     "    with computation(PARALLEL), interval(...):\n        out = t\n", "RG0615", "no value at level 0"),
    (HEAD + "def broken(a: F3, out: F3):\n    out = a\n", "RG0613|RG0618", "outside of a computation|no function"),
    (HEAD + "def broken(a: F3, out: F3):\n    with interval(...):\n        out = a\n", "RG0611", "names no computation"),
    ("import numpy\ndef broken(a: F3 out)\n", "RG0611", "not Python"),
    ("x = 3\ny = 4\n", "RG0613", "no stencil or field operator"),
    (OPERATORS.replace("f(I + 1)", "f(E2C[0])"), "RG0615", "E2C"),
    (OPERATORS.replace("t > LIMIT", "t > 1"), "RG0619", "gt4py.next refuses"),
    (OPERATORS.replace("lap(lap(t))", "neighbor_sum(t, axis=J)"), "RG0618", "write out the cells"),
    (OPERATORS.replace("target=(I,)", "target=(J,)"), "RG0615", "unstructured"),
    (stencil("out = " + "a + "*5000 + "a\n"), "RG0623", "nested too deeply"),
    (stencil("out = " + "a + "*900 + "a\n"), "RG0623", "broken is nested too deeply"),
    (OPERATORS.replace("@gtx.field_operator\ndef smooth", "@gtx.program\ndef smooth"), "RG0618", "smooth is a program"),
    (OPERATORS.replace("@gtx.field_operator", "@gtx.program").replace("(t > LIMIT)", "(t)"), "RG0613", "no stencil or field operator"),
], ids=itertools.count())
def test_refusals_say_where_and_what_to_write(text, code, words):
    if not code:
        rtlgen.import_(text, format="gt4py", function="broken", shape=SHAPE)
        return
    function = "broken" if "def broken" in text else "smooth" if "gtx.field_operator" in text else ""
    with pytest.raises(rtlgen.Error, match=code) as caught:
        rtlgen.import_(text, format="gt4py", function=function, shape=SHAPE if "gtx" not in text else SHAPE[:2])
    message = str(caught.value)
    assert any(word in message for word in words.split("|")), message
    fault = caught.value.diagnostics[0]
    assert fault.file == "program.py" and fault.line >= 1 and fault.column >= 1 and f"program.py:{fault.line}:{fault.column}" in message
    shown = text.splitlines()[fault.line - 1] if fault.line <= len(text.splitlines()) else ""
    assert shown.strip() in message


def test_one_mistake_is_one_fault():
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.import_(stencil("b = asin(a)\nc = b + 1.0\nout = c[1, 0, 0]\nout = sinh(a)\n"), format="gt4py", function="broken", shape=SHAPE)
    assert len(caught.value.diagnostics) == 2


@pytest.mark.parametrize("options,kind,text", [
    ({}, ValueError, "shape: pass the extents of the arrays"), ({"shape": 5}, TypeError, "shape: 5"), ({"shape": "abc"}, TypeError, "shape"),
    ({"shape": (4, 4)}, ValueError, r"shape: \(4, 4\)"), ({"shape": (4, 4, 0)}, ValueError, "shape"), ({"shape": (4, 4, 2.5)}, TypeError, "shape: 2.5"),
    ({"shape": (2, 4, 4)}, rtlgen.Error, "no cell is left along I"), ({"shape": SHAPE, "origin": (0, 1, 0)}, rtlgen.Error, "reads leave the arrays along I"),
    ({"shape": SHAPE, "origin": (1, 1)}, ValueError, "origin"), ({"shape": SHAPE, "domain": (0, 1, 1)}, ValueError, "domain"),
    ({"shape": SHAPE, "domain": (6, 4, 5)}, rtlgen.Error, "along I"), ({"shape": SHAPE, "axes": "IJ"}, ValueError, "axes: 'IJ'"),
    ({"shape": SHAPE, "axes": 3}, ValueError, "axes: 3"), ({"shape": SHAPE, "repeat": {"t": "t"}}, ValueError, "repeat: 't'"),
    ({"shape": SHAPE, "repeat": "t"}, TypeError, "repeat"), ({"shape": SHAPE, "values": {"m": 1}}, ValueError, "'m'"),
    ({"shape": SHAPE, "values": {"k": "fast"}}, TypeError, "k is a number"), ({"shape": SHAPE, "extent": 5}, ValueError, "extent"),
    ({"shape": SHAPE, "folders": ["x"]}, ValueError, "folders"), ({"shape": SHAPE, "function": "no"}, rtlgen.Error, "there is no function no")])
def test_arguments_that_are_refused(options, kind, text):
    with pytest.raises(kind, match=text):
        rtlgen.import_(HEAT, format="gt4py", **{"function": "heat", **options})


def test_other_formats_and_files(tmp_path):
    with pytest.raises(ValueError, match="shape: only programs of GT4Py"):
        rtlgen.import_("void f(){\n}\n", format="c", shape=(4, 4))
    with pytest.raises(rtlgen.Error, match="RG0610"):
        rtlgen.import_(tmp_path / "none.py")
    with pytest.raises(rtlgen.Error, match="several stencils") as caught:
        rtlgen.import_(HEAT + STENCILS["diffusion"], format="gt4py", shape=SHAPE)
    assert "heat, diffusion" in str(caught.value)


def test_warnings_point_at_the_caller_and_the_text():
    with pytest.warns(rtlgen.DescriptionWarning, match="RG0905 double-literal.*\n.*4.0") as caught:
        rtlgen.import_(HEAT, format="gt4py", function="heat", shape=SHAPE)
    assert caught[0].filename == __file__
    text = stencil("out = a\n", "a: F3, unused: F3, out: F3")
    with pytest.warns(rtlgen.DescriptionWarning, match="no result depends on unused"):
        assert "unused" not in rtlgen.import_(text, format="gt4py", function="broken", shape=SHAPE).fields


def test_nothing_of_a_file_is_executed(tmp_path):
    file = tmp_path / "harmful.py"
    file.write_text(f"open({str(tmp_path / 'done')!r}, 'w').write('x')\nN = open({str(tmp_path / 'done')!r}, 'w')\n" + HEAT)
    rtlgen.import_(file, function="heat", shape=SHAPE, single_precision_constants=True)
    with pytest.raises(rtlgen.Error, match="'__import__' is not defined"):
        rtlgen.import_(HEAT.replace("WEIGHT = 0.25", "WEIGHT = __import__('os').system('true')").replace("4.0*t", "WEIGHT*t"), format="gt4py",
                       function="heat", shape=SHAPE)
    assert not (tmp_path / "done").exists()


COMMAND = """import numpy as np
from gt4py.cartesian.gtscript import PARALLEL, Field, computation, interval, stencil

@stencil(backend="numpy")
def heat(t: Field[np.float64], new: Field[np.float64], k: float):
    with computation(PARALLEL), interval(...):
        new = t + k*(t[1, 0, 0] + t[-1, 0, 0] - 2.0*t)
"""


def command(folder, *words, **environment):
    """`rtlgen import` in a folder."""
    program = os.environ.get("RTLGEN_PROGRAM", "")
    if not program:
        pytest.skip("RTLGEN_PROGRAM names no program")
    folders = os.pathsep.join([str(pathlib.Path(rtlgen.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    return subprocess.run([program, "import", *words], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": folders, **environment})


def test_the_command_imports_what_python_does(tmp_path):
    (tmp_path / "heat.py").write_text(COMMAND)
    (tmp_path / "json.py").write_text("raise SystemExit('a module of the current folder')\n")
    done = command(tmp_path, "heat.py", "--shape", "8x6x4", "-D", "k=0.25", "--repeat", "t=new", "--axes", "KIJ", "-o", "heat.yaml")
    assert done.returncode == 0 and "wrote heat.yaml" in done.stdout, done.stderr
    expected = rtlgen.import_(str(tmp_path / "heat.py"), shape=(8, 6, 4), values={"k": 0.25}, repeat={"t": "new"}, axes="KIJ")
    assert (tmp_path / "heat.yaml").read_text().split("\n")[1:] == expected.yaml.split("\n")[1:]
    assert command(tmp_path, "heat.py", "--format", "gt4py", "--shape", "8,6,4", "--origin", "1x0x0", "--domain", "5x6x4").returncode == 0


def test_the_command_gives_the_warnings_of_the_import(tmp_path):
    (tmp_path / "heat.py").write_text(COMMAND.replace("Field[float]", "Field[np.float32]").replace("np.float64", "np.float32"))
    done = command(tmp_path, "heat.py", "--shape", "8x6x4", "-D", "k=0.25", "-o", "heat.yaml", "--json", "-")
    assert done.returncode == 0 and json.loads(done.stdout)["warnings"] == 1, done.stderr
    assert "heat.py:7:" in done.stderr and "warning[RG0905 double-literal]: 2.0 is float64" in done.stderr
    assert "note: --single-precision-constants makes such numbers float32" in done.stderr
    assert command(tmp_path, "heat.py", "--shape", "8x6x4", "-D", "k=0.25", "--werror").returncode == 2
    done = command(tmp_path, "heat.py", "--shape", "8x6x4", "-D", "k=0.25", "--werror", "--single-precision-constants")
    assert done.returncode == 0 and not done.stderr


def test_faults_of_the_command_name_its_options():
    from rtlgen import _command
    assert _command._spoken('values={"n": 3}') == "-D n=3"
    assert _command._spoken("pass a larger shape=") == "pass a larger --shape"
    assert _command._spoken("leave out origin= and domain=, for all cells") == "leave out --origin and --domain, for all cells"
    assert _command._spoken('choose one, function="..."; stencils are: a') == "choose one, --function NAME; stencils are: a"
    assert _command._spoken("the shape of a field") == "the shape of a field"


@pytest.mark.parametrize("words,message", [
    (("--shape", "8"), "shape"), ((), "shape"), (("--shape", "8x6x4", "-D", "q=1"), "no external or parameter 'q'"), (("--shape", "8xax4"), "'a' in '8xax4'"),
    (("--shape", "8x6x4", "--function", "cold"), "cold")])
def test_faults_of_the_command(words, message, tmp_path):
    (tmp_path / "heat.py").write_text(COMMAND)
    done = command(tmp_path, "heat.py", *words)
    assert done.returncode in (1, 2), done
    assert message in done.stderr and "Traceback" not in done.stderr and not done.stdout


def test_a_place_in_the_file_is_shown(tmp_path):
    (tmp_path / "heat.py").write_text(COMMAND.replace("2.0*t", "2.0*"))
    done = command(tmp_path, "heat.py", "--shape", "8x6x4")
    assert done.returncode == 2 and "heat.py:7:" in done.stderr and "RG0611" in done.stderr and "new = t" in done.stderr


def test_without_the_package_the_command_says_so(tmp_path):
    (tmp_path / "heat.py").write_text(COMMAND)
    (tmp_path / "rtlgen").mkdir()
    (tmp_path / "rtlgen" / "__init__.py").write_text("raise ImportError('no such package here')\n")
    done = command(tmp_path, "heat.py", "--shape", "8x6x4", PYTHONPATH=str(tmp_path))
    assert done.returncode not in (0, 2) and "install python3-rtlgen" in done.stderr and "no such package here" in done.stderr
