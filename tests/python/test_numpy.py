"""Numbers and functions of NumPy in a stencil, with NumPy's bits."""
import math

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Param, f32, f64, i32, x
from stencil_tools import moved, plate, same  # noqa: F401

N = 2
WEIGHTS = (0.1, 0.2, 0.3, 0.4)


@pytest.mark.parametrize("exponent", [0, 1, 2, -1, 0.5])
def test_exponents_by_value(plate, exponent):
    @rtlgen.stencil
    def f(t: Field[f32]):
        return t**exponent
    with np.errstate(all="ignore"):
        same(f(plate), plate**exponent)


def test_small_exponents_are_products(plate):
    @rtlgen.stencil
    def f(t: Field[f32]):
        return {"three": t**3, "four": (t + 1)**4.0, "other": t**5}
    assert f.program((9, 12)).yaml.count("pow(") == 1
    with np.errstate(all="ignore"):
        same(f(plate)["three"], plate*plate*plate)


def test_integers_have_powers():
    a = np.arange(-6, 6, dtype=np.int32).reshape(3, 4)

    @rtlgen.stencil
    def cube(t: Field[i32]):
        return t**3 + t**N
    same(cube(a), a**3 + a**2)


@pytest.mark.parametrize("by", [1, 2, 3, 7, 8, 100])
@pytest.mark.parametrize("dtype", ["int16", "int32", "uint8"])
def test_integers_are_divided_as_python_does(by, dtype):
    @rtlgen.stencil
    def f(t: Field[np.dtype(dtype)]):
        return {"quotient": t // by, "rest": (t + 1) % by, "column": i32(x // by), "odd": i32(x % by)}
    a = (np.arange(60).reshape(5, 12) - (0 if dtype == "uint8" else 30)).astype(dtype)
    found = f(a)
    same(found["quotient"], a // np.dtype(dtype).type(by))
    same(found["rest"], (a + np.dtype(dtype).type(1)) % np.dtype(dtype).type(by))
    column = np.broadcast_to(np.arange(12, dtype=np.int32), a.shape)
    assert np.array_equal(found["column"], column // by) and np.array_equal(found["odd"], column % by)


def test_truths_beside_numbers_are_one_or_zero(plate):
    @rtlgen.stencil
    def f(t: Field[f32], n: Field[i32]):
        return {"kept": t*(t > 0.5), "count": n + (t > 0) - (n > 3), "even": t*(x % 2 == 0)}
    n = np.arange(108, dtype=np.int32).reshape(9, 12)
    found = f(plate, n)
    with np.errstate(invalid="ignore"):
        same(found["kept"], plate*(plate > 0.5))
        same(found["count"], n + (plate > 0) - (n > 3))
        same(found["even"], plate*(np.arange(12) % 2 == 0))


def test_numpys_usual_functions(plate):
    @rtlgen.stencil
    def f(t: Field[f32], q: Field[f32]):
        return {"clip": np.clip(t, -0.5, 0.5), "square": np.square(t + 1), "sign": np.sign(t), "nan": np.isnan(t),
                "finite": np.isfinite(t), "inf": np.isinf(t), "both": np.logical_and(t > 0, q), "either": np.logical_or(t > 0, q < 0),
                "one": np.logical_xor(t > 0, q > 0), "no": np.logical_not(t), "near": np.round(t), "half": round(t*2)/2,
                "sum": np.sum([t, q, t]), "added": np.add(t, np.multiply(q, 2)), "less": np.less(t, q), "cut": t.clip(0, q),
                "inverse": np.reciprocal(t), "cast": t.astype(np.float64), "wide": np.float64(q)*2, "open": np.clip(t, None, 0.25)}

    q = np.abs(plate[::-1].copy())
    found = f(plate, q)
    t = plate
    with np.errstate(all="ignore"):
        expected = {"clip": np.clip(t, np.float32(-0.5), np.float32(0.5)), "square": np.square(t + np.float32(1)), "sign": np.sign(t), "nan": np.isnan(t),
                    "finite": np.isfinite(t), "inf": np.isinf(t), "both": np.logical_and(t > 0, q), "either": np.logical_or(t > 0, q < 0),
                    "one": np.logical_xor(t > 0, q > 0), "no": np.logical_not(t), "near": np.round(t), "half": np.round(t*np.float32(2))/np.float32(2),
                    "sum": t + q + t, "added": t + q*np.float32(2), "less": t < q, "cut": t.clip(np.float32(0), q), "inverse": np.reciprocal(t),
                    "cast": t.astype(np.float64), "wide": q.astype(np.float64)*2, "open": np.minimum(t, np.float32(0.25))}
    for name, array in expected.items():
        same(found[name], array)


def test_numpy_has_typed_constants_and_types(plate):
    @rtlgen.stencil
    def f(t: Field[np.float32]):
        return np.float32(0.1)*t + np.float64(0.2)
    same(f(plate), np.float32(0.1)*plate + np.float32(0.2))

    @rtlgen.stencil
    def g(t: Field[np.float64]):
        return np.float32(0.1)*t
    same(g(plate.astype(np.float64)), np.float32(0.1)*plate.astype(np.float64))


def test_constants_are_computed_by_python(plate):
    third = 0.1 + 0.2

    @rtlgen.stencil
    def f(t: Field[f64]):
        return (0.1*3)*t + third/7 + math.sqrt(N)*t + len(WEIGHTS) + max(WEIGHTS)
    t = plate.astype(np.float64)
    with np.errstate(invalid="ignore"):
        same(f(t), (0.1*3)*t + third/7 + math.sqrt(2)*t + 4 + 0.4)


@pytest.mark.parametrize("value", [1 + 2.0**-24, 1 + 3*2.0**-24, 0.1, 2.0**-149 * 1.5, 16777217, 3.3e38, 1e-45])
def test_constants_are_rounded_as_numpy_rounds_them(value):
    @rtlgen.stencil
    def f(t: Field[f32], k: Param = value):
        return {"o": t + value, "p": t + k}
    found = f(np.zeros((2, 3), np.float32))
    assert found["o"][0, 0] == np.float32(value) and found["p"][0, 0] == np.float32(value)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int16", "uint8", "bool"])
def test_types_are_those_of_the_arrays(dtype):
    a = (np.random.default_rng(2).random((4, 5))*100).astype(dtype)

    @rtlgen.stencil
    def copy(t: Field):
        return t[0, 1]
    assert copy(a).dtype == a.dtype and np.array_equal(copy(a)[:, :-1], a[:, 1:])
    assert copy.program((4, 5), dtype=dtype).fields["t"].dtype == dtype
    assert copy.program(a).fields["t"].dtype == dtype
    assert copy.program((4, 5)).fields["t"].dtype == copy.program(shape=(4, 5)).fields["t"].dtype == "float32"


def test_types_of_temporaries_follow_from_their_values():
    @rtlgen.stencil
    def f(t: Field[f32], n: Field[i32]):
        warm = t > 0.5
        m = n + 1
        if m[0, 1] > 2:
            m = m*2
        d = t if warm else -t
        return {"t": d, "n": m, "w": warm}
    t = np.linspace(0, 1, 12, dtype=np.float32).reshape(3, 4)
    n = np.arange(12, dtype=np.int32).reshape(3, 4)
    found = f(t, n)
    m = n + 1
    same(found["t"], np.where(t > 0.5, t, -t))
    same(found["w"], t > 0.5)
    same(found["n"], np.where(moved(m, 0, 1) > 2, m*2, m))


def test_steps_and_shapes_are_whole_numbers():
    @rtlgen.stencil
    def blur(t: Field):
        return t[-1, 0] + t[1, 0]

    plate = np.ones((8, 12), np.float32)
    for steps in (2.7, "3", float("nan")):
        with pytest.raises(TypeError, match="steps: .* is not a whole number"):
            blur(plate, steps=steps)
    for steps in (-1, 2**40):
        with pytest.raises(rtlgen.Error, match="iterations|steps"):
            blur(plate, steps=steps)
    assert np.array_equal(blur(plate, steps=0), plate)
    with pytest.raises(rtlgen.Error, match="^steps: error"):
        blur.program((8, 12), steps=0)
    with pytest.raises(TypeError, match="shape: 8.7"):
        blur.program((8.7, 8.2))
    assert np.array_equal(blur(plate, steps=np.int64(2)), blur(blur(plate)))
