"""The source of a function: its syntax tree, and the location of each part in the file."""
from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from typing import Any, Callable

from . import _rtlgen
from ._errors import Diagnostic, Error

Place = tuple[int, int, int]  # line and column from 1, length
_NO_SOURCE = "rtlgen reads a stencil from its source: write it in a file or a notebook cell"


class Source:
    """A function to read. Its nodes refer to it: `node.of_source`. It can be pickled, without the function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function: Callable[..., Any] | None = function
        code = getattr(function, "__code__", None)
        self.file: str = code.co_filename if code is not None else "<unknown>"
        name = getattr(function, "__name__", "function")
        try:
            lines, self.first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            what = f"the source of {name}() is not available"
            raise Error(f"{self.file}: error[RG0851]: {what}\n  note: {_NO_SOURCE}",
                        [Diagnostic("error", "RG0851", "", self.file, 0, 0, 1, what, (_NO_SOURCE,))]) from None
        whole = linecache.getlines(self.file)
        self.text = "".join(whole) if whole else "\n" * (self.first - 1) + "".join(lines)
        if lines[0][:1].isspace():  # a function in a block gets a block here too, so that columns stay
            lines, self.first = ["if True:\n", *lines], self.first - 1
        self.lines = "".join(lines).splitlines()
        self.tree = self._function("".join(lines), function)
        for node in ast.walk(self.tree) if self.tree is not None else ():
            node.of_source = self  # type: ignore[attr-defined]
        self.faults: list[dict[str, Any]] = []
        self._closure = dict(inspect.getclosurevars(function).nonlocals) if code is not None else {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "function": None, "_closure": {}}

    def forget(self) -> None:
        """Drops the values of names, which are not needed after reading."""
        self._closure = {}

    @staticmethod
    def _function(text: str, function: Callable[..., Any]) -> ast.FunctionDef | ast.Lambda | None:
        """The tree of a def, or of the only lambda on its lines with these parameters."""
        try:
            tree = ast.parse(text).body[0]
        except SyntaxError:
            return None
        found = tree.body[0] if isinstance(tree, ast.If) else tree
        if isinstance(found, ast.FunctionDef):
            return found
        if getattr(function, "__name__", "") != "<lambda>":
            return None
        names = list(function.__code__.co_varnames[:function.__code__.co_argcount])
        lambdas = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and [a.arg for a in n.args.args] == names]
        return lambdas[0] if len(lambdas) == 1 else None

    def _column(self, line: int, byte: int) -> int:
        """The column, from 1, of a byte of a line of the tree."""
        return len(self.lines[line - 1].encode()[:byte].decode(errors="replace")) + 1

    def place(self, node: ast.AST) -> Place:
        at: Any = node  # an expression or statement, which have places
        line: int = at.lineno
        column = self._column(line, at.col_offset)
        end_line, end = at.end_lineno, at.end_col_offset
        length = self._column(line, end) - column if end_line == line else len(self.lines[line - 1].rstrip()) - column + 1
        return line + self.first - 1, column, max(1, length)

    def fault(self, code: str, node: ast.AST, text: str, *notes: str) -> None:
        """Records a fault at a node of this function or of one that it calls."""
        source: Source = getattr(node, "of_source", self)
        line, column, length = source.place(node)
        entry: dict[str, Any] = {"severity": "error", "code": code, "name": "", "file": source.file, "line": line, "column": column,
                            "length": length, "text": text, "notes": tuple(notes), "source": source}
        if entry not in self.faults:  # one for all turns of a loop
            self.faults.append(entry)

    def rendered(self, entries: list[dict[str, Any]]) -> str:
        """Entries as the command prints them; each may have a separate `source`."""
        text = ""
        for entry in entries:
            source: Source = entry.get("source", self)
            text += _rtlgen.render(source.file, source.text, [{k: v for k, v in entry.items() if k != "source"}])
        return text

    def raise_faults(self) -> None:
        if self.faults:
            faults, self.faults = self.faults, []
            raise Error(self.rendered(faults).rstrip("\n"),
                        [Diagnostic(**{k: v for k, v in entry.items() if k != "source"}) for entry in faults])

    def value(self, name: str) -> Any:
        """The value of a name in the scope of the function. Raises NameError."""
        if name in self._closure:
            return self._closure[name]
        names = getattr(self.function, "__globals__", {})
        if name in names:
            return names[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise NameError(f"name {name!r} is not defined")

    def knows(self, name: str) -> bool:
        try:
            self.value(name)
        except NameError:
            return False
        return True

    def evaluate(self, node: ast.expr, extra: dict[str, Any]) -> Any:
        """Evaluates a Python expression with the names visible to the function, and `extra`. Does not catch its exceptions."""
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - set(extra)
        seen = {name: self.value(name) for name in names if self.knows(name)}
        code = compile(ast.Expression(node), self.file, "eval")
        return eval(code, {"__builtins__": builtins, **seen, **extra})  # the user's own expression, as if it were called
