"""Comprehensions of a stencil's body, and the loops in them, which Python unrolls."""
from __future__ import annotations

import ast
from typing import Any, Iterator

from . import _values as v
from ._arithmetic import Arithmetic
from ._expressions import MOST_TURNS
from ._types import Coordinate
from ._values import Code, Ref


class Comprehensions(Arithmetic):
    """Expressions with comprehensions."""

    def _ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> list[Any]:
        return self.comprehended(node, node)  # type: ignore[no-any-return]

    def _DictComp(self, node: ast.DictComp) -> Any:
        pairs = ast.copy_location(ast.ListComp(ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node), node.generators), node)
        return self.made(dict(self.comprehended(pairs, node)))

    def _NamedExpr(self, node: ast.NamedExpr) -> Any:
        value = self.read(node.value)
        if isinstance(self.scope.names.get(node.target.id), (Code, Ref)) and self.scope.is_step:
            raise self.refuse("RG0852", node, f"{node.target.id} gets a new value in the middle of an expression", "assign it on a separate line")
        self.assign(node.target.id, value, node.target)
        return self.read(ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target))

    def assign(self, name: str, value: Any, node: ast.AST) -> None:
        raise NotImplementedError

    _GeneratorExp = _ListComp

    def comprehended(self, node: ast.ListComp | ast.GeneratorExp, at: ast.AST) -> Any:
        before = self.scope.names
        try:
            found: list[Any] = []
            for _ in self._turns(list(node.generators)):
                if len(found) == MOST_TURNS:
                    raise self.refuse("RG0853", at, f"at most {MOST_TURNS} terms can be unrolled")
                found.append(self.read(node.elt))
            return self.made(found)
        finally:
            self.scope.names = before

    def _turns(self, loops: list[ast.comprehension]) -> Iterator[None]:
        """Sets the variables of the loops to their values, one after the other."""
        if not loops:
            yield None
            return
        before = self.scope.names
        for value in self.entries(self.read(loops[0].iter), loops[0].iter):
            self.scope.names = dict(before)
            self.bind(loops[0].target, value)
            if all(self.known(test) for test in loops[0].ifs):
                yield from self._turns(loops[1:])

    def known(self, test: ast.expr) -> bool:
        """A condition that Python decides."""
        value = self.tested(self.read(test))
        if v.is_symbolic(value) or isinstance(value, Coordinate):
            raise self.refuse("RG0854", test, f"{self._shown(test)} is not known when the stencil is read",
                              "conditions of loops must use numbers that are known when the stencil is defined")
        return bool(value)

    def bind(self, target: ast.expr, value: Any) -> None:
        """Gives the names of a loop's target their values."""
        if isinstance(target, ast.Name):
            self.scope.names[target.id] = value
            return
        if not isinstance(target, (ast.Tuple, ast.List)):
            raise self.refuse("RG0853", target, "the variable of a loop must be a name, or names separated by commas")
        values = self.entries(value, target)
        if len(values) != len(target.elts):
            raise self.refuse("RG0853", target, f"{v.counted(len(target.elts), 'name')} for {v.counted(len(values), 'value')}")
        for entry, one in zip(target.elts, values):
            self.bind(entry, one)
