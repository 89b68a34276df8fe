#!/usr/bin/python3
"""Reads what a generated project asks of a vendor's tools: commands and options, IP, parameters, ports, properties.

Usage: scripts/vendor_facts.py PROJECT   prints one per line: kind, owner, name, value

`facts_of(folder)` returns a set of Fact. Values that only the design decides (names of files, pins, paths) are left out.
"""
import re
import sys
from pathlib import Path
from typing import NamedTuple


class Fact(NamedTuple):
    """`owner` is the tool, the command, the IP or the primitive that `name` belongs to. `value` may be empty."""
    kind: str
    owner: str
    name: str
    value: str


# Tcl's own commands, and those whose last words are scripts.
TCL = set("""set puts foreach if expr proc list lassign lindex lappend lrange lsearch lsort dict error return regexp regsub
    string incr file source cd exec pwd info for while open read close append join llength continue break package glob catch
    lmap format split concat min max scan switch""".split())
BLOCKS = {"proc", "foreach", "if", "for", "while", "catch"}
# Properties whose value is the design's own: pins, groups, file names, names of clocks.
OWN_VALUES = {"PACKAGE_PIN", "PROGRAM.FILE", "SCOPED_TO_REF", "name", "top", "slave_memory_map_ref", "DEVICE", "TOP_LEVEL_ENTITY",
              "VERILOG_FILE", "VHDL_FILE", "SDC_FILE", "QIP_FILE", "PROJECT_OUTPUT_DIRECTORY", "range", "description"}
# An instance of a Verilog module: its name, and all up to the semicolon.
INSTANCE = (r"^\s*(?!(?:if|for|else|case|module|assign|always|initial|begin|generate|function|process|port|generic|and|or|not|elsif|when|"
            r"return|library|use)\b)([A-Za-z]\w*) (#\(.*?\)|\w+ \(\n.*?\));")
# Programs that a Makefile or a shell script runs.
PROGRAMS = {"VIVADO": "vivado", "VPP": "v++", "XCLBINUTIL": "xclbinutil", "QUARTUS_SH": "quartus_sh", "QUARTUS_PGM": "quartus_pgm",
            "QUARTUS_CPF": "quartus_cpf", "QUARTUS_STP": "quartus_stp"}
SHELL = ("xst", "ngdbuild", "map", "par", "trce")
# Texts that a build looks for in the output of its tool: a part of the script that does, and the words.
TEXTS = {
    "Vivado": [("(?:MET|VIOLATED)", "report_bus_skew: Slack (MET), Slack (VIOLATED)"),
               ("(Min Period|Max Period|Low Pulse Width|High Pulse Width|Max Skew) ", "report_pulse_width: rows by type of check"),
               ("There (?:is|are) ", "check_timing: There are N ..."),
               ("check_timing -verbose -return_string", "check_timing: names of pins with -verbose")],
    "Quartus": [("; *set_net_delay *;", "report_net_delay: rows set_net_delay; slack"),
                ("[report_max_skew ", "report_max_skew: returns paths and slack"),
                ("Total (dedicated logic )?registers", "row Total registers")],
}
# HDL attributes that a tool knows; others it ignores.
ATTRIBUTES = {
    "Vivado": {"ASYNC_REG", "dont_touch", "keep", "mark_debug", "max_fanout", "ram_style", "shreg_extract", "srl_style", "use_dsp"},
    "Quartus": {"altera_attribute", "maxfan", "multstyle", "noprune", "preserve", "ramstyle"},
    "ISE": {"keep", "ram_style", "shreg_extract", "max_fanout"},
}


# ---- Tcl -------------------------------------------------------------------------------------------

def commands_of(text):
    """The commands of a script, each a list of words; braces and quotes are kept. Nested ones follow their own."""
    found = []
    place = 0
    while place < len(text):
        words, place = words_from(text, place, found)
        if words:
            found.append(words)
    return found


def words_from(text, place, nested, end=""):
    words = []
    while place < len(text):
        char = text[place]
        if char == end:
            return words, place
        if char in "\n;":
            return words, place + 1
        if char == "#" and not words:
            while place < len(text) and text[place] != "\n":
                place += 1
            continue
        if text.startswith("\\\n", place):
            place += 2
            continue
        if char in " \t":
            place += 1
            continue
        start = place
        if char == "{":
            place = closing_brace(text, place)
            words.append(text[start:place])
        elif char == '"':
            place += 1
            while text[place] != '"':
                place = after_bracket(text, place, nested) if text[place] == "[" else place + (2 if text[place] == "\\" else 1)
            place += 1
            words.append(text[start:place])
        else:
            while place < len(text) and text[place] not in " \t\n;" and text[place] != end:
                if text[place] == "[":
                    place = after_bracket(text, place, nested)
                elif text[place] == "{" and text[place - 1] == "$":
                    place = closing_brace(text, place)
                else:
                    place += 2 if text[place] == "\\" and text[place + 1:place + 2] != "\n" else 1
            words.append(text[start:place])
    return words, place


