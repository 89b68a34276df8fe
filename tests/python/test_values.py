"""Values that outlive an assignment to an array that they read, and arrays that NumPy changes under several names."""
import numpy as np
import pytest

import rtlgen
from random_stencils import cells
from test_idioms import HEAD, OURS, check, data, stencil_of
from test_slices import check as check_slices

LATER = [
    "d = t*2\nacc = [d*3]\nd = d + u\nreturn acc[0] + d", "d = t*2\nacc = (d*3, [d])\nd = d + u\nreturn acc[0] + acc[1][0] + d", "d = t*2\nacc = {'a': d*3}\nd = d + u\nreturn acc['a'] + d",
    "d = t*2\nacc = [d*3]\nd += u\nreturn acc[0] + d", "d = t*2\nfor q in [d*3, u*d, d]:\n    d = d + q\nreturn d", "d = t*2\nfor q in (d, u):\n    d = d*q\n    q = q + d\nreturn d + q",
    "acc = [t*3, t[0, 1], t]\nt = t + u\nreturn acc[0] + acc[1] + acc[2] + t", "p = [t, u*2]\nfor k in range(3):\n    p = [p[1], p[0] + p[1]]\nd = p[0]\nd = d*p[1]\nreturn p[0] + 2*p[1] + d",
    "d = t*2\nl = list(map(lambda a: a*d, [t, u]))\nd = d + 1\nreturn l[0] + l[1] + d", "d = t*2\nacc = [d, u]\nd, acc[0] = acc[0] + u, d\nreturn d + acc[0]", "t = d = t*2\nreturn t + d*u",
    "acc = []\nd = t\nfor k in range(4):\n    d = 0.5*d + k\n    acc.append(u + (d - u)/2)\nreturn acc[0] + acc[1]*acc[2] - acc[3] + d",
    "def make(a):\n    return lambda b: a*b\nd = t*2\ng = make(d*3)\nd = d + u\nreturn g(u) + d", "d = t*2\ng = lambda a, w=d*3: a*w\nd = d + u\nreturn g(u) + d", "d = t*2\ng = lambda b: d*b\nd = d + u\nreturn g(u)",
    "acc = [t*2, u, t]\nfor k, q in enumerate(acc):\n    acc[k] = q + acc[0]\nreturn acc[0] + acc[1]*acc[2]", "ks = []\nfor w in (0.5, 0.25, 1):\n    d = t if not ks else t + w*ks[-1]\n    ks.append(d*u)\nd = t + ks[0]\nreturn d + ks[1]*ks[2]",
    "d = u*2\nm = [d > 0, t]\nd = where(m[0], t, d)\nreturn where(m[0], d, u)"]


@pytest.mark.parametrize("body", LATER)
def test_values_are_those_of_their_time(body, tmp_path):
    check(body, tmp_path, numpy=body.replace("d = t\nfor", "d = t + 0\nfor"))


@pytest.mark.parametrize("body", [
    "acc = [t*1]\nb = acc\nacc += [u]\nreturn b[1] + acc[0]", "acc = [t*2, u]\nacc *= 2\nreturn acc[2] - acc[3]", "acc = [t, u, t*u]\nb = acc[1:]\nb.append(t)\nb[0] = t*2\nreturn b[0] + b[1]*b[2] + acc[1]",
    "b = [t, u][:]\nb[0] = u*3\nreturn b[0] + t if b else t", "k = N and 3\nreturn t*k + u", "k = 0 or W[0]\nreturn t*k + u", "acc = [] or [t, u]\nreturn acc[0]*acc[1]", "acc = [t]\nr = 0\nwhile acc:\n    r = r + acc.pop()\nreturn r + u"])
def test_lists_are_those_of_python(body, tmp_path):
    check(body, tmp_path)


def test_an_array_keeps_its_value_in_an_expression(tmp_path):
    with pytest.raises(rtlgen.Error, match="d gets a new value in the middle"):
        stencil_of("d = t*2\nreturn d*2 + (d := d + u)", tmp_path)


