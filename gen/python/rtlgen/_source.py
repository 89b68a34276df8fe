"""The source of a function: its syntax tree, and where each part of it is in the file."""
from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from typing import Any, Callable

from . import _rtlgen
from ._errors import Diagnostic, Error

Place = tuple[int, int, int]  # line and column from 1, length


class Source:
    """A function that is read."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.file = function.__code__.co_filename
        try:
            lines, self.first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            raise Error(f"{self.file}: error[RG0851]: the source of {function.__name__}() is not there\n"
                        "  note: a stencil is read from its source: write it to a file or a notebook cell",
                        [Diagnostic("error", "RG0851", "", self.file, 0, 0, 1, f"the source of {function.__name__}() is not there",
                                    ("a stencil is read from its source: write it to a file or a notebook cell",))]) from None
        whole = linecache.getlines(self.file)
        self.text = "".join(whole) if whole else "\n" * (self.first - 1) + "".join(lines)
        if lines[0][:1].isspace():  # a function in a block stands in one here too, with its columns
            lines, self.first = ["if True:\n", *lines], self.first - 1
        self.lines = "".join(lines).splitlines()
        self.tree = self._function("".join(lines))
        self.faults: list[dict[str, Any]] = []
        # What names mean where the function was written.
        self.names: dict[str, Any] = {**vars(builtins), **function.__globals__, **inspect.getclosurevars(function).nonlocals}

    @staticmethod
    def _function(text: str) -> ast.FunctionDef | None:
        """None for what is no function by def: a lambda."""
        try:
            tree = ast.parse(text).body[0]
        except SyntaxError:
            return None
        found = tree.body[0] if isinstance(tree, ast.If) else tree
        return found if isinstance(found, ast.FunctionDef) else None

    def _column(self, line: int, byte: int) -> int:
        """The column, from 1, of a byte of a line of the tree."""
        return len(self.lines[line - 1].encode()[:byte].decode(errors="replace")) + 1

    def place(self, node: ast.AST) -> Place:
        line: int = node.lineno  # type: ignore[attr-defined]
        column = self._column(line, node.col_offset)  # type: ignore[attr-defined]
        end_line, end = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        length = self._column(line, end) - column if end_line == line else len(self.lines[line - 1].rstrip()) - column + 1
        return line + self.first - 1, column, max(1, length)

    def fault(self, code: str, node: ast.AST, text: str, *notes: str) -> None:
        line, column, length = self.place(node)
        self.faults.append({"severity": "error", "code": code, "name": "", "file": self.file, "line": line, "column": column,
                            "length": length, "text": text, "notes": tuple(notes)})

    def rendered(self, entries: list[dict[str, Any]]) -> str:
        return _rtlgen.render(self.file, self.text, entries)

    def raise_faults(self) -> None:
        if self.faults:
            faults, self.faults = self.faults, []
            raise Error(self.rendered(faults).rstrip("\n"), [Diagnostic(**entry) for entry in faults])

    def evaluate(self, node: ast.expr, extra: dict[str, Any]) -> Any:
        """The value of an expression of Python, of what the function sees and `extra`. Raises what it raises."""
        code = compile(ast.Expression(node), self.file, "eval")
        return eval(code, {**self.names, **extra})  # the user's own expression, as if it were called