def closing_brace(text, place):
    depth = 0
    while place < len(text):
        if text[place] == "\\":
            place += 1
        elif text[place] == "{":
            depth += 1
        elif text[place] == "}":
            depth -= 1
            if depth == 0:
                return place + 1
        place += 1
    raise ValueError("a brace is open: " + text[:60])


def after_bracket(text, place, nested):
    words, place = words_from(text, place + 1, nested, "]")
    while place < len(text) and text[place] != "]":
        more, place = words_from(text, place, nested, "]")
        words = more or words
    if words:
        nested.append(words)
    return place + 1


def all_commands(text):
    """With those in the bodies of procedures, loops and conditions, and in expressions."""
    result = []
    for words in commands_of(text):
        result.append(words)
        if words[0] not in BLOCKS | {"expr", "lmap", "dict"}:
            continue
        for word in words[1:]:
            if word.startswith("{") and ("[" in word or words[0] in BLOCKS):
                inside = word[1:-1]
                if words[0] in BLOCKS and (word is words[-1] or words[0] in ("if", "for")):
                    result.extend(all_commands(inside))
                else:
                    bracketed = []
                    at = inside.find("[")
                    while at >= 0:
                        at = inside.find("[", after_bracket(inside, at, bracketed))
                    result.extend(bracketed)
    return result


def bare(word):
    return word[1:-1] if word[:1] in "{\"" and len(word) > 1 else word


def options_in(words):
    return [word for word in words[1:] if re.fullmatch(r"-[A-Za-z_]+", word)]


# ---- Scripts of Vivado and Quartus -----------------------------------------------------------------

