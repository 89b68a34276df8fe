"""The language in Python: what a NumPy program has becomes a stencil with NumPy's bits."""
import math
import textwrap
from typing import Annotated

import numpy as np
import pytest

import rtlgen
from rtlgen import Axes, Field, Param, _body, constant, f32, f64, region, sweep, u8, where, x
from stencil_tools import moved, plate, same  # noqa: F401

OFFSETS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
WEIGHTS = (0.1, 0.2, 0.3, 0.4)
N = 2
MODE = "upwind"
CURVE = np.array([0, 3, 9, 27, 81], np.uint8)
lap_of = lambda f: f[-1, 0] + f[1, 0] - 2*f  # noqa: E731


def lap(f):
    """A helper with a local, and reads around its argument."""
    d = f[0, -1] + f[0, 1]
    return f[-1, 0] + f[1, 0] + d - 4*f


def limited(a, low=0.0, high=1.0):
    if a < low:
        return low
    if a > high:
        return high
    return a


def lap_in_numpy(a):
    return moved(a, -1, 0) + moved(a, 1, 0) + (moved(a, 0, -1) + moved(a, 0, 1)) - np.float32(4)*a


def test_helper_functions_are_inlined(plate):
    @rtlgen.stencil
    def heat(t: Field[f32], k: Param = 0.25):
        return t + k*lap(t)

    @rtlgen.stencil
    def twice(t: Field[f32]):
        d = lap(t)
        return lap(d) + lap_of(t[0, 1])

    with np.errstate(invalid="ignore"):
        same(heat(plate), plate + np.float32(0.25)*lap_in_numpy(plate))
        d = lap_in_numpy(plate)
        other = moved(plate, 0, 1)
        expected = lap_in_numpy(d) + (moved(plate, -1, 1) + moved(plate, 1, 1) - np.float32(2)*other)
    found = twice(plate)
    inside = (slice(3, -3), slice(3, -3))  # cells on which no boundary rule acts
    same(found[inside], expected[inside])


@rtlgen.stencil
def slope(f: Field[f32]):
    return f[0, 1] - f


def test_stencils_are_called_by_others(plate):
    @rtlgen.stencil
    def curve(t: Field[f32]):
        d = slope(t)
        return d - d[0, -1]
    with np.errstate(invalid="ignore"):
        d = moved(plate, 0, 1) - plate
        same(curve(plate), d - moved(d, 0, -1))


def test_helpers_have_annotations_of_their_own(plate):
    def bent(f: np.ndarray, k: float = 2.0) -> np.ndarray:
        d: np.ndarray = f*k
        w: Field["wrap"] = d + 1
        return w[0, 1]

    @rtlgen.stencil
    def f(t: Field[f32]):
        return bent(t)
    with np.errstate(invalid="ignore"):
        same(f(plate), np.roll(plate*np.float32(2) + np.float32(1), -1, 1))


def test_helpers_with_choices_and_defaults(plate):
    @rtlgen.stencil
    def f(t: Field[f32]):
        return limited(t, high=0.5) + limited(2*t)

    def in_numpy(a, low=0.0, high=1.0):
        return np.where(a < low, np.float32(low), np.where(a > high, np.float32(high), a))
    same(f(plate), in_numpy(plate, high=0.5) + in_numpy(np.float32(2)*plate))


def test_a_helper_that_never_ends_and_one_without_source():
    def forever(a):
        return forever(a + 1)

    def endless(t: Field[f32]):
        return forever(t)
    with pytest.raises(rtlgen.Error, match="RG0853.*calls itself"):
        rtlgen.stencil(endless)

    names = {}
    exec("def hidden(a):\n    return a + 1\n", names)
    hidden = names["hidden"]

    def unread(t: Field[f32]):
        return hidden(t)
    with pytest.raises(rtlgen.Error, match="RG0853.*source of hidden"):
        rtlgen.stencil(unread)

    def wrong(t: Field[f32]):
        return lap(t, 1)
    with pytest.raises(rtlgen.Error, match="RG0853.*too many positional"):
        rtlgen.stencil(wrong)


