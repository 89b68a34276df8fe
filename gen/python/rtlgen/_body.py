"""The body of a stencil: its signature as fields and parameters, its statements as lines of a time step."""
from __future__ import annotations

import ast
import warnings
from types import FrameType
from typing import Any

import numpy as np

from . import _types, _values as v
from ._assign import Assigned
from ._inline import Returned
from ._source import Source
from ._expressions import Scope
from ._types import FieldSpec, ParamSpec
from ._values import Code, Ref, Refused

_INSTEAD: dict[type, tuple[str, str]] = {
    ast.Try: ("`try`", "a stencil has assignments and a return"),
}
_BREAK, _CONTINUE = object(), object()
_MOST_LINES = 4096
_MOST_TURNS = 1000
_WITHOUT_EFFECT = (np.errstate, warnings.catch_warnings)


class Body(Assigned):
    """The content of a function. `read_all` fills it in and raises Error with every fault."""

    def __init__(self, source: Source, numpy_order: bool, in_place: bool, seen: FrameType | None) -> None:
        super().__init__(source, numpy_order, in_place)
        self.seen = seen
        self.fields: dict[str, tuple[FieldSpec, ast.AST]] = {}
        self.params: dict[str, tuple[ParamSpec, Any, ast.AST]] = {}  # with the default, or None
        self.outputs: dict[str, tuple[v.Types, tuple[str, ...], ast.AST]] = {}
        self.aliases: dict[str, Any] = {}
        self.waiting: list[list[Any]] = []
        self.rolled: dict[str, ast.AST] = {}
        self.at_offsets: set[str] = set()
        self.counted_axes: list[tuple[int, ast.AST]] = []
        self.tuple: tuple[str, ...] = ()  # the fields that the function returns as one
        self.unnamed: ast.AST | None = None  # a returned array that is not one of several fields

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "seen": None, "scope": None}

    def read_all(self) -> None:
        tree = self.source.tree
        if not isinstance(tree, ast.FunctionDef):
            raise TypeError("@rtlgen.stencil needs a function that is defined with def")
        self.scope.is_step = True
        self.signature(tree)
        self.source.raise_faults()
        for name, (spec, _) in self.fields.items():
            self.scope.names[name] = Ref(name, frozenset({spec.type or f":{name}"}), components=spec.components)
        for name, (param, _, node) in self.params.items():
            self.scope.names[name] = Code([(name, node)], types=frozenset({param.type or ""}))
        self.taken |= {name.lower() for name in self.scope.names}
        rules = {part for keyword in ast.walk(tree) if isinstance(keyword, ast.keyword) and keyword.arg == "boundary" for part in ast.walk(keyword)}
        self.reserved = {part.value.lower() for part in ast.walk(tree) if isinstance(part, ast.Constant) and isinstance(part.value, str)
                         and part not in rules}  # those of `boundary` name temporaries
        returned = None
        try:
            returned = self.block(self.statements(tree))
        except Refused:
            pass
        self.source.raise_faults()
        if isinstance(returned, Returned):
            try:
                self._finish(returned)
            except Refused:
                pass
        self.source.raise_faults()
        if not any(line.target.split(".")[0] in self.fields or line.target in self.outputs for line in self.lines):
            self.source.fault("RG0856", tree, "the stencil assigns no field",
                              "return the field's new value, assign the field, or return a dict: {\"t\": ...}")
        self.source.raise_faults()
        self.prune()
        self.scope = Scope(self.source)
        self.seen = None

    # ------------------------------------------------------------ blocks

    def block(self, statements: list[ast.stmt]) -> Any:
        """Runs statements: None, or what ended them early."""
        for i, node in enumerate(statements):
            try:
                if isinstance(node, ast.If):
                    ended = self._if(node, statements[i + 1:])
                    if ended is not None:
                        return ended[0]
                    continue
                ended_by = self._statement(node)
            except Refused:
                if not self.scope.is_step:
                    raise
                self._note_targets(node)
                continue
            if ended_by is not None:
                if i + 1 < len(statements):
                    raise self.refuse("RG0852", statements[i + 1], "this statement follows a return")
                return ended_by
        return None

    def _if(self, node: ast.If, rest: list[ast.stmt]) -> tuple[Any] | None:
        """Returns None if the block continues with `rest`, or else what ended the block, `rest` included."""
        test = self.tested(self.read(node.test))
        if not v.is_symbolic(test) and not isinstance(test, _types.Coordinate):
            ended = self.block(node.body if test else node.orelse)
            return (ended,) if ended is not None else None
        if self.regions or self.orders:
            raise self.refuse("RG0852", node, "`with` cannot contain an `if` that depends on data", "choose a value: a if c else b")
        condition = self.held(self.truth_of(test, node.test), "is_so", node.test)
        ends = any(isinstance(part, ast.Return) for branch in (node.body, node.orelse) for part in self._parts(branch))
        tails = [branch if not ends or self._returns(branch) else [*branch, *rest] for branch in (node.body, node.orelse)]
        scope, scopes, results = self.scope, [], []
        for tail in tails:
            self.scope = scope.branch(self.own)
            scopes.append(self.scope)
            try:
                results.append(self.block(tail))
            finally:
                self.scope = scope
        if any(result in (_BREAK, _CONTINUE) for result in results):
            raise self.refuse("RG0852", node, "whether the loop continues is not known when the stencil is read",
                              "all turns are computed: choose the value of each, r = r + t[o] if t[o] > 0 else r")
        self._merge(condition, scopes[0], scopes[1], node)
        return (self._returned_of(condition, results[0], results[1], node),) if ends else None

    @classmethod
    def _returns(cls, statements: list[ast.stmt]) -> bool:
        """Whether they always end with a return."""
        last = statements[-1] if statements else None
        return isinstance(last, ast.Return) or isinstance(last, ast.If) and cls._returns(last.body) and cls._returns(last.orelse)

    @staticmethod
    def _parts(statements: list[ast.stmt]) -> list[ast.AST]:
        return [part for statement in statements for part in ast.walk(statement)]

    def _merge(self, condition: Code, first: Scope, second: Scope, node: ast.If) -> None:
        """Names that a branch of an `if` has changed get a choice of both values."""
        items: list[tuple[str, Any, ast.AST]] = []
        before = self.scope.names
        for name in {**first.names, **second.names}:
            values = [names.get(name, Refused) for names in (first.names, second.names)]
            old = before.get(name, Refused)
            if all(value is old or isinstance(value, (list, dict)) and self._same(value, old) for value in values):
                continue
            at = self._target_in(node, name)
            if values[0] is Refused or values[1] is Refused:
                before[name] = Refused
            elif not any(v.is_symbolic(value) for value in values) and self._same(*values):
                before[name] = values[0]
            elif all(self._has_choice(value) for value in values) and self._alike(*values):
                items.append((name, self.choice(condition, values[0], values[1], at), at))
            else:
                before[name] = Refused
        count = len(self.lines)
        self.together(items)
        for line in self.lines[count:]:
            line.is_own = line.target not in self.fields

    @classmethod
    def _has_choice(cls, value: Any) -> bool:
        if isinstance(value, (list, tuple)):
            return all(cls._has_choice(entry) for entry in value)
        if isinstance(value, dict):
            return all(cls._has_choice(entry) for entry in value.values())
        return isinstance(value, (Code, Ref, _types.Coordinate)) or v.is_number(value)

    @classmethod
    def _alike(cls, a: Any, b: Any) -> bool:
        """Whether entries of one have a counterpart in the other."""
        if isinstance(a, (list, tuple)):
            return type(a) is type(b) and len(a) == len(b) and all(cls._alike(*pair) for pair in zip(a, b))
        if isinstance(a, dict):
            return isinstance(b, dict) and a.keys() == b.keys() and all(cls._alike(a[key], b[key]) for key in a)
        return not isinstance(b, (list, tuple, dict))

    @staticmethod
    def _same(a: Any, b: Any) -> bool:
        try:
            return type(a) is type(b) and bool(a == b)
        except ValueError:
            return False

    @staticmethod
    def _target_in(node: ast.If, name: str) -> ast.AST:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store):
                return part
        return node.test

    def _returned_of(self, condition: Code, first: Any, second: Any, node: ast.If) -> Returned:
        if not isinstance(first, Returned) or not isinstance(second, Returned):
            raise self.refuse("RG0852", node, "only one branch of the `if` returns", "return a value at the end too")
        items: dict[str, tuple[Any, ast.AST]] = {}
        for name in {**first.items, **second.items}:
            sides = []
            for returned in (first, second):
                value = returned.items.get(name, (self.scope.names.get(name), node))[0]
                if value is None:
                    raise self.refuse("RG0856", returned.node, f"one return has {name!r}, the other does not", "return the same fields")
                sides.append(value)
            items[name] = (self.choice(condition, sides[0], sides[1], first.node), first.node)
        return Returned(items, first.node)

    def _note_targets(self, statement: ast.stmt) -> None:
        """Defines the names that a faulty statement would have assigned, so that reading them is not another fault."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in self.params:
                self.scope.names.setdefault(node.id, Ref(node.id, v.OPEN))

    # ------------------------------------------------------------ statements

    def _statement(self, node: ast.stmt) -> Any:
        if len(self.lines) > _MOST_LINES:
            raise self.refuse("RG0852", node, f"the stencil has more than {_MOST_LINES} lines after unrolling")
        method = getattr(self, "_on_" + type(node).__name__, None)
        if method is not None:
            return method(node)
        what, instead = _INSTEAD.get(type(node), ("this statement", "a stencil has assignments and a return"))
        raise self.refuse("RG0852", node, f"{what} is not supported in a stencil", instead)

    def _on_Pass(self, node: ast.Pass) -> None:
        pass

    def _on_Break(self, node: ast.Break) -> Any:
        return _BREAK

    def _on_Continue(self, node: ast.Continue) -> Any:
        return _CONTINUE

    def _on_Expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Call) and (isinstance(value.func, ast.Attribute) or isinstance(value.func, ast.Name) and value.func.id == "print"):
            of = self.read(value.func.value) if isinstance(value.func, ast.Attribute) else None
            if of is None or isinstance(of, (list, dict)):
                self.read(value)
                return
        if isinstance(value, (ast.Yield, ast.YieldFrom)):
            raise self.refuse("RG0852", node, "a generator is not supported in a stencil", "return a list of the values")
        raise self.refuse("RG0852", node, "this expression has no effect", "assign it, or return it")

    def _on_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise self.refuse("RG0852", node.decorator_list[0], "a function in a stencil has no decorators")
        self.scope.names[node.name] = self.local(node)

    def _on_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        found: dict[str, Any] = {}
        around = {name: value for name, value in getattr(self.source.function, "__globals__", {}).items() if name in ("__name__", "__package__")}
        code = compile(ast.Module([node], []), self.source.file, "exec")
        self._tried(lambda: exec(code, around, found), node)  # as if the function were called
        self.scope.names.update(found)

    _on_ImportFrom = _on_Import

    def _on_Assert(self, node: ast.Assert) -> None:
        test = self.tested(self.read(node.test))
        if v.is_symbolic(test) or isinstance(test, _types.Coordinate):
            raise self.refuse("RG0852", node, "hardware cannot check an assertion about data", "leave it out, or watch the data by a monitor")
        if not test:
            raise self.refuse("RG0852", node, "the assertion does not hold")

    def _on_For(self, node: ast.For) -> Any:
        with self.kept(self.entries(self.read(node.iter), node.iter)) as values:
            for i in range(len(values)):
                self.bind(node.target, values[i])
                ended = self.block(node.body)
                if ended is _BREAK:
                    return None
                if ended is not None and ended is not _CONTINUE:
                    return ended
        return self.block(node.orelse)

    def _on_While(self, node: ast.While) -> Any:
        """A loop that Python ends."""
        for _ in range(_MOST_TURNS):
            test = self.tested(self.read(node.test))
            if v.is_symbolic(test) or isinstance(test, _types.Coordinate):
                raise self.refuse("RG0852", node, f"{ast.unparse(node.test)} is not known when the stencil is read, so the loop cannot be unrolled",
                                  "a run has a number of time steps, steps=...; `until` ends it by a condition (docs/language_data.md)")
            if not test:
                return self.block(node.orelse)
            ended = self.block(node.body)
            if ended is _BREAK:
                return None
            if ended is not None and ended is not _CONTINUE:
                return ended
        raise self.refuse("RG0852", node, f"the loop has more than {_MOST_TURNS} turns")

    def _on_With(self, node: ast.With) -> Any:
        """Reads region(...) and sweep(...), which set the cells and the order in which lines are computed."""
        regions, orders = list(self.regions), list(self.orders)
        try:
            for item in node.items:
                value = self.read(item.context_expr)
                if isinstance(value, _types.Region):
                    self.regions.append(value.text)
                elif isinstance(value, _types.Sweep):
                    self.orders.append(value.text)
                elif not isinstance(value, _WITHOUT_EFFECT):
                    raise self.refuse("RG0852", item.context_expr, "this is not supported in a stencil", "`with` accepts region(...) and sweep(...)")
            return self.block(node.body)
        finally:
            self.regions, self.orders = regions, orders

    def _on_Match(self, node: ast.Match) -> Any:
        subject = self.read(node.subject)
        if v.is_symbolic(subject) or isinstance(subject, _types.Coordinate):
            raise self.refuse("RG0852", node, f"{ast.unparse(node.subject)} is not known when the stencil is read",
                              "`match` needs a constant; for data, write a if c else b")
        for case in node.cases:
            if self._matches(case.pattern, subject) and (case.guard is None or self.known(case.guard)):
                return self.block(case.body)
        return None

    def _matches(self, pattern: ast.pattern, subject: Any) -> bool:
        if isinstance(pattern, ast.MatchValue):
            return bool(subject == self.read(pattern.value))
        if isinstance(pattern, ast.MatchSingleton):
            return subject is pattern.value
        if isinstance(pattern, ast.MatchOr):
            return any(self._matches(one, subject) for one in pattern.patterns)
        if isinstance(pattern, ast.MatchSequence):
            return isinstance(subject, (tuple, list)) and self._match_sequence(pattern.patterns, list(subject))
        if isinstance(pattern, ast.MatchMapping):
            keys = [self.read(key) for key in pattern.keys]
            if not isinstance(subject, dict) or not all(key in subject for key in keys):
                return False
            if pattern.rest is not None:
                self.scope.names[pattern.rest] = {key: value for key, value in subject.items() if key not in keys}
            return all(self._matches(one, subject[key]) for key, one in zip(keys, pattern.patterns))
        if isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or self._matches(pattern.pattern, subject)):
            if pattern.name is not None:
                self.scope.names[pattern.name] = subject
            return True
        if isinstance(pattern, ast.MatchAs):
            return False
        raise self.refuse("RG0852", pattern, "this pattern is not supported in a stencil", "patterns are numbers, strings, lists, dicts, a | b and _")

    def _match_sequence(self, patterns: list[ast.pattern], values: list[Any]) -> bool:
        stars = [i for i, one in enumerate(patterns) if isinstance(one, ast.MatchStar)]
        if not stars:
            return len(patterns) == len(values) and all(self._matches(p, s) for p, s in zip(patterns, values))
        before, after = patterns[:stars[0]], patterns[stars[0] + 1:]
        if len(values) < len(before) + len(after):
            return False
        middle, name = values[len(before):len(values) - len(after)], getattr(patterns[stars[0]], "name", None)
        if name is not None:
            self.scope.names[name] = self.made(middle)
        return all(self._matches(p, s) for p, s in zip([*before, *after], [*values[:len(before)], *values[len(values) - len(after):]]))

    # ------------------------------------------------------------ returns

    def _on_Return(self, node: ast.Return) -> Returned:
        if node.value is None:
            raise self.refuse("RG0852", node, "the return has no value", "return the field's new value")
        if isinstance(node.value, ast.Dict) and self.depth == 0:
            return Returned(self._returned_dict(node.value), node.value)
        entries = node.value.elts if isinstance(node.value, ast.Tuple) else []
        names = [one.id for one in entries if isinstance(one, ast.Name)]
        if self.depth == 0 and names and len(names) == len(entries) and names == [name for name in self.fields if name in names]:
            self.tuple = tuple(names)
            return Returned({name: (self.read(one), one) for name, one in zip(names, entries)}, node.value)
        value = self.read(node.value)
        if self.depth == 0 and isinstance(value, dict):
            return Returned({str(key): (entry, node.value) for key, entry in value.items()}, node.value)
        if self.depth == 0 and isinstance(value, (tuple, list)) and isinstance(node.value, ast.Tuple):
            raise self.refuse("RG0856", node.value, "this tuple does not name the fields that get its values",
                              "return a dict, {\"t\": ..., \"u\": ...}, or assign the fields and return them in the order of the parameters: t, u = ..., return t, u")
        return Returned({"": (value, node.value)}, node.value)

    def _returned_dict(self, value: ast.Dict) -> dict[str, tuple[Any, ast.AST]]:
        items: dict[str, tuple[Any, ast.AST]] = {}
        for key, entry in zip(value.keys, value.values):
            name = self.read(key) if key is not None else None
            if not isinstance(name, str):
                raise self.refuse("RG0856", key or value, "the keys of the dict must be names of fields, as strings")
            if name in self.params:
                raise self.refuse("RG0856", key or value, f"{name} is a parameter, which cannot be assigned")
            items[name] = (self.read(entry), key or entry)
        return items

    def _finish(self, returned: Returned) -> None:
        """The lines of what the stencil returns."""
        items = []
        for name, (value, node) in returned.items.items():
            if not name:
                name = self._returned_name(value, node)
            if name not in self.fields:
                vector = tuple(map(str, range(len(value)))) if isinstance(value, (list, tuple)) else ()
                self.outputs[name] = (v.union([self.code_of(one, node) for one in (value if vector else [value])]), vector, node)
            if not (isinstance(value, Ref) and value.name == name and value.offsets is None and not value.component):
                items.append((name, value, node))
        fields = dict(self.fields)
        self.fields.update({name: (FieldSpec(), node) for name, (_, _, node) in self.outputs.items()})
        self.scope.names.update({name: Ref(name, v.OPEN) for name in self.outputs if name not in self.scope.names})
        self.taken |= {name.lower() for name in self.outputs}
        try:
            self.together(items)
        finally:
            self.fields = fields

    def _returned_name(self, value: Any, node: ast.AST) -> str:
        """The field that a bare return updates: the first, or a separate array if only others are read around the cell."""
        whole = [name for name, (spec, _) in self.fields.items() if spec.axes is None]
        read = set(value.at_offsets) if isinstance(value, Code) else set()
        read |= self.code_of(value, node).at_offsets if isinstance(value, Ref) else set()
        for line in self.lines:
            for code in line.code if isinstance(line.code, list) else [line.code]:
                read |= code.at_offsets
        first = whole[0] if whole else next(iter(self.fields))
        if isinstance(value, Ref) and value.offsets is None and not value.component and any(line.target == value.name for line in self.lines) \
                and value.name in self.fields:
            return value.name  # return t, after t = ...
        if first in read or not read & set(whole):
            return first
        self.unnamed = node
        return self.fresh("out")
