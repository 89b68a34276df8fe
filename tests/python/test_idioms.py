"""Idioms of Python and NumPy: each value is that of the same source in NumPy."""
import pathlib
import sys

import numpy as np
import pytest

import rtlgen

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from random_stencils import cells, same_bits  # noqa: E402

HEAD = """import math
import numpy as np
N, W, D, OFF = 2, [0.25, 0.5, 0.25], {"a": 2.0, "b": [1, 2]}, [(0, 1), (1, 0)]
KEPT = [1.0]
from functools import partial
class Scheme:
    k = 0.25
    def __init__(self, by):
        self.by = by
    def step(self, a, b=0):
        return a*self.by + self.k*b
    @classmethod
    def scaled(cls, a):
        return cls.k*a
SCHEME = Scheme(3)
def weighted(a, b, w):
    return w*a + b
"""
OURS = """import rtlgen
from rtlgen import Field, Param, f64, nx, ny, quot, step, where, x, y
"""
SHAPE = (6, 7)


def data(dtype="float32"):
    numbers = np.random.default_rng(3)
    t, u = (numbers.standard_normal(SHAPE)*3 for _ in range(2))
    t[0, :4], u[1, :3] = [np.nan, np.inf, -np.inf, 1], [np.nan, 2, np.inf]
    if dtype.startswith("float"):
        return t.astype(dtype), u.astype(dtype)
    return tuple(numbers.integers(-60, 60, SHAPE).astype(dtype) for _ in range(2))


def stencil_of(body, folder, head=OURS):
    file = folder / "idiom.py"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    file.write_text(f"{HEAD}{head}@rtlgen.stencil\ndef f(t: Field, u: Field):\n{lines}")
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names["f"]


def numpy_of(body, t, u):
    rows, columns = np.mgrid[0:SHAPE[0], 0:SHAPE[1]].astype(t.dtype)
    names = {"x": columns, "y": rows, "nx": t.dtype.type(SHAPE[1]), "ny": t.dtype.type(SHAPE[0]), "where": np.where}
    exec(HEAD, names)
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    exec(f"def f(t, u):\n{lines}", names)
    with np.errstate(all="ignore"):
        return names["f"](cells(t, "edge"), cells(u, "edge"))


def check(body, folder, dtype="float32", numpy=None):
    t, u = data(dtype)
    found = stencil_of(body, folder)(t, u)
    assert same_bits(found, np.broadcast_to(np.asarray(numpy_of(numpy or body, t, u)), SHAPE)), f"{found}\n{stencil_of(body, folder).program(t).yaml}"


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int16"])
@pytest.mark.parametrize("value", [
    "np.maximum(t, u)", "np.minimum(t, u)", "np.maximum(t, 2) + u", "np.minimum(3, t)*u", "np.maximum(-1, u) + t", "np.max([t, u, t[0, 1]], axis=0)",
    "np.min([t, u], axis=0)", "np.prod([t, u], axis=0, dtype=t.dtype)", "np.select([t < 0, t < 1], [t, u], 7)", "np.select([t < u], [t], default=3)", "np.positive(t) + u",
    "np.full_like(t, 2)*u + t", "np.zeros_like(t) + u + t", "np.copy(t) + u.copy()", "np.real(t) + u", "t + np.where(u, t, 1)"])
def test_functions_of_numpy(value, dtype, tmp_path):
    if "dtype=" in value:  # NumPy's own product of integers has 64 bits
        value = "math.prod([t, u])" if dtype.startswith("int") else "np.prod([t, u], axis=0)"
    check(f"return {value}", tmp_path, dtype)