def test_faults_in_a_helper_are_at_its_text():
    def helper(f):
        return f + f[0, 1]*missing  # noqa: F821

    def f(t: Field[f32]):
        return helper(t)
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.stencil(f)
    first = caught.value.diagnostics[0]
    assert first.code == "RG0855" and "f[0, 1]*missing" in str(caught.value)


def test_loops_comprehensions_zip_and_enumerate(plate):
    @rtlgen.stencil
    def loop(t: Field[f32]):
        s = t
        for o, w in zip(OFFSETS, WEIGHTS):
            s = s + w*t[o]
        for k, w in enumerate(WEIGHTS[:2]):
            if k == 1:
                continue
            s = s - w*t[0, k]
        return s + sum([w*t[o] for w, o in zip(WEIGHTS, OFFSETS)])

    s = plate
    for o, w in zip(OFFSETS, WEIGHTS):
        s = s + np.float32(w)*moved(plate, *o)
    s = s - np.float32(WEIGHTS[0])*plate
    terms = [np.float32(w)*moved(plate, *o) for w, o in zip(WEIGHTS, OFFSETS)]
    with np.errstate(invalid="ignore"):
        same(loop(plate), s + (((terms[0] + terms[1]) + terms[2]) + terms[3]))


def test_if_and_else_are_a_choice(plate):
    @rtlgen.stencil
    def f(t: Field[f32], q: Field[f32]):
        if t > q:
            d = t - q
            t = d*t[0, 1]
        elif t < 0:
            d = q
        else:
            d = 0.5
        q = q + d
        return {"t": t, "q": q}

    q = plate[::-1].copy()
    found = f(plate, q)
    with np.errstate(invalid="ignore"):
        d = np.where(plate > q, plate - q, np.where(plate < 0, q, np.float32(0.5)))
        same(found["t"], np.where(plate > q, (plate - q)*moved(plate, 0, 1), plate))
        same(found["q"], q + d)


def test_constants_decide(plate):
    @rtlgen.stencil
    def f(t: Field[f32]):
        if N == 2:
            s = t**N
        else:
            s = nowhere  # noqa: F821
        match MODE:
            case "central":
                s = s + t[0, 1]
            case "upwind" | "downwind":
                s = s + t[0, -1]
            case _:
                pass
        assert N % 3 == 2
        n = N // 2
        return s*n if MODE in ("upwind",) else t

    same(f(plate), plate*plate + moved(plate, 0, -1))


def test_a_median_by_exchanges(plate, recwarn):
    """Of what is unpacked some may be there for its place alone."""
    def ordered(p, q):
        return min(p, q), max(p, q)

    @rtlgen.stencil
    def median(a: Field[f32]):
        low, mid, high = a[0, -1], a, a[0, 1]
        low, mid = ordered(low, mid)
        mid, high = ordered(mid, high)
        low, mid = ordered(low, mid)
        return mid
    plate = np.nan_to_num(plate)
    same(median(plate) + 0, np.median([moved(plate, 0, -1), plate, moved(plate, 0, 1)], axis=0) + 0)
    assert not recwarn.list


def test_factories_and_closures(plate):
    def make(T, rule, k):
        @rtlgen.stencil
        def f(t: Field[T, rule]):
            d: Field[T] = t[0, 1]*k
            return d
        return f
    for T in (f32, f64):
        a = plate.astype(np.float32 if T == "float32" else np.float64)
        same(make(T, "wrap", 0.5)(a), np.roll(a, -1, 1)*a.dtype.type(0.5))


def test_vectors():
    a = np.random.default_rng(3).integers(0, 200, (4, 5, 3), np.uint8)

    @rtlgen.stencil(type="uint8")
    def f(image: Field[u8, rtlgen.components("r", "g", "b")]):
        d = image[0, 1]
        image.r = image.g
        return {"image": image, "moved": [d.r, d.g, d[..., 2]]}
    found = f(a)
    assert np.array_equal(found["image.r"], a[..., 1])
    assert np.array_equal(found["moved"], np.concatenate([a[:, 1:], a[:, -1:]], 1))


