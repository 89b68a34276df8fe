"""rtlgen: stencil computations as streaming FPGA accelerators, from Python.

    program = rtlgen.load("heat.yaml")          # or rtlgen.loads(text), or a function under @rtlgen.stencil
    result = program.golden({"t": array}, steps=100)
    program.sim({"t": array}, steps=100).match  # the simulated hardware matches bit for bit

docs/python.md has a tutorial and the reference.
"""
from __future__ import annotations

from ._errors import DescriptionWarning, Diagnostic, Error
from ._import import import_
from ._program import FieldInfo, ParamInfo, Program, board, boards, schema
from ._program import load as load
from ._program import loads as loads
from ._pictures import Animation, Picture, animation, picture
from ._results import (AdviseResult, DiagnoseResult, ExploreResult, GoldenResult, ModelResult, Point, ReportResult, Result, RunResult, SimResult, SweepResult, Table, Trace,
                       WriteResult)
from ._rtlgen import InternalError, ToolError
from ._rtlgen import version as _version
from ._stencil import Stencil, stencil
from ._types import (Axes, Coordinate, Field, Monitor, Param, Probe, Source, Type, bf16, cbrt, components, constant,
                     dot, exp2, f16, f32, f64, fixed, float_, fma, fused_sum, i8, i16, i32, i64, int_, nx, ny, nz,
                     quot, region, rem, sweep, truth, u8, u16, u32, u64, ufixed, uint, where)
from ._types import step as step
from ._types import x as x
from ._types import y as y
from ._types import z as z

__version__: str = _version()
ToolError.__doc__ = "A missing tool, a full disk, or a card that does not respond."
InternalError.__doc__ = "A bug in rtlgen: please report it, with the steps that led to it."

# Coordinates, `load` and `loads` are imported by name: `from rtlgen import *` would hide variables called x, y or step.
__all__ = [
    "AdviseResult", "Animation", "Axes", "Coordinate", "DescriptionWarning", "DiagnoseResult", "Diagnostic", "Error", "ExploreResult", "Field", "FieldInfo", "GoldenResult",
    "InternalError", "ModelResult", "Monitor", "Param", "ParamInfo", "Picture", "Point", "Probe", "Program", "ReportResult", "Result", "RunResult", "SimResult", "Source",
    "Stencil", "SweepResult", "Table", "ToolError", "Trace", "Type", "WriteResult", "__version__", "animation", "bf16", "board", "boards", "cbrt", "components", "constant", "dot", "exp2",
    "f16", "f32", "f64", "fixed", "float_", "fma", "fused_sum", "i16", "i32", "i64", "i8", "import_", "int_", "nx", "ny", "nz", "picture", "quot", "region",
    "rem", "schema", "stencil", "sweep", "truth", "u16", "u32", "u64", "u8", "ufixed", "uint", "where",
]