@pytest.mark.parametrize("value", [
    "np.mean([t, u, t[0, 1]], axis=0)", "np.heaviside(t, 0.5) + u", "np.where(np.isposinf(t), u, t)", "np.where(np.isneginf(t) | ~(u > 0), u, t)",
    "np.ldexp(t, 2) + np.ldexp(u, -1)", "np.where(np.any([t > 0, u > 0], axis=0), t, u)", "np.where(np.all([t > 0, u > 0], axis=0), t, u)",
    "np.where(np.invert(t > 0), t, u)", "np.where(t > 0, u, np.nan)", "np.where(t < np.inf, t, u)", "np.where(u > -math.inf, t, np.inf)", "t*np.inf + u", "np.where(u == u, t, -np.inf)"])
def test_functions_of_numpy_with_floats(value, tmp_path):
    for dtype in ("float32", "float64"):
        check(f"return {value}", tmp_path, dtype)


@pytest.mark.parametrize("value", ["np.mod(t, 3) + u", "np.remainder(t, 4)*u", "np.floor_divide(t, 3) + u", "t % N + u//4"])
def test_integer_functions_of_numpy(value, tmp_path):
    for dtype in ("int32", "int16"):
        check(f"return {value}", tmp_path, dtype)  # the type is that of the array
        with pytest.raises(rtlgen.Error, match="floats, "):
            stencil_of(f"return {value}", tmp_path)(*data())
        head = OURS.replace("rtlgen\n", "rtlgen\n", 1)
        typed = "from rtlgen import i32, i16\n"
        file = tmp_path / "typed.py"
        kind = {"int32": "i32", "int16": "i16"}[dtype]
        file.write_text(f"{HEAD}{head}{typed}@rtlgen.stencil\ndef f(t: Field[{kind}], u: Field[{kind}]):\n    return {value}\n")
        names = {}
        exec(compile(file.read_text(), str(file), "exec"), names)
        t, u = data(dtype)
        assert same_bits(names["f"](t, u), numpy_of(f"return {value}", t, u))


@pytest.mark.parametrize("body", [
    "a = b = t*2\nreturn a + b + u", "a, *b = t, u, t\nreturn a + b[0] + b[1]", "(a, b), c = (t, u), t\nreturn a + b + c", "[a, b] = [t, u]\nreturn a - b",
    "r = 0\nfor k in range(3):\n    r = r + t[0, k]\nelse:\n    r = r + 1\nreturn r + u", "k, r = 0, 0\nwhile k < 3:\n    r = r + t[0, k]\n    k += 1\nreturn r + u",
    "k = 0\nwhile True:\n    k += 1\n    if k == 3:\n        break\nelse:\n    k = 9\nreturn t*k + u",
    "acc = []\nfor k in range(3):\n    acc.append(t[0, k])\nacc.extend([u, u])\nreturn acc[0] + acc.pop() + acc[2]",
    "acc = [0]*3\nfor k in range(3):\n    acc[k] = t[0, k]\nacc[1] += u\nreturn acc[0] + acc[1] + acc[2]", "acc = [t, t] + [u]\nacc.insert(0, u)\nreturn acc[0]*acc[1] - acc[-1]",
    "acc = {}\nacc['a'] = t\nacc.update(b=u)\nreturn acc['a'] - acc['b']", "acc = {k: t[0, k] for k in (0, 1)}\nreturn acc[1] + u", "acc = dict(a=t, b=u)\nreturn sum(acc.values())",
    "w = np.zeros(3)\nw[1] = 2\nreturn w[1]*t + u", "lap = lambda f: f[0, 1] + f[0, -1]\nreturn lap(t) + lap(u)", "return (lambda a, b=2: a*b)(t) + u",
    "def lap(f, k=1):\n    d = f[0, k]\n    return d + f[0, -k]\nreturn lap(t) + lap(u, k=2)", "c = 3\nscaled = lambda a: c*a\nc = 4\nreturn scaled(t) + u",
    "return sum(map(lambda a: a*2, [t, u]))", "return sum(map(abs, [t, u]))", "return sorted(W, key=lambda w: -w)[0]*t + u",
    "import math as m\nfrom math import pi\nreturn t*pi + m.e*u", "with np.errstate(all='ignore'):\n    r = t / u\nreturn r", "return (q := t*2) + q*u",
    "r = t + u\nr: float = r*2\nreturn r", "d, e = D.values()\nreturn d*t + e[1]*u", "o = OFF[0]\nreturn t[*o] + u" if sys.version_info >= (3, 11) else "return t + u",
    "match D:\n    case {'a': a, **rest}:\n        return a*t + rest['b'][1]*u", "match W:\n    case [first, *rest]:\n        return first*t + len(rest)*u",
    "x = t*2\nreturn x + u", "return SCHEME.step(t) + SCHEME.step(b=u, a=t)", "return Scheme.scaled(t) + Scheme(2).step(u)", "h = partial(weighted, w=2)\nreturn h(t, u)",
    "return partial(partial(weighted, w=5), w=3)(u, t)", "o = {'w': 4, 'b': u}\nreturn weighted(t, **o) + weighted(**o, a=u)", "return sum(map(partial(weighted, b=2.0, w=0.5), [t, u]))", "α, β_2 = t, u\nΔ = α - β_2\nreturn Δ[0, 1]"])
