"""What type checkers find in all documented examples and notebooks, and in the package itself."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import rtlgen
from stencil_tools import needed

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(rtlgen.__file__).parent

PRELUDE = "import rtlgen\nfrom rtlgen import Field, Param\n"
USES = """
import numpy as np
from typing import Annotated
import rtlgen
from rtlgen import Field, Param, constant, f32, load, nx, step, where, x

@rtlgen.stencil(boundary={"t": "wrap", "d": constant(0)})
def heat(t: Annotated[Field, f32], k: Param = 0.1) -> Field:
    d = t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t
    return t + k*d[0, 1]

@rtlgen.stencil
def guarded(t: Annotated[Field, f32]) -> Field:
    return where((x > 0) & (x < nx - 1), t + 0.1*step, t)

print(guarded, load)
plate = np.zeros((64, 96), np.float32)
program = heat.program((64, 96), steps=3)
result = program.golden({"t": plate}, out=plate, progress=True)
print(result["t"].shape, result.array.dtype, result.seconds + 1.0, result.steps + 1, result.picture().low + 1.0)
print(program.model(board="kcu105").fits, program.explore(board="kcu105", all_points=True).points[0].program.grid)
for row in program.sweep({"hardware.steps": [1, 2]}, board="kcu105", progress=True).rows:
    print(row["seconds"], row.program.name, row.result)
for done, fields in program.steps(plate, every=2):
    print(done + 1, fields["t"].shape)
program.animation(plate, every=2).save("heat.png")
rtlgen.picture(plate, low=0, colours="grey").save("plate.png")
print(len(program.report(arrays=plate).html), rtlgen.import_("a.c", values={"n": 3}).fields["t"].dtype)
print(heat.batch(np.stack([plate, plate]), k=0.2))
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def documented():
    """Blocks of the documentation with a stencil, by a name."""
    found = {"uses": USES}
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        blocks = [block for block in re.findall("```python\n(.*?)```", file.read_text(), re.S) if "@rtlgen.stencil" in block]
        found.update({f"{file.stem.lower()}_{i}": block if "import rtlgen" in block or "import numpy as np, rtlgen" in block else PRELUDE + block
                      for i, block in enumerate(blocks)})
    return found


def notebooks():
    found = {}
    for file in sorted((ROOT / "examples/python").glob("*.ipynb")):
        cells = [cell["source"] for cell in json.loads(file.read_text())["cells"] if cell["cell_type"] == "code"]
        found[f"notebook_{file.stem}"] = "\n".join("".join(source) for source in cells) + "\n"
    return found


def checked(texts, options, tmp_path, cache, **environment):
    """What mypy says about files with these texts."""
    needed("mypy", "mypy")
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    files = [f"{name}.py" for name in texts]
    done = subprocess.run([sys.executable, "-m", "mypy", *options, "--cache-dir", cache, *files], cwd=tmp_path,
                          capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(PACKAGE.parent), **environment})
    return done.stdout + done.stderr


def test_examples_are_many():
    names = " ".join(documented())
    assert all(page in names for page in ("readme", "python", "interoperability")) and len(documented()) >= 6 and len(notebooks()) >= 5
    assert any("boundary=" in text for text in documented().values()) and any("Annotated" in text for text in notebooks().values())


@pytest.mark.skipif(np.__version__.startswith("2"), reason="the package is checked with the stubs of NumPy 1")
def test_documented_examples_and_the_package_are_clean(tmp_path, cache):
    """Without PYTHONPATH the package is source, whose faults are shown too."""
    found = checked(documented(), ["--strict"], tmp_path, cache, PYTHONPATH="")
    assert "Success" in found, found


@pytest.mark.skipif(np.__version__.startswith("2"), reason="the notebooks are checked with the stubs of NumPy 1")
def test_notebooks_are_clean(tmp_path, cache):
    """Not strict: their helpers for NumPy have no annotations."""
    found = checked(notebooks(), ["--check-untyped-defs"], tmp_path, cache, PYTHONPATH="")
    assert "Success" in found, found


def test_a_mistake_is_found(tmp_path, cache):
    found = checked({"wrong": USES + 'heat.program((2, 2), stepz="a").nothing()\nrtlgen.stencil(boundary=3)\n'}, ["--strict"], tmp_path, cache,
                    PYTHONPATH="")
    assert "nothing" in found and "overload" in found, found


@pytest.mark.parametrize("mode", ["strict", "standard"])
def test_pyright_finds_nothing(tmp_path, mode):
    """Pyright is no package of Debian: npm -g install pyright."""
    program = shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not installed")
    for name, text in (documented() if mode == "strict" else notebooks()).items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": mode, "extraPaths": [str(PACKAGE.parent)],
                                                             "reportUnusedExpression": False}))
    done = subprocess.run([program, "--pythonpath", sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "0 errors" in done.stdout, done.stdout
