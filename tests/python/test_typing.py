"""What type checkers find in documented examples, and in the package itself."""
import os
import pathlib
import re
import subprocess
import sys

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
program = heat.program((64, 96), steps=3)
result = program.golden({"t": np.zeros((64, 96), np.float32)})
print(result["t"].max(), result.array.shape, result.seconds + 1.0, result.steps + 1)
print(program.model(board="kcu105").fits, program.explore(board="kcu105").front)
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def checked(text, tmp_path, cache):
    needed("mypy", "mypy")
    (tmp_path / "example.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, "example.py"], cwd=tmp_path,
                          capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
    return done.stdout + done.stderr


def documented():
    text = (ROOT / "docs/python.md").read_text()
    return next(block for block in re.findall("```python\n(.*?)```", text, re.S) if "Annotated" in block)


def test_a_documented_example_is_clean(tmp_path, cache):
    found = checked(documented() + USES, tmp_path, cache)
    assert "Success" in found, found


def test_a_mistake_is_found(tmp_path, cache):
    found = checked(documented() + 'heat.program((2, 2), stepz="a").nothing()\n', tmp_path, cache)
    assert "nothing" in found, found
