"""Functions under @rtlgen.stencil: what they mean, and where their faults are."""
import inspect
import math

import numpy as np
import pytest

import rtlgen
from rtlgen import Axes, Field, Param, constant, f32, f64, i16, i32, nx, rem, step, u8, where, x, y

ALPHA = 0.25
WEIGHTS = [1, 2, 1]
TABLE = np.array([0.5, 0.25])


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param):
    """Heat in a plate."""
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


def padded(a, mode="edge"):
    return np.pad(a, 1, mode=mode)


def test_a_function_becomes_yaml():
    text = heat.program((8, 12), k=0.1, steps=7).yaml
    assert "grid: [12, 8]" in text and "iterations: 7" in text and 'description: "Heat in a plate."' in text
    assert '  - t: "t + k*(t[0,-1] + t[0,1] + t[-1,0] + t[1,0] - 4*t)"' in text
    assert "  k: {value: 0.1, runtime: true}" in text


def test_it_is_called_with_arrays(plate):
    p = padded(plate)
    s = p[:-2, 1:-1] + p[2:, 1:-1]
    s = s + p[1:-1, :-2]
    s = s + p[1:-1, 2:]
    expected = plate + np.float32(0.1) * (s - np.float32(4) * plate)
    assert np.array_equal(heat(plate, k=0.1), expected)
    assert heat.fields == ("t",) and heat.params == ("k",) and "heat" in repr(heat)


def test_offsets_are_those_of_the_array():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)

    @rtlgen.stencil
    def up(t: Field):
        return t[-1, 0]

    @rtlgen.stencil(index="xyz")
    def left(t: Field):
        return t[-1, 0]

    assert np.array_equal(up(a)[1:], a[:-1])
    assert np.array_equal(left(a)[:, 1:], a[:, :-1])


def test_one_and_three_axes():
    @rtlgen.stencil
    def line(t: Field[i32]):
        return t[1]

    @rtlgen.stencil
    def cube(t: Field[i32]):
        return t[1, 0, 0] + 10*t[0, 0, 1]

    a = np.arange(5, dtype=np.int32)
    assert np.array_equal(line(a), [1, 2, 3, 4, 4])
    a = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    p = np.pad(a, 1, mode="edge")
    assert np.array_equal(cube(a), p[2:, 1:-1, 1:-1] + 10*p[1:-1, 1:-1, 2:])


def test_several_fields_temporaries_and_new_values(plate):
    @rtlgen.stencil
    def wave(u: Field, v: Field):
        d: Field["wrap"] = u[1, 0] - u
        d = d * 0.5
        v = v + d
        u = u + v

    found = wave(plate, plate)
    d = padded(plate)[2:, 1:-1] - plate
    v = plate + d * np.float32(0.5)
    assert np.array_equal(found["v"], v) and np.array_equal(found["u"], plate + v)
    assert 'boundary: wrap' in wave.program((8, 12)).yaml


def test_a_dict_and_a_tuple_see_old_values(plate):
    @rtlgen.stencil
    def swap(a: Field, b: Field):
        return {"a": b, "b": a}

    @rtlgen.stencil
    def mix(a: Field, b: Field):
        a, b = a + b, a - b

    @rtlgen.stencil
    def chain(a: Field, b: Field):
        return {"a": a + 1, "b": a}

    other = plate[::-1].copy()
    for stencil, expected in [(swap, (other, plate)), (mix, (plate + other, plate - other)), (chain, (plate + 1, plate))]:
        found = stencil(plate, other)
        assert np.array_equal(found["a"], expected[0]) and np.array_equal(found["b"], expected[1])


def test_outputs_and_inputs(plate):
    @rtlgen.stencil
    def edges(a: Field):
        return {"dx": a[0, 1] - a, "dy": a[1, 0] - a}

    found = edges(plate)
    assert set(found) == {"dx", "dy"} and np.array_equal(found["dx"], padded(plate)[1:-1, 2:] - plate)


def test_choices_comparisons_and_functions(plate):
    @rtlgen.stencil
    def choose(t: Field):
        a = where(t > 0.5, t, -t)
        b = t*2 if 0.25 < t < 0.75 and not t == 0.5 else 1 - t
        return max(a, min(b, abs(-t))) + math.sqrt(np.sqrt(t)) + t**2 - -t

    t = plate
    a = np.where(t > 0.5, t, -t)
    b = np.where((0.25 < t) & (t < 0.75), t*2, 1 - t)
    expected = np.maximum(a, np.minimum(b, t)) + np.sqrt(np.sqrt(t)) + t*t - -t
    assert np.array_equal(choose(plate), expected)


