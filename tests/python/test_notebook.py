"""The cells of the example notebook run, one after the other, as a notebook runs them; a broken one is found."""
import ast
import json
import linecache
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(cells):
    """Returns what the last expression of each cell shows: HTML, else a text."""
    names, shown = {"__name__": "__main__"}, []
    for number, cell in enumerate(cells):
        source, file = "".join(cell), f"<cell {number}>"
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        tree = ast.parse(source, file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, file, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), file, "eval"), names)
            html = getattr(value, "_repr_html_", None)
            shown.append(html() if html is not None else repr(value))
    return shown


def cells_of(path):
    return [cell["source"] for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def test_the_notebook_runs(capsys):
    shown = run(cells_of(ROOT / "examples/python/heat.ipynb"))
    assert any("<img src='data:image/png" in text for text in shown)
    printed = capsys.readouterr().out
    assert "error[RG0855]" in printed and "<cell" in printed and "KCU105" in printed


def test_a_broken_cell_is_found():
    with pytest.raises(NameError):
        run([["a = 1\n", "a"], ["b"]])
