"""The examples for cocotb, LiteX and GitHub, as far as they run without these.

check_examples.py RTLGEN SOURCE: files compile, the cocotb bench passes on the
Verilated core (with a stand-in for cocotb), the LiteX module connects every port of
it (with stand-ins for LiteX), the workflow's steps run on a small stencil and fail on a wrong one. Exit status 77: no PyYAML.
"""

import importlib
import os
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import cocotb_stand_in

sys.dont_write_bytecode = True
RTLGEN = Path(sys.argv[1]).resolve()
SOURCE = Path(sys.argv[2]).resolve()
EXAMPLES = SOURCE / "examples"

SMALL = """name: small
grid: [8, 4]
type: uint8
fields:
  c: {boundary: edge}
update:
  - c: c[-1,0] ^ c[1,0]
iterations: 2
hardware: {cells_per_cycle: 1, steps: 1}
"""


def check(condition, what):
    if not condition:
        sys.exit(f"check_examples.py: {what}")


def raises(kind, action):
    try:
        action()
    except kind:
        return True
    return False


def rtlgen(*words):
    result = subprocess.run([RTLGEN, *map(str, words)], capture_output=True, text=True)
    check(result.returncode == 0, f"rtlgen {words}: {result.stderr}")


def check_compiles():
    for path in EXAMPLES.rglob("*.py"):
        compile(path.read_text(), str(path), "exec")


def check_cocotb(hdl, bare):
    sys.path.insert(0, str(EXAMPLES / "cocotb"))
    heat_run = importlib.import_module("heat_run")
    run = heat_run.Run(hdl)
    check([s.prefix for s in run.streams] == ["s_axis_t", "s_axis_power", "m_axis_t"], "streams")
    t, power, out = run.streams
    frame = 16 * 8 // 2
    check(len(t.words) == len(power.words) == len(out.words) == len(out.keep) == frame * run.passes, "number of words")
    check(run.passes == 2 and [i for i in range(len(t.words)) if t.last(i)] == [frame - 1, 2 * frame - 1], "tlast")
    check(t.words[frame:] == out.words[:frame], "the second pass reads what the first one gives")
    check(power.words[frame:] == power.words[:frame], "an input is the same in every pass")
    check(out.wrong_lanes(3, out.words[3]) == [], "a right word")
    check(out.wrong_lanes(3, out.words[3] ^ 1) == [0] and out.wrong_lanes(3, out.words[3] ^ 1 << 63) == [1], "wrong bits")
    written = dict(run.writes)
    names = {offset: name for name, offset in run.registers.items()}
    values = {names[offset]: value for offset, value in written.items()}
    check(values["frame_words"] == frame and values["row_words"] == 8 and values["rows"] == 8, "registers")
    check(values["param_r"] == 0x3E000000, "the parameter's bits")
    check(raises(ValueError, lambda: heat_run.Run(bare)), "a core without streams is refused")


def check_bench(hdl, folder):
    """The tests of the example pass, and fail where a word that counts is another one."""
    ports = cocotb_stand_in.ports_of(hdl / "shell/heat_axis.v")
    loaded = cocotb_stand_in.library(hdl, "heat_axis", ports, folder)
    check(cocotb_stand_in.run(loaded, ports, "test_heat", hdl) == 2, "number of tests")
    path = hdl / "tb/vectors/out_t.hex"
    words = path.read_text()
    path.write_text(words[:-2] + ("0" if words[-2] != "0" else "1") + "\n")
    check(raises(AssertionError, lambda: cocotb_stand_in.run(loaded, ports, "test_heat", hdl)), "a wrong word")
    path.write_text(words)


class Endpoint:
    """Of LiteX: valid, ready, last and a payload."""

    def __init__(self, layout):
        self.widths = dict(layout, valid=1, ready=1, last=1)

    def __getattr__(self, name):
        return (self, name, self.widths[name])