def test_precedence_is_pythons():
    @rtlgen.stencil(type="int32")
    def sums(a: Field, b: Field, c: Field):
        return {"p": a - (b - c), "q": (a + b)*c, "r": -(a + b), "s": a - b - c, "u": a & b | c ^ 7, "v": (a | b) & c,
                "w": ~a + (b << 2), "m": rem(a, 7), "n": (1 if a > b else 2) + (3 if b > c else 4)}

    a, b, c = (np.random.default_rng(i).integers(-50, 50, (3, 4), np.int32) for i in range(3))
    found = sums(a, b, c)
    assert np.array_equal(found["p"], a - (b - c)) and np.array_equal(found["q"], (a + b)*c)
    assert np.array_equal(found["r"], -(a + b)) and np.array_equal(found["s"], a - b - c)
    assert np.array_equal(found["u"], a & b | c ^ 7) and np.array_equal(found["v"], (a | b) & c)
    assert np.array_equal(found["w"], ~a + (b << 2)) and np.array_equal(found["m"], np.fmod(a, 7))
    assert np.array_equal(found["n"], np.where(a > b, 1, 2) + np.where(b > c, 3, 4))


def test_folds_are_written_out(plate):
    @rtlgen.stencil
    def blur(a: Field):
        return {"o": sum(WEIGHTS[k + 1]*a[0, k] for k in range(-1, 2)) / 4, "m": max(a[j, i] for j in (-1, 0, 1) for i in (-1, 0, 1))}

    p = padded(plate)
    found = blur(plate)
    assert np.array_equal(found["o"], (1*p[1:-1, :-2] + 2*p[1:-1, 1:-1] + 1*p[1:-1, 2:]) / np.float32(4))
    assert np.array_equal(found["m"], np.max([p[j:j + 8, i:i + 12] for j in range(3) for i in range(3)], axis=0))


def test_coordinates_constants_and_casts():
    radius = 2

    @rtlgen.stencil
    def where_am_i(a: Field[i32]):
        return {"o": i32(x) + 100*i32(y) + ALPHA_INT*i32(nx) + i32(step) + a*0 + radius}

    found = where_am_i(np.zeros((3, 4), np.int32))
    assert np.array_equal(found, np.arange(4) + 100*np.arange(3)[:, None] + 1000*4 + 2)


ALPHA_INT = 1000


def test_closures_tables_and_attributes(plate):
    factor = 3.0

    @rtlgen.stencil
    def scaled(t: Field):
        return t*factor + ALPHA*t[0, 1] + TABLE[1]*t + math.pi*0

    p = padded(plate)
    expected = plate*np.float32(3) + np.float32(0.25)*p[1:-1, 2:] + np.float32(0.25)*plate + np.float32(0)
    assert np.allclose(scaled(plate), expected, rtol=1e-6)


def test_boundaries_axes_types_and_augmented_assignment():
    @rtlgen.stencil
    def several(t: Field[f64, {"x": "wrap", "y": constant(2)}], w: Field[f64, Axes("x")], s: Field[f64, Axes("")]):
        t += t[0, 1]*w + t[1, 0]*s

    t = np.arange(12, dtype=np.float64).reshape(3, 4)
    w, s = np.array([1., 2, 3, 4]), np.float64(0.5)
    down = np.vstack([t[1:], np.full((1, 4), 2.0)])
    assert np.array_equal(several(t, w, s), t + (np.roll(t, -1, 1)*w + down*s))


def test_a_kept_border_and_more_keys(plate):
    @rtlgen.stencil(border="keep", hardware={"cells_per_cycle": 4}, keys={"monitor": {"top": {"reduce": "max", "of": "t"}}}, shape=(8, 12), steps=2)
    def inner(t: Field):
        return t[0, 1]

    found = inner(plate)
    assert np.array_equal(found[:, -1], plate[:, -1]) and np.array_equal(found[:, :-2], plate[:, 2:])
    program = inner.program()
    assert "hardware: {cells_per_cycle: 4}" in program.yaml and program.golden().passes


