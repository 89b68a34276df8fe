"""Pictures with colour bars, animations, curves and progress bars: what is in the PNG, and what is refused."""
import base64
import re
import sys
import types
import zlib

import numpy as np
import pytest

import rtlgen
from rtlgen import Field, Param, Probe, f32
from rtlgen import _progress

NAN, INFINITE = (0, 170, 60), (0, 200, 230)
DARK, LIGHT = (5, 4, 25), (252, 250, 190)


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


@pytest.fixture
def plate():
    return np.random.default_rng(1).random((8, 12), np.float32)


def chunks(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, found = 8, []
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4], "big"), png[at + 4:at + 8]
        data = png[at + 8:at + 8 + size]
        assert int.from_bytes(png[at + 8 + size:at + 12 + size], "big") == zlib.crc32(kind + data)
        found.append((kind.decode(), data))
        at += 12 + size
    return found


def frames(png):
    """The colours of each frame, (height, width, 3)."""
    parts = chunks(png)
    head = dict(parts)["IHDR"]
    width, height, kind = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big"), head[9]
    out, numbers = [], []
    for name, data in parts:
        if name in ("fcTL", "fdAT"):
            numbers.append(int.from_bytes(data[:4], "big"))
        if name in ("IDAT", "fdAT"):
            rows = np.frombuffer(zlib.decompress(data if name == "IDAT" else data[4:]), np.uint8).reshape(height, -1)
            assert not rows[:, 0].any()
            cells = rows[:, 1:]
            out.append(np.frombuffer(dict(parts)["PLTE"], np.uint8).reshape(-1, 3)[cells] if kind == 3 else cells.reshape(height, width, -1))
    assert numbers == list(range(len(numbers))) and parts[-1][0] == "IEND"
    return out


def test_colours_of_a_picture():
    a = np.array([[0, 1, 0.5], [np.nan, np.inf, -np.inf]], np.float32)
    shown = rtlgen.picture(a, "a")
    pixels = frames(shown.png)[0]
    assert [tuple(p) for p in pixels[0, :2]] == [DARK, LIGHT] and [tuple(p) for p in pixels[1]] == [NAN, INFINITE, INFINITE]
    assert (shown.low, shown.high, shown.colours) == (0, 1, "heat")
    html = shown._repr_html_()
    assert "1 NaN (green)" in html and "2 infinite (cyan)" in html and html.count("<img") == 2
    assert re.findall("<span>(.*?)</span>", html) == ["1", "0.5", "0"]
    limited = rtlgen.picture(a, low=0.5, high=2)
    assert (limited.low, limited.high) == (0.5, 2) and tuple(frames(limited.png)[0][0, 0]) == DARK


def test_numbers_on_both_sides_of_zero_diverge():
    shown = rtlgen.picture([[-2.0, 1.0], [0.0, 0.5]])
    assert (shown.low, shown.high, shown.colours) == (-2, 2, "diverging")
    white = frames(shown.png)[0][1, 0]
    assert white.min() >= 240
    assert rtlgen.picture([[-1e-9, 1.0]]).colours == "heat" and rtlgen.picture([[-1.0, 1.0]], colours="grey").colours == "grey"
    grey = frames(rtlgen.picture([[0, 255]], colours="grey").png)[0]
    assert grey.tolist() == [[[0, 0, 0], [255, 255, 255]]]


def test_vectors_are_in_their_colours():
    image = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    assert np.array_equal(frames(rtlgen.picture(image).png)[0], image) and rtlgen.picture(image).colours == "rgb"
    assert np.array_equal(frames(rtlgen.picture(image.astype(np.uint16)*256).png)[0], image)
    floats = frames(rtlgen.picture(image/np.float32(23)).png)[0]
    assert floats[0, 0, 0] == 0 and floats[1, 3, 2] == 255


@pytest.mark.parametrize("array", [np.ones((3, 4), bool), np.arange(12), np.arange(60, dtype=np.uint64).reshape(3, 4, 5), np.ones((4000, 7)), [[1, 2]]])
def test_any_numbers_have_a_picture(array):
    shown = rtlgen.picture(array)
    assert max(frames(shown.png)[0].shape) <= 384 and "<img" in shown._repr_html_()


