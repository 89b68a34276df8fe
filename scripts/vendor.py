#!/usr/bin/python3
"""Makes docs/evidence/vendor.md: what confirms each name and value that our projects give to vendors' tools.

Usage: scripts/vendor.py PROGRAM             writes the page; PROGRAM is rtlgen, which writes the projects
       scripts/vendor.py PROGRAM --check     fails if the page is out of date, or if a tenth is unconfirmed
       scripts/vendor.py PROGRAM --open      lists what is unconfirmed

docs/evidence/vendor.csv has the evidence: kind, owner, name, value, source. A row without a value confirms a name, and with it any
number or switch. docs/evidence/vendor_sources.csv has the title of each document, and the commit of each public repository.
"""
import csv
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from vendor_facts import Fact, facts_of  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/evidence/vendor.md"
EVIDENCE = ROOT / "docs/evidence/vendor.csv"
SOURCES = ROOT / "docs/evidence/vendor_sources.csv"
# More of a hundred must be confirmed, of all and of each board.
LIMIT = 10.0
HOTSPOT, TINY = "configs/hotspot2d.yaml", "tests/project/tiny.yaml"
# Boards whose tool is not run in our tests, and designs on them that use vendor's names that others do not.
SAMPLES = [
    *((board, HOTSPOT, []) for board in ("kcu105", "vcu118", "adm_pcie_ku3", "u250", "u280", "de5net", "catapult_v3",
                                         "de10_agilex", "p395_d8", "p395_ab", "n385a", "b520n", "s10gx_dk")),
    ("nexys_video", HOTSPOT, ["hardware.steps=4"]),
    ("arty_a7_100", HOTSPOT, ["hardware.steps=1"]),
    ("arty_a7_35", HOTSPOT, ["hardware.cells_per_cycle=1", "hardware.steps=1"]),
    *((board, TINY, []) for board in ("xupv5", "icebreaker", "hx8k_breakout", "ulx3s", "colorlight_i5")),
    *((board, HOTSPOT, ["arithmetic=hard"]) for board in ("catapult_v3", "de10_agilex", "b520n")),
    ("p395_d8", HOTSPOT, ["hardware.bus=512"]),
    ("kcu105", HOTSPOT, ["arithmetic=fused", "hardware.dsp_sums=2"]),
    *((board, HOTSPOT, ["hardware.steps=1", "hardware.cells_per_cycle=1", "arithmetic=fused", "hardware.dsp_sums=2"])
      for board in ("nexys_video", "xupv5")),
    *((board, HOTSPOT, ["hardware.hops=1"]) for board in ("vcu118", "u250")),
    *((board, TINY, ["hardware.debug=[bus, streams, position]"]) for board in ("kcu105", "de5net", "de10_agilex")),
]
KINDS = {"program": "Programs", "command": "Commands", "option": "Options", "report": "Texts of reports", "property": "Properties",
         "assignment": "Assignments", "ip": "IP and primitives", "parameter": "Parameters", "interface": "Interfaces", "port": "Ports",
         "attribute": "Attributes"}


def projects_facts(program):
    """Fact -> boards whose projects have it."""
    boards_of = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        for number, (board, stencil, keys) in enumerate(SAMPLES):
            where = Path(folder) / str(number)
            sets = [word for key in keys for word in ("--set", key)]
            run = subprocess.run([program, "project", stencil, "--board", board, *sets, "-o", where], cwd=ROOT, capture_output=True,
                                 text=True)
            if run.returncode != 0:
                raise SystemExit(f"vendor.py: no project of {stencil} for {board}: {run.stdout}{run.stderr}")
            for fact in facts_of(where):
                boards_of[fact].add(board)
    return dict(boards_of)


def read_evidence(text):
    """Fact -> source."""
    evidence = {}
    for row in csv.DictReader(text.splitlines()):
        fact = Fact(row["kind"], row["owner"], row["name"], row["value"])
        if fact in evidence:
            raise SystemExit(f"vendor.csv has a row twice: {fact}")
        if not row["source"]:
            raise SystemExit(f"vendor.csv has no source of {fact}")
        evidence[fact] = row["source"]
    return evidence


def is_free(value):
    """A number or a switch: the design's choice, where the name is known to take one."""
    return re.fullmatch(r"-?(0x[0-9A-Fa-f]+|\d+(\.\d+)?)|true|false|yes|no", value, re.I) is not None


def confirmed_by(fact, evidence):
    """The source, and whether it has the value too; None if there is none."""
    if fact in evidence:
        return evidence[fact], True
    name = fact._replace(value="")
    if name in evidence and (not fact.value or is_free(fact.value)):
        return evidence[name], False
    return None


def counts_of(boards_of, evidence):
    """Board -> (all, with their value, by name, unconfirmed)."""
    counts = defaultdict(lambda: [0, 0, 0, 0])
    for fact, boards in boards_of.items():
        found = confirmed_by(fact, evidence)
        place = 3 if found is None else 1 if found[1] else 2
        for board in [*boards, "all"]:
            counts[board][0] += 1
            counts[board][place] += 1
    return {board: tuple(each) for board, each in counts.items()}


