"""Values and the arrays that they read. Python computes a value once; a line reads arrays as they are then, so a value that
outlives an assignment to one of its arrays becomes a temporary before that. NumPy changes arrays in place, under all their names."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import _values as v
from ._calls import Local
from ._slices import Framed, Slices
from ._values import Code, Ref


class _Change:
    """Holds the place of an array while it changes; `names`: its other names."""

    def __init__(self, names: list[str]) -> None:
        self.names = names


class Shared(Slices):
    """Knows which places hold a value."""

    aliases: dict[str, Any]  # names that were given to an array that has another name, which NumPy does not copy; its first value
    waiting: list[list[Any]]  # values of loops and of assignments to several names that are still to come

    @contextmanager
    def kept(self, values: list[Any]) -> Iterator[list[Any]]:
        """Keeps values that wait for their turn."""
        self.waiting.append(values)
        try:
            yield values
        finally:
            self.waiting.pop()

    # ------------------------------------------------------------ values from before

    def settle(self, array: str, name: str, node: ast.AST, is_whole: bool = True) -> None:
        """Makes temporaries of all values that read `array`, which the next line assigns; `name` gets the new value. If only a
        part is assigned (`is_whole` is False), other names of the array stay names of it, as views do in NumPy."""
        settled: dict[int, Any] = {}

        def is_old(value: Any) -> bool:
            return isinstance(value, Code) and array in value.reads or is_whole and isinstance(value, Ref) and value.name == array

        def of(value: Any) -> Any:
            if isinstance(value, (list, dict)) and id(value) not in settled:
                settled[id(value)] = value
                for key in range(len(value)) if isinstance(value, list) else value:
                    value[key] = of(value[key])
            elif isinstance(value, tuple):
                entries = [of(entry) for entry in value]
                return value if all(a is b for a, b in zip(entries, value)) else tuple(entries)
            elif isinstance(value, Local) and value.scope is not self.scope and id(value.scope) not in settled:
                settled[id(value.scope)] = value.scope
                value.scope.names.update({key: of(one) for key, one in value.scope.names.items()})
            elif is_old(value):
                if id(value) not in settled:
                    settled[id(value)] = v.Stale(array) if self.stays else self.temporary(f"old_{array}", self.code_of(value, node), node)
                return settled[id(value)]
            return value

        names = self.scope.names
        for key, value in list(names.items()):
            if key != name or not isinstance(value, (Code, Ref, Framed)):
                names[key] = of(value)
        for values in self.waiting:
            of(values)

    # ------------------------------------------------------------ changes in place

    def root(self, value: Any) -> Any:
        """The value that a whole array had under its first name."""
        return next((root for name, root in self.aliases.items() if self.scope.names.get(name) is value), value)

    def note_alias(self, name: str, value: Any) -> None:
        """Notes after `name = value` that both are one array, if `value` has another name or is an entry of a list."""
        self.aliases.pop(name, None)
        is_view = _is_array(value) and not (isinstance(value, Ref) and (value.component or value.is_copy))
        if is_view and self._is_held(value, name) and self.scope.names.get(name) is not value:
            self.aliases[name] = self.root(value)

    def other_name(self, name: str) -> str | None:
        """Another name of a whole array."""
        root = self.aliases.get(name, self.scope.names.get(name))
        names = (one for one, value in self.scope.names.items() if one != name and (value is root or self.aliases.get(one) is root))
        return next(names, None) if isinstance(root, Ref) else None

    def check_own(self, target: ast.expr, value: Any, node: ast.AST) -> None:
        """Refuses `a += b` that would change an argument of the stencil, or a value of a calling function, under another name."""
        root = self.root(value)
        if not _is_array(root) or isinstance(root, Ref) and root.is_copy:
            return
        is_field = isinstance(root, Ref) and root.offsets is None and root.name in self.fields
        is_named = isinstance(target, ast.Name) and isinstance(root, Ref) and target.id == root.name and self.scope.is_step
        if is_field and not is_named or any(found is root for scope in self.callers for found in scope.names.values()):
            array = root.name if isinstance(root, Ref) else "a value of the calling function"
            shown = ast.unparse(target)
            raise self.refuse("RG0852", node, f"this changes {array} too, since {shown} is the same array in NumPy",
                              f"write {shown} = {shown} + ..., or make a copy before, with .copy()")

    def check_type(self, target: ast.expr, old: Any, new: Any, node: ast.AST) -> None:
        """Refuses `a += b` if the sum has another type: NumPy converts it to that of `a`."""
        if _is_array(old) and isinstance(new, (Code, Ref)) and old.types and new.types != old.types:
            self.check(Code([], types=frozenset({v.Change(old.types, new.types)})), v.is_change, node,
                       "NumPy keeps the type of an array that it changes in place: {kind}", f"write a new value with a cast, {ast.unparse(target)} = f32(...)")

    def changed(self, target: ast.expr, old: Any) -> _Change:
        """Takes the old value from all other places that hold it, before a change in place; `spread` gives them the new one."""
        root, name = self.root(old), target.id if isinstance(target, ast.Name) else ""
        change = _Change([one for one, alias in self.aliases.items() if alias is root and one != name])
        if not _is_array(root):
            return change
        for line in self.lines:  # copies are not needed any more
            line.is_own = line.is_own or any(line.target == getattr(self.scope.names[one], "name", None) for one in change.names)
        self._replaced({id(root): change, id(old): change}, name)
        for one in change.names:
            self.scope.names[one] = change
        return change

    def spread(self, change: _Change, new: Any) -> None:
        self._replaced({id(change): new}, "")
        self.aliases.update({name: new for name in change.names})

    def _replaced(self, by: dict[int, Any], but: str) -> None:
        """Replaces values by their identity, in all names except `but` and in lists."""
        seen: set[int] = set()

        def of(value: Any) -> Any:
            if isinstance(value, tuple):
                entries = [of(entry) for entry in value]
                return value if all(a is b for a, b in zip(entries, value)) else tuple(entries)
            if isinstance(value, (list, dict)) and id(value) not in seen:
                seen.add(id(value))
                for key in range(len(value)) if isinstance(value, list) else value:
                    value[key] = of(value[key])
            return by.get(id(value), value)
        names = self.scope.names
        for name in list(names):
            if name != but or isinstance(names[name], (list, dict, tuple)):
                names[name] = of(names[name])
        for values in self.waiting:
            of(values)

    def _is_held(self, value: Any, but: str) -> bool:
        """Whether a name other than `but`, or an entry of a list, is this very value."""
        seen: set[int] = set()

        def within(found: Any) -> bool:
            if isinstance(found, (list, dict, tuple)) and id(found) not in seen:
                seen.add(id(found))
                return any(within(entry) for entry in (found.values() if isinstance(found, dict) else found))
            return found is value
        return any(within(found) for name, found in self.scope.names.items() if name != but)


def _is_array(value: Any) -> bool:
    """Whether it has a value per cell."""
    return isinstance(value, Ref) or isinstance(value, Code) and bool(value.reads)