class Lite:
    """Of LiteX: the channels of AXI4-Lite."""

    def __init__(self, data_width, address_width):
        widths = {"valid": 1, "ready": 1, "resp": 2, "addr": address_width, "data": data_width, "strb": data_width // 8}
        for channel in ("aw", "w", "b", "ar", "r"):
            setattr(self, channel, Endpoint(widths.items()))


class Bit:
    """Of Migen: a signal of one bit, or its complement."""

    def __init__(self, *_):
        self.width = 1

    def __invert__(self):
        return self


def stand_ins():
    """Modules that record the instances that are made."""

    class LiteXModule:
        @property
        def specials(self):
            return instances

        @specials.setter
        def specials(self, value):
            pass

    class Instances(list):
        def __iadd__(self, instance):
            self.append(instance)
            return self

    instances = Instances()
    modules = {
        "litex.gen": {"LiteXModule": LiteXModule},
        "litex.soc.interconnect": {"stream": types.SimpleNamespace(Endpoint=Endpoint)},
        "litex.soc.interconnect.axi": {"AXILiteInterface": Lite},
        "migen": {
            "ClockSignal": Bit,
            "ResetSignal": Bit,
            "Signal": Bit,
            "Instance": lambda module, **ports: (module, ports),
        },
    }
    for name in ("litex", "litex.soc"):
        sys.modules[name] = types.ModuleType(name)
    for name, contents in modules.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(contents)
    return instances


def check_litex(hdl, bare):
    instances = stand_ins()
    sys.path.insert(0, str(EXAMPLES / "litex"))
    module = importlib.import_module("stencil_stream")
    sources = []
    platform = types.SimpleNamespace(add_source=sources.append)
    core = module.StencilStream(platform, hdl)
    check(sorted(core.sinks) == ["power", "t"] and sorted(core.sources) == ["t"], "endpoints")
    check(len(instances) == 1 and instances[0][0] == "heat_axis", "one instance")
    ports = cocotb_stand_in.ports_of(hdl / "shell/heat_axis.v")
    declared = {f"{kind[0]}_{name}": bits for kind, bits, name in ports}
    connected = {}
    for name, value in instances[0][1].items():
        connected[name] = value.width if isinstance(value, Bit) else value[2]
    check(connected == declared, f"ports: {set(connected.items()) ^ set(declared.items())}")
    names = {Path(path).name for path in sources}
    check({"heat_axis.v", "heat_core.v", "rtlgen_fifo.v", "rtlgen_control.v"} <= names, "sources")
    check(raises(ValueError, lambda: module.StencilStream(platform, bare)), "a core without streams is refused")


def check_workflow(folder, yaml):
    workflow = yaml.safe_load((EXAMPLES / "github/rtlgen.yml").read_text())
    job = workflow["jobs"]["stencils"]
    check(job["strategy"]["matrix"]["system"] == ["debian:12", "debian:13", "ubuntu:24.04"], "the systems")
    check(job["container"] == "${{ matrix.system }}", "the container")
    check(workflow[True] == ["push", "pull_request"], "what starts it")  # YAML 1.1 reads `on` as true
    install = next(s["run"] for s in job["steps"] if s.get("name") == "Install git and the simulators")
    check({"verilator", "ghdl", "g++", "make"} <= set(install.split()), "what is installed")
    steps = {s["name"]: s["run"] for s in job["steps"] if s.get("name") in ("Check", "Golden", "Simulate")}
    check(len(steps) == 3, "three steps")
    (folder / "bin").mkdir()
    (folder / "bin/rtlgen").symlink_to(RTLGEN)
    (folder / "stencils").mkdir()
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}")

    def fails(step):
        return subprocess.run(["sh", "-e", "-c", step], cwd=folder, env=environment, capture_output=True).returncode != 0

    (folder / "stencils/small.yaml").write_text(SMALL)
    for name, step in steps.items():
        check(not fails(step), f"the step {name} fails")
    # The wrong one is not the last.
    (folder / "stencils/a.yaml").write_text(SMALL.replace("c[1,0]", "q[1,0]"))
    for name, step in steps.items():
        check(fails(step), f"the step {name} does not fail")


def main():
    try:
        import yaml
    except ImportError:
        print("no PyYAML")
        sys.exit(77)
    check_compiles()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        heat = EXAMPLES / "cocotb/heat.yaml"
        rtlgen("generate", heat, "-o", folder / "hdl", "--hdl", "verilog", "--tb")
        rtlgen("generate", heat, "-o", folder / "bare", "--hdl", "verilog", "--tb", "--set", "hardware.streams=false")
        check_cocotb(folder / "hdl", folder / "bare")
        (folder / "bench").mkdir()
        check_bench(folder / "hdl", folder / "bench")
        check_litex(folder / "hdl", folder / "bare")
        check_workflow(folder, yaml)


main()
