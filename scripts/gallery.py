#!/usr/bin/python3
"""Makes docs/gallery.md and its pictures: the fields of every shipped stencil, computed by the golden engine.

Usage: scripts/gallery.py [NAME...]     makes only these pictures ("hero", "report": those of README.md); the page is always written completely

Needs Debian's python3-numpy and python3-matplotlib, for "report" chromium, and rtlgen ($RTLGEN, else build/release or build/ci). The
pictures are for people, with colour maps, colour bars and clipped extremes; `--output` writes data (docs/data_files.md).
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

if {"-h", "--help"} & set(sys.argv[1:]):  # before the packages, which may be missing
    print(__doc__.strip())
    sys.exit()

import matplotlib  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs/images/gallery"
PAGE = ROOT / "docs/gallery.md"

# How a field is shown. Diverging maps are white at the middle (default: 0) and symmetric around it.
HEAT = {"map": "inferno"}
GREY = {"map": "gray", "grid": False}
SIGNED = {"map": "RdBu_r", "middle": 0.0}
# By stencil: the field, its name with unit, how it is shown, and how the run differs from the file. `clip`: the share of the
# cells, in percent, that may lie beyond the upper end of the bar, or beyond either end of a diverging one. `upward`: y is a
# height. `smoothed`: the input is the picture after SMOOTHING steps of perona_malik, without the speckle.
SMOOTHING = 60
# `before`: the input picture stands beside the result and their difference, all cut to CROP, because a filter changes too little
# to be seen in the whole.
CROP = (slice(268, 338), slice(318, 388))
SHOWN = {
    "adi": dict(label="temperature", iterations=4, **HEAT),
    "bilateral": dict(before=True, label="brightness", **GREY),
    "blur": dict(before=True, label="brightness", **GREY),
    "canny": dict(label="edge strength", map="magma", clip=0.5, smoothed=True),
    "colour_filter": dict(colour=True),
    "d2q9": dict(component=2, label="population that moves along y", iterations=400, map="viridis"),
    "denoise2d": dict(before=True, label="brightness", **GREY),
    "denoise3d": dict(label="brightness", map="gray"),
    "diffusion2d": dict(label="temperature, °C", iterations=400, **HEAT),
    "diffusion3d": dict(label="temperature, °C", **HEAT),
    "fdtd2d": dict(field="ez", label="electric field / initial peak", **SIGNED),
    "gaussian": dict(before=True, label="brightness, sum of 256 weights", **GREY),
    "gray_scott": dict(field="v", label="share of substance v", iterations=9000, map="viridis"),
    "ground2d": dict(label="temperature, °C", iterations=192, **HEAT),
    "harris": dict(label="corner response", clip=2, gamma=0.5, map="magma", smoothed=True),
    "hdiff": dict(label="smoothed field", map="viridis"),
    "heat1d": dict(label="temperature / initial peak", over_time=(20, 6000, 60), **HEAT),
    "heat3d": dict(label="temperature, °C", **HEAT),
    "heat_until": dict(label="temperature", **HEAT),
    "hotspot2d": dict(label="temperature, K", **HEAT),
    "hotspot3d": dict(label="temperature, K", **HEAT),
    "iir_blur": dict(before=True, label="brightness", **GREY),
    "jacobi2d": dict(label="temperature, °C", iterations=200, **HEAT),
    "jacobi2d_5pt": dict(label="value", map="viridis"),
    "jacobi2d_9pt": dict(label="value", **SIGNED),
    "jacobi3d": dict(label="temperature, °C", iterations=60, **HEAT),
    "jacobi3d_7pt": dict(label="value", map="viridis"),
    "jacobi_fixed": dict(label="temperature", **HEAT),
    "jacobi_float": dict(label="temperature, °C", iterations=48, **HEAT),
    "laplace2d": dict(label="potential, V", iterations=200, map="viridis"),
    "lattice_gas": dict(field="n", label="particles in a cell", particles=True, map="magma"),
    "lbm2d": dict(field="fe", label="population that moves along x", iterations=400, map="viridis"),
    "life": dict(label="alive", bar=False, map="Greys"),
    "maxwell3d": dict(field="hx", label="magnetic field / peak of the pulse", **SIGNED),
    "median": dict(before=True, label="brightness", **GREY),
    "miniweather": dict(field="q", component=0, upward=True, label="density less that at rest, kg/m³", iterations=6000, clip=0.1, **SIGNED),
    "morphology": dict(field="contour", label="most less least of five cells", clip=0.5, gamma=0.7, map="magma", smoothed=True),
    "perona_malik": dict(before=True, label="brightness", **GREY),
    "red_black": dict(field="u", label="potential", iterations=200, map="viridis"),
    "rtm": dict(field="image", label="correlation of two waves", clip=0.3, **SIGNED),
    "seidel2d": dict(label="temperature, °C", iterations=60, **HEAT),
    "seidel2d_rows": dict(label="temperature, °C", iterations=300, **HEAT),
    "seismic25": dict(field="p", label="pressure / initial peak", **SIGNED),
    "seismic_shot": dict(field="p", label="pressure / peak of the source", iterations=120, clip=0.2, **SIGNED),
    "semi_lagrangian": dict(label="tracer", iterations=50, map="viridis"),
    "shallow_water": dict(field="h", label="depth of water, m", map="RdBu_r", middle=1.0),
    "sobel2d": dict(label="65,535 less the gradient", **GREY),
    "srad2d": dict(before=True, label="brightness", **GREY),
    "tone_curve": dict(before=True, label="brightness", **GREY),
    "upwind": dict(label="concentration", map="viridis"),
    "vadv": dict(label="change of the wind, m/s²", upward=True, **SIGNED),
    "wave_open": dict(field="p", label="pressure / initial peak", iterations=110, clip=0.5, **SIGNED),
    "wave2d": dict(field="p", label="pressure / peak of the source", iterations=170, clip=0.2, **SIGNED),
    "wave3d": dict(field="p", label="pressure / initial peak", **SIGNED),
}
# The picture of the README: descriptions in docs/images/hero, longer and finer than the shipped ones.
HERO = {
    "reaction": dict(field="v", title="reaction and diffusion", map="viridis"),
    "wave": dict(field="p", title="seismic wave in layered rock", clip=0.5, **SIGNED),
    "cylinder": dict(field="curl", title="vortices behind a cylinder", clip=0.5, crop=(slice(8, 152), slice(8, 362)), **SIGNED),
    "chip": dict(field="t", title="temperature of a chip", map="inferno"),
}


def program():
    for path in [os.environ.get("RTLGEN"), ROOT / "build/release/rtlgen", ROOT / "build/ci/rtlgen"]:
        if path and os.access(path, os.X_OK):
            return str(path)
    sys.exit("gallery.py: no rtlgen found; build it or set RTLGEN")


def value(text, key):
    """The text of a top-level key of a description."""
    found = re.search(rf"^{key}: *(.*)$", text, re.M)
    return found.group(1).strip().strip('"') if found else ""


def field_of(name, text):
    """The field to show: the last one assigned if SHOWN names none."""
    if "field" in SHOWN[name]:
        return SHOWN[name]["field"]
    update = re.search(r"^update:\n((?:[ #].*\n|\n)*)", text, re.M).group(1)
    return re.findall(r"^  - (\w+):", update, re.M)[-1]


def field_after(name, field, iterations, smoothed=False):
    """The field after a run of the golden engine, with axes z, y, x."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/field.npy"
        command = [program(), "golden", str(ROOT / f"configs/{name}.yaml"), "--output", f"{field}={file}"]
        if smoothed:
            picture = field_after("perona_malik", "u", SMOOTHING)
            kind = np.float32 if re.search(r"^type: float32", (ROOT / f"configs/{name}.yaml").read_text(), re.M) else np.uint8
            np.save(f"{folder}/image.npy", np.clip(np.round(picture), 0, 255).astype(kind))
            command += ["--input", f"image={folder}/image.npy"]
        if iterations:
            command += ["--iterations", str(iterations)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return np.load(file)


def picture_data(name, text):
    """Two axes to show, and the ends of the second one if it is not the field's y."""
    shown = SHOWN[name]
    field = field_of(name, text)
    if "over_time" in shown:
        first, last, rows = shown["over_time"]
        times = np.linspace(first, last, rows).astype(int)
        return np.array([field_after(name, field, t).ravel() for t in times]), (first, last)
    data = field_after(name, field, shown.get("iterations"), shown.get("smoothed", False)).astype(np.float64)
    if shown.get("colour"):
        return data.astype(np.uint8), None
    if "component" in shown:
        return data[..., shown["component"]], None
    data = data.reshape(data.shape[-3:]) if data.ndim >= 3 else data
    if data.ndim == 3:
        data = data[data.shape[0] // 2]
    if shown.get("particles"):  # the bits of a cell are particles
        data = sum((data.astype(np.int64) >> bit) & 1 for bit in range(4)).astype(np.float64)
    return data, None


def norm_of(shown, data):
    clip = shown.get("clip", 0)
    low, high = np.percentile(data, [clip if "middle" in shown else 0, 100 - clip])
    if "middle" in shown:
        reach = max(high - shown["middle"], shown["middle"] - low) or 1
        low, high = shown["middle"] - reach, shown["middle"] + reach
    if "gamma" in shown:
        return matplotlib.colors.PowerNorm(shown["gamma"], low, high, clip=True)
    return matplotlib.colors.Normalize(low, high, clip=True)


def draw(axes, name, text):
    shown = SHOWN[name]
    data, times = picture_data(name, text)
    height, width = data.shape[:2]
    extent = (0, width, height, 0) if times is None else (0, width, times[1], times[0])
    colours = {} if shown.get("colour") else dict(cmap=shown["map"], norm=norm_of(shown, data))
    image = axes.imshow(data, extent=extent, interpolation="nearest", **colours,
                        aspect="equal" if times is None and max(height, width) < 4 * min(height, width) else "auto")
    if shown.get("upward"):
        axes.invert_yaxis()
    axes.set_xlabel("x, cells", fontsize=8)
    axes.set_ylabel("time steps" if times else "y, cells", fontsize=8)
    axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(4, integer=True))
    axes.yaxis.set_major_locator(matplotlib.ticker.MaxNLocator(4, integer=True))
    axes.tick_params(labelsize=7)
    if shown.get("colour") or not shown.get("bar", True):
        return
    bar = plt.colorbar(image, ax=axes, fraction=0.046, pad=0.03, extend="neither" if "clip" not in shown else "both" if "middle" in shown else "max")
    bar.ax.yaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5))
    bar.set_label(shown["label"], fontsize=8)
    bar.ax.tick_params(labelsize=7)


