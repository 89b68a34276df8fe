#!/usr/bin/python3
"""Overhead of golden runs from Python over the engine, for 4096 x 4096 and 32 x 48 float32 cells: a call of the stencil, and
`golden` with results in new arrays and by `out=`; the memory that each takes; and the time of an import.

Usage: PYTHONPATH=build/<preset>/python bench/python/overhead.py [steps, default 10]
Overhead: the time of the call minus that of the engine, which is from the copy of the inputs to the last time step. A call
of the stencil does not tell the engine's time; it is compared with that of the `golden` run before it.
"""
import resource
import statistics
import subprocess
import sys
import time
from typing import Callable

if {"-h", "--help"} & set(sys.argv[1:]):  # before the packages, which may be missing
    print((__doc__ or "").strip())
    sys.exit()

import numpy as np  # noqa: E402

import rtlgen  # noqa: E402
from rtlgen import Field, Param, f32  # noqa: E402


@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param = 0.1):
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)


def resident() -> int:
    """Bytes of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as stream:
        return int(stream.read().split()[1]) * resource.getpagesize()


def small() -> None:
    """Calls so short that everything except the engine counts, as a ratio to the same in NumPy."""
    plate = np.random.default_rng(1).random((32, 48), np.float32)
    program = heat.program(plate.shape)

    def numpy() -> np.ndarray:
        p = np.pad(plate, 1, mode="edge")
        return plate + np.float32(0.1)*(p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4*plate)

    def best(call: Callable[[], object]) -> float:
        times = []
        for _ in range(500):
            begin = time.perf_counter()
            call()
            times.append(time.perf_counter() - begin)
        return statistics.median(times)
    whole, golden, same = best(lambda: heat(plate)), best(lambda: program.golden({"t": plate})), best(numpy)
    print(f"32 x 48 float32, one step: a call of a stencil {1e3*whole:.3f} ms, {whole/same:.1f} times that in NumPy; "
          f"program.golden {1e3*golden:.3f} ms, {golden/same:.1f} times")


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    plate = np.random.default_rng(1).random((4096, 4096), np.float32)
    program = heat.program(plate.shape, steps=steps)
    program.golden({"t": plate}, steps=1)
    out = np.zeros_like(plate)
    for name, into in (("golden", None), ("golden with out=", out)):
        whole, engine, most = [], [], 0
        for _ in range(5):
            before = resident()
            begin = time.perf_counter()
            result = program.golden({"t": plate}, out=into)
            whole.append(time.perf_counter() - begin)
            engine.append(result.seconds)
            most = max(most, resident() - before)
            del result
        over = [100 * (w - e) / e for w, e in zip(whole, engine)]
        print(f"{name}, 4096 x 4096 float32, {steps} steps: call {statistics.median(whole):.3f} s, engine {statistics.median(engine):.3f} s, "
              f"overhead {statistics.median(over):.1f} % (from {min(over):.1f} to {max(over):.1f}); {most >> 20} MiB of results")
    over = []
    for _ in range(9):
        engine_s = program.golden({"t": plate}, out=out).seconds
        begin = time.perf_counter()
        heat(plate, steps=steps)
        over.append(100 * (time.perf_counter() - begin - engine_s) / engine_s)
    print(f"a call of the stencil, 4096 x 4096 float32, {steps} steps: overhead {statistics.median(over):.1f} % "
          f"(from {min(over):.1f} to {max(over):.1f})")
    small()
    code = "import time; b = time.perf_counter(); import rtlgen; print(time.perf_counter() - b)"
    imports = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    print(f"import rtlgen: {statistics.median(imports):.3f} s (from {min(imports):.3f} to {max(imports):.3f}), NumPy included")


if __name__ == "__main__":
    main()