def test_tables():
    a = np.random.default_rng(4).integers(0, 5, (4, 5), np.uint8)

    @rtlgen.stencil
    def f(u: Field[u8]):
        return CURVE[u] + np.take(CURVE, u[0, 1], mode="clip")
    same(f(a), CURVE[a] + CURVE[moved(a, 0, 1)])


def test_regions_and_sweeps(plate):
    plate = np.nan_to_num(plate, posinf=1)

    @rtlgen.stencil
    def f(t: Field[f32]):
        t[1:-1, 2:] = t[0, -1] + 1
        return t
    expected = plate.copy()
    expected[1:-1, 2:] = plate[1:-1, 1:-1] + np.float32(1)
    same(f(plate), expected)

    @rtlgen.stencil
    def edges(t: Field[f32]):
        with region("interior"):
            t = t[0, -1] + t[0, 1]
        return t
    expected = plate.copy()
    expected[:, 1:-1] = plate[:, :-2] + plate[:, 2:]
    same(edges(plate), expected)

    @rtlgen.stencil(border="compute")
    def down(s: Field[f32, {"y": rtlgen.constant(0)}]):
        with sweep("forward", "y"):
            s = s + s[-1, 0]
        return s
    expected = plate.copy()
    for row in range(1, len(plate)):
        expected[row] = plate[row] + expected[row - 1]
    same(down(plate)[1:], expected[1:])


def test_reads_stay_in_the_lines_of_regions_and_sweeps(plate):
    """Where a line is swept or in a region, a helper's locals and values that are written twice are no lines of their own."""
    plate = np.abs(np.nan_to_num(plate, posinf=1))

    def bent(f):
        d = f[-1, 0] + 0.5
        return np.clip(d*d, 0, 1)

    @rtlgen.stencil
    def down(s: Field[f32, {"y": rtlgen.constant(0)}]):
        with sweep("forward", "y"):
            s = bent(s) + s
    expected = plate.copy()
    for row in range(len(plate)):
        d = (expected[row - 1] if row else np.zeros(12, np.float32)) + np.float32(0.5)
        expected[row] = np.clip(d*d, np.float32(0), np.float32(1)) + plate[row]
    same(down(plate), expected)

    @rtlgen.stencil
    def inner(t: Field[f32]):
        with region("interior"):
            t = bent(t)
    expected = plate.copy()
    d = plate[:-1] + np.float32(0.5)
    expected[1:] = np.clip(d*d, np.float32(0), np.float32(1))
    same(inner(plate), expected)

    @rtlgen.stencil(border="keep")
    def kept(t: Field[f32]):
        t = bent(t)
    same(kept(plate), expected)


def test_names_that_are_made_never_meet_the_users(plate):
    @rtlgen.stencil
    def f(t: Field[f32]):
        value = np.clip(t + 1.5*t, -1, 1)
        base = (t*value + 2)**2
        return {"value": np.clip(base + value, 0, 1), "base_2": np.sign(base*t - value)}
    with np.errstate(all="ignore"):
        value = np.clip(plate + np.float32(1.5)*plate, np.float32(-1), np.float32(1))
        base = np.square(plate*value + np.float32(2))
        same(f(plate)["value"], np.clip(base + value, np.float32(0), np.float32(1)))
        same(f(plate)["base_2"], np.sign(base*plate - value))
    assert all(field.role in ("input", "output") for field in f.program((9, 12)).fields.values())


def test_values_of_branches_that_nothing_reads_are_no_lines(plate, recwarn):
    @rtlgen.stencil
    def f(t: Field[f32]):
        if t > 0:
            mode, d = "up", t*2
            t = d + 1
        else:
            mode, d = "down", t*3
            t = d - 1
    with np.errstate(invalid="ignore"):
        same(f(plate), np.where(plate > 0, plate*np.float32(2) + np.float32(1), plate*np.float32(3) - np.float32(1)))
    assert not recwarn.list


def padded(a, mode, **named):
    p = np.pad(a, 1, mode=mode, **named)
    return p[:-2, 1:-1] + p[2:, 1:-1] + (p[1:-1, :-2] + p[1:-1, 2:])


