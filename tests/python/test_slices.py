"""Code of NumPy with slices, masks and np.roll: the same source, read as a stencil and called as a function, in the same bits."""
import itertools
import random

import numpy as np
import pytest

import rtlgen

HEAD = "import numpy as np\nimport rtlgen\nfrom rtlgen import Field\nF = np.float32\n"
SHAPE = (9, 11)


def both(text, folder, options=""):
    """The function of these lines, and its stencil."""
    lines = "".join(f"    {line}\n" for line in text.strip().split("\n"))
    names = [name for name in "tu" if name in text.replace("=", " ").replace("[", " ").replace(".", " ").replace("(", " ").replace(",", " ")
             .replace(")", " ").replace("]", " ").replace("*", " ").replace("~", " ").replace("-", " ").split()]
    file = folder / "both.py"
    fields = ", ".join(f"{name}: Field" for name in names)
    file.write_text(f"{HEAD}def numpy({', '.join(names)}):\n{lines}\n@rtlgen.stencil{options}\ndef stencil({fields}):\n{lines}")
    found = {}
    exec(compile(file.read_text(), str(file), "exec"), found)
    return found["numpy"], found["stencil"]


def arrays_of(stencil, seed=1, shape=SHAPE):
    numbers = np.random.default_rng(seed)
    return [numbers.standard_normal(shape).astype(np.float32) for _ in stencil.fields]


def check(text, folder, options="", shape=SHAPE):
    numpy, stencil = both(text, folder, options)
    arrays = arrays_of(stencil, shape=shape)
    found, expected = stencil(*arrays), numpy(*(array.copy() for array in arrays))
    found, expected = (one if isinstance(one, tuple) else (one,) for one in (found, expected))
    assert len(found) == len(expected)
    for a, b in zip(found, expected):
        assert a.dtype == b.dtype and np.array_equal(a, b, equal_nan=True), f"{np.argwhere(a != b)[:5].tolist()}\n{stencil.program(arrays[0]).yaml}"


HEAT = "F(0.1)*(t[2:, 1:-1] + t[:-2, 1:-1] + t[1:-1, 2:] + t[1:-1, :-2] - F(4)*t[1:-1, 1:-1])"


@pytest.mark.parametrize("text", [
    f"new = t.copy()\nnew[1:-1, 1:-1] = t[1:-1, 1:-1] + {HEAT}\nreturn new",
    f"t[1:-1, 1:-1] += {HEAT}\nreturn t",
    f"lap = {HEAT}\nt[1:-1, 1:-1] = t[1:-1, 1:-1] + lap\nreturn t",
    "new = np.zeros_like(t)\nnew[2:-2, 1:-1] = t[4:, 2:]*u[:-4, :-2]\nnew[2:-2, 3] = 5\nreturn new",
    "new = np.full_like(t, 0.5)\nnew[1:, 1:] = t[1:, 1:] - t[:-1, :-1]\nnew[1:-1, 1:-1] = new[1:-1, 1:-1] + t[2:, 2:]\nreturn new",
    "t[0, :] = 0\nt[-1, :] = 1\nt[:, 0] = 2\nt[:, -1] = 3\nreturn t",
    "t[1:-1, 1:-1] += u[2:, 1:-1]\nt[0, :] = t[1, :]\nt[-1, :] = t[-2, :]\nt[:, 0] = t[:, 1]\nt[:, -1] = t[:, -2]\nreturn t",
    "gx = u[:, 1:] - u[:, :-1]\ngy = u[1:, :] - u[:-1, :]\nt[:, 1:] += gx\nt[1:, :] -= gy\nreturn t",
    "flow = u[:, 1:] - u[:, :-1]\nt[:, :-1] += flow\nt[:, 1:] -= flow\nreturn t",
    "a = u[1:-1, :]\nb = a*2\nt[1:-1, :] = b + a\nreturn t",
    "t[2:5, 1:3] = u[3:6, 2:4]\nt[-3:-1, :] = u[-4:-2, :]\nreturn t",
    "t[1:, :] = t[:-1, :]\nreturn t",
    "t[:] = t + u\nt[...] = t*2\nreturn t",
    "t[3, 4:] = 7\nt[2:4, 1] += 1\nreturn t",
    "t[t > 0.5] = 0\nt[t < 0] *= 2\nt[u > 0] = u[u > 0]\nreturn t",
    "m = (u > 0) & (t < 1)\nt[m] += 1\nt[~m] = u[~m]\nreturn t",
    "new = t.copy()\nnew[1:-1, 1:-1] = np.maximum(t[1:-1, 1:-1], np.minimum(t[2:, 1:-1], t[:-2, 1:-1]))\nreturn new",
    "u[1:-1, :] = t[2:, :]\nt[1:-1, :] = u[1:-1, :] - t[:-2, :]\nreturn t, u",
    "a = t.copy()\na[0, :] = 0\nreturn t + a",
])
def test_slices_are_those_of_numpy(text, tmp_path):
    check(text, tmp_path)