def save(figure, path):
    # No date and no version, so that the same fields give the same bytes.
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)
    print(path.relative_to(ROOT))


def make_pair(name, text):
    """A part of the picture before and after a filter, with one range of grey, and what the filter changed."""
    shown = SHOWN[name]
    before = plt.imread(ROOT / "configs" / re.search(r"data/[\w/]+\.pgm", text).group(0)).astype(np.float64)[CROP]
    after = picture_data(name, text)[0][CROP]
    figure, grid = plt.subplots(1, 3, figsize=(5.2, 2), layout="constrained")
    for axes, title, data in zip(grid, ["before", "after", "change"], [before, after, after - before]):
        change = title == "change"
        colours = dict(cmap="RdBu_r", norm=norm_of(dict(middle=0, clip=0.5), data)) if change else dict(cmap=shown["map"], norm=norm_of({}, before))
        image = axes.imshow(data, **colours)
        axes.set_title(title, fontsize=9)
        axes.set_axis_off()
        if change:
            bar = plt.colorbar(image, ax=axes, fraction=0.046, pad=0.03, extend="both")
            bar.ax.yaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5))
            bar.ax.tick_params(labelsize=7)
    save(figure, IMAGES / f"{name}.png")


def make_picture(name, text):
    if "before" in SHOWN[name]:
        make_pair(name, text)
        return
    figure, axes = plt.subplots(figsize=(3.9, 3.1), layout="constrained")
    draw(axes, name, text)
    save(figure, IMAGES / f"{name}.png")