def around(f):
    return f[-1, 0] + f[1, 0] + (f[0, -1] + f[0, 1])


def test_boundaries_by_the_decorator():
    plate = np.random.default_rng(8).random((6, 9), np.float32)

    @rtlgen.stencil(boundary="wrap")
    def all_wrap(t: Field) -> Field:
        return around(t)

    @rtlgen.stencil(boundary={"d": constant(0), "t": "reflect"})
    def by_name(t: Field, w: Annotated[Field, Axes("x")]) -> Field:
        d = around(t)
        return t + w[1] + around(d)

    @rtlgen.stencil(boundary={"x": "wrap", "y": "symmetric"})
    def by_axis(t: Field, own: Annotated[Field, "edge"], w: Annotated[Field, Axes("x")]) -> Field:
        return t[1, 0] + t[0, 1] + own[0, 1] + w[1]

    w = np.arange(9, dtype=np.float32)
    same(all_wrap(plate), padded(plate, "wrap"))
    same(by_name(plate, w), plate + np.append(w[1:], w[-1]) + padded(padded(plate, "reflect"), "constant"))
    same(by_axis(plate, plate, w), np.vstack([plate[1:], plate[-1:]]) + np.roll(plate, -1, 1) + np.hstack([plate[:, 1:], plate[:, -1:]]) + np.roll(w, -1))
    assert "type: float64" in all_wrap.program((4, 4), dtype=np.float64).yaml


@pytest.mark.parametrize("boundary,kind,text", [
    (3, TypeError, "boundary: 3"), ({"q": "wrap"}, ValueError, "no field or temporary 'q'"), ({"x": 3}, TypeError, "boundary"),
    (["edge", "edge", "edge"], TypeError, "boundary"), ("wrapp", rtlgen.Error, "'wrapp'")])
def test_a_boundary_that_is_none(boundary, kind, text):
    with pytest.raises(kind, match=text):
        @rtlgen.stencil(boundary=boundary)
        def f(t: Field):
            return t[0, 1]
        f.program((4, 4))


def test_monitors_sources_and_probes_are_keys():
    @rtlgen.stencil(sources=[rtlgen.Source("p", (3, 5), values=[1, 0.5])], probes=[rtlgen.Probe("p", (3, 5), every=2)], steps=4)
    def wave(p: Field[f32]):
        p = 0.5*p
    text = wave.program((8, 12)).yaml
    assert "{at: [5, 3], field: p, values: [1, 0.5]}" in text and "{at: [5, 3], field: p, every: 2}" in text
    assert wave(np.zeros((8, 12), np.float32))[3, 5] == 0.5**3 + 0.5*0.5**2

    @rtlgen.stencil(monitors={"change": rtlgen.Monitor("max_change", "t")}, until="change < 1000.0", steps=5)
    def heat(t: Field[f32]):
        t = 0.5*t
    assert heat.program((8, 12)).golden().stopped


def test_a_bare_return_says_which_field():
    @rtlgen.stencil
    def wave(c: Field[f32], u: Field[f32]):
        return u + c*(u[0, 1] - u)
    a = np.ones((3, 4), np.float32)
    program = wave.program((3, 4))
    assert {name: field.role for name, field in program.fields.items()} == {"c": "input", "u": "input", "out": "output"}
    assert np.array_equal(wave(a, a), a)
    for call in (lambda: wave(a, a, steps=2), lambda: wave.program((3, 4), steps=2), lambda: program.golden({"c": a, "u": a}, steps=2)):
        with pytest.raises(rtlgen.Error, match="RG0856.*which field") as caught:
            call()
        assert 'return {"u": ...}' in str(caught.value)


def test_arguments_that_have_the_name_of_a_parameter():
    @rtlgen.stencil
    def f(t: Field[f32], steps: Param, shape: Param = 1.0):
        return t*steps*shape
    a = np.ones((2, 3), np.float32)
    assert f(a, params={"steps": 0.5})[0, 0] == 0.5
    with pytest.raises(rtlgen.Error, match="RG0857.*no value for steps.*") as caught:
        f(a, steps=2)
    assert 'params={"steps"' in str(caught.value)


