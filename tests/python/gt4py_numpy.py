"""An interpreter of GT4Py's stencils (gtscript) on NumPy arrays: statement by statement, level by level, as GT4Py defines them.

It shares nothing with the importer. Arrays are whole; cells outside of the domain get values too, but only those of
temporaries are stored. `run` returns the fields.
"""
import ast

import numpy as np

RANK = {name: i for i, name in enumerate(["bool", "int8", "int16", "int32", "int64", "float32", "float64"])}
MATH = {"abs": np.abs, "min": np.minimum, "max": np.maximum, "sqrt": np.sqrt, "floor": np.floor, "ceil": np.ceil, "trunc": np.trunc,
        "isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "mod": np.remainder, "round": np.rint,
        "round_away_from_zero": lambda a: np.copysign(np.floor(np.abs(a) + a.dtype.type(0.5)), a)}
BINARY = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.true_divide, ast.Mod: np.remainder, ast.Lt: np.less,
          ast.LtE: np.less_equal, ast.Gt: np.greater, ast.GtE: np.greater_equal, ast.Eq: np.equal, ast.NotEq: np.not_equal}


def moved(array, i, j, k):
    """array[i + di, ...]; beyond the ends, the last cells."""
    for axis, by in enumerate((i, j, k)):
        size = array.shape[axis]
        array = np.take(array, np.clip(np.arange(size) + by, 0, size - 1), axis)
    return array


def cast(value, dtype):
    with np.errstate(all="ignore"):
        return value.astype(dtype)


def promoted(*values):
    top = max((value.dtype.name for value in values), key=RANK.__getitem__)
    return [cast(value, top) for value in values]