def make_hero():
    pictures = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, shown in HERO.items():
            file = f"{folder}/{name}.npy"
            subprocess.run([program(), "golden", str(ROOT / f"docs/images/hero/{name}.yaml"), "--output", f"{shown['field']}={file}"],
                           check=True, stdout=subprocess.DEVNULL)
            pictures[name] = np.load(file).astype(np.float64)[shown.get("crop", ...)]
    widths = [data.shape[1] / data.shape[0] for data in pictures.values()]
    figure, grid = plt.subplots(1, len(HERO), figsize=(12, 2.5), layout="constrained", width_ratios=widths)
    for axes, (name, data) in zip(grid, pictures.items()):
        shown = HERO[name]
        axes.imshow(data, cmap=shown["map"], norm=norm_of(shown, data), interpolation="bilinear")
        axes.set_title(shown["title"], fontsize=10)
        axes.set_axis_off()
    save(figure, ROOT / "docs/images/hero.png")


def make_report():
    """The upper part of a report, as a browser shows it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program(), "report", str(ROOT / "configs/hotspot2d.yaml"), "-o", f"{folder}/page", "--set", "hardware.board=de5net",
                        "--set", "hardware.bus=512", "--explore"], check=True, stdout=subprocess.DEVNULL)
        picture = ROOT / "docs/images/report.png"
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1280,1330",
                        f"--screenshot={picture}", f"file://{folder}/page/index.html"], check=True, stderr=subprocess.DEVNULL)
        print(picture.relative_to(ROOT))


def write_page(texts):
    lines = [
        "# Gallery", "",
        "Every stencil in `configs/`, run on the input that its file names; some run longer here, because that shows more. The golden engine",
        "on the CPU makes the pictures, and the tests check that the simulated hardware computes the same bits. Volumes show their middle plane;",
        "the rod (`heat1d`) shows its temperature over time. Filters show a part of the picture before and after, and the change. Signed fields use a diverging",
        "colour map with white at zero; a pointed colour bar means that extremes are clipped. Axes count cells.", "",
        "`scripts/gallery.py` makes this page. `rtlgen check NAME` prints formulas and boundaries. The pictures are meant for people;",
        "`--output FIELD=FILE.png` writes data ([data_files.md](data_files.md)).", "",
        "| | stencil | source |", "|---|---|---|",
    ]
    for name, text in texts.items():
        steps = SHOWN[name].get("iterations")
        after = f"; after {steps:,} steps" if steps else ""
        after += "; on the picture that `perona_malik` smoothed" if SHOWN[name].get("smoothed") else ""
        lines.append(f'| <img src="images/gallery/{name}.png" width="300" alt="{name}"> | [`{name}`](../configs/{name}.yaml): '
                     f'{value(text, "description")}{after} | {value(text, "source")} |')
    PAGE.write_text("\n".join(lines) + "\n")
    print(PAGE.relative_to(ROOT))


def main():
    texts = {path.stem: path.read_text() for path in sorted((ROOT / "configs").glob("*.yaml"))}
    missing = sorted(set(texts) ^ set(SHOWN))
    if missing:
        sys.exit(f"gallery.py: SHOWN and configs/ differ: {', '.join(missing)}")
    wanted = sys.argv[1:] or [*texts, "hero", "report"]
    unknown = [name for name in wanted if name not in texts and name not in ("hero", "report")]
    if unknown:
        sys.exit(f"gallery.py: unknown stencil: {', '.join(unknown)}")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        if name == "hero":
            make_hero()
        elif name == "report":
            make_report()
        else:
            make_picture(name, texts[name])
    write_page(texts)


main()