def test_what_is_no_picture_is_refused(tmp_path, plate):
    for wrong, what in (([1], "two numbers"), (5, "two numbers")):
        with pytest.raises(ValueError, match=what):
            rtlgen.picture(wrong)
    with pytest.raises(TypeError, match="complex128"):
        rtlgen.picture(np.ones((2, 2), complex))
    with pytest.raises(ValueError, match="colours must be one of"):
        rtlgen.picture(plate, colours="jet")
    for name in ("low", "high"):
        for wrong in (np.nan, "1"):
            with pytest.raises(TypeError, match=name):
                rtlgen.picture(plate, **{name: wrong})
    with pytest.raises(ValueError, match="above high"):
        rtlgen.picture(plate, low=2, high=1)
    with pytest.raises(ValueError, match=".png"):
        rtlgen.picture(plate).save(tmp_path / "plate.jpg")


def test_pictures_are_saved_enlarged(tmp_path, plate):
    rtlgen.picture(plate).save(tmp_path / "plate.png")
    pixels = frames((tmp_path / "plate.png").read_bytes())[0]
    assert pixels.shape == (8*42, 12*42, 3)
    assert np.array_equal(pixels[::42, ::42], frames(rtlgen.picture(plate).png)[0])


def test_an_animation_has_one_scale_and_all_pictures(tmp_path, plate):
    program = heat.program(plate.shape, steps=9)
    shown = program.animation(plate, every=2, milliseconds=50)
    assert shown.steps == [2, 4, 6, 8, 9] and shown.name == "heat: t" and "time steps 2 to 9" in shown._repr_html_()
    states = [program.golden(plate, steps=n).array for n in shown.steps]
    assert (shown.low, shown.high) == (min(map(np.min, states)), max(map(np.max, states)))
    found = frames(shown.png)
    assert len(found) == 5 and int.from_bytes(dict(chunks(shown.png))["acTL"][:4], "big") == 5
    for pixels, state in zip(found, states):
        assert np.array_equal(pixels, frames(rtlgen.picture(state, low=shown.low, high=shown.high).png)[0])
    assert dict(chunks(shown.png))["fcTL"][20:24] == bytes([0, 50, 3, 232])  # 50/1000 s
    shown.save(tmp_path / "heat.png")
    assert len(frames((tmp_path / "heat.png").read_bytes())) == 5


def test_an_animation_of_any_arrays(plate):
    assert rtlgen.animation([plate, 2*plate]).steps == [0, 1]
    assert rtlgen.animation([(7, {"a": plate, "b": plate})], field="b").steps == [7]
    for wrong, what in (([], "no arrays"), ([plate, plate[1:]], "one shape"), ([(0, {"a": plate, "b": plate})], "choose one of a, b")):
        with pytest.raises(ValueError, match=what):
            rtlgen.animation(wrong)
    with pytest.raises(ValueError, match="more than 1000"):
        rtlgen.animation(plate for _ in range(1001))
    with pytest.raises(ValueError, match="milliseconds"):
        rtlgen.animation([plate], milliseconds=0)


def test_an_animation_of_several_fields_names_one(plate):
    program = rtlgen.loads("name: two\ngrid: [12, 8]\ntype: float32\nfields: {a: {}, b: {}}\nupdate: [{a: a + b}, {b: 0.5*b}]\niterations: 3\n")
    with pytest.raises(ValueError, match="field: choose one of a, b"):
        program.animation({"a": plate, "b": plate})
    assert program.animation({"a": plate, "b": plate}, field="b").steps == [1, 2, 3]


def test_results_show_pictures_and_curves(plate):
    @rtlgen.stencil(steps=6, probes=[Probe("t", (2, 3)), Probe("t", (4, 5), every=2)])
    def f(t: Field[f32]):
        t = 0.5*t
    result = f.program(plate.shape).golden(plate)
    html = result._repr_html_()
    assert html.count("<polyline") == 2 and html.count("<img") == 2 and "t_3_2" in html
    points = re.search("points='(.*?)'", result.probes["t_3_2"]._repr_html_())[1].split()
    heights = [float(p.split(",")[1]) for p in points]
    assert len(points) == 6 and heights == sorted(heights) and heights[0] == 6 and heights[-1] == 166
    assert result.picture(low=0).low == 0 and result.picture("t").name == "t"
    with pytest.raises(KeyError, match="q"):
        result.picture("q")


def test_curves_of_nothing_finite_are_empty():
    assert rtlgen.Trace("t", (0,), np.array([1]), np.array([np.nan]))._repr_html_() == ""
    assert rtlgen.Trace("t", (0,), np.array([1]), np.array([3.0]))._repr_html_().count("<polyline") == 1