class Interpreter:
    def __init__(self, tree, fields, scalars, origin, domain, floats="float64", ints="int64"):
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.constants = {}
        self.fields, self.scalars = {name: array.copy() for name, array in fields.items()}, scalars
        self.shape = next(array.shape for array in fields.values() if array.ndim == 3)
        self.origin, self.domain = origin, domain
        self.floats, self.ints = floats, ints
        self.temporaries, self.declared = {}, {}
        self.names = {}
        self.mask = np.ones(self.shape, bool)
        self.levels = range(0)
        self.calls = 0

    # ---------------------------------------------------------------- control

    def run(self, name):
        function = self.functions[name]
        for argument in [*function.args.args, *function.args.kwonlyargs]:
            self.names[argument.arg] = argument.arg
        for node in function.body:
            self.outer(node)
        return self.fields

    def outer(self, node):
        if isinstance(node, ast.If):
            for one in node.body if self.known(node.test) else node.orelse:
                self.outer(one)
        elif isinstance(node, ast.AnnAssign):
            self.declared[node.target.id] = self.dtype(ast.unparse(node.annotation))
            if node.value is not None:
                self.levels = range(self.origin[2], self.origin[2] + self.domain[2])
                self.assign(node.target, node.value)
        elif isinstance(node, ast.With):
            self.computation(node)

    def dtype(self, text):
        name = text.split("[")[-1].split(",")[-1].strip(" ]").split(".")[-1]
        return {"float": self.floats, "int": self.ints}.get(name, name)

    def known(self, node):
        node = node.args[0] if isinstance(node, ast.Call) and ast.unparse(node.func) == "__INLINED" else node
        return eval(ast.unparse(node), {**self.constants})

    def computation(self, node):
        calls = {ast.unparse(item.context_expr.func): item.context_expr for item in node.items}
        order = ast.unparse(calls["computation"].args[0])
        sections = [(calls["interval"], node.body)] if "interval" in calls else [(one.items[0].context_expr, one.body) for one in node.body]
        if order == "PARALLEL":
            for interval, body in sections:
                self.levels = self.range_of(interval)
                self.block(body)
            return
        everything = [(level, body) for interval, body in sections for level in self.range_of(interval)]
        for level, body in sorted(everything, key=lambda one: one[0], reverse=order == "BACKWARD"):
            self.levels = range(level, level + 1)
            self.block(body)

    def range_of(self, call):
        first, last = 0, self.domain[2]
        ends = [None if isinstance(one, ast.Constant) and one.value in (None, ...) else self.known(one) for one in call.args]
        if ends != [None]:
            if len(ends) == 1:
                ends.append(ends[0] + 1 or None)
            first = ends[0] + (self.domain[2] if ends[0] < 0 else 0)
            last = last if ends[1] is None else ends[1] + (self.domain[2] if ends[1] < 0 else 0)
        return range(self.origin[2] + first, self.origin[2] + last)

    def block(self, statements):
        for node in statements:
            if isinstance(node, ast.Assign):
                self.assign(node.targets[0], node.value)
            elif isinstance(node, ast.AugAssign):
                load = ast.parse(ast.unparse(node.target), mode="eval").body
                self.assign(node.target, ast.BinOp(load, node.op, node.value))
            elif isinstance(node, ast.AnnAssign):
                self.declared[node.target.id] = self.dtype(ast.unparse(node.annotation))
                self.assign(node.target, node.value)
            elif isinstance(node, ast.If):
                self.branch(node)
            elif isinstance(node, ast.With):
                for region in node.items[0].context_expr.args:
                    kept, self.mask = self.mask, self.mask & self.region(region.slice)
                    self.block(node.body)
                    self.mask = kept
            elif isinstance(node, ast.Return):
                return [self.value(one) for one in node.value.elts] if isinstance(node.value, ast.Tuple) else self.value(node.value)
        return None

    def branch(self, node):
        if isinstance(node.test, ast.Call) and ast.unparse(node.test.func) == "__INLINED":
            return self.block(node.body if self.known(node.test) else node.orelse)
        test = np.zeros(self.shape, bool)
        test[..., self.at_levels()] = self.value(node.test)
        kept = self.mask
        for mask, body in ((test, node.body), (~test, node.orelse)):
            self.mask = kept & mask
            self.block(body)
        self.mask = kept
        return None

    def region(self, index):
        mask = np.zeros(self.shape, bool)
        ranges = []
        for axis, (entry, name) in enumerate(zip(index.elts, "IJ")):
            first, last = self.origin[axis], self.origin[axis] + self.domain[axis]

            class Axis:
                def __getitem__(self, at, first=first, last=last):
                    return last + at if at < 0 else first + at
            values = {name: Axis()}
            if isinstance(entry, ast.Slice):
                low = 0 if entry.lower is None else eval(ast.unparse(entry.lower), values)
                high = self.shape[axis] if entry.upper is None else eval(ast.unparse(entry.upper), values)
            else:
                low = eval(ast.unparse(entry), values)
                high = low + 1
            ranges.append(slice(max(low, 0), max(high, 0)))
        mask[tuple(ranges)] = True
        return mask

    # ---------------------------------------------------------------- arrays

    def at_levels(self):
        return slice(self.levels.start, self.levels.stop)

    def assign(self, target, value):
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        found = self.value(value)
        for one, result in zip(targets, found if isinstance(found, list) else [found]):
            name = one.value.id if isinstance(one, ast.Subscript) else one.id
            self.store(name, result)

    def store(self, name, value):
        full = self.names.get(name)
        if full is None or full in self.scalars or not isinstance(full, str):
            full = self.names[name] = f"{name}#{self.calls}"
        if full in self.fields:
            inside = np.zeros(self.shape, bool)
            inside[tuple(slice(o, o + d) for o, d in zip(self.origin[:2], self.domain[:2]))] = True
            self.put(self.fields[full], value, self.mask & inside)
        else:
            if full not in self.temporaries:
                self.temporaries[full] = np.zeros(self.shape, self.declared.get(name, value.dtype))
            self.put(self.temporaries[full], value, self.mask)

    def put(self, array, value, mask):
        part = array[..., self.at_levels()]
        value = np.broadcast_to(cast(value, array.dtype), part.shape)
        part[...] = np.where(mask[..., self.at_levels()], value, part)

    def read(self, name, offset):
        full = self.names.get(name, name)
        if not isinstance(full, str):
            return full
        if full in self.scalars:
            return self.scalars[full]
        array = self.fields[full] if full in self.fields else self.temporaries[full]
        if array.ndim == 1:  # an array along K
            array, offset = np.broadcast_to(array, self.shape), (0, 0, offset[0])
        elif array.ndim == 2:  # an array along I and J
            array = np.broadcast_to(array[..., None], self.shape)
        return moved(array, *offset)[..., self.at_levels()]

    # ---------------------------------------------------------------- values

    def value(self, node):
        with np.errstate(all="ignore"):
            return getattr(self, "on_" + type(node).__name__)(node)

    def typed(self, value):
        if isinstance(value, (np.ndarray, np.generic)):
            return np.asarray(value)
        return np.asarray(value, "bool" if isinstance(value, bool) else self.ints if isinstance(value, int) else self.floats)

    def on_Constant(self, node):
        return self.typed(node.value)

    def on_Name(self, node):
        if node.id in self.names:
            return np.asarray(self.read(node.id, (0, 0, 0)))
        if node.id == "K":
            return np.arange(self.levels.start, self.levels.stop, dtype=self.ints) - np.dtype(self.ints).type(self.origin[2])
        return self.typed(self.constants[node.id]) if node.id in self.constants else np.asarray(self.read(node.id, (0, 0, 0)))

    def on_Subscript(self, node):
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return self.read(node.value.id, (*(self.known(entry) for entry in entries), 0)[:3])

    def on_BinOp(self, node):
        a, b = promoted(self.value(node.left), self.value(node.right))
        if isinstance(node.op, ast.Pow):
            return a*a
        return BINARY[type(node.op)](a, b)

    def on_UnaryOp(self, node):
        value = self.value(node.operand)
        return np.logical_not(value) if isinstance(node.op, ast.Not) else np.negative(value) if isinstance(node.op, ast.USub) else value

    def on_Compare(self, node):
        a, b = promoted(self.value(node.left), self.value(node.comparators[0]))
        return BINARY[type(node.ops[0])](a, b)

    def on_BoolOp(self, node):
        values = [self.value(one) for one in node.values]
        found = values[0]
        for one in values[1:]:
            found = found & one if isinstance(node.op, ast.And) else found | one
        return found

    def on_IfExp(self, node):
        a, b = promoted(self.value(node.body), self.value(node.orelse))
        return np.where(self.value(node.test), a, b)

    def on_Call(self, node):
        name = ast.unparse(node.func).split(".")[-1]
        if name in self.functions:
            return self.call(self.functions[name], node)
        values = [self.value(one) for one in node.args]
        if name in ("float32", "float64", "int32", "int64", "float", "int"):
            return cast(values[0], self.dtype(name))
        return MATH[name](*promoted(*values))

    def call(self, function, node):
        """Arguments that are names of arrays stay these arrays; others are arrays of their own."""
        bound = dict(zip([one.arg for one in function.args.args], node.args))
        bound.update({keyword.arg: keyword.value for keyword in node.keywords})
        names = {}
        for name, one in bound.items():
            if isinstance(one, ast.Name) and one.id in self.names:
                names[name] = self.names[one.id]
                continue
            value = np.broadcast_to(self.value(one), (*self.shape[:2], len(self.levels)))
            self.calls += 1
            names[name] = f"{name}#{self.calls}"
            self.temporaries[names[name]] = np.zeros(self.shape, value.dtype)
            self.temporaries[names[name]][..., self.at_levels()] = value
        kept, self.names = self.names, names
        self.calls += 1
        found = self.block(function.body)
        self.names = kept
        return found


def run(text, name, fields, scalars=(), origin=(0, 0, 0), domain=None, constants=(), **types):
    """The fields after the stencil `name` of `text`; scalars as NumPy's, with their types."""
    shape = next(array.shape for array in fields.values() if array.ndim == 3)
    domain = domain or tuple(extent - first for extent, first in zip(shape, origin))
    interpreter = Interpreter(ast.parse(text), fields, dict(scalars), origin, domain, **types)
    interpreter.constants = dict(constants)
    return interpreter.run(name)