def too_many(counts):
    return [f"{board}: {each[3]} of {each[0]} are unconfirmed" for board, each in sorted(counts.items())
            if each[3] * 100 >= LIMIT * each[0]]


def key_of(source):
    """`owner/name path` is of a repository, `UG835: command` of a document."""
    return source.split(" ")[0].rstrip(":")


def cell(text):
    return text.replace("|", "\\|")


def of_all(boards, every):
    return "all" if len(boards) == every else ", ".join(sorted(boards))


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(map(cell, row)) + " |" for row in rows), ""]


def text_of(fact):
    return f"`{fact.name}`" + (f" = `{fact.value}`" if fact.value else "")


def page(boards_of, evidence, titles):
    counts = counts_of(boards_of, evidence)
    boards = sorted(set().union(*boards_of.values()))
    total = counts["all"]
    lines = ["# Names that vendors' tools must know", "",
             "Generated from the projects of all boards and docs/evidence/vendor.csv by scripts/vendor.py; do not edit.", "",
             "This page is for readers who ask whether a vendor's tool will accept a [project](../projects.md). For each command, option,",
             "IP, parameter, port, property and attribute in the projects, it names a document or a public project that has the same one.",
             "No vendor's tool has read our projects.", "",
             f"Of {total[0]} names and values, {total[1]} are found as they are, {total[2]} by their name with another number or switch,",
             f"and {total[3]} ({total[3] * 100 / total[0]:.1f} %) are unconfirmed. "
             "Another number is a choice of the design, such as a frequency or an identifier.",
             "Not counted are pins and parts, whose sources are in `boards/`, names of files, and what only the design decides.",
             "",
             "## By board", ""]
    lines += table(["board", "names and values", "found", "name found, other number or switch", "unconfirmed", "%"],
                   [[f"`{board}`", *map(str, counts[board]), f"{counts[board][3] * 100 / counts[board][0]:.1f}"] for board in boards])
    lines += ["## Unconfirmed", ""]
    open_rows = [[fact.kind, fact.owner, text_of(fact), of_all(boards_of[fact], len(boards))]
                 for fact in sorted(boards_of) if confirmed_by(fact, evidence) is None]
    lines += table(["kind", "of", "name", "boards"], open_rows)
    for kind, heading in KINDS.items():
        groups = defaultdict(list)
        for fact in sorted(boards_of):
            found = confirmed_by(fact, evidence)
            if fact.kind == kind and found:
                mark = "" if found[1] or not fact.value else "*"
                groups[fact.owner, found[0], of_all(boards_of[fact], len(boards))].append(text_of(fact) + mark)
        if groups:
            lines += [f"## {heading}", ""]
            if any(name.endswith("*") for names in groups.values() for name in names):
                lines += ["*: the source has another number or switch.", ""]
            lines += table(["of", "names", "boards", "source"], [[owner, ", ".join(names), boards_, source]
                                                                 for (owner, source, boards_), names in sorted(groups.items())])
    used = {key_of(source) for fact in boards_of if confirmed_by(fact, evidence) for source in [confirmed_by(fact, evidence)[0]]}
    lines += ["## Sources", ""] + table(["source", "title, or commit"], [[key, titles[key]] for key in sorted(used)])
    return "\n".join(lines)


def faults_of(boards_of, evidence, text, now):
    """`text` is what the page should say, `now` what it says."""
    faults = too_many(counts_of(boards_of, evidence))
    names = {fact._replace(value="") for fact in boards_of}
    faults += [f"vendor.csv has what no project has: {fact}" for fact in evidence if fact not in boards_of and fact not in names]
    if text != now:
        faults.append("docs/evidence/vendor.md is out of date: run scripts/vendor.py with the program")
    return faults


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        print(__doc__.rstrip())
        return 0
    if not arguments or arguments[0].startswith("-") or not set(arguments[1:]) <= {"--check", "--open"}:
        print("vendor.py: name the program, and then at most --check or --open (see --help)", file=sys.stderr)
        return 2
    boards_of = projects_facts(arguments[0])
    evidence = read_evidence(EVIDENCE.read_text(encoding="utf-8"))
    titles = dict(csv.reader(SOURCES.read_text(encoding="utf-8").splitlines()[1:]))
    text = page(boards_of, evidence, titles)
    if "--open" in arguments:
        for fact in sorted(boards_of):
            if confirmed_by(fact, evidence) is None:
                print("\t".join([*fact, ",".join(sorted(boards_of[fact]))]))
        return 0
    if "--check" not in arguments:
        PAGE.write_text(text, encoding="utf-8")
    faults = faults_of(boards_of, evidence, text, PAGE.read_text(encoding="utf-8") if PAGE.exists() else "")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
