"""Stencils and programs as Python's own objects: pickled, copied, inspected, in other processes and types of arrays."""
import copy
import gc
import inspect
import multiprocessing
import pickle
import subprocess
import sys
import warnings
import weakref

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Param, f32

BIG = None


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    """Heat in a plate."""
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


def make(factor):
    @rtlgen.stencil
    def local(t: Field[f32]):
        return t*factor
    return local


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


@pytest.mark.parametrize("change", [copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o))])
def test_copies_are_the_same(change, plate):
    for stencil in (heat, make(3)):
        again = change(stencil)
        assert np.array_equal(again(plate), stencil(plate)) and repr(again) == repr(stencil) and again.__doc__ == stencil.__doc__
        program = stencil.program(plate.shape)
        assert np.array_equal(change(program).golden({"t": plate}).array, stencil(plate))
        assert np.array_equal(change(program.golden({"t": plate})).array, stencil(plate))
    with pytest.raises(rtlgen.Error) as caught:
        change(heat.program((8, 12)).set("hardware.clock_mhz", 2000)).check()
    assert caught.value.diagnostics[0].file == __file__
    assert change(caught.value).diagnostics == caught.value.diagnostics and str(change(caught.value)) == str(caught.value)


def test_a_pool_of_processes_takes_a_stencil(plate):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map_async(heat, [plate, 2*plate]).get(100)
    assert np.array_equal(found[0], heat(plate)) and np.array_equal(found[1], heat(2*plate))


def test_a_stencil_keeps_no_data_alive():
    global BIG
    BIG = np.zeros((100, 100))
    other = np.ones(50)
    watched = [weakref.ref(BIG), weakref.ref(other)]

    @rtlgen.stencil
    def scaled(t: Field[f32]):
        return t*other[3]
    BIG = other = None
    gc.collect()
    assert watched[0]() is None and watched[1]() is None
    assert scaled(np.ones((2, 2), np.float32))[0, 0] == 1


def test_what_help_and_ipython_show():
    assert str(inspect.signature(heat)).startswith("(t: ") and "k" in str(inspect.signature(heat))
    assert "return t + k*" in inspect.getsource(heat) and heat.__name__ == "heat" and heat.__module__ == __name__
    assert "<b>heat</b>" in heat._repr_html_()


def test_numbers_of_numpy_are_defaults(plate):
    @rtlgen.stencil
    def f(t: Field[f32], k: Param = np.float32(0.1), n: Param = np.int64(2)):
        return t*k*n
    same = plate*np.float32(0.1)*np.float32(2)
    assert np.array_equal(f(plate), same)
    assert np.array_equal(f(plate, k=np.array(0.1, np.float32), n=np.array(2)), same)
    with pytest.raises(TypeError, match="parameter k"):
        f(plate, k=np.array([0.1, 0.2]))
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="parameter k.*finite"):
            f(plate, k=value)


def test_nothing_is_rounded_unless_asked():
    wide = np.full((8, 12), 0.1)
    with pytest.raises(ValueError, match=r"array t: .*0\.1.* of float64 at \(0, 0\) .*casting=\"same_kind\""):
        heat(wide)
    assert np.array_equal(heat(wide, casting="same_kind"), heat(wide.astype(np.float32)))
    assert np.array_equal(heat(wide.astype(np.float32).astype(np.float64)), heat(wide.astype(np.float32)))
    assert np.array_equal(heat(wide.tolist()), heat(wide.astype(np.float32)))  # numbers of Python have no dtype
    large = np.full((8, 12), 2**24, np.int64)
    assert heat(large)[0, 0] == 2**24
    large[3, 4] += 1
    with pytest.raises(ValueError, match=r"array t: .*16777217.* at \(3, 4\)"):
        heat(large)
    assert heat(np.full((8, 12), np.nan)).shape == (8, 12)
    for entry in ("golden", "sim", "run", "report"):
        arguments = {"folder": "nowhere"} if entry == "report" else {}
        with pytest.raises(ValueError, match="casting"):
            getattr(heat.program((8, 12)), entry)(**arguments, arrays={"t": wide}, casting="unsafe")
        with pytest.raises(ValueError, match="array t"):
            getattr(heat.program((8, 12)), entry)(**arguments, arrays={"t": wide})


