"""What type checkers find in documented examples, and in the package itself."""
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

USES = """
from rtlgen import load, nx, step, where, x

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


def checked(text, tmp_path, cache, **environment):
    needed("mypy", "mypy")
    (tmp_path / "example.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, "example.py"], cwd=tmp_path,
                          capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(PACKAGE.parent), **environment})
    return done.stdout + done.stderr


def documented():
    text = (ROOT / "docs/python.md").read_text()
    return [block for block in re.findall("```python\n(.*?)```", text, re.S) if "Annotated" in block]


@pytest.mark.skipif(np.__version__.startswith("2"), reason="the package is checked with the stubs of NumPy 1")
def test_documented_examples_and_the_package_are_clean(tmp_path, cache):
    """Without PYTHONPATH the package is source, whose faults are shown too."""
    assert documented()
    for block in documented():
        found = checked(block + USES, tmp_path, cache, PYTHONPATH="")
        assert "Success" in found, found


def test_a_mistake_is_found(tmp_path, cache):
    found = checked(documented()[0] + 'heat.program((2, 2), stepz="a").nothing()\n', tmp_path, cache, PYTHONPATH="")
    assert "nothing" in found, found


def test_pyright_finds_nothing(tmp_path):
    """Pyright is no package of Debian: npm -g install pyright."""
    program = shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not installed")
    (tmp_path / "example.py").write_text(documented()[0] + USES)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(PACKAGE.parent)]}))
    done = subprocess.run([program, "--pythonpath", sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "0 errors" in done.stdout, done.stdout