class Reader:
    """Collects the facts of one project."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.facts = set()
        self.ips = {}         # module or system's instance -> IP
        self.exports = {}     # system -> {exported interface -> (IP, interface)}
        scripts = "\n".join(text for _, text in self.texts("tcl/*.tcl"))
        self.procedures = set(re.findall(r"^proc (\w+)", scripts, re.M))
        self.tool = "Quartus" if (self.folder / "tcl/quartus.tcl").exists() else "ISE" if (self.folder / "xst").exists() else "Vivado"

    def add(self, kind, owner, name, value=""):
        self.facts.add(Fact(kind, owner, name, value))

    def texts(self, *patterns):
        for pattern in patterns:
            for path in sorted(self.folder.glob(pattern)):
                yield path, path.read_text(encoding="utf-8")

    def script(self, tool, text):
        for words in all_commands(text):
            self.command(tool, words)

    def command(self, tool, words):
        name = words[0]
        if not re.fullmatch(r"[A-Za-z_][\w:]*", name) or name in self.procedures:
            return
        if name == "package" and words[1:3] == ["require", "-exact"]:
            self.add("command", tool, "package require -exact " + words[3])
        if name == "foreach" and words[1] == "{name value}":
            for bus_parameter in re.findall(r"\b([A-Z][A-Z_]{3,}) (?:\d|\$)", words[2]):
                self.add("property", tool + " bus parameter", bus_parameter)
        if name == "foreach" and words[1] == "{property value}":
            for property_name in re.findall(r"(?:\[list |[{ ])([A-Z][A-Z_.]{3,}) ", words[2]):
                self.add("property", tool, property_name)
        if name in TCL:
            return
        self.add("command", tool, name)
        for option in options_in(words):
            self.add("option", f"{tool} {name}", option)
        special = getattr(self, "on_" + name, None)
        if special:
            special(tool, words)

    def property(self, tool, name, value):
        """A value in brackets or of a variable is the design's. Names in a variable are those of a loop."""
        if name.startswith("$"):
            return
        own = name in OWN_VALUES or value[:1] in "[$" or not value
        self.add("property", tool, name, "" if own else bare(value))

    def on_set_property(self, tool, words):
        if words[1] != "-dict":
            self.property(tool, bare(words[1]), words[2])
            return
        pairs = words_from(bare(words[2]) if words[2].startswith("{") else words[2][len("[list"):-1].replace("\\\n", " "), 0, [])[0]
        of_ip = re.fullmatch(r"\[get_ips (\w+)\]", words[3])
        for name, value in zip(pairs[::2], pairs[1::2]):
            if of_ip:
                value = bare(value)
                self.add("parameter", self.ips[of_ip[1]], name.removeprefix("CONFIG."), "" if "$" in value or "/" in value else value)
            else:
                self.property(tool, name, value)

    def on_get_property(self, tool, words):
        named = [word for word in words[1:] if not word.startswith("-")]
        self.add("property", tool, named[0])

    def on_create_ip(self, tool, words):
        given = dict(zip(words[1::2], words[2::2]))
        self.ips[given["-module_name"]] = given["-name"]
        self.add("ip", given["-vendor"] + ":" + given["-library"], given["-name"])

    def on_set_global_assignment(self, tool, words):
        name, value = words[words.index("-name") + 1], words[-1]
        own = name in OWN_VALUES or "$" in value
        self.add("assignment", "Quartus", name, "" if own else bare(value))

    def on_set_instance_assignment(self, tool, words):
        at = words.index("-name")
        self.add("assignment", "Quartus", words[at + 1], bare(words[at + 2]))

    def on_add_instance(self, tool, words):
        self.ips[words[1]] = words[2]
        self.add("ip", "Platform Designer", words[2])

    def on_set_instance_parameter_value(self, tool, words):
        self.add("parameter", self.ips[words[1]], bare(words[2]), bare(words[3]))

    def on_set_project_property(self, tool, words):
        self.property(tool + " project", words[1], words[2])

    def on_add_interface(self, tool, words):
        self.kinds[words[1]] = " ".join(words[2:4])

    def on_set_interface_property(self, tool, words):
        instance, interface = words[3].split(".")
        self.add("property", tool + " interface", words[2])
        self.add("interface", self.ips[instance], interface, self.kinds[words[1]])
        self.exports[self.system][words[1]] = (self.ips[instance], interface)

    def on_add_connection(self, tool, words):
        for end in words[1:3]:
            instance, interface = end.split(".")
            self.add("interface", self.ips[instance], interface)

    def on_set_connection_parameter_value(self, tool, words):
        self.add("property", tool + " connection", words[2])

    def on_run(self, tool, words):
        """Of quartus.tcl: run FOLDER PROGRAM OPTIONS..."""
        program = words[2]
        for word in words[3:]:
            if re.match(r"-{1,2}[a-z]", word):
                self.add("option", program, word.split("=")[0])
        self.add("program", "Quartus", program)

    # ---- Texts of reports that a build reads

    def report_texts(self, tool, text):
        for name in re.findall(r'"([^"\n]*\|\|[^"\n]*)"', text):
            self.add("report", tool, name)
        for name in re.findall(r'\[column \$rows "([^"]+)"\]', text):
            self.add("report", tool, "column " + name)
        for name in re.findall(r'-index 0 \$rows "([^"]+)"', text):
            self.add("report", tool, "row " + name)
        for names in re.findall(r"foreach check \{([^}]*)\}", text):
            for name in names.split():
                self.add("report", tool, "check_timing: checking " + name)
        for part, words in TEXTS[tool]:
            if part in text:
                self.add("report", tool, words)

    # ---- Files of a project

    def vivado(self):
        for path, text in self.texts("tcl/*.tcl", "ip.tcl", "build.tcl", "package_kernel.tcl", "dies.tcl"):
            self.script("Vivado", text)
            self.report_texts("Vivado", text)
        for path, text in self.texts("constraints/*.xdc", "rtl/*/*.xdc"):
            self.script("XDC", text)

    def quartus(self):
        for path, text in self.texts("tcl/*.tcl", "build.tcl"):
            self.report_texts("Quartus", text)
            for words in all_commands(text):
                if words[0] == "run":
                    self.on_run("Quartus", words)
                self.command("Quartus", words)
        for path, text in self.texts("ip/*.tcl"):
            self.system, self.kinds = path.stem, {}
            self.exports[self.system] = {}
            self.script("qsys-script", text)
        for path, text in self.texts("constraints/*.qsf"):
            self.script("Quartus", text)
        for path, text in self.texts("constraints/*.sdc", "rtl/*/*.sdc"):
            self.script("SDC", text)

    def mig(self):
        """The XML file of MIG: elements with a value, and attributes of the timing parameters."""
        for path, text in self.texts("parts/*.prj"):
            for name, value in re.findall(r"<(\w+)(?: name=\"[^\"]*\")?>([^<\n]*)</", text):
                self.add("parameter", "mig_7series", name, "" if name in ("ModuleName", "TargetFPGA") else value)
            for name, value in re.findall(r' (\w+)="([\d.]+)"', re.search(r"<Parameters[^>]*>", text)[0]):
                self.add("parameter", "mig_7series", name, value)
            for name, value in re.findall(r' (IOSTANDARD|IN_TERM|SLEW|VCCAUX_IO|Bank)="([^"]*)"', text):
                self.add("parameter", "mig_7series", "Pin " + name, value)
        for path, text in self.texts("parts/*.csv"):
            for name in text.splitlines()[0].split(","):
                self.add("parameter", "ddr3", "custom part: " + name)

    def ise(self):
        for path, text in self.texts("xst/*.xst"):
            for name, value in re.findall(r"^(?:set )?(-\w+) (.*)$", text, re.M):
                own = name in ("-ifn", "-ofn", "-p", "-top", "-uc", "-tmpdir", "-xsthdpdir")
                self.add("option", "xst script", name, "" if own else value)
        for path, text in self.texts("xst/*.xcf", "constraints/*.ucf"):
            for name in ("TNM_NET", "TIMESPEC", "PERIOD", "HIGH", "TIG"):
                if re.search(rf"\b{name}\b", text):
                    self.add("property", "UCF", name)

    def make(self):
        for path, text in self.texts("Makefile", "tcl/*.sh"):
            for line in text.splitlines():
                words = line.split()
                # $(VIVADO) of make, "$QUARTUS_PGM" of a shell.
                at = re.match(r"\s*\"?\$\(?([A-Z_]+)\)?\"? ", line)
                program = PROGRAMS.get(at[1]) if at else words[0] if words and words[0] in SHELL else None
                if not program:
                    continue
                self.add("program", "command line", program)
                value_of = {"-mode": "batch", "-m": "jtag"}
                for name, following in zip(words[1:], words[2:] + [""]):
                    if re.match(r"-{1,2}[a-z]", name):
                        name, _, given = name.partition("=")
                        keeps = program in SHELL and re.fullmatch(r"[a-z0-9]+", following) and following not in ("top", "part")
                        takes_value = keeps or (name in value_of and "$" not in following)
                        self.add("option", program, name, following if takes_value else "")
        for path, text in self.texts("link.cfg"):
            for name, value in re.findall(r"^([\w-]+)=(.*)$", text, re.M):
                self.add("option", "v++ configuration", name)
                if name == "sp":
                    self.add("option", "v++ configuration", "sp " + re.sub(r"\d+", "n", value.split(":")[-1]))
            for name in re.findall(r"^\[(\w+)\]$", text, re.M):
                self.add("option", "v++ configuration", f"[{name}]")

    # ---- HDL: ports of IP, primitives, attributes

    def hdl(self):
        texts = [text for _, text in self.texts("rtl/*/*.v", "rtl/*/*.vhd")]
        own = {name.lower() for text in texts for name in re.findall(r"^\s*(?:module|entity) (\w+)", text, re.M)}
        for text in texts:
            for name, body in re.findall(INSTANCE, text, re.M | re.S):
                if name.lower() not in own and not name.startswith("rtlgen_"):
                    self.instance(name, body)
            for inside in re.findall(r"\(\* (.*?) \*\)", text):
                self.attributes(inside)
            for name, value in re.findall(r"^\s*attribute (\w+) of .*? is (.*?);", text, re.M):
                self.attribute(name, bare(value))

    def attribute(self, name, value):
        if name in ATTRIBUTES[self.tool]:
            self.add("attribute", self.tool, name, value)

    def attributes(self, inside):
        for name, value in re.findall(r"(\w+)(?: = (\"[^\"]*\"|\w+))?", re.sub(r'"-name \w+ \w+"', "SETTING", inside)):
            self.attribute(name, bare(value) if value.startswith('"') else "")
        for name, value in re.findall(r'"-name (\w+) (\w+)"', inside):
            if self.tool == "Quartus":
                self.add("assignment", "Quartus", name, value)

    def instance(self, name, body):
        parameters, ports = "", body
        if body.startswith("#"):
            depth = 0
            for place, char in enumerate(body):
                depth += (char == "(") - (char == ")")
                if char == ")" and depth == 0:
                    parameters, ports = body[:place], body[place:]
                    break
        owner = self.ips.get(name, name)
        for port in re.findall(r"\.(\w+)\s*\(", ports):
            if name in self.exports:
                interface = max((each for each in self.exports[name] if port.startswith(each + "_")), key=len)
                ip, inner = self.exports[name][interface]
                self.add("port", ip, inner + "." + port[len(interface) + 1:])
            else:
                self.add("port", owner, port)
        for parameter, value in re.findall(r"\.(\w+)\(([^()]*)\)", parameters):
            self.add("parameter", owner, parameter, bare(value) if value.startswith('"') else "")
        if name not in self.exports and name not in self.ips:
            self.add("ip", "primitive", name)


def facts_of(folder):
    """All facts of the project in `folder`."""
    reader = Reader(folder)
    if reader.tool == "Quartus":
        reader.quartus()
    else:
        reader.vivado()
        reader.mig()
    reader.ise()
    reader.make()
    reader.hdl()
    return {fact for fact in reader.facts if fact.name}


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        print(__doc__.rstrip())
        return 0
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("vendor_facts.py: name the folder of a project (see --help)", file=sys.stderr)
        return 2
    for fact in sorted(facts_of(arguments[0])):
        print("\t".join(fact))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