def test_statements_of_python(body, tmp_path):
    numpy = body.replace("Δ = α - β_2", "Δ = cells_of(α - β_2)")
    t, u = data()
    found = stencil_of(body, tmp_path)(t, u)
    names = {"t": cells(t, "edge"), "u": cells(u, "edge"), "cells_of": lambda a: cells(a, "edge")}
    exec(HEAD, names)
    lines = "".join(f"    {line}\n" for line in numpy.split("\n"))
    exec(f"def f(t, u):\n{lines}", names)
    with np.errstate(all="ignore"):
        assert same_bits(found, names["f"](names["t"], names["u"])), found


def test_lists_in_branches(tmp_path):
    """Each side of an `if` has its own; a changed entry is chosen. A list that only one side makes longer has no value."""
    t, u = data()
    body = "acc = [t, u]\nif t > 0:\n    acc[0] = u*2\nelse:\n    acc[1] = t\nreturn acc[0] - acc[1]"
    with np.errstate(all="ignore"):
        expected = np.where(t > 0, u*2, t) - np.where(t > 0, u, t)
    assert same_bits(stencil_of(body, tmp_path)(t, u), expected)
    with pytest.raises(rtlgen.Error, match="RG0855.*'acc' has no value here"):
        stencil_of("acc = [t]\nif t > 0:\n    acc.append(u)\nreturn acc[0] + u", tmp_path)


@pytest.mark.parametrize("body,words", [
    ("KEPT.append(t)\nreturn u", "a list from outside"), ("KEPT[0] = t\nreturn u", "a list from outside"), ("W[0] += 1\nreturn t + u", "a list from outside"),
    ("w = np.zeros(3)\nw[0] = t\nreturn u", "an array of numbers"), ("acc = [t]\nacc[t] = u\nreturn acc[0]", "is not known"),
    ("for k in range(3):\n    acc.append(t)\nreturn u", "RG0855"), ("assert t > 0\nreturn u + t", "an assertion about data"),
    ("for k in range(3):\n    if t > k:\n        break\nreturn t + u", "all turns are computed"), ("def f(a):\n    return f(a)\nreturn f(t) + u", "calls itself"),
    ("def f(a):\n    pass\nreturn f(t) + u", "returns nothing"), ("def f(a):\n    return a\nreturn f(t, u)", "too many"), ("return u, t", "in the order of the parameters"),
    ("import nothing_of_this_name\nreturn t + u", "No module named"), ("return t.sum() + u", "it is a monitor"), ("return t.T + u", "lacks this attribute"),
    ("i = np.where(t > 0)\nreturn u", "needs three arguments"), ("def g(a):\n    yield a\nreturn sum(g(t)) + u", "a generator"), ("return dict(**t) + u", "a dict that is known"), ("return np.sinh(t) + u", "exp")])
