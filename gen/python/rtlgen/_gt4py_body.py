"""The statements of a stencil of GT4Py (gtscript) as arrays, each assigned once: see Version."""
from __future__ import annotations

import ast
from typing import Any, Callable, Mapping

from . import _gt4py_values as g
from ._gt4py_arrays import Arrays, Block
from ._gt4py_expressions import FAULTY, Variable, is_text
from ._gt4py_loops import Loop
from ._gt4py_source import FieldType, Function, Lib, Unknown, dtype_of
from ._gt4py_values import WHOLE, Expr, Read, Unfit, Version
from ._values import Refused, is_number

_INSTEAD = {
    ast.While: ("`while` is not imported", "a stencil has a fixed number of operations: write them out, or limit them by `if`"),
    ast.For: ("`for` is not imported", "write the statements out"),
    ast.FunctionDef: ("a nested function is not imported", "define it at the top of the file, with @gtscript.function"),
}


class Returned(Exception):
    """The value of a function."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Stencil(Arrays):
    """Reads the definition of a stencil."""

    def __init__(self, function: Function, values: Mapping[str, Any], floats: str, ints: str) -> None:
        super().__init__(function.source, function.names, floats, ints)
        self.function = function
        self.values = values
        self.params: dict[str, tuple[str, Any, ast.AST]] = {}  # run-time parameters: type, default, place
        self.known: set[str] = set()  # names of `values` that parameters have used

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The axes of the grid by their names in the program."""
        return tuple(self.axes)

    def read_all(self) -> None:
        """Raises Error with every fault."""
        self._tried(lambda: self._signature())
        self.source.raise_faults()
        for node in self.function.tree.body:
            self._tried(lambda: self._outer(node))
        self.source.raise_faults()
        if not any(self.env[name] is not version for name, version in self.given.items()):
            self.source.fault("RG0613", self.function.tree, "the stencil assigns none of its fields", "assign one: out = ...")
        self.source.raise_faults()

    @staticmethod
    def _tried(work: Callable[[], None]) -> None:
        try:
            work()
        except Refused:
            pass

    # ------------------------------------------------------------ signature

    def _signature(self) -> None:
        given = self.function.tree.args
        defaults = dict(zip([one.arg for one in (*given.posonlyargs, *given.args)][::-1], given.defaults[::-1]))
        defaults.update({one.arg: default for one, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None})
        for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs):
            self._tried(lambda: self._parameter(argument, defaults.get(argument.arg)))
        self.axes = "".join(axis for axis in "IJK" if any(axis in version.axes for version in self.given.values()))

    def _parameter(self, argument: ast.arg, default: ast.expr | None) -> None:
        name = argument.arg
        kind = self.annotation(argument)
        if isinstance(kind, FieldType):
            if not set(kind.axes) <= set("IJK"):
                raise self.refuse("RG0616", argument, f"{name} has the axes {', '.join(kind.axes)}", "axes are I, J and K")
            version = Version(name, kind.dtype, argument, axes="".join(kind.axes), is_given=True)
            self.given[name] = self.env[name] = version
            self.locals[name] = Variable(name)
            return
        self.scalar(name, kind, argument, default)

    def scalar(self, name: str, dtype: str, argument: ast.arg, default: ast.expr | None) -> None:
        """A parameter that is one number: a constant if `values` has it, or else set at run time."""
        if name in self.values:
            self.known.add(name)
            if not is_number(self.values[name]):
                raise TypeError(f"values: {name} is a number of the program, not {self.values[name]!r}")
            self.locals[name] = self.fit(argument, lambda: g.number(self.values[name], dtype, argument))
            return
        value = None if default is None else self.constant(default)
        self.params[name] = (dtype, value if is_number(value) else None, argument)
        self.locals[name] = g.Scalar(dtype, argument, name)

    def annotation(self, argument: ast.arg) -> Any:
        """The FieldType or the type of a parameter."""
        node = argument.annotation
        if node is None:
            raise self.refuse("RG0616", argument, f"the parameter {argument.arg} has no type", f"write {argument.arg}: Field[np.float64]")
        try:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in self.values:
                node = ast.parse(node.value, mode="eval").body
            kind = self.names.evaluate(node)
            if isinstance(kind, str) and not isinstance(kind, Lib) and kind not in g.RANKS:  # a text in `values`
                kind = self.names.evaluate(ast.parse(kind, mode="eval").body)
            if isinstance(kind, FieldType):
                return kind
            return {"float": self.floats, "int": self.ints}.get(str(kind)) or dtype_of(kind, self.names)
        except (Unknown, SyntaxError, TypeError) as error:
            raise self.refuse("RG0619", argument, f"the type of {argument.arg} is not imported: {error}",
                              "types are Field[np.float64], Field[IJ, np.float32] and np.float64, float, int, bool") from None

    # ------------------------------------------------------------ computations

    def _outer(self, node: ast.stmt) -> None:
        """A statement of the definition, outside of computations."""
        if is_text(node) or isinstance(node, ast.Pass) or self._is_import(node) or self._is_assertion(node):
            return
        if isinstance(node, ast.If):
            for one in node.body if self._is_so(node) else node.orelse:
                self._tried(lambda: self._outer(one))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self._declare(node)
        elif isinstance(node, ast.With):
            self._computation(node)
        else:
            raise self.refuse("RG0618", node, "this statement is outside of a computation", "put it into: with computation(PARALLEL), interval(...):")

    def _is_so(self, node: ast.If) -> bool:
        test = self._test(node)
        if isinstance(test, Expr):
            raise self.refuse("RG0618", node.test, "this condition is not known when the program is read", "move the `if` into a computation")
        return test

    def _test(self, node: ast.If) -> bool | Expr:
        """The condition of an `if`: known, or a value."""
        test = node.test
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "__INLINED" and len(test.args) == 1:
            return bool(self.constant(test.args[0]))
        value = self.value(test)
        return bool(value.value) if isinstance(value, g.Number) else value

    def _is_import(self, node: ast.stmt) -> bool:
        if not isinstance(node, ast.ImportFrom):
            return isinstance(node, ast.Import)
        if "__externals__" in (node.module or ""):
            for alias in node.names:
                self.known.add(alias.name)
                if alias.name not in self.values and alias.name not in self.names.bindings:
                    self.source.fault("RG0615", node, f"the external {alias.name} has no value", f"values={{\"{alias.name}\": ...}}")
            self.source.raise_faults()  # each use would be another fault
        return True

    def _is_assertion(self, node: ast.stmt) -> bool:
        call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
        if call is None or not isinstance(call.func, ast.Name) or call.func.id != "compile_assert" or len(call.args) != 1:
            return False
        if not self.constant(call.args[0]):
            raise self.refuse("RG0614", node, "the assertion does not hold")
        return True

    def _declare(self, node: ast.AnnAssign) -> None:
        """A temporary that is declared before the computations, with a first value if it has one."""
        assert isinstance(node.target, ast.Name)
        key = self._target(node.target)
        self.declared[key] = self._declared(node)
        if node.value is not None:
            self.block = Block(WHOLE, self.part())
            self.assign(key, self.value(node.value), node)
            self.block = None

    def _declared(self, node: ast.AnnAssign) -> str:
        try:
            kind = self.names.evaluate(node.annotation)
            if isinstance(kind, FieldType):
                return kind.dtype
            return {"float": self.floats, "int": self.ints}.get(str(kind)) or dtype_of(kind, self.names)
        except Unknown as error:
            raise self.refuse("RG0619", node.annotation, str(error)) from None

    def _computation(self, node: ast.With) -> None:
        order, interval, region = self.items(node)
        if order is None:
            raise self.refuse("RG0611", node, "this `with` names no computation", "write: with computation(PARALLEL), interval(...):")
        sections = []
        if interval is not None:
            sections.append((interval, region, node.body))
        else:
            for one in node.body:
                inner = self.items(one) if isinstance(one, ast.With) else (None, None, None)
                if not isinstance(one, ast.With) or inner[1] is None or inner[0] is not None:
                    raise self.refuse("RG0611", one, "a computation without an interval contains only intervals", "write: with interval(...):")
                sections.append((inner[1], inner[2], one.body))
        number = self.part()[0]
        if order != "parallel":
            assigned = {name for _, _, body in sections for name in _assigned(body)}
            self.loop = Loop(order, assigned, {name: self.env.get(name) for name in assigned})
        try:
            for i, (interval, region, body) in enumerate(sections):
                self._section(Block(interval, (number, i), region), body)
            if self.loop is not None:
                self._end_loop(node)
        finally:
            self.loop = self.block = None

    def _section(self, block: Block, body: list[ast.stmt]) -> None:
        self.block = block
        self._run(body)
        if self.loop is not None:
            self.loop.end_section()

    def _end_loop(self, node: ast.With) -> None:
        assert self.loop is not None
        try:
            self.versions += self.loop.versions()
        except Unfit as error:
            raise self.refuse(error.code, node, error.text, *error.notes) from None
        self.env.update(self.loop.finals)

    # ------------------------------------------------------------ statements

    def _run(self, statements: list[ast.stmt]) -> None:
        """Statements, each with its own faults; what a faulty one would assign is no other fault where it is read."""
        for node in statements:
            try:
                self._statement(node)
            except Refused:
                if self.depth:
                    raise
                for name in _assigned([node]):
                    if self.before(name) is None:
                        self.locals[name] = FAULTY

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Return):
            raise Returned(None if node.value is None else self.read(node.value))
        if is_text(node) or isinstance(node, ast.Pass) or self._is_import(node) or self._is_assertion(node):
            return
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            self._assigned(node.targets[0], node.value, node)
        elif isinstance(node, ast.AugAssign):
            load = ast.parse(ast.unparse(node.target), mode="eval").body
            both = ast.BinOp(load, node.op, node.value)
            for part in (both, *ast.walk(load)):
                ast.copy_location(part, node.target)
                part.of_source = getattr(node, "of_source", self.source)  # type: ignore[attr-defined]
            self._assigned(node.target, both, node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            key = self._target(node.target)
            self.declared[key] = self._declared(node)
            if node.value is not None:
                self.assign(key, self.value(node.value), node)
        elif isinstance(node, ast.If):
            self._if(node)
        elif isinstance(node, ast.With):
            self._horizontal(node)
        else:
            raise self.refuse("RG0618", node, *_INSTEAD.get(type(node), ("this statement is not imported", "statements are assignments, `if` and "
                                                                            "`with horizontal(...)`")))

    def _assigned(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> None:
        targets = list(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else [target]
        found = self.read(value)
        values = list(found) if isinstance(found, tuple) else [found]
        if len(values) != len(targets):
            raise self.refuse("RG0616", node, f"{len(values)} values for {len(targets)} names")
        values = [self.valued(one, value) for one in values]
        for name, one in zip([self._target(one) for one in targets], values):
            self.assign(name, one, node)

    def _target(self, node: ast.expr) -> str:
        if isinstance(node, ast.Subscript):
            if any(self.offset(node)):
                raise self.refuse("RG0618", node, "a cell around is assigned", "assign the cell itself; shift the reads instead")
            node = node.value
        if not isinstance(node, ast.Name):
            raise self.refuse("RG0618", node, "this cannot be assigned", "data dimensions are not imported: make each component a field")
        found = self.locals.get(node.id)
        if isinstance(found, Variable):
            return found.key
        if found is not None and found is not FAULTY and self.depth == 0:
            raise self.refuse("RG0618", node, f"the parameter {node.id} is assigned", "use another name")
        key = node.id if self.depth == 0 else self.fresh(node.id)
        self.locals[node.id] = Variable(key)
        return key

    def _if(self, node: ast.If) -> None:
        test = self._test(node)
        if not isinstance(test, Expr):
            for one in node.body if test else node.orelse:
                self._statement(one)
            return
        if test.dtype != "bool":
            raise self.refuse("RG0619", node.test, f"a condition of {test.dtype}", "write a comparison, a != 0")
        assert self.block is not None
        if any(isinstance(part, ast.Return) for part in ast.walk(node)):
            raise self.refuse("RG0618", node, "a function returns inside an `if` that depends on data", "write: return a if condition else b")
        held = self.held(test, "is_so", node.test)
        for condition, body in ((held, node.body), (self.fit(node, lambda: g.inverted(held, node.test)), node.orelse)):
            self.block.masks.append(condition)
            try:
                self._run(body)
            finally:
                self.block.masks.pop()

    def _horizontal(self, node: ast.With) -> None:
        assert self.block is not None
        call = node.items[0].context_expr
        if len(node.items) != 1 or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "horizontal":
            raise self.refuse("RG0611", node, "inside a computation, `with` has only horizontal(...)")
        if self.block.region is not None:
            raise self.refuse("RG0611", node, "a region is inside a region")
        for region in self.regions(call):
            self.block.region = region
            try:
                self._run(node.body)
            finally:
                self.block.region = None

    # ------------------------------------------------------------ functions

    def body_of(self, function: Function, arguments: dict[str, Any], node: ast.Call) -> Any:
        if self.block is None:
            raise self.refuse("RG0618", node, "a function is called outside of a computation")
        assigned = set(_assigned(function.tree.body))
        for name, value in arguments.items():
            if isinstance(value, Expr) and name not in assigned:
                value = self.held(value, f"{function.tree.name}_{name}", node)
                key = next((key for key, version in self._visible() if isinstance(value, Read) and value.version is version), None)
                value = Variable(key) if key is not None and isinstance(value, Read) and value.offset == g.HERE else value
            elif name in assigned and isinstance(value, (Expr, Variable)):
                variable = Variable(self.fresh(name))
                self.assign(variable.key, self.at(value, g.HERE, node) if isinstance(value, Variable) else value, node)
                value = variable
            self.locals[name] = value
        try:
            for statement in function.tree.body:
                self._statement(statement)
        except Returned as returned:
            return returned.value
        raise self.refuse("RG0613", function.tree, f"{function.tree.name}() returns nothing")

    def _visible(self) -> list[tuple[str, Version]]:
        return [*(self.loop.current.items() if self.loop is not None else ()), *self.env.items()]


def _assigned(statements: list[ast.stmt]) -> list[str]:
    """Names that statements assign."""
    found = []
    for statement in statements:
        for part in ast.walk(statement):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, (ast.AugAssign, ast.AnnAssign)) else []
            for target in targets:
                for one in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                    while isinstance(one, ast.Subscript):
                        one = one.value
                    if isinstance(one, ast.Name):
                        found.append(one.id)
    return found
