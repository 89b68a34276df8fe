"""rtlgen: stencil computations as streaming FPGA accelerators, from Python.

    program = rtlgen.load("heat.yaml")          # or rtlgen.loads(text), or a function under @rtlgen.stencil
    result = program.golden({"t": array}, steps=100)
    program.sim({"t": array}, steps=100).match  # the simulated hardware has the same bits

docs/python.md has a tutorial and the reference.
"""
from __future__ import annotations

from ._errors import DescriptionWarning, Diagnostic, Error
from ._program import FieldInfo, ParamInfo, Program, load, loads
from ._results import ExploreResult, GoldenResult, ModelResult, Result, RunResult, SimResult, WriteResult
from ._rtlgen import InternalError, ToolError, boards
from ._rtlgen import version as _version
from ._stencil import Stencil, stencil
from ._types import (Axes, Coordinate, Field, Param, Type, bf16, cbrt, constant, dot, exp2, f16, f32, f64, fixed, float_, fma,
                     fused_sum, i8, i16, i32, i64, int_, nx, ny, nz, quot, rem, step, truth, u8, u16, u32, u64, ufixed, uint,
                     where, x, y, z)

__version__: str = _version()

__all__ = [
    "Axes", "Coordinate", "DescriptionWarning", "Diagnostic", "Error", "ExploreResult", "Field", "FieldInfo", "GoldenResult",
    "InternalError", "ModelResult", "Param", "ParamInfo", "Program", "Result", "RunResult", "SimResult", "Stencil", "ToolError",
    "Type", "WriteResult", "__version__", "bf16", "boards", "cbrt", "constant", "dot", "exp2", "f16", "f32", "f64", "fixed",
    "float_", "fma", "fused_sum", "i8", "i16", "i32", "i64", "int_", "load", "loads", "nx", "ny", "nz", "quot", "rem", "step",
    "stencil", "truth", "u8", "u16", "u32", "u64", "ufixed", "uint", "where", "x", "y", "z",
]