@pytest.mark.parametrize("text", [
    "d = np.zeros_like(t)\nacc = [d + t]\nd[1:-1, :] = u[1:-1, :]\nreturn acc[0] + d", "d = t*2\nm = [d > 0, d*u]\nd[d > 0] = 0\nreturn np.where(m[0], u, d) + m[1]",
    "old = [t*2, t > u]\nt[1:-1, :] += u[1:-1, :]\nt[old[1]] = 0\nreturn t + old[0]", "d = t*2\nacc = [d]\nd[0, :] = 7\nreturn acc[0] + u"])
def test_values_of_parts_are_those_of_their_time(text, tmp_path):
    check_slices(text.replace("t[old[1]] = 0\n", "m = old[1]\nt[m] = 0\n"), tmp_path)


def test_a_value_that_overtakes_its_array_is_found(tmp_path, monkeypatch):
    from rtlgen import _shared
    monkeypatch.setattr(_shared.Shared, "settle", lambda *arguments, **named: None)
    for body in LATER[:3]:
        with pytest.raises((AssertionError, rtlgen.Error)):
            check(body, tmp_path)


def test_a_value_that_must_stay_in_its_line_is_refused(tmp_path):
    """With a border rule, the cells of the border depend on the reads of the line as it is written."""
    file = tmp_path / "kept.py"
    file.write_text(f"{HEAD}{OURS}@rtlgen.stencil(border='keep')\ndef f(t: Field, u: Field):\n    acc = [t[0, 1]]\n    t = t + u\n    u = u + acc[0]\n    return t, u\n")
    with pytest.raises(rtlgen.Error, match=r"acc\[0\] was computed from t before that changed"):
        exec(compile(file.read_text(), str(file), "exec"), {})


SHARED = [
    "d = t*2\ne = d\nd += u\nreturn e + d", "d = t*2\ne = d\ng = e\ne += u\nreturn e + d*g", "d = t*2\nacc = [d]\nd += u\nreturn acc[0] + d", "acc = [t*2]*2\nacc[0] += u\nreturn acc[0]*acc[1]",
    "acc = [t*2, u]\nr = acc[0]\nr += u\nreturn r + acc[0]*t", "acc = [t*2, u]\nr = acc[0]\nacc[0] *= u\nreturn r + acc[0]", "acc = [t*2, u*3]\nfor q in acc:\n    q += 1\nreturn acc[0] + acc[1]",
    "e = t\nt += u\nreturn e + t", "d = t*2\ne = d\nd = d + 1\nd += u\nreturn e + d", "d = t*2\nacc = (d, [d])\nd += u\nd += t\nreturn acc[0]*acc[1][0] + d"]


@pytest.mark.parametrize("body", SHARED)
def test_a_change_in_place_is_seen_under_all_names(body, tmp_path):
    check(body, tmp_path)


def test_a_change_that_one_name_misses_is_found(tmp_path, monkeypatch):
    from rtlgen import _shared
    monkeypatch.setattr(_shared.Shared, "_replaced", lambda *arguments: None)
    for body in SHARED[1:5]:
        with pytest.raises((AssertionError, rtlgen.Error)):
            check(body, tmp_path)


@pytest.mark.parametrize("body", ["d = t\nd += u\nreturn t + d", "a, b = t, u\na += 1\nreturn t + b", "acc = [t, u]\nacc[0] += u\nreturn acc[0] + t", "for q in [t, u]:\n    q += 1\nreturn t + u",
                                  "def more(a):\n    a += 1\n    return a\nreturn more(t) + t + u", "d = t if N == 2 else u\nd *= 2\nreturn t + d + u"])
def test_an_argument_is_changed_under_its_name_only(body, tmp_path):
    with pytest.raises(rtlgen.Error, match="RG0852.*this changes t too, since"):
        stencil_of(body, tmp_path)


@pytest.mark.parametrize("body", ["d = t*2\nd += f64(u)\nreturn d", "t += f64(u)\nreturn t", "d = t > 0\nd += 1\nreturn where(d, t, u)", "acc = [t*2]\nacc[0] += f64(u)\nreturn acc[0]"])
def test_a_change_in_place_keeps_the_type(body, tmp_path):
    with pytest.raises(rtlgen.Error, match="NumPy keeps the type of an array that it changes in place"):
        stencil_of(body, tmp_path)(*data())
    assert stencil_of("d = t*2\nd += f32(f64(u))\nd *= 3\nreturn d", tmp_path, OURS + "from rtlgen import f32\n")(*data()).dtype == "float32"


