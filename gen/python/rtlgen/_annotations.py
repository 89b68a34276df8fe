"""The signature of a stencil: annotations as fields and parameters."""
from __future__ import annotations

import ast
from types import FrameType
from typing import Any

import numpy as np

from . import _numpy, _values as v
from ._lines import Lines
from ._types import Field, FieldSpec, Param, ParamSpec, Type

_WRITE = "write Field[f32, \"edge\"] for an array, Param for a number"


class Annotations(Lines):
    """Reads the parameters of the function into `fields` and `params`."""

    seen: FrameType | None  # the frame of the decorator
    fields: dict[str, tuple[FieldSpec, ast.AST]]
    params: dict[str, tuple[ParamSpec, Any, ast.AST]]

    def signature(self, tree: ast.FunctionDef) -> None:
        given = tree.args
        function = self.source.function
        defaults = dict(zip([a.arg for a in given.args][::-1], (getattr(function, "__defaults__", None) or ())[::-1]))
        defaults.update(getattr(function, "__kwdefaults__", None) or {})
        for star in (given.vararg, given.kwarg):
            if star is not None:
                self.source.fault("RG0851", star, "a stencil cannot have *args or **kwargs")
        for argument in [*given.posonlyargs, *given.args, *given.kwonlyargs]:
            self._argument(argument, defaults)
        if not self.fields and not self.source.faults:
            self.source.fault("RG0851", tree, "the stencil has no field", "annotate its arrays: t: Field[f32, \"edge\"]")

    def _argument(self, argument: ast.arg, defaults: dict[str, Any]) -> None:
        if argument.annotation is None:
            self.source.fault("RG0851", argument, f"the parameter {argument.arg} has no annotation",
                              f"write {argument.arg}: Field for an array, {argument.arg}: Param for a number")
            return
        annotations = getattr(self.source.function, "__annotations__", {})
        spec = self.spec(argument.annotation, argument.arg, annotations.get(argument.arg))
        default = defaults.get(argument.arg)
        if isinstance(spec, ParamSpec):
            if default is not None and (not v.is_number(default) or isinstance(default, bool)):
                self.source.fault("RG0851", argument, f"the default of {argument.arg}, {default!r}, is not a number")
                default = 0
            self.params[argument.arg] = (spec, None if default is None else v.plain(default), argument)
        elif isinstance(spec, FieldSpec):
            if argument.arg in defaults:
                self.source.fault("RG0851", argument, f"the field {argument.arg} has a default", "only a Param can have one")
            self.fields[argument.arg] = (spec, argument)

    def spec(self, annotation: ast.expr, name: str, value: Any) -> FieldSpec | ParamSpec | None:
        """The meaning of an annotation; `value`, from Python, may be a string (from __future__ import annotations)."""
        try:
            if value is None or isinstance(value, str) and not isinstance(value, Type):
                value = self._annotated(annotation)
        except Exception as error:  # whatever the user's expression raises
            self.source.fault("RG0851", annotation, f"the annotation of {name} cannot be read: {error}")
            return None
        if getattr(value, "__origin__", None) in (Field, Param) and getattr(value, "__metadata__", False):
            try:
                value = value.__origin__[value.__metadata__ if value.__origin__ is Field else value.__metadata__[0]]
            except TypeError as error:
                self.source.fault("RG0851", annotation, f"the annotation of {name} cannot be read: {error}")
                return None
        value = {Field: FieldSpec(), Param: ParamSpec()}.get(value, value) if isinstance(value, type) else value
        value = FieldSpec(str(value)) if isinstance(value, Type) else value
        if isinstance(value, (FieldSpec, ParamSpec)):
            return value
        notes = [_WRITE]
        if value in (np.ndarray, "np.ndarray"):
            notes = [f"write {name}: Field, which takes its type from the array, or {name}: Field[f32]"]
        elif value in (int, float, bool, complex):
            notes.append(f"for a number: {name}: Param")
        elif isinstance(value, type) and _numpy.cast_of(value) is not None:
            notes = [f"write {name}: Field[np.{value.__name__}]"]
        self.source.fault("RG0851", annotation, f"the annotation of {name} is neither a Field nor a Param", *notes)
        return None

    def _annotated(self, annotation: ast.expr) -> Any:
        """An annotation's value, from names visible to the function, or else from those at the decorator."""
        try:
            value = self.source.evaluate(annotation, {})
            return value if not isinstance(value, str) or isinstance(value, Type) else self._of_text(value, {})
        except NameError:
            around = {} if self.seen is None else self.seen.f_locals  # a copy that exists as long as the frame, so made only if needed
            value = self.source.evaluate(annotation, around)
            return value if not isinstance(value, str) or isinstance(value, Type) else self._of_text(value, around)

    def _of_text(self, text: str, around: dict[str, Any]) -> Any:
        return self.source.evaluate(ast.parse(text, mode="eval").body, around)