def test_a_report_without_a_folder_is_in_the_result(plate, tmp_path):
    report = heat.program((8, 12)).report(arrays=plate, simulate="none")
    assert report.html.startswith("<!DOCTYPE html>") and report._repr_html_().startswith("<iframe srcdoc=\"&lt;!DOCTYPE")
    assert "\"" not in report._repr_html_().split("srcdoc=\"")[1].split("\" style=")[0]
    kept = heat.program((8, 12)).report(tmp_path / "page", plate, simulate="none")
    assert (tmp_path / "page/index.html").read_text() == kept.html


# ---------------------------------------------------------------- progress

class Shown:
    """Stands for tqdm."""

    made = []

    def __init__(self, desc, total, **_):
        self.desc, self.total, self.n, self.is_open = desc, total, 0, True
        Shown.made.append(self)

    def update(self, more):
        self.n += more

    def set_description_str(self, text):
        self.desc = text

    def close(self):
        self.is_open = False


@pytest.fixture
def bars(monkeypatch):
    Shown.made = []
    auto = types.ModuleType("tqdm.auto")
    auto.tqdm = Shown
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    return Shown.made


def test_progress_is_a_bar_of_tqdm(bars, plate):
    heat(plate, steps=5, progress=True)
    assert [(b.desc, b.n, b.total, b.is_open) for b in bars] == [("golden engine", 5, 5, False)]
    list(heat.program(plate.shape, steps=7).steps(plate, every=3, progress=True))
    assert [(b.n, b.total, b.is_open) for b in bars[1:]] == [(7, 7, False)]
    heat.batch(np.stack([plate, plate]), steps=4, progress=True)
    assert [(b.n, b.total, b.is_open) for b in bars[2:]] == [(8, 8, False)]


def test_a_bar_ends_with_its_run(bars, plate, tmp_path):
    heat.program(plate.shape).generate(tmp_path / "hdl", progress=True)
    assert [(b.desc, b.total, b.is_open) for b in bars] == [("HDL", None, False)]
    with pytest.raises(rtlgen.ToolError):
        heat.program(plate.shape).generate("/dev/null/hdl", progress=True)
    assert not bars[-1].is_open
    frames = heat.program(plate.shape, steps=9).steps(plate, every=2, progress=True)
    next(frames)
    frames.close()
    assert bars[-1].n == 2 and not bars[-1].is_open


def test_work_without_steps_keeps_one_bar(bars):
    bar = _progress.Bar()
    for call in (("simulation", 0, 0), ("compiling 1 of 2", 0, 0), ("golden engine", 1, 2), ("golden engine", 2, 2), ("comparing", 0, 0)):
        bar(*call)
    bar.close()
    assert [(b.desc, b.n, b.is_open) for b in bars] == [("compiling 1 of 2", 0, False), ("golden engine", 2, False), ("comparing", 0, False)]


def test_without_tqdm_a_terminal_has_a_line(monkeypatch, plate, capsys):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(_progress, "_QUIET", -1)
    monkeypatch.setattr(_progress, "_BETWEEN", -1)
    heat(plate, steps=3, progress=True)
    assert capsys.readouterr().err == ""  # no terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    heat(plate, steps=3, progress=True)
    assert "golden engine: 3 of 3 steps, 0 s\n" in capsys.readouterr().err


def test_without_tqdm_a_notebook_has_an_element(monkeypatch, plate):
    shown = []

    class Handle:
        def update(self, value):
            shown.append(value)
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    display = types.ModuleType("IPython.display")
    display.HTML = str
    display.display = lambda value, display_id: shown.append(value) or Handle()
    package = types.ModuleType("IPython")
    package.get_ipython = lambda: shell
    for name, module in (("tqdm", None), ("IPython", package), ("IPython.display", display)):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(_progress, "_QUIET", -1)
    heat(plate, steps=2, progress=True)
    assert shown[-1].startswith("<progress max='2' value='2'>")


@pytest.mark.parametrize("wrong", [1, "bar", []])
def test_progress_is_true_or_a_function(wrong, plate):
    with pytest.raises(TypeError, match="progress"):
        heat(plate, progress=wrong)
    assert np.array_equal(heat(plate, progress=False), heat(plate))


def test_images_in_html_are_png(plate):
    data = re.search("base64,(.*?)'", heat.program(plate.shape).golden(plate)._repr_html_())[1]
    assert chunks(base64.b64decode(data))[0][0] == "IHDR"