@pytest.mark.parametrize("body", [
    "d = t.copy()\nd += u\nreturn t + d", "acc = [t.copy(), np.copy(u)]\nacc[0] += u\nreturn acc[0] + t", "d = t*2\nd += u\nd *= t\nreturn d", "acc = [t[0, 1], t[1, 0]]\nacc[0] += u\nreturn acc[0] + acc[1]",
    "r = 0\nfor q in [t, u]:\n    r += q\nreturn r", "def more(a):\n    a = a + 1\n    return a\nreturn more(t) + t + u", "k = N\nk += 1\nreturn t*k + u", "r = t[0, 1]\nr += u\nreturn r + t",
    "def more(a):\n    b = a*2\n    b += 1\n    return b\nreturn more(t) + t + u"])
def test_a_change_of_an_array_of_its_own(body, tmp_path):
    check(body, tmp_path)


# ------------------------------------------------------------ conditions next to numbers

def with_mask(body, folder, dtype="float32", annotation="Field", numpy=None):
    """The values of lines with an array `m` of bools: of a stencil and of NumPy. `numpy`: NumPy's lines, if they differ."""
    numbers = np.random.default_rng(3)
    file = folder / "mask.py"
    body = body.replace("return {", "return {'p': t + 0, 'q': m & m, ")  # all fields are used
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    text = f"import numpy as np\nimport rtlgen\nfrom rtlgen import Field, f32, i32, truth\n@rtlgen.stencil\ndef f(t: Field, m: {annotation}):\n{lines}"
    file.write_text(text)
    names = {}
    exec(compile(text, str(file), "exec"), names)
    m = numbers.random((6, 7)) < 0.5
    t = (numbers.standard_normal((6, 7)) if dtype.startswith("float") else numbers.integers(-60, 60, (6, 7))).astype(dtype)
    found, plain = names["f"](t, m)["o"], {}
    lines = lines if numpy is None else f"    {numpy}\n"
    exec(f"import numpy as np\ndef f(t, m):\n{lines}", plain)
    return found, np.asarray(plain["f"](cells(t, "edge"), cells(m, "edge"))["o"])


NUMBERS = ["t*m", "m*(t[0, 1] - t)", "t*m + t[0, 1]*~m", "t - m", "m + t", "t[1, 0]*m*(t > 0)", "(t + t[0, 1])*(m & (t > 0))", "t*(1 - m) + t[0, 1]*m", "t*(2*m - 1)", "np.multiply(t, m)"]
COUNTS = ["m + 1", "1 - m", "2*m - 1", "m << 3", "(m << 1) + (t > 0)", "(m & 1) + ((t > 0) & 1)", "m | 2", "m*2 + (t > 0)*4", "(t > 0) % 2 + m", "sum([m, m[0, 1], 1])", "sum([t > 0, m, m[1, 0]])",
          "np.where(t > 0, m, 0) + np.where(t < 1, m, 0)", "np.where(m, t > 0, 1) + np.where(t > 0, m, 1)", "0 | (m << 2) | ((t > 0) << 1)", "(m == 1) + 2*(m != 2)", "-(1*m)"]


@pytest.mark.parametrize("annotation", ["Field", "Field[truth]"])
@pytest.mark.parametrize("value", NUMBERS)
def test_a_mask_next_to_numbers_is_one_or_zero(value, annotation, tmp_path):
    for dtype in ("float32", "float64", "int32", "int16"):
        found, expected = with_mask(f"return {{'o': {value}}}", tmp_path, dtype, annotation)
        assert np.array_equal(found, expected) and (not dtype.startswith("float") or found.dtype == dtype), f"{dtype}\n{found}\n{expected}"


