"""Inlines the plain functions that a stencil calls."""
from __future__ import annotations

import ast
import inspect
from typing import Any, Callable

import numpy as np

from ._annotations import Annotations
from ._calls import Local
from ._expressions import Scope
from ._source import Source
from ._types import FieldSpec
from ._values import Code

_MOST_CALLS = 40


class Returned:
    """The values of a return by name; "" for a single value without a name."""

    def __init__(self, items: dict[str, tuple[Any, ast.AST]], node: ast.AST) -> None:
        self.items, self.node = items, node


class Inlined(Annotations):
    """Inlines functions at their calls."""

    def __init__(self, source: Source, numpy_order: bool, in_place: bool) -> None:
        super().__init__(source, numpy_order, in_place)
        self.depth = 0  # depth of nested calls
        self.callers: list[Scope] = []  # scopes of the calls that are being read

    def block(self, statements: list[ast.stmt]) -> Any:
        raise NotImplementedError

    @staticmethod
    def statements(tree: ast.FunctionDef) -> list[ast.stmt]:
        body = tree.body
        first = body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            body = body[1:]
        return body

    def own_spec(self, annotation: ast.expr) -> Any:
        """The Field of an annotation in a helper function; other annotations do not matter."""
        try:
            value = self.scope.source.evaluate(annotation, {})
        except Exception:  # whatever the user's expression raises
            return None
        return value if isinstance(value, FieldSpec) else None

    def inlined(self, helper: Callable[..., Any], arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        """The value of a call of a plain function, whose body is read here."""
        name = getattr(helper, "__name__", "function")
        try:
            bound = inspect.signature(helper, follow_wrapped=False).bind(*arguments, **named)
        except TypeError as error:
            raise self.refuse("RG0853", node, f"{name}(): {error}") from None
        bound.apply_defaults()
        source = self._source_of(helper, node)
        return self._entered(source.tree, source, {}, dict(bound.arguments), name, node)

    # ------------------------------------------------------------ functions in the stencil

    def _Lambda(self, node: ast.Lambda) -> Any:
        return self.local(node)

    def local(self, node: ast.FunctionDef | ast.Lambda) -> Local:
        """The function of a def or lambda in the stencil."""
        kinds = inspect.Parameter
        given = node.args
        first = [*given.posonlyargs, *given.args]
        defaults = [self._default(one) for one in given.defaults]
        by_name = {argument.arg: value for argument, value in zip(first[::-1], defaults[::-1])}
        parameters = [kinds(a.arg, kinds.POSITIONAL_ONLY if a in given.posonlyargs else kinds.POSITIONAL_OR_KEYWORD,
                            default=by_name.get(a.arg, kinds.empty)) for a in first]
        parameters += [kinds(given.vararg.arg, kinds.VAR_POSITIONAL)] if given.vararg else []
        parameters += [kinds(a.arg, kinds.KEYWORD_ONLY, default=kinds.empty if one is None else self._default(one)) for a, one in zip(given.kwonlyargs, given.kw_defaults)]
        parameters += [kinds(given.kwarg.arg, kinds.VAR_KEYWORD)] if given.kwarg else []
        return Local(node, self.scope, inspect.Signature(parameters), self)

    def _default(self, node: ast.expr) -> Any:
        """The value of a default, which stays when its arrays change."""
        value = self.read(node)
        is_new = isinstance(value, Code) and bool(value.reads) and not self.stays
        return self.temporary("default", value, node) if is_new else value

    def local_call(self, called: Local, arguments: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        name = getattr(called.tree, "name", "the function")
        try:
            bound = called.signature.bind(*arguments, **named)
        except TypeError as error:
            raise self.refuse("RG0853", node, f"{name}(): {error}") from None
        bound.apply_defaults()
        return self._entered(called.tree, called.scope.source, called.scope.names, dict(bound.arguments), name, node)

    def _entered(self, tree: Any, source: Source, around: dict[str, Any], arguments: dict[str, Any], name: str, node: ast.Call) -> Any:
        """The value of a function's body."""
        if self.depth >= _MOST_CALLS:
            raise self.refuse("RG0853", node, f"{name}() calls itself, or more than {_MOST_CALLS} calls are nested")
        self.callers.append(self.scope)
        self.scope = Scope(source, {**around, **self._once(arguments, tree, node)})
        self.depth += 1
        try:
            if isinstance(tree, ast.Lambda):
                return self.read(tree.body)
            returned = self.block(self.statements(tree))
        finally:
            self.depth -= 1
            self.scope = self.callers.pop()
        if not isinstance(returned, Returned):
            raise self.refuse("RG0853", node, f"{name}() returns nothing", "a function that a stencil calls must return a value")
        return returned.items[""][0]

    def _source_of(self, helper: Callable[..., Any], node: ast.Call) -> Source:
        try:
            source = Source(helper)
        except Exception:
            source = None
        if source is None or source.tree is None:
            raise self.refuse("RG0853", node, f"the source of {getattr(helper, '__name__', 'the function')}() is not available",
                              "rtlgen reads called functions from their source: use def, or a lambda that is the only one on its line")
        return source

    def _once(self, arguments: dict[str, Any], tree: Any, node: ast.Call) -> dict[str, Any]:
        """Arguments that the function reads several times are computed once."""
        counts: dict[str, int] = {}
        for part in ast.walk(tree):
            if isinstance(part, ast.Name):
                counts[part.id] = counts.get(part.id, 0) + 1
        for name, value in arguments.items():
            if isinstance(value, Code) and counts.get(name, 0) > 1:
                arguments[name] = self.held(value, f"{getattr(tree, 'name', 'f')}_{name}", node)
            elif isinstance(value, np.ndarray) and value.ndim == 0:
                arguments[name] = value[()]
        return arguments
