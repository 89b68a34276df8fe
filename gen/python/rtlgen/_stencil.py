"""@rtlgen.stencil: reads a function of ordinary indexing code from its source, and writes it in the language."""
from __future__ import annotations

import inspect
import sys
from types import FrameType
from typing import Any, Callable, Mapping, Sequence, overload

import numpy as np

from . import _values as v
from ._body import Body
from ._data import dict_of, list_of, number_of, text_of, whole, x_first
from ._errors import Diagnostic, Error
from ._program import Program
from ._progress import Progress
from ._runs import check_runs
from ._source import Source
from ._types import Monitor, Probe, Rule, Type
from ._types import Source as Added
from ._write import Extras, Home, Text, check_rolls, check_types, give_boundaries, rules_of, write
from ._yaml import quoted, yaml

_MOST_PROGRAMS = 16


class Stencil:
    """A function decorated with @rtlgen.stencil. A call with arrays runs the golden engine; `program` makes a Program.

    It can be pickled and copied: the other process needs no source.
    """

    __name__: str

    def __init__(self, function: Callable[..., Any], *, shape: Sequence[int] | None, steps: int, type: str | None, index: str, border: str,
                 boundary: Any, extras: Extras, seen: FrameType | None) -> None:
        if index not in ("numpy", "xyz"):
            raise ValueError(f"index must be \"numpy\", the order of an array's axes, or \"xyz\", not {index!r}")
        if border not in ("compute", "keep", "ignore"):
            raise ValueError(f"border must be compute, keep or ignore, not {border!r}")
        for name in ("__doc__", "__name__", "__qualname__", "__module__"):
            setattr(self, name, getattr(function, name, None))
        self.__wrapped__ = function
        self._file = f"<stencil {self.__name__}>"  # the name of its description, which generated files mention
        self._shape = tuple(x_first(shape) or ())[::-1] if shape is not None else None
        self._steps = whole("steps", steps)
        self._type = str(type) if isinstance(type, str) else _type_of("type", type) if type is not None else None
        self._numpy_order = index == "numpy"
        self._border = "" if border == "compute" else border
        self._extras = extras
        self._programs: dict[Any, Program] = {}
        source = Source(function)
        self._body = Body(source, self._numpy_order, bool(self._border), seen)
        self._body.read_all()
        give_boundaries(self._body, boundary)
        check_rolls(self._body)
        check_types(self._body, self._type, {}, may_be_open=True)
        source.forget()
        self._body.source.function = None
        self.__signature__ = inspect.signature(function)

    def __getstate__(self) -> dict[str, Any]:
        return {**{k: value for k, value in self.__dict__.items() if k not in ("__wrapped__", "__signature__")}, "_programs": {}}

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that a run starts with."""
        return tuple(self._body.fields)

    @property
    def params(self) -> tuple[str, ...]:
        """Names of the run-time parameters."""
        return tuple(self._body.params)

    def __repr__(self) -> str:
        return f"<rtlgen.Stencil {self.__name__}({', '.join([*self.fields, *self.params])})>"

    def _repr_html_(self) -> str:
        import html
        lines = "\n".join(f"{line.target} = {line.code.written('float32') if isinstance(line.code, v.Code) else [c.written('float32') for c in line.code]}"
                          for line in self._body.lines)
        return (f"<b>{html.escape(str(self.__name__))}</b>({html.escape(', '.join([*self.fields, *self.params]))})"
                f"<p>{html.escape((self.__doc__ or '').strip())}</p><pre>{html.escape(lines)}</pre>")

    # ------------------------------------------------------------ programs

    def program(self, shape: Any = None, /, *, steps: int | None = None, dtype: Any = None, params: Mapping[str, Any] | None = None,
                **named: Any) -> Program:
        """The program for arrays of `shape`, x last; an array provides its shape and dtype. Raises Error.

        `dtype`: for fields without a type in their annotation, or a dict by field. `named`: defaults of run-time
        parameters; those that have the name of an argument go into `params`.
        """
        if "shape" in named and "shape" not in self._body.params:
            shape = named.pop("shape")
        values = self._params({**named, **dict_of("params", params)})
        whole("steps", self._steps if steps is None else steps)
        dtypes = self._dtypes(dtype)
        if hasattr(shape, "shape") and hasattr(shape, "dtype"):
            if dtype is None:
                dtypes = {name: v.type_of_dtype(shape.dtype) for name in self.fields}
            shape = shape.shape
        chosen = shape if shape is not None else self._shape
        if chosen is None:
            raise self._misused("the grid has no shape", f"pass one: {self.__name__}.program((1024, 1024)), or @rtlgen.stencil(shape=...)")
        return self._program(chosen, steps, values, dtypes, 3)

    def _dtypes(self, dtype: Any) -> dict[str, str | None]:
        given = dict_of("dtype", dtype) if isinstance(dtype, Mapping) else {name: dtype for name in self.fields}
        found = {}
        for name, one in given.items():
            if name not in self.fields:
                raise ValueError(f"dtype: there is no field {name!r}; the fields are: {', '.join(self.fields)}")
            found[name] = None if one is None else str(one) if isinstance(one, Type) else _type_of("dtype", one)
        return found

    def _params(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Values of parameters as decimals, defaults included."""
        for name in given:
            if name not in self._body.params:
                known = ", ".join(self._body.params) or "none"
                raise self._misused(f"there is no parameter {name}", f"the parameters are: {known}")
        values = {name: given.get(name, default) for name, (_, default, _) in self._body.params.items()}
        missing = [name for name, value in values.items() if value is None]
        if missing:
            name = missing[0]
            is_taken = name in ("steps", "dtype", "params", "progress", "casting", "out", "shape")
            how = f"params={{\"{name}\": 0.1}}, since {name}= is an argument of the call" if is_taken else f"{name}=0.1"
            raise self._misused(f"no value for {', '.join(missing)}", f"pass one, {how}, or write a default in the function")
        return {name: number_of(name, value) for name, value in values.items()}

    def _program(self, shape: Sequence[int], steps: int | None, params: Mapping[str, str], dtypes: Mapping[str, str | None],
                 stacklevel: int) -> Program:
        steps = whole("steps", self._steps if steps is None else steps)
        text = self._write(shape, steps, params, dtypes)
        home = Home(self._body.source, self._file, text, self._body.unnamed, self._numpy_order)
        home.check_steps(steps)
        return Program(text.bytes, self._file, {}, stacklevel, home)

    def _write(self, shape: Sequence[int], steps: int, params: Mapping[str, str], dtypes: Mapping[str, str | None]) -> Text:
        head = [("name", str(self.__name__))]
        if self.__doc__ and self.__doc__.strip():
            head.append(("description", quoted(self.__doc__.strip().splitlines()[0])))
        axes = len(x_first(shape) or [])
        self._body.check_axes(axes)
        head.append(("grid", yaml([whole("shape", n) for n in (x_first(shape) or [])[::-1]][::-1])))
        head.append(("iterations", str(steps)))
        return write(self._body, head, self._extras, self._type, dtypes, params, self._border, self._numpy_order, axes)

    def _misused(self, what: str, note: str) -> Error:
        text = f"{self.__name__}: error[RG0857]: {what}\n  note: {note}"
        return Error(text, [Diagnostic("error", "RG0857", "", str(self.__name__), 0, 0, 1, what, (note,))])

    # ------------------------------------------------------------ calls

    def __call__(self, /, *arrays: Any, steps: int | None = None, progress: Progress | bool | None = None, casting: str = "exact",
                 out: Any = None, params: Mapping[str, Any] | None = None, **named: Any) -> Any:
        """Runs the golden engine: arrays by position or name, parameters by name. Returns the array that the stencil
        assigns; of several a dict, or a tuple if the function returns one."""
        given = self._given(arrays, named)
        values = self._params({**named, **dict_of("params", params)})
        steps = whole("steps", self._steps if steps is None else steps)
        program = self._program_for(given, steps, values)
        # A field whose old value no line reads starts without one.
        read = {name: array for name, array in given.items() if program.reads(name)}
        return self._returned(program._final(read, steps, values, casting, out, progress), given)

    def _given(self, arrays: Sequence[Any], named: dict[str, Any]) -> dict[str, Any]:
        """Arrays by field, taken out of the arguments of a call."""
        given = dict(zip(self.fields, arrays))
        if len(arrays) > len(self.fields):
            raise self._misused(f"{v.counted(len(arrays), 'array')} for {v.counted(len(self.fields), 'field')}", f"the fields are: {', '.join(self.fields)}; pass parameters by name")
        given.update({name: named.pop(name) for name in list(named) if name in self.fields})
        missing = [name for name in self.fields if name not in given]
        if missing:
            raise self._misused(f"no array for {', '.join(missing)}", f"the fields are: {', '.join(self.fields)}")
        return given

    def _returned(self, arrays: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
        """One array, a dict of several, or a tuple if the function returns one. A field that it only returns is as given."""
        if self._body.tuple:
            return tuple(arrays[name] if name in arrays else given[name] for name in self._body.tuple)
        return next(iter(arrays.values())) if len(arrays) == 1 else arrays

    def batch(self, /, *arrays: Any, steps: int | None = None, casting: str = "exact", params: Mapping[str, Any] | None = None,
              out: Any = None, progress: Progress | bool | None = None, **named: Any) -> Any:
        """Runs the golden engine for each entry of a leading axis of arrays and parameters; results have that axis too.
        Arrays without it, and single numbers, are used in all runs."""
        given = self._given(arrays, named)
        numbers = {**named, **dict_of("params", params)}
        most = max((np.ndim(array) for name, array in given.items() if self._body.fields[name][0].axes is None), default=0)
        axes = self._body.axes or most - (not any(np.ndim(value) == 1 for value in numbers.values()))
        for name, array in {**given, **numbers}.items():
            if np.ndim(array) > (axes if name in given else 0) and len(array) == 0:
                check_runs(0)
        parts = {name: array[0] if np.ndim(array) > axes + (self._body.fields[name][0].vector is not None) else array for name, array in given.items()
                 if self._body.fields[name][0].axes is None}
        parts.update({name: array for name, array in given.items() if name not in parts})
        first = {name: value if np.ndim(value) == 0 else np.asarray(value)[0] for name, value in numbers.items()}
        program = self._program_for(parts, 1, self._params(first))
        read = {name: array for name, array in given.items() if program.reads(name)}
        found = program.batch(read, params=numbers, steps=whole("steps", self._steps if steps is None else steps), casting=casting, out=out,
                              progress=progress)
        return self._returned(found, given)

    def _shape_of(self, given: Mapping[str, Any]) -> tuple[int, ...] | None:
        shape = self._shape
        for name, array in given.items():
            spec = self._body.fields[name][0]
            if spec.axes is not None:
                continue
            own = np.shape(array)
            own = own[:-1] if spec.vector is not None else own
            if not 1 <= len(own) <= 3:
                raise self._misused(f"the array {name} has {len(own)} axes",
                                    "a grid has one, two or three; several numbers per cell are a vector, the components last: "
                                    "Annotated[Field, components(3)]")
            if shape is not None and tuple(own) != tuple(shape):
                raise self._misused(f"the array {name} has the shape {tuple(own)}, not {tuple(shape)}",
                                    "all fields have the grid's shape, except those with Axes(...)")
            shape = own
        return shape

    def _program_for(self, given: Mapping[str, Any], steps: int, params: Mapping[str, str]) -> Program:
        """The program for these arrays. The most recent programs are kept."""
        shape = self._shape_of(given)
        if shape is None:
            raise self._misused("the grid has no shape", f"pass one: {self.__name__}.program((1024, 1024)), or @rtlgen.stencil(shape=...)")
        dtypes = {name: None if self._body.fields[name][0].type else v.type_of_dtype(array.dtype)
                  for name, array in given.items() if hasattr(array, "dtype") and isinstance(array.dtype, np.dtype)}
        key = (tuple(shape), tuple(dtypes.items()))
        program = self._programs.get(key)
        if program is None:
            program = self._program(shape, self._steps, params, dtypes, 5)
            while len(self._programs) >= _MOST_PROGRAMS:
                self._programs.pop(next(iter(list(self._programs)), None), None)  # another thread may do the same
            self._programs[key] = program
        return program


def _type_of(name: str, dtype: Any) -> str:
    try:
        found = v.type_of_dtype(dtype)
    except TypeError:
        found = None
    if found is None:
        raise TypeError(f"{name}: {dtype!r} is not a type of the language; write f32, or np.float32")
    return found


@overload
def stencil(function: Callable[..., Any], /) -> Stencil: ...
@overload
def stencil(*, shape: Sequence[int] | None = None, steps: int = 1, type: Any = None, index: str = "numpy",
            border: str = "compute", boundary: Rule | Sequence[Rule] | Mapping[str, Any] | None = None,
            hardware: Mapping[str, Any] | None = None, keys: Mapping[str, Any] | None = None,
            sources: Sequence[Added] = (), probes: Sequence[Probe] = (), monitors: Mapping[str, Monitor] | None = None,
            until: str | None = None) -> Callable[[Callable[..., Any]], Stencil]: ...


def stencil(function: Callable[..., Any] | None = None, /, *, shape: Sequence[int] | None = None, steps: int = 1,
            type: Any = None, index: str = "numpy", border: str = "compute",
            boundary: Rule | Sequence[Rule] | Mapping[str, Any] | None = None, hardware: Mapping[str, Any] | None = None,
            keys: Mapping[str, Any] | None = None, sources: Sequence[Added] = (), probes: Sequence[Probe] = (),
            monitors: Mapping[str, Monitor] | None = None, until: str | None = None) -> Any:
    """Makes a Stencil from a function. Raises Error with locations in the Python file.

    `index`: the order of offsets such as `t[-1, 0]`. "numpy", the default: the order of the array's axes, x last, as in
    numba.stencil. "xyz": x first, as in the language. `shape`: the shape of the grid, x last. `steps`: time steps of a
    run. `type`: the type of whatever has none (default: the common type of all fields, or else float32).

    `boundary`: what fields without a boundary in their annotation read outside the grid: a rule such as "wrap" or
    `constant(0)`, rules by axis, `{"x": "wrap"}`, or by the names of fields and temporaries, `{"t": "wrap"}` (default:
    "edge"). `border`: the border rule of lines that assign fields.

    `sources`, `probes`, `monitors`, `until`: see docs/language.md. `hardware`, `keys`: more keys of the description
    (docs/config.md); a string stays a string.
    """
    seen = sys._getframe(1)
    rules = rules_of(boundary)
    extras = Extras(dict_of("hardware", hardware), dict_of("keys", keys), list_of("sources", sources, Added), list_of("probes", probes, Probe),
                    dict_of("monitors", monitors), None if until is None else text_of("until", until))
    list_of("monitors", extras.monitors.values(), Monitor)

    def make(of: Callable[..., Any]) -> Stencil:
        return Stencil(of, shape=shape, steps=steps, type=type, index=index, border=border, boundary=rules, extras=extras, seen=seen)

    return make if function is None else make(function)