@pytest.mark.parametrize("annotation", ["Field", "Field[truth]"])
@pytest.mark.parametrize("value", COUNTS)
def test_a_mask_next_to_a_whole_number_is_a_number(value, annotation, tmp_path):
    """NumPy's numbers, in 32 bits instead of 64."""
    found, expected = with_mask(f"return {{'o': {value}}}", tmp_path, "float32", annotation)
    assert found.dtype == "int32" and np.array_equal(found, expected), f"{found}\n{expected}"


@pytest.mark.parametrize("value,words", [("-m", "no - of bools"), ("np.negative(m)", "no - of bools"), ("m / m[0, 1]", "/ of bools is a float64"), ("m**2", "number of 8 bits"), ("m - m[0, 1]", "no - of bools")])
@pytest.mark.parametrize("annotation", ["Field", "Field[truth]"])
def test_what_bools_have_no_meaning_for_is_refused(value, words, annotation, tmp_path):
    with pytest.raises(rtlgen.Error, match=words):
        with_mask(f"return {{'o': where({value}, t, 0)}}".replace("where", "np.where"), tmp_path, "float32", annotation)


@pytest.mark.parametrize("index,new", [("m", "0*t"), ("~m", "1.5 + 0*t"), ("m & (t > 0)", "t*2"), ("m | m[0, 1]", "t[1, 0]"), ("np.logical_and(m, t > 0)", "t + 1"), ("~(m ^ (t > 0))", "-t")])
def test_a_mask_of_arrays_selects_cells(index, new, tmp_path):
    for lines in (f"t[{index}] = {new}", f"k = {index}\nt[k] = {new}"):
        found, expected = with_mask(f"{lines}\nreturn {{'o': t + 0}}", tmp_path, numpy=f"return {{'o': np.where({index}, {new}, t)}}")
        assert np.array_equal(found, expected)


def test_numbers_of_rows_are_no_mask(tmp_path):
    with pytest.raises(rtlgen.Error, match=r"index of int32 for the numbers of rows.*\n(.*\n)*.*u\[t != 0\]"):
        stencil_of("u[t] = 0\nreturn u", tmp_path)(*data("int32"))


def test_a_condition_that_does_not_count_is_found(tmp_path, monkeypatch):
    from rtlgen import _arithmetic
    monkeypatch.setattr(_arithmetic.Arithmetic, "as_number", lambda self, code, node: code)
    for value in ("m + 1", "(m << 1) + (t > 0)"):
        with pytest.raises((AssertionError, rtlgen.Error)):
            test_a_mask_next_to_a_whole_number_is_a_number(value, "Field", tmp_path)


# ------------------------------------------------------------ comparisons with numbers that the type cannot hold

SIGNS = ("<", "<=", ">", ">=", "==", "!=")


@pytest.mark.parametrize("dtype,annotation", [*((one, "Field") for one in ("uint8", "int8", "uint16", "int32", "uint32", "int64", "uint64", "bool", "float32")),
                                              ("uint8", "typed"), ("int64", "typed"), ("bool", "typed")])
def test_integers_are_compared_with_any_number(dtype, annotation, tmp_path):
    """Python's own comparison, cell by cell, is the oracle: it is exact."""
    range_of = (0, 1) if dtype == "bool" else (-5, 5) if dtype == "float32" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    cells_of = np.array(sorted({max(range_of[0], min(range_of[1], int(n))) for n in (*range_of, -3, -1, 0, 1, 2, 3, 100)})).astype(dtype)
    numbers = [-1, 0, 1, 2, 256, -129, 2**16, -2**31 - 1, 2**32, 2.5, -0.5, 3.0, 1e9, -1e9] + ([2**63, -2**63 - 1, 2**64] if dtype != "float32" else [])
    kind = {"bool": "truth"}.get(dtype, f"np.{dtype}")
    values = [(f"{a} {sign} {b}", n, sign, a == "t") for n in numbers for sign in SIGNS for a, b in (("t", n), (n, "t"))]
    file = tmp_path / "compared.py"
    outputs = ", ".join(f"'o{i}': {text}" for i, (text, *_) in enumerate(values))
    file.write_text(f"import numpy as np\nimport rtlgen\nfrom rtlgen import Field, truth\n@rtlgen.stencil\ndef f(t: {'Field' if annotation == 'Field' else f'Field[{kind}]'}):\n    return {{{outputs}}}\n")
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    found = names["f"](cells_of)
    for i, (text, n, sign, is_left) in enumerate(values):
        sides = [(c, n) if is_left else (n, c) for c in cells_of.tolist()]
        assert found[f"o{i}"].tolist() == [eval(f"a {sign} b", {"a": a, "b": b}) for a, b in sides], text