@pytest.mark.parametrize("text", [
    "return t - np.roll(t, 1, axis=0)", "return np.roll(t, -2, axis=1) + np.roll(t, 1, 0)", "return np.roll(np.roll(t, 1, axis=0), -1, axis=1)",
    "return np.roll(t, (1, 2), axis=(0, 1))", "d = t*2\nreturn np.roll(d, 1, axis=0) - np.roll(d, 1, axis=1)", "return np.roll(t*2, 1, axis=0)*t"])
def test_roll_goes_around_the_edge(text, tmp_path):
    check(text, tmp_path)
    check(text, tmp_path, "(boundary={'t': 'wrap', 'd': 'wrap'})" if "d =" in text else "(boundary='wrap')")
    if "axis=1" not in text and "0, 1" not in text and "1, 0)" not in text:
        check(text, tmp_path, shape=(4, 5, 6))


def test_a_field_that_roll_reads_has_no_other_boundary(tmp_path):
    for text, options in [("return np.roll(t, 1, axis=0)", "(boundary='edge')"), ("return np.roll(t, 1, axis=0) + t[0, 1]", "")]:
        with pytest.raises(rtlgen.Error, match="RG0853.*goes around the edge"):
            both(text, tmp_path, options)


@pytest.mark.parametrize("text,words", [
    ("t[1:-1, :] = u[1:, :]\nreturn t", "does not fit"), ("t[0, :] = u[-1, :]\nreturn t", "boundary=.wrap"), ("t[0, :] = t[-2, :]\nreturn t + u", "the other end of the grid"),
    ("t[:, -2:] = t[:, :2]\nreturn t + u", "the other end of the grid"), ("t[:2, :] = t[-1:, :]\nreturn t + u", "does not fit"), ("t[1:-1, :] = u[0, :]\nreturn t", "does not fit"),
    ("d = u[1:, :] - u[:-1, :]\nreturn t + d", "shape of a part"), ("d = u[1:, :] - u[:-1, :]\nt[2:, :] = t[2:, :] + d\nreturn t", "does not fit"),
    ("d = u[1:, :] - u[:-1, :]\nt[1:-1, :] = d[1:, :]\nreturn t", "RG0854"), ("d = u[1:, :]\nt = d\nreturn t", "shape of a part"),
    ("a = t\na[0, :] = 0\nreturn t + u", "the same array in NumPy"), ("a = t\nt[0, :] = 0\nreturn a + u", "the same array in NumPy"),
    ("t[0, :, :] = u\nreturn t", "3 indices, but the grid has 2"), ("t[-1:] = u\nreturn t", "1 index, but the grid has 2"),
    ("return t[1:, :] + u", "new[1:-1, :] = t[2:, :]"), ("a = 3\na[1:, :] = t\nreturn u", "np.zeros_like")])
def test_slices_that_do_not_fit(text, words, tmp_path):
    with pytest.raises(rtlgen.Error, match=words.replace("[", r"\[")) as caught:
        _, stencil = both(text, tmp_path)
        stencil(*arrays_of(stencil))
    assert caught.value.diagnostics[0].line >= 10


def slices(pick, low, high, length):
    """A slice that begins `low` cells behind the low end and ends `high` before the high one, in one of its spellings."""
    begin = pick([str(low)] + ([""] if low == 0 else []))
    end = pick([str(length - high)] + ([""] if high == 0 else [f"-{high}"])) if pick([0, 0, 1]) else "" if high == 0 else f"-{high}"
    return f"{begin}:{end}"


def random_lines(seed):
    """Lines that assign parts, boundaries and masks."""
    pick = random.Random(seed).choice
    lines = ["new = t.copy()"]
    for _ in range(pick([2, 3, 4, 5])):
        target, kind = pick(["t", "u", "new"]), pick(["part", "part", "row", "column", "mask", "frame"])
        if kind in ("part", "frame"):
            margins = [(pick([0, 1, 2]), pick([0, 1, 2])) for _ in SHAPE]
            shifts = [[(low + k, high - k) for k in range(-low, high + 1)] for low, high in margins]
            terms = [f"{pick(['t', 'u', 'new'])}[{', '.join(slices(lambda one: one[0], *pick(s), n) for s, n in zip(shifts, SHAPE))}]" for _ in range(3)]
            part = ", ".join(slices(lambda one: one[0], *m, n) for m, n in zip(margins, SHAPE))
            value = f"{terms[0]} {pick('+-*')} {terms[1]}"
            if kind == "frame":
                lines.append(f"d = {value}")
                value = f"{terms[2]} - d"
            lines.append(f"{target}[{part}] {pick(['', '+', '-'])}= {value}")
        elif kind == "mask":
            lines.append(f"{target}[{pick('tu')} > 0] = {pick(['0', '1.5', 'F(0.25)'])}")
        else:
            at, by = pick([(0, 1), (-1, -2), (1, 0), (-2, -1)])
            row = (f"{target}[{at}, :]", f"{target}[{by}, :]") if kind == "row" else (f"{target}[:, {at}]", f"{target}[:, {by}]")
            lines.append(f"{row[0]} = {pick([row[1], '0', '2'])}")
    return "\n".join([*lines, "t[...] = t + new + u", "return t, u"])