def test_names_of_all_kinds(plate):
    """A temporary may have a word of the language as its name, or a letter that Verilog has not; a field may not."""
    @rtlgen.stencil
    def reserved(t: Field):
        valid, x = t[0, 1], t[1, 0]
        Δt, y = 2*valid, x
        return Δt + y
    p = padded(plate)
    assert np.array_equal(reserved(plate), 2*p[1:-1, 2:] + p[2:, 1:-1])
    assert "valid_2: " in reserved.program(plate).yaml and "delta" in reserved.program(plate).yaml

    with pytest.raises(rtlgen.Error, match="RG0212"):
        @rtlgen.stencil
        def taken(valid: Field):
            return valid[0, 1]
        taken(plate)


# ---------------------------------------------------------------- faults


def refused(function, code, text, *words, shape=(8, 12), **options):
    """The first fault is of this code, and at `text` in the line that has it."""
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.stencil(**options)(function).program(shape)
    first = caught.value.diagnostics[0]
    assert first.code == code, str(caught.value)
    assert first.file == __file__
    lines, begin = inspect.getsourcelines(function)
    line = lines[first.line - begin]
    found = line[first.column - 1:first.column - 1 + first.length]
    assert found == text, f"{found!r} in {line!r}"
    for word in words:
        assert word in str(caught.value), str(caught.value)
    assert f"{__file__}:{first.line}:{first.column}: error[{code}]" in str(caught.value)


def test_faults_of_the_language_are_at_the_python_text():
    def mixed(t: Field[f32], n: Field[i16]):
        d = t[0, 1] + n
        return d
    refused(mixed, "RG0307", "t[0, 1] + n")

    def offsets(t: Field):
        return t + t[1]
    refused(offsets, "RG0304", "t", "note: write t[dy,dx]\n")
    refused(offsets, "RG0304", "t", "note: write t[dz,dy,dx]\n", shape=(4, 8, 12))
    refused(offsets, "RG0304", "t", "note: write t[dx,dy]\n", index="xyz")

    def fraction(t: Field[u8]):
        return t*0.5
    refused(fraction, "RG0309", "0.5")

    def unused(t: Field, q: Field):
        return t + 1
    refused(unused, "RG0351", "q: Field")

    def too_large(t: Field[u8]):
        return t + 300
    refused(too_large, "RG0309", "300")


def test_loops_and_statements():
    def loop(t: Field):
        for i in t:
            t = t + i
        return t
    refused(loop, "RG0853", "t", "not over data")

    def branch(t: Field):
        if t > 0:
            d = -t
        return d
    refused(branch, "RG0855", "d", "both branches")

    def one_way(t: Field):
        if t > 0:
            return -t
    refused(one_way, "RG0852", "if t > 0:", "returns")

    def matched(t: Field):
        match t:
            case 1:
                return t
    refused(matched, "RG0852", "match t:", "a if c else b")

    def forever(t: Field):
        while t > 0:
            t = t - 1
        return t
    refused(forever, "RG0852", "while t > 0:", "until")

    def effect(t: Field):
        print(t)
        return t + 1
    refused(effect, "RG0853", "print(t)", "print its results")

    def single(t: Field):
        t[0, 0] = 1
        return t
    refused(single, "RG0852", "t[0, 0]", "assign all cells")

    def behind(t: Field):
        return t + 1
        t = t + 2
    refused(behind, "RG0852", "t = t + 2")

    def unequal(t: Field):
        a, b = t
        return a + b
    refused(unequal, "RG0852", "a, b = t")

    def param(t: Field, k: Param = 1.0):
        k = k + 1
        return t*k
    refused(param, "RG0852", "k")


def test_expressions_without_a_meaning():
    def unknown(t: Field):
        return t + sqroot(t)
    refused(unknown, "RG0853", "sqroot(t)", "sqrt")

    def other(t: Field):
        return t + np.unwrap(t)
    refused(other, "RG0853", "np.unwrap(t)", "for example: abs,")

    def alike(t: Field):
        return np.median([t, t[0, 1], t[1, 0]])
    refused(alike, "RG0853", "np.median([t, t[0, 1], t[1, 0]])", "min(a, b)")

    def floor(t: Field):
        return t // 2
    refused(floor, "RG0853", "t // 2", "quot")

    def modulo(t: Field[f32]):
        return t % 2
    refused(modulo, "RG0853", "t % 2", "rem")

    def by_data(t: Field[i32]):
        return t % t[0, 1]
    refused(by_data, "RG0853", "t % t[0, 1]", "rem")

    def text(t: Field):
        return t + "a"
    refused(text, "RG0853", '"a"')

    def named(t: Field):
        return max(t, key=1)
    refused(named, "RG0853", "max(t, key=1)")

    def data(t: Field):
        return t + TABLE
    refused(data, "RG0853", "TABLE", "annotated Field")

    def strange(t: Field):
        return [t, t]
    refused(strange, "RG0853", "[t, t]")

    def identity(t: Field):
        return 1 if t is None else 2
    refused(identity, "RG0853", "t is None")

    def over_data(t: Field):
        return sum(v for v in {1: 2})
    refused(over_data, "RG0853", "{1: 2}", "range")

    def many(t: Field):
        return t + sum(t[0, k] for k in range(5000))
    refused(many, "RG0853", "sum(t[0, k] for k in range(5000))", "1000")


