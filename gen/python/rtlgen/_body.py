"""The body of a stencil: its signature as fields and parameters, its statements as lines of a time step."""
from __future__ import annotations

import ast
from types import FrameType
from typing import Any

from . import _types, _values as v
from ._inline import Inlined, Returned
from ._lines import proper
from ._source import Source
from ._expressions import Scope
from ._types import FieldSpec, ParamSpec
from ._values import Code, Ref, Refused

_INSTEAD: dict[type, tuple[str, str]] = {
    ast.While: ("`while`", "a run has a number of time steps, steps=...; `until` ends it by a condition (docs/language_data.md)"),
    ast.Try: ("`try`", "a stencil has assignments and a return"),
    ast.FunctionDef: ("a nested function", "define it outside the stencil, and call it"),
}
_BREAK, _CONTINUE = object(), object()
_MOST_LINES = 4096


class Body(Inlined):
    """The content of a function. `read_all` fills it in and raises Error with every fault."""

    def __init__(self, source: Source, numpy_order: bool, in_place: bool, seen: FrameType | None) -> None:
        super().__init__(source, numpy_order, in_place)
        self.seen = seen
        self.fields: dict[str, tuple[FieldSpec, ast.AST]] = {}
        self.params: dict[str, tuple[ParamSpec, Any, ast.AST]] = {}  # with the default, or None
        self.outputs: dict[str, tuple[v.Types, tuple[str, ...], ast.AST]] = {}
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
            self.scope.names[name] = Ref(name, frozenset({spec.type or ""}), components=spec.components)
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
        """None: continue with `rest`; else what ended the block, including `rest`."""
        test = self.read(node.test)
        if not v.is_symbolic(test) and not isinstance(test, _types.Coordinate):
            ended = self.block(node.body if test else node.orelse)
            return (ended,) if ended is not None else None
        if self.regions or self.orders:
            raise self.refuse("RG0852", node, "`with` cannot contain an `if` that depends on data", "choose a value: a if c else b")
        condition = self.condition_of(test, node.test)
        if not condition.is_truth:
            condition = v.joined([v.inner(condition, v.SHIFT, node), self.number(0, node.test)], " != ", node.test, 6, v.TRUTH)
        condition = self.held(condition, "is_so", node.test)
        ends = any(isinstance(part, ast.Return) for branch in (node.body, node.orelse) for part in self._parts(branch))
        tails = [branch if not ends or self._returns(branch) else [*branch, *rest] for branch in (node.body, node.orelse)]
        scope, scopes, results = self.scope, [], []
        for tail in tails:
            self.scope = scope.branch()
            scopes.append(self.scope)
            try:
                results.append(self.block(tail))
            finally:
                self.scope = scope
        if any(result in (_BREAK, _CONTINUE) for result in results):
            raise self.refuse("RG0852", node, "whether the loop continues is not known when the stencil is read")
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
            if values[0] is old and values[1] is old:
                continue
            at = self._target_in(node, name)
            if values[0] is Refused or values[1] is Refused:
                before[name] = Refused
            elif not any(v.is_symbolic(value) for value in values) and self._same(*values):
                before[name] = values[0]
            elif all(self._has_choice(value) for value in values):
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
        return isinstance(value, (Code, Ref, _types.Coordinate)) or v.is_number(value)

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
        """After a fault: defines the names that the statement would have assigned, so that reading them is not another fault."""
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
        if not isinstance(node.value, ast.Constant):
            raise self.refuse("RG0852", node, "this expression has no effect", "assign it, or return it")

    def _on_Assert(self, node: ast.Assert) -> None:
        if not self.known(node.test):
            raise self.refuse("RG0852", node, "the assertion does not hold")

    def _on_For(self, node: ast.For) -> Any:
        if node.orelse:
            raise self.refuse("RG0852", node, "the `else` of a loop is not supported in a stencil")
        for value in self.entries(self.read(node.iter), node.iter):
            self.bind(node.target, value)
            ended = self.block(node.body)
            if ended is _BREAK:
                break
            if ended is not None and ended is not _CONTINUE:
                return ended
        return None

    def _on_With(self, node: ast.With) -> Any:
        """with region(...), sweep(...): where and in which order lines are computed."""
        regions, orders = list(self.regions), list(self.orders)
        try:
            for item in node.items:
                value = self.read(item.context_expr)
                if isinstance(value, _types.Region):
                    self.regions.append(value.text)
                elif isinstance(value, _types.Sweep):
                    self.orders.append(value.text)
                else:
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
        if isinstance(pattern, ast.MatchSequence) and not any(isinstance(p, ast.MatchStar) for p in pattern.patterns):
            return isinstance(subject, (tuple, list)) and len(subject) == len(pattern.patterns) and \
                all(self._matches(p, s) for p, s in zip(pattern.patterns, subject))
        if isinstance(pattern, ast.MatchAs) and (pattern.pattern is None or self._matches(pattern.pattern, subject)):
            if pattern.name is not None:
                self.scope.names[pattern.name] = subject
            return True
        if isinstance(pattern, ast.MatchAs):
            return False
        raise self.refuse("RG0852", pattern, "this pattern is not supported in a stencil", "patterns are numbers, strings, a | b and _")

    # ------------------------------------------------------------ assignments

    def _on_Assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            raise self.refuse("RG0852", node, "several names are assigned one value", "write one line per name")
        target = node.targets[0]
        if not isinstance(target, (ast.Tuple, ast.List)):
            self._assign_to(target, self.read(node.value), node.value)
            return
        if isinstance(node.value, (ast.Tuple, ast.List)):
            pairs = list(zip(target.elts, node.value.elts))
            values = [self.read(value) for value in node.value.elts]
        else:
            value = self.read(node.value)
            values = list(value) if isinstance(value, (tuple, list)) else [value]
            pairs = [(one, node.value) for one in target.elts]
        if len(values) != len(target.elts):
            raise self.refuse("RG0852", node, "the number of names and the number of values differ", "write one line per name")
        count = len(self.lines)
        self.together([(self._name(one), value, one) for (one, _), value in zip(pairs, values)])
        for line in self.lines[count:]:  # one of several may only be a placeholder
            line.is_own = line.is_own or line.target not in self.fields

    def _on_AugAssign(self, node: ast.AugAssign) -> None:
        load = ast.parse(ast.unparse(node.target), mode="eval").body
        for part in ast.walk(load):
            ast.copy_location(part, node.target)
            part.of_source = getattr(node, "of_source", self.source)  # type: ignore[attr-defined]
        if isinstance(node.target, ast.Subscript):
            raise self.refuse("RG0852", node.target, "a single cell or region is updated in place", "write t[1:-1, :] = t + ...")
        if isinstance(node.target, ast.Name):
            self._name(node.target)
        value = self.binary(node.op, self.read(load), self.read(node.value), node)
        self._assign_to(node.target, value, node)

    def _on_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise self.refuse("RG0852", node, "this name has no value", "assign one: d: Field[f32] = ...")
        name = self._name(node.target)
        spec = self.spec(node.annotation, name, None) if self.depth == 0 else self.own_spec(node.annotation)
        if isinstance(spec, ParamSpec):
            raise self.refuse("RG0852", node, "a Param must be a parameter of the function")
        self.assign(name, self.read(node.value), node.target, spec or FieldSpec())

    def _name(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            if target.id in self.params and self.scope.names.get(target.id) is not None and self.scope.is_step:
                raise self.refuse("RG0852", target, f"the parameter {target.id} is assigned", "use another name: a temporary, one value per cell")
            return target.id
        if isinstance(target, ast.Subscript):
            raise self.refuse("RG0852", target, "a single cell is assigned",
                              "assign all cells: t = ...; for some cells, write t = a if x == 0 else t")
        raise self.refuse("RG0852", target, "this cannot be assigned")

    def _assign_to(self, target: ast.expr, value: Any, node: ast.AST) -> None:
        if isinstance(target, ast.Attribute) or isinstance(target, ast.Subscript) and self._is_component(target):
            ref = self.read(target)
            if isinstance(ref, Ref) and ref.component and ref.offsets is None and self.scope.is_step:
                self.add(f"{ref.name}.{ref.component}", self.code_of(value, node), target)
                return
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and self.has_slice(target):
            if not self.scope.is_step:
                raise self.refuse("RG0852", target, "a region is assigned in a branch or a function", "assign it in the stencil itself")
            name = self._name(target.value)
            ref = self.scope.names.get(name)
            kept = ref if isinstance(ref, Ref) else Ref(name, v.OPEN)
            self.add(kept.name, self.code_of(value, node), target, region=self.region_of(target))
            self.scope.names[name] = kept
            return
        self.assign(self._name(target), value, target)

    @staticmethod
    def _is_component(target: ast.Subscript) -> bool:
        first = target.slice.elts[0] if isinstance(target.slice, ast.Tuple) and target.slice.elts else None
        return isinstance(first, ast.Constant) and first.value is Ellipsis

    def assign(self, name: str, value: Any, node: ast.AST, spec: FieldSpec = FieldSpec()) -> None:
        """Gives a name its value: Python keeps what it knows; the rest becomes a line of the time step."""
        is_field = name in self.fields and self.scope.is_step
        is_free = spec == FieldSpec() and not is_field
        if is_free and not isinstance(value, (Code, Ref, _types.Coordinate)):
            self.scope.names[name] = value
            return
        if not self.scope.is_step:
            code = self.code_of(value, node)
            if spec != FieldSpec():
                self.scope.names[name] = self.temporary(name, code, node, spec)
                return
            held = value if isinstance(value, Ref) or self.stays or len(code.pieces) == 1 else self.temporary(name, code, node)
            self.scope.names[name] = held
            return
        old = self.scope.names.get(name)
        is_vector = not is_field or name in self.outputs or self.fields[name][0].vector is not None
        vector = is_vector and isinstance(value, (list, tuple)) and value
        codes: Code | list[Code] = [self.code_of(one, node) for one in value] if vector else self.code_of(value, node)
        types = (v.union(codes) if isinstance(codes, list) else codes.types) or v.OPEN
        components = tuple(str(k) for k in range(len(codes))) if isinstance(codes, list) else self._components(value, spec)
        if is_field:
            self.add(name, codes, node)
            return
        kept = old.name if isinstance(old, Ref) and old.types == types and old.name not in self.fields and spec == FieldSpec() else None
        target = kept or self._target_of(name)
        self.add(target, codes, node, spec)
        known = frozenset({spec.type}) if spec.type else types
        self.scope.names[name] = Ref(target, known, components=spec.components or components)

    def _target_of(self, name: str) -> str:
        """A temporary's name in the language: its own, unless that is taken or may name an output with another value."""
        own = proper(name)
        return self.fresh(own) if own.lower() in self.taken | self.reserved else own

    @staticmethod
    def _components(value: Any, spec: FieldSpec) -> tuple[str, ...]:
        return value.components if isinstance(value, Ref) and not value.component else spec.components

    def together(self, items: list[tuple[str, Any, ast.AST]]) -> None:
        """All values are computed before any name has its new one, as Python does."""
        waiting = [(name, value, node, self._reads(value)) for name, value, node in items]
        later: list[tuple[str, Ref, ast.AST]] = []
        while waiting:
            free = [item for item in waiting if not any(self._own(item[0]) in other[3] for other in waiting if other is not item)]
            item = (free or waiting)[0]
            waiting.remove(item)
            name, value, node, _ = item
            if free:
                self.assign(name, value, node)
            else:
                later.append((name, self.temporary(name + "_next", self.code_of(value, node), node), node))
        for name, ref, node in later:
            self.assign(name, ref, node)

    def _own(self, name: str) -> str:
        value = self.scope.names.get(name)
        return value.name if isinstance(value, Ref) else name

    def _reads(self, value: Any) -> set[str]:
        if isinstance(value, Code):
            return value.reads
        if isinstance(value, Ref):
            return {value.name}
        return set().union(*(self._reads(entry) for entry in value)) if isinstance(value, (tuple, list)) else set()

    # ------------------------------------------------------------ returns

    def _on_Return(self, node: ast.Return) -> Returned:
        if node.value is None:
            raise self.refuse("RG0852", node, "the return has no value", "return the field's new value")
        if isinstance(node.value, ast.Dict) and self.depth == 0:
            return Returned(self._returned_dict(node.value), node.value)
        value = self.read(node.value)
        if self.depth == 0 and isinstance(value, dict):
            return Returned({str(key): (entry, node.value) for key, entry in value.items()}, node.value)
        if self.depth == 0 and isinstance(value, (tuple, list)) and isinstance(node.value, ast.Tuple):
            raise self.refuse("RG0856", node.value, "a tuple does not name its fields", "return a dict: {\"t\": ..., \"u\": ...}")
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
        if first in read or not read & set(whole):
            return first
        self.unnamed = node
        return self.fresh("out")
