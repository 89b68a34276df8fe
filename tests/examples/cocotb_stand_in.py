"""Runs the tests of a cocotb module without cocotb: a stand-in for the part of it that the example uses, over a Verilated top.

Values are read as they are before the clock's edge and written after it, as cocotb does with RisingEdge.
"""

import ctypes
import importlib
import os
import re
import subprocess
import sys
import types
from pathlib import Path

MOST_CLOCKS = 20_000


def ports_of(verilog):
    """Pairs of direction, bits and name of the ports of a module that is printed with one port a line."""
    text = Path(verilog).read_text()
    text = text[text.index("module ") : text.index(");")]
    found = re.findall(r"(input|output)\s+wire\s+(?:\[(\d+):0\])?\s*(\w+)", text)
    return [(kind, int(high or 0) + 1, name) for kind, high, name in found]


def library(hdl, top, ports, folder):
    """The top as a shared library with put(port, value), get(port) and eval()."""
    cases = {
        "put": "".join(f"    case {i}: top.{n} = value; break;\n" for i, (k, _, n) in enumerate(ports) if k == "input"),
        "get": "".join(f"    case {i}: return top.{n};\n" for i, (_, _, n) in enumerate(ports)),
    }
    (folder / "wrapper.cpp").write_text(
        f'#include "V{top}.h"\nstatic V{top} top;\nextern "C" {{\nvoid eval() {{ top.eval(); }}\n'
        f"void put(int port, unsigned long long value) {{\n  switch (port) {{\n{cases['put']}  }}\n}}\n"
        f"unsigned long long get(int port) {{\n  switch (port) {{\n{cases['get']}  }}\n  return 0;\n}}\n}}\n"
        "double sc_time_stamp() { return 0; }\n"
    )
    sources = sorted(map(str, [*hdl.glob("verilog/*.v"), *hdl.glob("shell/*.v")]))
    command = ["verilator", "--cc", "--exe", "--build", "-fno-const-bit-op-tree", "--top-module", top, "-Mdir", "obj"]
    command += ["-CFLAGS", "-fPIC -O0", "-LDFLAGS", "-shared", "-o", "top.so", *sources, "wrapper.cpp"]
    environment = dict(os.environ, MAKEFLAGS="OPT_FAST=-O0 OPT_GLOBAL=-O0")
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"cocotb_stand_in.py: {result.stdout}{result.stderr}")
    loaded = ctypes.CDLL(str(folder / "obj/top.so"))
    loaded.get.restype = ctypes.c_ulonglong
    loaded.put.argtypes = [ctypes.c_int, ctypes.c_ulonglong]
    return loaded


class Handle:
    """A port: `value` is what it was before the clock's edge; assigning to it changes it after the edge."""

    def __init__(self, dut, index):
        self.dut = dut
        self.index = index

    @property
    def value(self):
        return self.dut.before[self.index]

    @value.setter
    def value(self, value):
        self.dut.after[self.index] = int(value)


class Dut:
    def __init__(self, loaded, ports):
        self.loaded = loaded
        self.before = [0] * len(ports)
        self.after = {}
        for index, (_, _, name) in enumerate(ports):
            setattr(self, name, Handle(self, index))

    def settle(self):
        """The clock is low: applies what was written, and looks."""
        for index, value in self.after.items():
            self.loaded.put(index, value)
        self.after = {}
        self.loaded.put(self.aclk.index, 0)
        self.loaded.eval()
        self.before = [self.loaded.get(index) for index in range(len(self.before))]

    def rise(self):
        self.loaded.put(self.aclk.index, 1)
        self.loaded.eval()


class Edge:
    """What a task waits for."""

    def __init__(self, *_):
        pass

    def __await__(self):
        yield self


class Task:
    def __init__(self, coroutine):
        self.coroutine = coroutine
        self.is_done = False
        self.result = None

    def step(self):
        """Goes on until the next edge."""
        try:
            self.coroutine.send(None)
        except StopIteration as end:
            self.is_done = True
            self.result = end.value

    def __await__(self):
        while not self.is_done:
            yield self
        return self.result


class Clock:
    def __init__(self, *_):
        pass

    async def start(self):
        pass


def modules(tasks, tests):
    """The stand-in for cocotb."""

    def start_soon(coroutine):
        task = Task(coroutine)
        tasks.append(task)
        task.step()
        return task

    async def with_timeout(task, *_):
        return await task

    cocotb = types.ModuleType("cocotb")
    cocotb.start_soon = start_soon
    cocotb.test = lambda: tests.append
    clock = types.ModuleType("cocotb.clock")
    clock.Clock = Clock
    triggers = types.ModuleType("cocotb.triggers")
    triggers.RisingEdge = Edge
    triggers.with_timeout = with_timeout
    return {"cocotb": cocotb, "cocotb.clock": clock, "cocotb.triggers": triggers}


def run(loaded, ports, module, hdl):
    """Runs every test of a Python module on a library; what fails raises. Returns how many there were."""
    tasks, tests = [], []
    sys.modules.update(modules(tasks, tests))
    os.environ["RTLGEN_HDL"] = str(hdl)
    sys.modules.pop(module, None)
    importlib.import_module(module)
    for test in tests:
        dut = Dut(loaded, ports)
        tasks[:] = []
        main = Task(test(dut))
        main.step()
        for _ in range(MOST_CLOCKS):
            if main.is_done:
                break
            dut.settle()
            for task in [*tasks, main]:
                if not task.is_done:
                    task.step()
            dut.rise()
        if not main.is_done:
            raise AssertionError(f"{test.__name__} does not end")
    return len(tests)