def test_what_is_refused_says_so_once(body, words, tmp_path):
    with pytest.raises(rtlgen.Error) as caught:
        stencil_of(body, tmp_path)
    assert words in str(caught.value), str(caught.value)
    places = [(d.line, d.column, d.text) for d in caught.value.diagnostics]
    assert len(places) == len(set(places))


def test_a_list_from_outside_stays(tmp_path):
    f = stencil_of("mine = list(KEPT)\nmine.append(t)\nreturn mine[0]*u + mine[1]", tmp_path)
    assert f.__wrapped__.__globals__["KEPT"] == [1.0]


@pytest.mark.parametrize("value", [
    "t*x + u", "t*(x/nx) + u", "x*0.5 + t*u", "t + x + u", "where(x < nx/2, t, u)", "np.where((x > 1) & (y <= ny/3), t, u)", "np.hypot(x, y) + t*u",
    "np.sqrt((x - nx/2)**2 + (y - ny/2)**2)*t + u", "np.where(x == nx - 1, t, u)", "t*(1 + x) - u", "x*x + t + u", "np.where(x*2 > t, t, u)", "-x + t + u"])
def test_coordinates_are_numbers(value, tmp_path):
    """Next to a float a coordinate is one, and `/` of coordinates has a fraction."""
    for dtype in ("float32", "float64"):
        check(f"return {value}", tmp_path, dtype)


def test_coordinates_of_integers_stay_integers(tmp_path):
    t, u = data("int32")
    f = stencil_of("return where(x % 2 == 0, t + x, u) + quot(x, 2)", tmp_path)
    column = np.arange(SHAPE[1], dtype=np.int32)
    assert same_bits(f(t, u), np.where(column % 2 == 0, t + column, u) + column//2)
    with pytest.raises(rtlgen.Error, match="RG0307"):
        stencil_of("return t + 0.5*x + u", tmp_path)(t, u)


def test_a_tuple_of_fields(tmp_path):
    t, u = (array.clip(-1, 1) for array in data("int32"))
    f = stencil_of("t, u = t + u, t - u\nreturn t, u", tmp_path)
    first, second = f(t, u, steps=2)
    assert same_bits(first, 2*t) and same_bits(second, 2*u)
    both = f.batch(np.stack([t, u]), np.stack([u, t]), steps=2)
    assert isinstance(both, tuple) and same_bits(both[0][1], 2*u) and same_bits(both[1][0], 2*u)
    only = stencil_of("t = t + u\nreturn t, u", tmp_path)
    assert same_bits(only(t, u)[1], u) and same_bits(only(t, u)[0], t + u)


@pytest.mark.parametrize("value", ["(t + u).clip(0, 1)", "abs(t).round() + u", "np.clip(t, 0, 9).astype(np.float32)*u", "(t*2).copy() - u"])
def test_methods_of_values(value, tmp_path):
    check(f"return {value}", tmp_path)


@pytest.mark.parametrize("value,numpy", [
    ("np.where(sum(t[o] > u for o in OFF) == 2, t, u)", "np.where(sum((t[o] > u).astype(int) for o in OFF) == 2, t, u)"),
    ("sum(t[0, k] > 0 for k in range(-2, 3))*t + u", "sum((t[0, k] > 0).astype(int) for k in range(-2, 3)).astype(t.dtype)*t + u"),
    ("t + np.sum([t > 0, u > 0, t > u], axis=0)/3 - u", "t + np.sum([t > 0, u > 0, t > u], axis=0).astype(t.dtype)/t.dtype.type(3) - u"),
    ("sum([t > 0, u > 0]) + u*t", "((t > 0).astype(int) + (u > 0)).astype(t.dtype) + u*t")])
def test_a_sum_of_conditions_counts(value, numpy, tmp_path):
    check(f"return {value}", tmp_path, numpy=f"return {numpy}")
