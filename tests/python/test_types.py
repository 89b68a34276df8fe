"""Values whose type is that of the array: the same source as a stencil and in NumPy, in each dtype, or a refusal before the run."""
import pickle

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, f32, i32

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
SHAPE = (5, 12)


class Cells(np.ndarray):
    """An array whose indices are offsets."""

    def __getitem__(self, index):
        padded = np.pad(np.asarray(self), 1, mode="edge")
        return padded[tuple(slice(1 + by, 1 + by + n) for by, n in zip(index, self.shape))].view(Cells)


def data(dtype):
    a = np.arange(60).reshape(SHAPE)
    if dtype == "bool":
        return a % 3 > 0
    least = 0 if dtype.startswith("u") else -30
    a = (a + least).astype(dtype)
    if not dtype.startswith("float"):
        a[0, :2] = np.iinfo(dtype).min, np.iinfo(dtype).max
    return a


def function(value, folder, annotation="Field"):
    file = folder / "types_of.py"
    file.write_text(f"import math\nimport numpy as np\nimport rtlgen\nfrom rtlgen import Field, f32, truth\ndef f(a: {annotation}):\n    return {{'o': {value}}}\n")
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names["f"]


def check(value, dtype, folder, expected=None, annotation="Field"):
    """`expected`: in NumPy, if the source differs; the numbers count, since NumPy may return them in a wider type."""
    a = data(dtype)
    found = rtlgen.stencil(function(value, folder, annotation))(a)
    with np.errstate(all="ignore"):
        want = np.asarray(function(expected or value, folder)(a.view(Cells))["o"])
    assert (found.dtype.kind == "b") == (want.dtype.kind == "b") and np.array_equal(found, want), f"{found}\n{want}"
    return found


def refused(value, dtype, folder, *words):
    stencil = rtlgen.stencil(function(value, folder))  # its type is not known yet
    for one in (stencil, pickle.loads(pickle.dumps(stencil))):
        with pytest.raises(rtlgen.Error) as caught:
            one(data(dtype))
        assert all(word in str(caught.value) for word in ("RG0853", "types_of.py:6:", *words)), caught.value
        assert len(caught.value.diagnostics) == 1
    typed = {"bool": "truth", "float32": "f32", "float16": "np.float16"}.get(dtype, f"np.{dtype}")
    with pytest.raises(rtlgen.Error, match="RG0853"):
        rtlgen.stencil(function(value, folder, f"Field[{typed}]"))
    if dtype != "bool":
        with pytest.raises(rtlgen.Error, match="RG0853"):
            rtlgen.stencil(type=getattr(np, dtype))(function(value, folder))


@pytest.mark.parametrize("value", ["a // 7", "a % 7", "a // 8", "a % 8", "(a + 1) % 3 // 2", "np.mod(a[0, 1], 5)", "a // 1"])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_of_arrays_are_divided_as_python_does(value, dtype, tmp_path):
    assert check(value, dtype, tmp_path).dtype == dtype


