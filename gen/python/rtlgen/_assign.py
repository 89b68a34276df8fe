"""Assignments of a stencil's body: names, components, entries of lists, and regions and masks of arrays."""
from __future__ import annotations

import ast
from typing import Any

import numpy as np

from . import _types, _values as v
from ._lines import WORDS, proper
from ._shared import Shared
from ._slices import Framed
from ._types import FieldSpec, ParamSpec
from ._values import Code, Ref

_ANNOTATIONS = (int, float, bool, np.ndarray, Any)  # annotations of locals, which Python ignores too


class Assigned(Shared):
    """Statements that assign."""

    outputs: dict[str, tuple[v.Types, tuple[str, ...], ast.AST]]

    def _on_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets):
            value: Any
            with self.within(node.targets[0]):
                value = self.read(node.value)
                parts = self.frame if self.may_frame else None
            with self.kept([value]) as values:
                for target in node.targets:
                    self._assign_to(target, values[0], node.value)
                    if isinstance(target, ast.Name):
                        self._note_name(target.id, node.value, value, parts)
            return
        sides = node.value.elts if isinstance(node.value, (ast.Tuple, ast.List)) else None
        frames: dict[str, Any] = {}
        if sides is not None and not any(isinstance(side, ast.Starred) for side in sides):
            value = []
            for i, side in enumerate(sides):
                first = node.targets[0]
                target = first.elts[i] if isinstance(first, (ast.Tuple, ast.List)) and len(first.elts) == len(sides) else first
                with self.within(target):
                    value.append(self.read(side))
                    if self.may_frame and self.frame is not None and isinstance(target, ast.Name):
                        frames[target.id] = self.frame
        else:
            value = self.read(node.value)
        for target in node.targets:
            if not isinstance(target, (ast.Tuple, ast.List)):
                self._assign_to(target, value, node.value)
                continue
            pairs = self._pairs(target, value, node)
            count = len(self.lines)
            if all(isinstance(one, ast.Name) for one, _ in pairs):
                self.together([(self._name(one), entry, one) for one, entry in pairs])
            else:
                with self.kept([entry for _, entry in pairs]) as values:
                    for i, (one, _) in enumerate(pairs):
                        self._assign_to(one, values[i], node.value)
            for line in self.lines[count:]:  # one of several may only be a placeholder
                line.is_own = line.is_own or line.target not in self.fields
            for one, entry in pairs:
                if isinstance(one, ast.Name) and self.scope.is_step:
                    self._note_name(one.id, node.value, entry, frames.get(one.id))

    def _note_name(self, name: str, value: ast.expr, given: Any, parts: Any) -> None:
        """Notes what else is known about an assigned name: the part whose shape it has, the array of which it is another name."""
        self.note_alias(name, given)
        ref = self.scope.names.get(name)
        if parts is not None and (name in self.fields or not isinstance(ref, Ref)):
            raise self.refuse("RG0854", value, f"{name} gets the shape of a part of the grid", f"assign the part, {name}[1:-1, :] = ...")
        if parts is not None and isinstance(ref, Ref):
            self.scope.names[name] = Framed(ref, parts)

    def _pairs(self, target: ast.Tuple | ast.List, value: Any, node: ast.AST) -> list[tuple[ast.expr, Any]]:
        """Pairs targets with their values, also for `a, *b` and `(a, b), c`."""
        if isinstance(value, Ref) and value.components and not value.component:
            values: list[Any] = [Ref(value.name, value.types, value.offsets, one) for one in value.components]
        else:
            values = list(value) if isinstance(value, (tuple, list, range, np.ndarray)) else [value]
        stars = [i for i, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
        missing = len(target.elts) - len(values)
        if stars and missing <= 1:
            first, end = stars[0], stars[0] + 1 - missing
            values = [*values[:first], self.made(values[first:end]), *values[end:]]
        elif missing:
            raise self.refuse("RG0852", node, "the number of names and the number of values differ", "write one line per name")
        pairs: list[tuple[ast.expr, Any]] = []
        for one, entry in zip(target.elts, values):
            one = one.value if isinstance(one, ast.Starred) else one
            pairs += self._pairs(one, entry, node) if isinstance(one, (ast.Tuple, ast.List)) else [(one, entry)]
        return pairs

    def _on_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        load: ast.expr = ast.parse(ast.unparse(target), mode="eval").body
        load_is_target = not (isinstance(target, ast.Subscript) and self.is_part(target))
        if isinstance(target, ast.Subscript) and not load_is_target:
            load = ast.parse(ast.unparse(target.value), mode="eval").body
        for part in ast.walk(load):
            ast.copy_location(part, target)
            part.of_source = getattr(node, "of_source", self.source)  # type: ignore[attr-defined]
        if isinstance(target, ast.Name):
            self._name(target)
            if isinstance(self.scope.names.get(target.id), Framed):
                raise self.refuse("RG0852", target, f"{target.id} is a part of an array, which NumPy changes in place",
                                  f"write the part, t[1:-1, :] += ..., or a new value, {target.id} = {target.id} + ...")
        with self.within(target):
            old = self.read(load)
            if isinstance(old, list) and isinstance(node.op, (ast.Add, ast.Mult)):
                self._grow(old, node)
                return
            if load_is_target:
                self.check_own(target, old, node)
            value = self.binary(node.op, old, self.read(node.value), node)
            self.check_type(target, old, value, node)
        if not load_is_target or isinstance(target, ast.Attribute):
            self._assign_to(target, value, node)
            return
        change = self.changed(target, old)
        self._assign_to(target, value, node)
        self.spread(change, self.read(load))

    def _grow(self, values: list[Any], node: ast.AugAssign) -> None:
        """Changes a list in place, as += and *= do."""
        self.check_made(values, node)
        other = self.read(node.value)
        if isinstance(node.op, ast.Add):
            values.extend(self.entries(other, node.value))
        else:
            self._tried(lambda: values.__imul__(other), node)

    def _on_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            raise self.refuse("RG0852", node, "this name has no value", "assign one: d: Field[f32] = ...")
        name = self._name(node.target)
        spec = self._local_spec(node.annotation, name) if self.depth == 0 else self.own_spec(node.annotation)
        if isinstance(spec, ParamSpec):
            raise self.refuse("RG0852", node, "a Param must be a parameter of the function")
        self.assign(name, self.read(node.value), node.target, spec or FieldSpec())

    def _local_spec(self, annotation: ast.expr, name: str) -> Any:
        """The Field in the annotation of a local; other annotations, such as float, have no meaning."""
        try:
            value = self.source.evaluate(annotation, {})
        except Exception:  # the reader of annotations says which
            value = None
        return None if value in _ANNOTATIONS and value is not None else self.spec(annotation, name, None)

    def _name(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            if target.id in self.params and self.scope.names.get(target.id) is not None and self.scope.is_step:
                raise self.refuse("RG0852", target, f"the parameter {target.id} is assigned", "use another name: a temporary, one value per cell")
            return target.id
        if isinstance(target, ast.Subscript):
            raise self.refuse("RG0852", target, "a single cell is assigned",
                              "assign all cells: t = ...; for some cells, write t[1:-1, 0] = a, t[mask] = a, or t = a if x == 0 else t; "
                              "along one axis the first cell is t[:1], the last one t[-1:]")
        raise self.refuse("RG0852", target, "this cannot be assigned")

    def _assign_to(self, target: ast.expr, value: Any, node: ast.AST) -> None:
        if isinstance(target, ast.Attribute) or isinstance(target, ast.Subscript) and self._is_component(target):
            ref = self.read(target)
            if isinstance(ref, Ref) and ref.component and ref.offsets is None and self.scope.is_step:
                self.settle(ref.name, "", node, is_whole=False)
                self.add(f"{ref.name}.{ref.component}", self.code_of(value, node), target)
                return
        if isinstance(target, ast.Subscript):
            base = self.read(target.value)
            if isinstance(base, (list, dict, np.ndarray)):
                self._set_entry(base, target, value)
                return
            if isinstance(target.value, ast.Name) and self.is_part(target):
                self._assign_part(target, target.value, base, value, node)
                return
        self.assign(self._name(target), value, target)

    def _set_entry(self, into: Any, target: ast.Subscript, value: Any) -> None:
        """Assigns values[k] of a list that the function has made."""
        self.check_made(into, target)
        index = self.read(target.slice)
        if isinstance(into, np.ndarray) and v.is_symbolic(value):
            raise self.refuse("RG0852", target, f"{ast.unparse(target.value)} is an array of numbers, which cannot hold values of cells",
                              "use a list: [0]*3")
        if v.is_symbolic(index) or isinstance(index, _types.Coordinate):
            raise self.refuse("RG0854", target.slice, f"{ast.unparse(target.slice)} is not known when the stencil is read")
        self._tried(lambda: into.__setitem__(index, value), target)

    def _assign_part(self, target: ast.Subscript, name: ast.Name, base: Any, value: Any, node: ast.AST) -> None:
        """Assigns a part of an array, t[1:-1, 0], or the cells of a mask, t[t > 0]."""
        is_field = name.id in self.fields and self.scope.is_step
        kept = Ref(name.id, frozenset({self.fields[name.id][0].type or f":{name.id}"})) if is_field and not isinstance(base, Ref) else base
        if not isinstance(kept, Ref):
            raise self.refuse("RG0852", target, f"{name.id} is no array of the stencil", f"make one: {name.id} = np.zeros_like(t)")
        other = self.other_name(name.id)
        if other is not None:
            raise self.refuse("RG0852", target, f"{other} and {name.id} are the same array in NumPy", f"make a copy: {other} = {name.id}.copy()")
        if not self.scope.is_step:
            raise self.refuse("RG0852", target, "a region is assigned in a branch or a function", "assign it in the stencil itself")
        self._name(name)
        parts = self.parts_of(target)
        if parts is None:  # a mask
            mask = self.read(target.slice)
            self.check(mask, v.is_not_condition, target.slice, "NumPy takes an index of {kind} for the numbers of rows, not for a mask",
                       f"write a condition, {name.id}[{ast.unparse(target.slice)} != 0]")
            value = self.choice(self.truth_of(mask, target.slice), value, kept, node)
        region = self.region_of(parts) if parts is not None else "all"
        if parts is not None and region != "all" and self.overlaps(kept.name, parts):
            value, region = self.choice(self.inside(parts, target), value, kept, node), "all"
        self.settle(kept.name, name.id, node, is_whole=False)
        line = self.add(kept.name, self.code_of(value, node), target, region="" if region == "all" else region)
        self.note_part(line, parts)
        self.scope.names[name.id] = kept

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
            self.settle(name, name, node)
            self.add(name, codes, node)
            return
        kept = old.name if isinstance(old, Ref) and v.closed(old.types) == v.closed(types) and old.name not in self.fields and spec == FieldSpec() else None
        if kept is not None:
            self.settle(kept, name, node)
        target = kept or self._target_of(name)
        self.add(target, codes, node, spec)
        known = frozenset({spec.type}) if spec.type else types
        self.scope.names[name] = Ref(target, known, components=spec.components or components)

    def _target_of(self, name: str) -> str:
        """A temporary's name in the language: its own, unless that is taken or may name an output with another value."""
        own = proper(name)
        return self.fresh(own) if own.lower() in self.taken | self.reserved or own in WORDS else own

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

