#!/usr/bin/python3
"""Makes docs/python_api.md from the signatures and docstrings of the package. Usage: api_page.py > docs/python_api.md"""
import inspect

import rtlgen

GROUPS = {
    "Programs": ["load", "loads", "import_", "Program", "FieldInfo", "ParamInfo", "board", "boards", "schema"],
    "Stencils": ["stencil", "Stencil", "Field", "Param", "Axes", "components", "constant", "Type", "fixed", "ufixed", "int_", "uint", "float_",
                 "Coordinate", "region", "sweep", "Source", "Probe", "Monitor", "where", "rem", "quot", "fma", "fused_sum", "dot", "cbrt", "exp2"],
    "Results": ["Result", "RunResult", "GoldenResult", "SimResult", "Trace", "DiagnoseResult", "ModelResult", "ExploreResult", "Point", "AdviseResult", "Table", "SweepResult",
                "WriteResult", "ReportResult"],
    "Pictures": ["picture", "Picture", "animation", "Animation"],
    "Faults": ["Error", "Diagnostic", "DescriptionWarning", "ToolError", "InternalError"],
}
VALUES = {"__version__", "bf16", "f16", "f32", "f64", "i16", "i32", "i64", "i8", "u16", "u32", "u64", "u8", "truth", "nx", "ny", "nz"}


def signature(name, thing):
    """The signature as written: annotations are strings already."""
    try:
        known = inspect.signature(thing)
    except (TypeError, ValueError):
        return name + "()"
    parts, kinds = [], [p.kind for p in known.parameters.values()]
    for i, p in enumerate(known.parameters.values()):
        if p.kind is p.KEYWORD_ONLY and p.VAR_POSITIONAL not in kinds[:i] and p.KEYWORD_ONLY not in kinds[:i]:
            parts.append("*")
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        shown = star + p.name + (f": {p.annotation}" if p.annotation is not p.empty and p.annotation != "Any" else "")
        parts.append(shown + (f" = {p.default!r}" if p.default is not p.empty else ""))
        if p.kind is p.POSITIONAL_ONLY and p.POSITIONAL_ONLY not in kinds[i + 1:]:
            parts.append("/")
    parts = parts[1 + (parts[1:2] == ["/"]):] if parts[:1] == ["self"] else parts
    result = f" -> {known.return_annotation}" if isinstance(known.return_annotation, str) else ""
    return f"{name}({', '.join(parts)}){result}"


def doc(thing, between=" "):
    """The docstring, each paragraph on one line; `between`: what separates paragraphs."""
    paragraphs = (inspect.getdoc(thing) or "").replace("|", "\\|").split("\n\n")
    return between.join(" ".join(paragraph.split()) for paragraph in paragraphs)


def members(cls):
    """Methods and properties of a class, including those of its bases in the package, as rows."""
    for name in dir(cls):
        if name.startswith("_") and name != "__call__":
            continue
        member = inspect.getattr_static(cls, name)
        if isinstance(member, property):
            yield f"`.{name}`", doc(member)
        elif inspect.isfunction(member):
            yield f"`{signature('' if name == '__call__' else '.' + name, member)}`".replace("|", "\\|"), doc(member)


def section(name):
    thing = getattr(rtlgen, name)
    lines = [f"### {name}", ""]
    if inspect.isclass(thing):
        is_made = name in ("Axes", "components", "constant", "Source", "Probe", "Monitor")
        lines += [f"`{signature(name, thing)}`", ""] if is_made else []
        lines += [doc(thing), ""]
        rows = [row for row in members(thing) if row[1]]
        fields = getattr(thing, "__dataclass_fields__", {})
        known = [f for f in fields if not f.startswith("_")]
        lines += [f"Attributes: {', '.join(f'`{f}`' for f in known)}.", ""] if known and not is_made else []
        lines += ["| | |", "|---|---|", *(f"| {a} | {b} |" for a, b in rows), ""] if rows else []
    else:
        lines += [f"`{signature(name, thing)}`", "", doc(thing, "\n\n"), ""] if doc(thing) else [f"`{signature(name, thing)}`", ""]
    return lines


def page():
    lines = ["# Python: reference", "", "Every name of the package `rtlgen`, from its signatures and docstrings; [python.md](python.md) explains how to use them.", "",
             "`f16 bf16 f32 f64`, `i8` to `i64`, `u8` to `u64`, `truth` are types, `x y z nx ny nz step` coordinates.", ""]
    for group, names in GROUPS.items():
        lines += [f"## {group}", ""]
        for name in names:
            lines += section(name)
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(page(), end="")