def test_integers_by_type_are_divided_too():
    @rtlgen.stencil(type=i32)
    def f(a: Field):
        return a // 7 + a % 3
    a = data("int32")
    assert np.array_equal(f(a), a // 7 + a % 3) and np.array_equal(pickle.loads(pickle.dumps(f))(a), f(a))


@pytest.mark.parametrize("value,word", [("a // 7", "floor(a / b)"), ("a % 7", "a - b*floor(a / b)"), ("a // a[0, 1]", "quot(a, b)"), ("a % a[0, 1]", "rem(a, b)")])
def test_floats_are_not_divided_like_that(value, word, tmp_path):
    if "[" in value:
        with pytest.raises(rtlgen.Error, match="RG0853.*"):
            rtlgen.stencil(function(value, tmp_path))
    else:
        refused(value, "float32", tmp_path, word)


def test_the_advice_for_integers_has_numpys_numbers():
    from rtlgen import quot, rem, where

    @rtlgen.stencil(type=i32)
    def f(a: Field, b: Field):
        differ = (rem(a, b) != 0) & ((rem(a, b) < 0) != (b < 0))
        return {"q": quot(a, b) - where(differ, 1, 0), "r": rem(a, b) + where(differ, b, 0)}
    a, b = (np.array(side, np.int32) for side in zip(*((i, j) for i in range(-9, 10) for j in range(-4, 5) if j)))
    found = f(a.reshape(8, -1), b.reshape(8, -1))
    assert np.array_equal(found["q"].ravel(), a // b) and np.array_equal(found["r"].ravel(), a % b)


def test_fields_of_several_types():
    @rtlgen.stencil
    def f(t: Field, n: Field):
        m = n % 3
        return {"t": t + f32(m[0, 1]), "n": np.sign(n)*(n // 2), "s": np.mean([t, t[0, 1]])}
    t, n = data("float32"), data("int16")
    found = f(t, n)
    assert np.array_equal(found["t"], t + (n % 3).view(Cells)[0, 1].astype(np.float32))
    assert np.array_equal(found["n"], np.sign(n)*(n // 2)) and np.array_equal(found["s"], (t + t.view(Cells)[0, 1])/2)
    with pytest.raises(rtlgen.Error, match="mean of int16"):
        rtlgen.stencil(lambda_of_mean)(t, n)


def lambda_of_mean(t: Field, n: Field):
    return {"t": t + 1, "s": np.mean([n, n[0, 1]])}


@pytest.mark.parametrize("dtype", [*INTEGERS, "bool", "float16"])
def test_a_mean_that_numpy_widens_is_refused(dtype, tmp_path):
    refused("np.mean([a, a[0, 1]])", dtype, tmp_path, f"mean of {dtype}", "f16(" if dtype == "float16" else "f64(a)")


def test_a_mean_of_floats_is_numpys(tmp_path):
    for dtype in ("float32", "float64"):
        check("np.mean([a, a[0, 1], a[1, 0]])", dtype, tmp_path, "np.mean([a, a[0, 1], a[1, 0]], axis=0)")


def test_the_advice_for_means_has_numpys_numbers():
    from rtlgen import f16, f64

    @rtlgen.stencil
    def whole(a: Field):
        return {"o": np.mean([f64(a), f64(a[0, 1])])}

    @rtlgen.stencil
    def half(a: Field):
        return {"o": f16(np.mean([f32(a), f32(a[0, 1])]))}
    a = data("int32")
    assert np.array_equal(whole(a), np.mean([a, a.view(Cells)[0, 1]], axis=0))
    a = data("float16")*np.float16(2000)
    assert np.array_equal(half(a), np.mean([a, np.asarray(a.view(Cells)[0, 1])], axis=0))


@pytest.mark.parametrize("name", ["sum", "prod"])
def test_sums_and_products_that_numpy_widens_are_refused(name, tmp_path):
    for dtype in ("int8", "uint16", "int32"):
        refused(f"np.{name}([a, a[0, 1]])", dtype, tmp_path, "64 bits", "sum([a, b])" if name == "sum" else "math.prod")
    for dtype in ("int64", "uint64", "float16", "float32"):
        check(f"np.{name}([a, a[0, 1]])", dtype, tmp_path, f"np.{name}([a, a[0, 1]], axis=0)")
    check("sum([a, a[0, 1]])", "int8", tmp_path)


@pytest.mark.parametrize("value,numpy", [
    ("sum([a, a[0, 1], a[1, 0]])", "a.astype(int) + a[0, 1] + a[1, 0]"), ("np.sum([a, a[0, 1], a[1, 0]])", "np.sum([a, a[0, 1], a[1, 0]], axis=0)"),
    ("sum(a[0, k] for k in (-1, 0, 1))", "a[0, -1].astype(int) + a + a[0, 1]"), ("sum([a > 0, a[0, 1]])", "a.astype(int) + a[0, 1]"),
    ("a + a[0, 1]", None), ("a + a[0, 1]*a[1, 0] + a[-1, 0]", None), ("(a + a[0, 1]) == a[1, 0]", None), ("(a != a[0, 1]) + a", None), ("a + (a == a[0, 1])", None)])
@pytest.mark.parametrize("annotation", ["Field", "Field[truth]"])
def test_sums_of_bools(value, numpy, annotation, tmp_path, recwarn):
    check(value, "bool", tmp_path, numpy, annotation)
    assert not [one for one in recwarn if "one bit" in str(one.message)]


def test_a_difference_of_bools_is_refused(tmp_path):
    refused("a - a[0, 1]", "bool", tmp_path, "a ^ b")
    with pytest.raises(rtlgen.Error, match="no - of bools"):
        rtlgen.stencil(function("(a > 0) - (a < 0)", tmp_path))


@pytest.mark.parametrize("value", [
    "np.sign(a)", "np.clip(a, -1, 300)", "np.clip(a, -70000, 2**40)", "np.clip(a, None, 9)", "a.clip(-5, 70000)", "np.clip(a, 3, 9)", "np.round(a)", "np.sign(a[0, 1])*a",
    "np.maximum(a, a[0, 1])"])
@pytest.mark.parametrize("dtype", [*INTEGERS, "float32"])
def test_functions_of_integers_of_arrays(value, dtype, tmp_path):
    for annotation in ("Field", f"Field[np.{dtype}]"):
        assert check(value, dtype, tmp_path, annotation=annotation).dtype == dtype


def test_a_lower_bound_above_the_range_is_refused_once(tmp_path):
    with pytest.raises(rtlgen.Error, match="300 does not fit uint8") as caught:
        rtlgen.stencil(function("np.clip(a, 300, None)", tmp_path))(data("uint8"))
    assert len(caught.value.diagnostics) == 1


@pytest.mark.parametrize("value", ["a**3", "a[0, 1]**5 + a", "(a*a[0, 1])**7", "(a - 1)**6*a"])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_powers_of_integers_of_arrays(value, dtype, tmp_path):
    with np.errstate(all="ignore"):
        check(value, dtype, tmp_path)


def test_powers_of_floats_stay(tmp_path):
    assert 'pow(a - a[1,0], 7)"' in rtlgen.stencil(function("(a - a[0, 1])**7", tmp_path)).program((4, 5)).yaml


def test_integers_have_no_power_of_minus_one(tmp_path):
    refused("a**-1", "int32", tmp_path, "f32(a)**-1")


def test_a_type_that_is_decided_wrongly_is_found(tmp_path, monkeypatch):
    """Bounds that are not limited, and sums that do not count: the tests above see it."""
    from rtlgen import _values
    monkeypatch.setattr(_values, "limited", lambda kind, number, is_low: str(max(number, 0)) if is_low else "7")
    with pytest.raises(AssertionError):
        check("np.clip(a, -1, 300)", "uint8", tmp_path)
    monkeypatch.setattr(_values, "if_condition", lambda kind, text, otherwise: otherwise)
    with pytest.raises(rtlgen.Error, match="RG0307"):
        check("sum([a, a[0, 1]])", "bool", tmp_path, "a.astype(int) + a[0, 1]")