@pytest.mark.parametrize("seed", range(60))
def test_random_slices_are_those_of_numpy(seed, tmp_path):
    with np.errstate(all="ignore"):
        check(random_lines(seed), tmp_path)


def test_a_difference_is_found(tmp_path, monkeypatch):
    """Slices that are read one cell off: the tests above see it."""
    from rtlgen import _slices
    right = _slices.Part.shift_to
    monkeypatch.setattr(_slices.Part, "shift_to", lambda self, other: None if (by := right(self, other)) is None else by + (other.first == 2))
    with pytest.raises(AssertionError):
        check(f"t[1:-1, 1:-1] += {HEAT}\nreturn t", tmp_path)


def test_parts_that_share_cells():
    from rtlgen._slices import Part
    ends = [(0, 0), (1, 0), (1, -1), (0, -1), (2, 3), (0, 1), (-1, 0), (-2, -1)]
    n = 12
    for (a, b), (c, d) in itertools.product(ends, ends):
        one, other = (set(range(n)[slice(first, end or None)]) for first, end in ((a, b), (c, d)))
        part, other_part = Part("x", a, b, False), Part("x", c, d, False)
        assert not (part.is_beside(other_part) and one & other), (a, b, c, d)
        if {a, c} <= {0, 1, 2} and b == 1 and c >= 1:
            assert part.is_beside(other_part)


@pytest.mark.parametrize("text,shape", [
    ("a, b = t[1:-1, 1:-1], t[2:, 1:-1]\nt[1:-1, 1:-1] += a*b\nreturn t", SHAPE), ("a, b = t[1:, :] - t[:-1, :], t*2\nt[1:, :] -= a\nreturn t + b", SHAPE),
    ("t[1:-1] += u[2:] - u[:-2]\nt[:1] = t[1:2]\nt[-1:] = t[-2:-1]\nreturn t", (40,)),
    ("t[1:-1, :, 1:] += u[2:, :, :-1]\nt[0, :, :] = 0\nt[:, -1, :] = t[:, -2, :]\nreturn t", (5, 6, 7)),
    ("d = t[1:-1, :]\nd = d*2\nt[1:-1, :] = d\nreturn t", SHAPE)])
def test_more_slices(text, shape, tmp_path):
    check(text, tmp_path, shape=shape)


def test_steps_of_slices(tmp_path):
    """Maxwell's equations on a staggered grid, 20 steps."""
    text = ("u[:, :-1] -= F(0.5)*(t[:, 1:] - t[:, :-1])\nv[:-1, :] += F(0.5)*(t[1:, :] - t[:-1, :])\n"
            "t[1:-1, 1:-1] += F(0.5)*((v[1:-1, 1:-1] - v[:-2, 1:-1]) - (u[1:-1, 1:-1] - u[1:-1, :-2]))\nreturn t, u, v")
    lines = "".join(f"    {line}\n" for line in text.split("\n"))
    file = tmp_path / "yee.py"
    file.write_text(f"{HEAD}def numpy(t, u, v):\n{lines}\n@rtlgen.stencil\ndef stencil(t: Field, u: Field, v: Field):\n{lines}")
    found = {}
    exec(compile(file.read_text(), str(file), "exec"), found)
    fields = arrays_of(found["stencil"])
    expected = tuple(array.copy() for array in fields)
    for _ in range(20):
        expected = found["numpy"](*expected)
    for a, b in zip(found["stencil"](*fields, steps=20), expected):
        assert np.array_equal(a, b)


def test_a_view_is_not_changed_in_place(tmp_path):
    with pytest.raises(rtlgen.Error, match="changes in place"):
        both("d = t[1:-1, :]\nd += 1\nreturn t", tmp_path)
    with pytest.raises(rtlgen.Error, match="t\\[:1\\]"):
        both("t[0] = 1\nreturn t", tmp_path)
