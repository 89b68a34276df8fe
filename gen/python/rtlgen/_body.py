"""The body of a stencil: its signature as fields and parameters, its statements as lines of a time step."""
from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from ._expressions import Code, Expressions, Refused
from ._source import Source
from ._types import Field, FieldSpec, Param, ParamSpec, Type

_INSTEAD: dict[type, tuple[str, str]] = {
    ast.For: ("a loop", "a stencil is computed for every cell; over a few terms write sum(... for k in range(-1, 2))"),
    ast.While: ("a loop", "time steps are those of the run, steps=...; a condition that ends it is `until` (docs/language.md)"),
    ast.If: ("a statement `if`", "write a choice of values: t = a if c else b"),
    ast.With: ("a statement `with`", "a stencil has assignments and a return"),
    ast.Try: ("a statement `try`", "a stencil has assignments and a return"),
    ast.FunctionDef: ("a function in a function", "write its expression, with temporaries: d = t[1, 0] - t"),
    ast.Expr: ("an expression without effect", "assign it, or return it"),
}


@dataclass
class Line:
    """One line of the time step."""

    target: str
    code: Code
    node: ast.AST  # the target's
    spec: FieldSpec = FieldSpec()


class Body:
    """What a function says. `read` fills it in and raises Error with every fault."""

    def __init__(self, source: Source, numpy_order: bool) -> None:
        self.source = source
        self.expressions = Expressions(source, numpy_order)
        self.fields: dict[str, tuple[FieldSpec, ast.AST]] = {}
        self.params: dict[str, tuple[ParamSpec, Any, ast.AST]] = {}  # with the default, None: there is none
        self.outputs: dict[str, ast.AST] = {}
        self.lines: list[Line] = []
        self._returned = False

    def read(self) -> None:
        tree = self.source.tree
        if tree is None:
            raise TypeError("@rtlgen.stencil is for a function that is defined by def")
        self._signature(tree)
        self.source.raise_faults()
        body = tree.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str):
            body = body[1:]
        for statement in body:
            try:
                self._statement(statement)
            except Refused:
                self._note_targets(statement)
        self.source.raise_faults()
        if not any(line.target in self.fields or line.target in self.outputs for line in self.lines):
            self.source.fault("RG0856", tree, "the stencil assigns no field",
                              "return the field's new value, assign the field, or return a dict: {\"t\": ...}")
        self.source.raise_faults()

    # ------------------------------------------------------------ signature

    def _signature(self, tree: ast.FunctionDef) -> None:
        given = tree.args
        defaults = dict(zip([a.arg for a in given.args][::-1], (self.source.function.__defaults__ or ())[::-1]))
        defaults.update(self.source.function.__kwdefaults__ or {})
        for star in (given.vararg, given.kwarg):
            if star is not None:
                self.source.fault("RG0851", star, "the parameters of a stencil are named one by one")
        for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
            self._argument(argument, defaults)
        if not self.fields and not self.source.faults:
            self.source.fault("RG0851", tree, "the stencil has no field", "annotate its arrays: t: Field[f32, \"edge\"]")

    def _argument(self, argument: ast.arg, defaults: dict[str, Any]) -> None:
        spec = self._annotation(argument)
        default = defaults.get(argument.arg)
        if isinstance(spec, ParamSpec):
            if default is not None and (isinstance(default, bool) or not isinstance(default, (int, float))):
                self.source.fault("RG0851", argument, f"the default of {argument.arg}, {default!r}, is no number")
            self.params[argument.arg] = (spec, default, argument)
            self.expressions.scalars.add(argument.arg)
        elif isinstance(spec, FieldSpec):
            if argument.arg in defaults:
                self.source.fault("RG0851", argument, f"the field {argument.arg} has a default", "only a Param has one")
            self.fields[argument.arg] = (spec, argument)
            self.expressions.arrays.add(argument.arg)

    def _annotation(self, argument: ast.arg) -> FieldSpec | ParamSpec | None:
        if argument.annotation is None:
            self.source.fault("RG0851", argument, f"the parameter {argument.arg} has no annotation",
                              f"write {argument.arg}: Field for an array, {argument.arg}: Param for a number")
            return None
        return self._spec(argument.annotation, argument.arg)

    def _spec(self, annotation: ast.expr, name: str) -> FieldSpec | ParamSpec | None:
        """What an annotation is, which may be a text (from __future__ import annotations)."""
        try:
            value = self.source.evaluate(annotation, {})
            if isinstance(value, str) and not isinstance(value, Type):
                value = self.source.evaluate(ast.parse(value, mode="eval").body, {})
        except Exception as error:  # whatever the user's expression raises
            self.source.fault("RG0851", annotation, f"the annotation of {name} cannot be read: {error}")
            return None
        value = {Field: FieldSpec(), Param: ParamSpec()}.get(value, value) if isinstance(value, type) else value
        value = FieldSpec(str(value)) if isinstance(value, Type) else value
        if isinstance(value, (FieldSpec, ParamSpec)):
            return value
        self.source.fault("RG0851", annotation, f"{name} is annotated as no part of a stencil",
                          "write Field[f32, \"edge\"] for an array, Param for a number")
        return None

    def _note_targets(self, statement: ast.stmt) -> None:
        """After a fault: names that it would have assigned are known, so that lines that read them are no faults too."""
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            for node in ast.walk(target) if target is not None else ():
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in self.params:
                    self.expressions.arrays.add(node.id)

    # ------------------------------------------------------------ statements

    def _statement(self, node: ast.stmt) -> None:
        if self._returned:
            raise self.expressions.refuse("RG0852", node, "a statement behind the return")
        if isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.AugAssign):
            name = self._name(node.target)
            value = ast.copy_location(ast.BinOp(ast.copy_location(ast.Name(name, ast.Load()), node.target), node.op, node.value), node)
            self._add(name, self.expressions.read(value), node.target)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            name = self._name(node.target)
            spec = self._spec(node.annotation, name)
            if isinstance(spec, ParamSpec):
                raise self.expressions.refuse("RG0852", node, "a Param is a parameter of the function")
            self._add(name, self.expressions.read(node.value), node.target, spec or FieldSpec())
        elif isinstance(node, ast.Return) and node.value is not None:
            self._return(node.value)
        elif not isinstance(node, ast.Pass):
            what, instead = _INSTEAD.get(type(node), ("this statement", "a stencil has assignments and a return"))
            raise self.expressions.refuse("RG0852", node, f"{what} has no meaning in a stencil", instead)

    def _name(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            if target.id in self.params:
                raise self.expressions.refuse("RG0852", target, f"the parameter {target.id} is assigned",
                                              "use another name: a temporary, one value a cell")
            return target.id
        if isinstance(target, ast.Subscript):
            raise self.expressions.refuse("RG0852", target, "a single cell is assigned",
                                          "a line is for every cell: t = ...; for some cells choose: t = a if x == 0 else t")
        raise self.expressions.refuse("RG0852", target, "this cannot be assigned")

    def _assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            raise self.expressions.refuse("RG0852", node, "several names are assigned one value", "write a line for each")
        target = node.targets[0]
        if not isinstance(target, ast.Tuple):
            name = self._name(target)
            self._add(name, self.expressions.read(node.value), target)
            return
        if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(target.elts):
            raise self.expressions.refuse("RG0852", node, "the numbers of names and values differ", "write a line for each")
        self._together([(self._name(t), value, t) for t, value in zip(target.elts, node.value.elts)])

    def _add(self, name: str, code: Code, node: ast.AST, spec: FieldSpec = FieldSpec()) -> None:
        self.lines.append(Line(name, code, node, spec))
        self.expressions.arrays.add(name)

    def _together(self, items: list[tuple[str, ast.expr, ast.AST]]) -> None:
        """All values are computed before any name has its new one, as Python does."""
        open_items = [(name, self.expressions.read(value), node) for name, value, node in items]
        later: list[tuple[str, Code, ast.AST]] = []
        while open_items:
            free = [item for item in open_items
                    if not any(item[0] in other[1].reads for other in open_items if other is not item)]
            name, code, node = item = (free or open_items)[0]
            open_items.remove(item)
            if free:
                self._add(name, code, node)
                continue
            kept = name + "_next"
            while kept in self.expressions.arrays or kept in self.params:
                kept += "x"
            self._add(kept, code, node)
            later.append((name, Code([(kept, node)], reads={kept}), node))
        for name, code, node in later:
            self._add(name, code, node)

    def _return(self, value: ast.expr) -> None:
        self._returned = True
        if isinstance(value, ast.Tuple):
            raise self.expressions.refuse("RG0856", value, "a tuple does not say which fields it has", "return a dict: {\"t\": ..., \"u\": ...}")
        if not isinstance(value, ast.Dict):
            first = next(iter(self.fields))
            if not (isinstance(value, ast.Name) and value.id == first):
                self._add(first, self.expressions.read(value), value)
            return
        items = []
        for key, entry in zip(value.keys, value.values):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                raise self.expressions.refuse("RG0856", key or value, "the keys of the dict are names of fields, as texts")
            if key.value in self.params:
                raise self.expressions.refuse("RG0856", key, f"{key.value} is a parameter, which no line assigns")
            if key.value not in self.fields:
                self.outputs[key.value] = key
            if not (isinstance(entry, ast.Name) and entry.id == key.value):
                items.append((key.value, entry, key))
        self._together(items)