def test_indices_that_are_no_offsets():
    def sliced(t: Field):
        return t[1:-1, 0]
    refused(sliced, "RG0854", "1:-1", "offset")

    def by_name(t: Field):
        return t[i - 1, j]  # noqa: F821
    refused(by_name, "RG0855", "i - 1", "t[-1, 0]")

    def by_coordinate(t: Field):
        return t[0, x]
    refused(by_coordinate, "RG0854", "x")

    def by_data(t: Field, n: Field[i32]):
        return t[0, n]
    refused(by_data, "RG0854", "n", "not known")

    def fraction(t: Field):
        return t[0, 0.5]
    refused(fraction, "RG0854", "0.5")

    def scalar(t: Field, k: Param = 1.0):
        return t*k[1]
    refused(scalar, "RG0854", "k[1]")


def test_names_that_are_not_there():
    def missing(t: Field):
        return t + tt  # noqa: F821
    refused(missing, "RG0855", "tt", "did you mean 't'?")

    def coordinate(t: Field):
        return t + z  # noqa: F821
    refused(coordinate, "RG0855", "z", "from rtlgen import z")


def test_signatures():
    def bare(t):
        return t + 1
    refused(bare, "RG0851", "t", "t: Field")

    def wrong(t: int):
        return t + 1
    refused(wrong, "RG0851", "int", "Field[f32")

    def star(*t: Field):
        return 1
    refused(star, "RG0851", "t: Field")

    def none():
        return 1
    refused(none, "RG0851", "def none():")

    def broken(t: "Field[f99]"):
        return t + 1
    refused(broken, "RG0851", '"Field[f99]"', "f99")

    def default(t: Field, k: Param = "a"):
        return t*k
    refused(default, "RG0851", "k: Param")

    def field_default(t: Field = 1):
        return t + 1
    refused(field_default, "RG0851", "t: Field")


def test_returns():
    def nothing(t: Field):
        d = t + 1  # noqa: F841
    refused(nothing, "RG0856", "def nothing(t: Field):")

    def pair(a: Field, b: Field):
        return a + 1, b + 1
    refused(pair, "RG0856", "a + 1, b + 1", "dict")

    def keys(a: Field):
        return {1: a}
    refused(keys, "RG0856", "1")

    def param(a: Field, k: Param = 1.0):
        return {"k": a*k}
    refused(param, "RG0856", '"k"')


def test_every_fault_is_in_one_error():
    def two(t: Field):
        a = t + first  # noqa: F821
        b = t + second  # noqa: F821
        return a + b
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.stencil(two)
    assert [d.code for d in caught.value.diagnostics] == ["RG0855", "RG0855"]


def test_a_function_without_source():
    names = {"Field": Field}
    exec("def f(t: Field):\n    return t + 1\n", names)
    with pytest.raises(rtlgen.Error, match="RG0851.*source"):
        rtlgen.stencil(names["f"])


def test_calls(plate):
    def misused(call, *words):
        with pytest.raises(rtlgen.Error, match="RG0857") as caught:
            call()
        for word in words:
            assert word in str(caught.value)
    misused(lambda: heat(plate), "k")
    misused(lambda: heat(plate, plate, k=1), "2 arrays")
    misused(lambda: heat(k=1), "no array for t")
    misused(lambda: heat(plate, k=1, q=2), "no parameter q")
    misused(lambda: heat.program(k=1), "no shape")

    @rtlgen.stencil
    def two(a: Field, b: Field):
        return {"o": a + b}
    misused(lambda: two(plate, plate.T), "(12, 8)")
    with pytest.raises(ValueError, match="index"):
        rtlgen.stencil(index="ij")(lambda t: t)


def test_faults_of_hardware_are_at_the_function():
    program = heat.program((8, 12), k=0.1).set("hardware.clock_mhz", 2000)
    with pytest.raises(rtlgen.Error) as caught:
        program.check()
    assert caught.value.diagnostics[0].file == __file__ and caught.value.diagnostics[0].line > 1