def test_a_comparison_that_is_moved_is_found(tmp_path, monkeypatch):
    from rtlgen import _values
    monkeypatch.setattr(_values.math, "ceil", lambda number: int(number))
    with pytest.raises(AssertionError):
        test_integers_are_compared_with_any_number("uint8", "Field", tmp_path)


def test_types_stay_short_over_many_lines(tmp_path):
    """A mask, a number and a coordinate in 60 turns: the types of values must not grow from line to line."""
    loop = ("a, b, c = t, t[0, 1], m*t\nfor k in range(60):\n    a, b, c = {h}*(b + c*m), a*(1 - m){f} - b, (b + {x}*a - 3*(a > 0){f})*{s}\n"
            "    a = np.where(m, a, b){f} + b*(2*m - 1){f}\n")
    names = {"h": "0.5", "s": "0.01"}
    head = "x = np.broadcast_to(np.arange(7, dtype=np.float32), t.shape)\n    "
    body = loop.format(x="x", f="", **names) + "return {'o': a + b + c}"
    numpy = head + (loop.format(x="x", f=".astype(np.float32)", **names) + "return {'o': a + b + c}").replace("\n", "\n    ")
    found, expected = with_mask(body.replace("a, b, c = t", "from rtlgen import x\na, b, c = t", 1), tmp_path, numpy=numpy)
    assert np.array_equal(found, expected, equal_nan=True) and np.isfinite(found).any()


@pytest.mark.parametrize("value", ["np.maximum.reduce([t, u, t[0, 1]])", "np.minimum.reduce([t, u])", "reduce(np.maximum, [t, u, t[1, 0]])", "reduce(lambda a, b: a + 2*b, [t, u, t[0, 1]], u)", "reduce(operator.mul, [t, u])",
                                   "np.add.reduce([t, u, t[0, 1]], axis=0)", "np.multiply.reduce([t, u])", "where(np.logical_or.reduce([t > 0, u > 1]), t, u)", "reduce(max, [1, 2])*t + u"])
def test_reductions(value, tmp_path):
    check(f"import operator\nfrom functools import reduce\nreturn {value}", tmp_path)


@pytest.mark.parametrize("value,words", [("np.maximum(t, 300) + u", "300 does not fit int8"), ("np.minimum(-129, t) + u", "-129 does not fit int8"), ("np.add.reduce([t, u])", "64 bits"), ("np.maximum.reduce([t, u], axis=1)", "axis=0")])
def test_numbers_that_an_integer_lacks(value, words, tmp_path):
    with pytest.raises(rtlgen.Error, match=words) as caught:
        stencil_of(f"return {value}", tmp_path)(*data("int8"))
    assert len(caught.value.diagnostics) == 1 and "int8" not in words or "np.m" in str(caught.value)


def test_infinity_is_no_division_by_zero(tmp_path, recwarn):
    for value in ("np.where(t > 0, np.inf, u)", "np.where(t > 0, -np.inf, u*math.nan)", "np.select([t > 0], [u], np.nan)"):
        check(f"return {value}", tmp_path)
    assert not [str(one.message) for one in recwarn]
    check("return t/(N - 2) + u", tmp_path)
    assert any("zero-divisor" in str(one.message) for one in recwarn)


@pytest.mark.parametrize("value", ["np.fix(t) + u", "np.fix(-abs(u)) + t"])
def test_fix(value, tmp_path):
    check(f"return {value}", tmp_path)


def test_divmod(tmp_path):
    for dtype in ("int32", "int16"):
        check("q, r = divmod(t, 7)\np, s = np.divmod(u, 4)\nreturn q*r + p - s", tmp_path, dtype)
