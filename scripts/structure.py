#!/usr/bin/python3
"""Makes docs/structure.md: lines per folder, layers and their includes, and figures of the code's state.

Usage: scripts/structure.py [--check]         writes the page, or fails if it is out of date
       scripts/structure.py --count FOLDER    prints the figures of another tree as JSON

Both forms of the first line fail if `throw` is above its first figure, or if a source has a code of a diagnostic as text.

The first column of each table is commit a3bdcab, whose figures are in tests/repo/structure_before.json.
"""
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/structure.md"
BEFORE = ROOT / "tests/repo/structure_before.json"
SOURCES = {".cpp", ".hpp", ".h", ".inc"}
CODE = ("gen", "runtime", "sim")
OTHERS = ("rtl", "tests", "bench", "scripts", "docs", "configs", "boards", "examples", "fpga_projects")
# Figures that a reader wants to see fall, in the order of the page.
FIGURES = {
    "throws": "`throw` in gen, runtime and sim",
    "codes": "literals of diagnostic codes in gen, runtime and sim",
    "casts": "`static_cast<std::size_t>`",
    "headers": "headers in gen, runtime and sim",
    "one_user": "headers with one user besides their own source",
    "longest": "lines of the longest source",
}


def layer_of(path):
    """gen/plan/lags/lags.cpp -> gen/plan"""
    return "/".join(path.split("/")[:2])


def sources_of(root):
    found = {}
    for top in CODE:
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.suffix in SOURCES:
                found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
    return found


def lines_in(folder):
    """Lines of all text files below a folder."""
    total = 0
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            total += data.count(b"\n")
    return total


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def arrows_of(sources):
    """Layer -> the layers that its sources include."""
    known = {layer_of(p).split("/")[1]: layer_of(p) for p in sources}
    arrows = defaultdict(set)
    for path, text in sources.items():
        for name in re.findall(r'#include "([a-z_]+)/', text):
            if name in known and known[name] != layer_of(path):
                arrows[layer_of(path)].add(known[name])
    return arrows


def levels_of(layers, arrows):
    """Layers by level: those of level 0 include no other. Layers of a cycle have no level."""
    levels, rest = [], set(layers)
    while rest:
        free = {l for l in rest if not (arrows.get(l, set()) & rest)}
        if not free:
            return levels, sorted(rest)
        levels.append(sorted(free))
        rest -= free
    return levels, []


def users_of(sources):
    """Header -> the sources that include it, without the source of the same name."""
    users = defaultdict(set)
    for path, text in sources.items():
        for name in re.findall(r'#include "([^"]+)"', text):
            users[name].add(path)
    found = {}
    for path in sources:
        if path.endswith(".hpp"):
            name = path.split("/", 1)[1]
            found[path] = {u for u in users[name] if u != path[:-3] + "cpp"}
    return found


def count(root):
    sources = sources_of(root)
    code = "\n".join(without_comments(t) for t in sources.values())
    lines = defaultdict(int)
    for path, text in sources.items():
        lines[layer_of(path)] += text.count("\n")
    for top in OTHERS:
        if (root / top).is_dir():
            lines[top] = lines_in(root / top)
    arrows = arrows_of(sources)
    layers = {layer_of(p) for p in sources}
    levels, cycle = levels_of(layers, arrows)
    users = users_of(sources)
    return {
        "lines": dict(sorted(lines.items())),
        "levels": levels,
        "cycle": cycle,
        "arrows": {k: sorted(v) for k, v in sorted(arrows.items())},
        "throws": len(re.findall(r"\bthrow\b", code)),
        "codes": len(re.findall(r'"RG\d{4}"', code)),
        "casts": len(re.findall(r"static_cast<std::size_t>", code)),
        "headers": len(users),
        "one_user": sum(1 for u in users.values() if len(u) == 1),
        "longest": max(t.count("\n") for p, t in sources.items() if not p.endswith(".inc")),
    }


def risen(before, now):
    """Figures that must not rise again: `throw` above its figure before, and codes as text at all."""
    found = []
    if now["throws"] > before["throws"]:
        found.append(f"{now['throws']} times `throw`, at most {before['throws']}: return an Error (docs/adr/0051-one-error.md)")
    if now["codes"] > 0:
        found.append(f"{now['codes']} codes of diagnostics as text: use their names (gen/support/codes.hpp)")
    return found


def row(*cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def number(value):
    return f"{value:,}" if value is not None else ""


def about(value):
    """Two significant digits, so that the page does not change with every line: 14,512 -> 15,000."""
    if value is None:
        return ""
    unit = 10 ** max(0, len(str(value)) - 2)
    return number((value + unit // 2) // unit * unit)


def page(before, now):
    text = [
        "# Structure of the code",
        "",
        "Generated by scripts/structure.py; do not edit. For developers: where the lines are, which layer includes which, and",
        "the figures that reviews watch. *Before* is commit a3bdcab, *now* is this tree.",
        "",
        "## Lines per folder",
        "",
        "Sources of `gen`, `runtime` and `sim` by layer, all text files of the other folders; two significant digits.",
        "",
        row("folder", "before", "now"),
        row("---", "---", "---"),
    ]
    moved = {"runtime/" + l: "sim/" + l for l in ("golden", "data", "host", "cards")}
    for folder, lines in now["lines"].items():
        was = before["lines"].get(folder, before["lines"].get(moved.get(folder, "")))
        text.append(row(f"`{folder}`", about(was), about(lines)))
    code = lambda c: sum(v for k, v in c["lines"].items() if k.split("/")[0] in CODE)  # noqa: E731
    text += [row("gen, runtime and sim", about(code(before)), about(code(now))), ""]
    text += [
        "## Layers and their includes",
        "",
        "A layer includes only layers above it in this table, so there is no cycle. `tests/repo/layering_test.cpp` lists the",
        "permitted includes, and each layer's include path has only the layers that it links.",
        "",
        row("level", "layer", "includes"),
        row("---", "---", "---"),
    ]
    short = lambda name: f"`{name.split('/')[1]}`"  # noqa: E731
    for level, layers in enumerate(now["levels"]):
        for layer in layers:
            text.append(row(level, f"`{layer}`", " ".join(short(a) for a in now["arrows"].get(layer, []))))
    text += ["", "## Figures", "", row("figure", "before", "now"), row("---", "---", "---")]
    for key, name in FIGURES.items():
        text.append(row(name, number(before[key]), number(now[key])))
    text += ["", "No function has more than 60 lines, and no source more than 500 (`tests/repo/sources_test.cpp`).", ""]
    return "\n".join(text)


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        print(__doc__.strip())
        return 0
    if arguments[:1] == ["--count"] and len(arguments) == 2:
        print(json.dumps(count(Path(arguments[1])), indent=1))
        return 0
    if arguments not in ([], ["--check"]):
        print("structure.py: unknown arguments (see --help)", file=sys.stderr)
        return 2
    now = count(ROOT)
    if now["cycle"]:
        print("structure.py: these layers include each other: " + " ".join(now["cycle"]), file=sys.stderr)
        return 1
    before = json.loads(BEFORE.read_text())
    if risen(before, now):
        print("structure.py: " + "\nstructure.py: ".join(risen(before, now)), file=sys.stderr)
        return 1
    text = page(before, now)
    if not arguments:
        PAGE.write_text(text)
        return 0
    if PAGE.read_text() != text:
        print("structure.py: docs/structure.md is out of date; run scripts/structure.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
