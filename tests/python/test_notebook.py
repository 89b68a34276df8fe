"""The example notebooks run in a kernel of Jupyter, as their readers run them; a broken cell is found."""
import json
import os
import pathlib
import re
import sys

import pytest

from stencil_tools import needed

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples/python").glob("*.ipynb"))


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """The name of a kernel of this Python, which leaves nothing in the user's folders."""
    needed("nbclient", "python3-nbclient")
    needed("ipykernel", "python3-ipykernel")
    home = tmp_path_factory.mktemp("jupyter")
    (home / "kernels/rtlgen").mkdir(parents=True)
    command = [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (home / "kernels/rtlgen/kernel.json").write_text(json.dumps({"argv": command, "display_name": "Python", "language": "python"}))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_PATH", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
            patch.setenv(name, str(home))
        patch.setenv("OMP_NUM_THREADS", "1")  # grids are small, and threads wait for each other on a busy machine
        yield "rtlgen"


def run(notebook, kernel, folder):
    """The outputs of all cells, one after the other."""
    import nbclient
    done = nbclient.NotebookClient(notebook, timeout=600, kernel_name=kernel, resources={"metadata": {"path": str(folder)}}).execute()
    return [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]


def html(outputs):
    return "".join(o["data"].get("text/html", "") for o in outputs if "data" in o)


def printed(outputs):
    return "".join(o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stdout")


SHOWN = {
    "heat": lambda o: "acTL" in decoded(html(o)) and "error[RG0854]" in printed(o) and "KCU105" in printed(o),
    "waves": lambda o: "acTL" in decoded(html(o)) and "<polyline" in html(o) and "every bit matches" in html(o),
    "image": lambda o: html(o).count("<img") >= 4 and "pictures a second" in printed(o),
    "reaction": lambda o: "acTL" in decoded(html(o)) and "every bit matches" in html(o) and "bfloat16" in html(o),
    "board": lambda o: "<iframe srcdoc=" in html(o) and "kcu105" in printed(o) and "cells_per_cycle" in html(o),
}


def decoded(text):
    """The beginnings of PNGs in HTML."""
    import base64
    pictures = re.findall("data:image/png;base64,((?:[A-Za-z0-9+/]{4}){1,600})", text)
    return "".join(base64.b64decode(picture).decode("latin-1") for picture in pictures)


def test_there_is_a_notebook_for_each_field_of_use():
    assert {path.stem for path in NOTEBOOKS} == set(SHOWN)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, kernel, tmp_path):
    nbformat = needed("nbformat", "python3-nbformat")
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells), "commit notebooks without outputs"
    outputs = run(notebook, kernel, tmp_path)
    assert SHOWN[path.stem](outputs), outputs
    progress = [o["text"] for o in outputs if o["output_type"] == "stream" and o["name"] == "stderr"]
    assert not [text for text in progress if "warning" in text.lower()], progress
    assert os.listdir(tmp_path) == []


def test_a_broken_cell_is_found(kernel, tmp_path):
    nbformat = needed("nbformat", "python3-nbformat")
    import nbclient
    broken = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("a = 1"), nbformat.v4.new_code_cell("assert a == 2")])
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="AssertionError"):
        run(broken, kernel, tmp_path)
