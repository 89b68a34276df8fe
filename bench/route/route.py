#!/usr/bin/env python3
"""Places and routes cores, and compares the achieved clock with the predicted one.

    bench/route/route.py --device hx8k --seeds 3 --work build/route
    bench/route/route.py --device up5k --seeds 3 --work build/route --only heat,life

Each core is in a serial harness of registers, so that no path begins or ends at a pin, and is compiled with fixed
extents. Needs yosys and nextpnr-ice40 (Debian), or nextpnr-ecp5 (oss-cad-suite) for ECP5. Prints the achieved clock, the
median over the seeds, next to the one that `rtlgen model` predicts, with the error. Routed cores are kept in --work and
not repeated while generated sources and tools are the same. fit.py makes delay rows from them.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# Design, settings.
CORES = [
    ("shift", ["steps=1"]), ("shift", ["steps=4"]), ("shift", ["cells_per_cycle=2", "steps=2"]),
    ("heat", ["steps=1"]), ("heat", ["steps=2"]), ("heat", ["steps=4"]), ("heat", ["cells_per_cycle=2", "steps=1"]),
    ("wide", ["steps=1"]), ("wide", ["steps=2"]),
    ("life", ["steps=1"]), ("life", ["cells_per_cycle=4", "steps=2"]), ("life", ["cells_per_cycle=16", "steps=2"]),
    ("life", ["cells_per_cycle=8", "steps=3"]),
    ("blur", ["steps=1"]), ("blur", ["cells_per_cycle=2", "steps=1"]),
    ("fixed", ["steps=1"]), ("fixed", ["steps=2"]),
    ("erode", ["steps=1"]), ("erode", ["steps=3"]), ("erode", ["cells_per_cycle=4", "steps=1"]),
    ("line", ["steps=1"]), ("line", ["steps=4"]), ("line", ["cells_per_cycle=2", "steps=2"]),
]

# Clocks above the standard clock of the family, for which some cores are scheduled.
FASTER = {"hx8k": [120, 200], "up5k": [48, 60], "ecp5": [150, 200]}
DEEP = [("heat", ["steps=4"]), ("fixed", ["steps=2"])]

# Cores that are in no row.
HELD_OUT = [
    ("shift", ["cells_per_cycle=4", "steps=3"]), ("life", ["cells_per_cycle=2", "steps=4"]), ("line", ["steps=2"]),
    ("erode", ["cells_per_cycle=2", "steps=2"]), ("blur", ["cells_per_cycle=4", "steps=1"]),
    ("fixed", ["cells_per_cycle=2", "steps=1"]), ("wide", ["cells_per_cycle=2", "steps=1"]),
]

# Chains up to the longest that fits the part.
GROWTH = {
    "hx8k": [("heat", [f"steps={n}"]) for n in (1, 8, 15)] + [("shift", ["steps=16"])],
    "up5k": [("heat", [f"steps={n}"]) for n in (1, 8, 14)] + [("shift", ["steps=16"])],
    "ecp5": [("heat", [f"steps={n}"]) for n in (1, 8, 16, 32)] + [("shift", ["steps=16"])],
}

DEVICES = {
    "hx8k": ("ice40hx", "nextpnr-ice40", ["--hx8k", "--package", "ct256"], "synth_ice40 -top harness -json t.json"),
    "up5k": ("ice40up", "nextpnr-ice40", ["--up5k", "--package", "sg48"], "synth_ice40 -dsp -top harness -json t.json"),
    "ecp5": ("ecp5-8", "nextpnr-ecp5", ["--25k", "--speed", "8", "--package", "CABGA381"],
             # As in gen/contract/ecp5_synthesis.hpp; {kernels}: those of the core, {target}: of their logic, in ps.
             "hierarchy -check -top harness; setattr -mod -set keep_hierarchy 1 {kernels}; synth_ecp5 -abc9 -top harness "
             "-run begin:map_luts; techmap -map +/ecp5/latches_map.v; select {kernels}; abc9 -W 700 -maxlut 6 -D {target}; "
             "select * {kernels} %d; abc9 -W 700; select -clear; setattr -mod -unset keep_hierarchy {kernels}; flatten; "
             "clean; synth_ecp5 -abc9 -top harness -run map_cells:; write_json t.json"),
}

ROUTER_MHZ = 100  # the router's target; it continues if it can reach more
LOGIC_CELLS = ["ICESTORM_LC", "TRELLIS_COMB", "TRELLIS_SLICE"]  # a report has one of them
MEAN, WORST = 8, 20  # per cent: target errors of the prediction


def run(command, folder, log=None):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if log:
        with open(os.path.join(folder, log), "w", encoding="utf-8") as file:
            file.write(result.stdout + result.stderr)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:4])} ... in {folder}: {result.stderr[-1500:]}")
    return result.stdout


def harness(manifest):
    """A top of four pins: inputs are bits of a shift register, outputs are captured in another."""
    ports = [p for p in manifest["ports"] if p["name"] != "clk"]
    ins = [p for p in ports if p["direction"] == "in"]
    outs = [p for p in ports if p["direction"] == "out"]
    wires, maps = [], [".clk(clk)"]
    for name, group in (("given", ins), ("taken", outs)):
        low = 0
        for p in group:
            maps.append(f".{p['name']}({name}[{low + p['width'] - 1}:{low}])")
            low += p["width"]
        wires.append(low)
    n_in, n_out = wires
    return f"""module harness(input clk, input serial_in, input capture, output reg serial_out);
  reg [{n_in - 1}:0] given; wire [{n_out - 1}:0] taken; reg [{n_out - 1}:0] kept; reg load;
  always @(posedge clk) begin
    given <= {{given, serial_in}};
    load <= capture;
    kept <= load ? taken : {{kept, 1'b0}};
    serial_out <= kept[{n_out - 1}];
  end
  {manifest['top']} core({', '.join(maps)});
endmodule
"""


def require_tools(device):
    """Exits if a tool is missing."""
    for program in ("yosys", DEVICES[device][1]):
        if shutil.which(program) is None:
            sys.exit(f"{program} is missing (Debian: yosys nextpnr-ice40; nextpnr-ecp5 is in oss-cad-suite)")


def options_of(core, device):
    return sum((["--set", "hardware." + s] for s in [*core[1], "extents=fixed", "device=" + DEVICES[device][0]]), [])


def versions(program):
    return run(["yosys", "-V"], HERE) + subprocess.run([program, "--version"], capture_output=True, text=True).stderr


def generated(rtlgen, core, device, work):
    """The folder of the core's sources with its harness, named after their content and the tools."""
    _, program, arguments, script = DEVICES[device]
    name, sets = core
    label = "_".join([name, device] + [s.replace("=", "") for s in sets])
    fresh = os.path.join(work, label + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    run([rtlgen, "generate", os.path.join(HERE, "designs", name + ".yaml"), *options_of(core, device), "--hdl", "verilog",
         "-o", os.path.join(fresh, "g")], fresh)
    with open(os.path.join(fresh, "g", "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    with open(os.path.join(fresh, "harness.v"), "w", encoding="utf-8") as file:
        file.write(harness(manifest))
    verilog = os.path.join(fresh, "g", "verilog")
    sources = ["harness.v"] + [f"g/verilog/{f}" for f in sorted(os.listdir(verilog)) if f.endswith(".v")]
    kernels, target = manifest["name"] + "_kernel_*", max(4200, manifest["period_ps"] // 2)
    script = script.replace("{kernels}", kernels).replace("{target}", str(target))
    digest = hashlib.sha256((script + " ".join(arguments) + str(ROUTER_MHZ) + versions(program)).encode())
    for source in sources:
        with open(os.path.join(fresh, source), "rb") as file:
            digest.update(file.read())
    folder = os.path.join(work, f"{label}_{digest.hexdigest()[:12]}")
    if os.path.exists(folder):
        shutil.rmtree(fresh)
        return folder
    run(["yosys", "-q", "-p", f"read_verilog {' '.join(sources)}; {script}"], fresh)
    os.rename(fresh, folder)
    return folder


def place_and_route(folder, device, seed):
    """Files of a seed: seedN.json, which is read here, seedN.sdf and seedN.log. The report is renamed last."""
    _, program, arguments, _ = DEVICES[device]
    report = os.path.join(folder, f"seed{seed}.json")
    if not os.path.exists(report) or not os.path.exists(sdf_of(folder, seed)):
        run([program, *arguments, "--json", "t.json", "--seed", str(seed), "--freq", str(ROUTER_MHZ), "--timing-allow-fail",
             "--sdf", sdf_of(folder, seed), "--report", report + ".part"], folder, f"seed{seed}.log")
        os.rename(report + ".part", report)
    with open(report, encoding="utf-8") as file:
        return read_report(file.read())


def sdf_of(folder, seed):
    """The delays of all arcs, which fit.py reads."""
    return os.path.join(folder, f"seed{seed}.sdf")


def read_report(text):
    """From nextpnr's report: the achieved clock, the logic cells, and the longest path between registers, as arcs
    (kind, cell and pin where it begins, cell and pin where it ends, ps). ValueError without such a path."""
    report = json.loads(text)
    paths = [p["path"] for p in report.get("critical_paths", [])
             if p["from"].startswith("posedge") and p["to"].startswith("posedge") and p["path"]]
    if len(paths) != 1 or len(report.get("fmax", {})) != 1:
        raise ValueError(f"{len(paths)} critical paths of {len(report.get('fmax', {}))} clocks; expected one of each")
    arcs = [(a["type"], (a["from"]["cell"], a["from"]["port"]), (a["to"]["cell"], a["to"]["port"]), round(1000 * a["delay"]))
            for a in paths[0]]
    cells = [report["utilization"][name]["used"] for name in LOGIC_CELLS if name in report["utilization"]]
    return {"mhz": next(iter(report["fmax"].values()))["achieved"], "cells": cells[0], "path": arcs}


def predicted(rtlgen, core, device, folder):
    """The predicted clock in MHz."""
    text = run([rtlgen, "model", os.path.join(HERE, "designs", core[0] + ".yaml"), *options_of(core, device), "--json", "-"],
               folder)
    return json.loads(text)["clock"]["predicted_mhz"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=sorted(DEVICES), default="hx8k")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--work", default="build/route")
    parser.add_argument("--rtlgen", default="build/ci/rtlgen")
    parser.add_argument("--only", default="", help="comma-separated names of designs")
    parser.add_argument("--held-out", action="store_true", help="route the cores that are in no row")
    parser.add_argument("--growth", action="store_true", help="route chains up to the longest that fits, also in no row")
    args = parser.parse_args()
    require_tools(args.device)
    rtlgen, work = os.path.abspath(args.rtlgen), os.path.abspath(args.work)
    os.makedirs(work, exist_ok=True)
    names = [n for n in args.only.split(",") if n]
    errors = []
    print("| core | cells | achieved MHz | predicted MHz | error |\n|---|---|---|---|---|")
    deep = [(name, sets + [f"clock_mhz={mhz}"]) for name, sets in DEEP for mhz in FASTER[args.device]]
    for core in GROWTH[args.device] if args.growth else HELD_OUT if args.held_out else CORES + deep:
        if names and core[0] not in names:
            continue
        folder = generated(rtlgen, core, args.device, work)
        results = [place_and_route(folder, args.device, seed) for seed in range(1, args.seeds + 1)]
        achieved = statistics.median(r["mhz"] for r in results)
        mhz = predicted(rtlgen, core, args.device, work)
        errors.append(mhz / achieved - 1)
        print(f"| {core[0]}, {', '.join(core[1])} | {results[0]['cells']} | {achieved:.1f} | {mhz:.1f} | {100 * errors[-1]:+.1f} % |",
              flush=True)
    print(f"\n{len(errors)} cores, {args.seeds} seeds: mean error {100 * statistics.mean(map(abs, errors)):.1f} %, "
          f"worst {100 * max(map(abs, errors)):.1f} % (targets: below {MEAN} and {WORST} %)")


if __name__ == "__main__":
    main()