def test_masked_arrays(plate):
    with pytest.raises(TypeError, match="array t: .*masked.*filled"):
        heat(np.ma.array(plate, mask=plate > 0.9))
    assert np.array_equal(heat(np.ma.array(plate)), heat(plate))


def test_arrays_of_other_libraries_by_dlpack(plate):
    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **how):
            return self.array.__dlpack__(**how)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

        shape = property(lambda self: self.array.shape)
    assert np.array_equal(heat.program((8, 12)).golden({"t": Tensor(plate)}).array, heat(plate))


def test_one_array_for_a_program_of_one_field(plate):
    program = heat.program(plate.shape)
    assert np.array_equal(program.golden(plate).array, heat(plate))
    with pytest.raises(TypeError, match="arrays: pass a dict"):
        program.golden(3)
    with pytest.raises(TypeError, match="arrays: 1 is not the name"):
        program.golden({1: plate})
    with pytest.raises(TypeError, match="params: .* is not a dict"):
        program.golden(plate, params=[("k", 1)])
    with pytest.raises(TypeError, match="types: 'float32' is not a list"):
        program.explore(board="kcu105", types="float32")
    with pytest.raises(TypeError, match="arithmetic: 'ieee'"):
        program.explore(board="kcu105", arithmetic="ieee")
    with pytest.raises(TypeError, match="set: 3"):
        program.set(3, 4)
    for value in (None, object(), b"x"):
        with pytest.raises(TypeError, match="grid: .* cannot be the value"):
            program.set("grid", value)
    with pytest.raises(ValueError, match="grid: nan"):
        program.set("grid", [float("nan"), 1])


def test_warnings_are_at_the_users_line():
    @rtlgen.stencil
    def narrow(t: Field[rtlgen.u8]):
        return (t[0, -1] + t[0, 1])/2
    for call in (lambda: narrow(np.zeros((3, 4), np.uint8)), lambda: narrow.program((3, 4)), lambda: narrow.program((5, 6)).set("grid", [4, 4])):
        narrow._programs.clear()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert caught and all(w.filename == __file__ for w in caught), [w.filename for w in caught]


def test_results_are_mappings(plate):
    result = heat.program(plate.shape).golden(plate)
    assert "t" in result and list(result) == ["t"] and list(result.keys()) == ["t"] and len(result) == 1
    assert dict(result)["t"] is result["t"] and "u" not in result
    with pytest.raises(KeyError, match="'u'; the fields are: t"):
        result["u"]


def test_pictures_of_cells_that_are_no_numbers():
    result = heat.program((4, 5)).golden(np.full((4, 5), np.nan, np.float32))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "no finite value" in result._repr_html_()


def test_star_imports_bring_no_short_names():
    names = {}
    exec("from rtlgen import *", names)
    assert "Field" in names and "stencil" in names and not {"x", "y", "z", "step", "load"} & set(names)


def test_every_public_thing_says_what_it_is():
    for name in rtlgen.__all__:
        thing = getattr(rtlgen, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert inspect.getdoc(thing), name


def test_a_stencil_in_an_interpreter_without_its_file(tmp_path, plate):
    (tmp_path / "a.py").write_text("import sys, pickle, numpy as np\nf = pickle.load(open(sys.argv[1], 'rb'))\n"
                                   "print(float(f(np.ones((2, 3), np.float32))[0, 0]))\n")
    (tmp_path / "f.pickle").write_bytes(pickle.dumps(make(3)))
    found = subprocess.run([sys.executable, tmp_path / "a.py", tmp_path / "f.pickle"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert found.stdout.strip() == "3.0"


def test_results_are_compared_by_identity(plate):
    """Equality cell by cell would be an array of truth values, which has none."""
    result = heat.program(plate.shape).golden(plate)
    for one in (result, result.picture("t"), heat.program(plate.shape).model(board="kcu105")):
        assert one == one and one != copy.deepcopy(one) and len({one, copy.deepcopy(one)}) == 2