def test_texts_in_keys_are_texts():
    @rtlgen.stencil(keys={"inputs": {"t": {"expr": "x == 3 ? min(x, 3) : 0"}}, "description": "a: b # c [d] {e} \U0001F525"}, type="int32")
    def f(t: Field):
        return t + 1
    assert f.program((4, 5)).golden().array[0].tolist() == [1, 1, 1, 4, 1]
    program = f.program((4, 5)).set("inputs", {"t": {"expr": "min(x, 3)"}})
    assert program.golden().array[0].tolist() == [1, 2, 3, 4, 4]


def test_an_emoji_in_the_docstring():
    @rtlgen.stencil
    def f(t: Field[f32]):
        """Heat \U0001F525: hot."""
        return 2*t
    assert "\U0001F525" in f.program((2, 2)).yaml


def test_conditions_and_python_words(plate):
    @rtlgen.stencil
    def f(t: Field[f32]):
        big = t > 0.5
        return 1.0 if big and not t > 0.75 else where(x == 2, 3.0, 2.0)
    column = np.arange(12)
    same(f(plate), np.where((plate > 0.5) & ~(plate > 0.75), np.float32(1), np.where(column == 2, np.float32(3), np.float32(2))))


def test_every_note_on_a_statement_can_be_printed():
    """A statement with a method of its own never gets the general refusal."""
    assert not [kind for kind in _body._INSTEAD if hasattr(_body.Body, "_on_" + kind.__name__)]


@pytest.mark.parametrize("line,code,words", [
    ("return t.T", "RG0853", "lacks this attribute"), ("return t.mean()", "RG0853", "lacks this attribute"),
    ("return np.clip(t)[0]", "RG0854", "on a separate line"), ("return np.clip()", "RG0855", "missing"), ("return np.clip(t, 1, 2, 3, 4)", "RG0853", "too many"),
    ("return np.mean(t)", "RG0853", "monitor"), ("return t @ t", "RG0853", "matrix product"),
    ("return t[..., 0]", "RG0854", "vector"), ("return np.round(t, 2)", "RG0853", "whole"), ("return CURVE", "RG0853", "data outside"),
    ("return (t*2)[0, 1]", "RG0854", "on a separate line"), ("return t + MODE", "RG0853", "'upwind' is not a number"),
    ("t += [1, 2]\n    return t", "RG0853", "list"), ("return {k: t for k in 'a'}", "RG0853", "a range or a list"),
    ("for k in range(9):\n        if t > k:\n            break\n    return t", "RG0852", "whether the loop continues"),
    ("t[0:0, :] = 1\n    return t", "RG0854", "is empty"), ("t[::2, :] = 1\n    return t", "RG0854", "a step"),
    ("assert N == 3\n    return t", "RG0852", "does not hold"), ("with t:\n        pass\n    return t", "RG0852", "region"),
    ("while True:\n        t = t\n    return t", "RG0852", "1000 turns"), ("while t > 0:\n        t = t - 1\n    return t", "RG0852", "until"), ("t + 1\n    return t", "RG0852", "no effect"), ("return 1/0*t", "RG0855", "division by zero"),
    ("return np.median(t)", "RG0853", "max(min(a, b)"), ("return CURVE[9]*t", "RG0854", "outside the list"),
])
def test_what_has_no_meaning_says_so(line, code, words, tmp_path):
    file = tmp_path / "refused.py"
    file.write_text("import math\nimport numpy as np\nimport rtlgen\nfrom rtlgen import Field, f32\nMODE, N = 'upwind', 2\n"
                    f"CURVE = np.array([1, 2, 3])\n\ndef f(t: Field[f32]):\n    {textwrap.dedent(line)}\n")
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    with pytest.raises(rtlgen.Error) as caught:
        rtlgen.stencil(names["f"])
    first = caught.value.diagnostics[0]
    assert first.code == code and words in str(caught.value) and first.line >= 9, str(caught.value)
