#!/usr/bin/env python3
"""From a description to the bits of an iCE40 HX8K and back: the core through Yosys, nextpnr-ice40 and icepack, its bitstream
unpacked with icebox_vlog and simulated in Icarus with random stalls, every word compared with the golden engine.

    tests/bitstream/bitstream.py RTLGEN FILE.yaml [KEY=VALUE ...] [--flip]

One state field of at most 16 bits, two axes. --flip inverts LUTs of the bitstream before it is packed, and fails unless that
gives wrong words. Exit status 0: as it has to be.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, "/usr/share/fpga-icestorm/python")

DEVICE = ["--hx8k", "--package", "ct256"]
TOOLS = ["yosys", "nextpnr-ice40", "icepack", "iceunpack", "icebox_vlog", "iverilog", "vvp"]
FLIPPED = 24  # LUTs
MOST_CYCLES = 20000
MISSING = 77  # exit status: a tool is missing

BENCH = """`timescale 1ns/1ps
module bench;
  localparam W = {width}, N = {words}, PASSES = {passes};
  reg clk = 0, rst = 1;
  always #10 clk = ~clk;
  reg [W-1:0] grid [0:N-1], golden [0:N-1], mask [0:N-1];
  integer read = 0, written = 0, in_pass = 0, out_pass = 0, errors = 0, i, cycles = 0, seed = 1;
  reg in_valid = 0, out_ready = 0, held = 0;
  reg [W-1:0] in_data = 0;
  wire in_ready, out_valid;
  wire [W-1:0] out_data;
  chip dut(.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .{in_port}(in_data), .out_valid(out_valid),
           .out_ready(out_ready), .{out_port}(out_data){settings});
  initial begin
    $readmemh("in.hex", grid);
    $readmemh("golden.hex", golden);
    $readmemh("mask.hex", mask);
    repeat (20) @(posedge clk);
    #1 rst = 0;
  end
  // Word n of a pass is offered once word n of the pass before has been written.
  always @(posedge clk) begin
    cycles = cycles + 1;
    if (!rst) begin
      held = in_valid & (in_ready !== 1'b1);
      if (in_valid && in_ready === 1'b1) begin
        read = read + 1;
        if (read == N) begin read = 0; in_pass = in_pass + 1; end
      end
      if (out_valid === 1'b1 && out_ready) begin
        grid[written] = out_data;
        written = written + 1;
        if (written == N) begin written = 0; out_pass = out_pass + 1; end
      end
    end
    #2;
    if (!rst) begin
      in_valid = in_pass < PASSES && (in_pass == out_pass || (in_pass == out_pass + 1 && read < written))
                 && (held || ($random(seed) & 3) != 0);
      in_data = in_valid ? grid[read] : {{W{{1'bx}}}};
      out_ready = ($random(seed) & 3) != 0;
    end
    if (out_pass == PASSES) begin
      for (i = 0; i < N; i = i + 1) if (((grid[i] ^ golden[i]) & mask[i]) !== 0) errors = errors + 1;
      $display("wrong %0d of %0d", errors, N);
      $finish(0);
    end
    if (cycles > {most}) begin $display("wrong %0d of %0d", N, N); $finish(0); end
  end
endmodule
"""


def run(command, folder):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:3])}: {result.stderr[-2000:] or result.stdout[-2000:]}")
    return result.stdout


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


class Core:
    """The generated core, its data, and its results by the golden engine."""

    def __init__(self, rtlgen, yaml, sets, folder):
        self.folder = folder
        options = sum((["--set", s] for s in sets + ["hardware.extents=fixed", "hardware.device=ice40hx"]), [])
        run([rtlgen, "generate", yaml, *options, "--hdl", "verilog", "-o", "g"], folder)
        with open(os.path.join(folder, "g", "manifest.json"), encoding="utf-8") as file:
            self.manifest = m = json.load(file)
        with open(yaml, encoding="utf-8") as file:
            iterations = int(re.search(r"^iterations:\s*(\d+)", file.read(), re.M)[1])
        self.lanes = m["cells_per_cycle"]
        self.passes = -(-iterations // m["steps"])
        self.bypass = self.passes * m["steps"] - iterations
        self.field = next(p for p in m["ports"] if p["role"] == "in_data")
        self.bits = self.field["width"] // self.lanes
        nx, ny = m["extents"]["maximum"][:2]
        row = m["frame"]["row_words"]
        rnd = random.Random(1)
        size = 1 if self.bits <= 8 else 2
        low, high = (-(1 << self.bits - 3), 1 << self.bits - 3) if "int" in self.field["type"] and "u" not in \
            self.field["type"] else (0, 1 << self.bits - (2 if self.bits > 1 else 0))
        cells = [rnd.randrange(low, high) & ((1 << 8 * size) - 1) for _ in range(nx * ny)]
        with open(os.path.join(folder, "in.raw"), "wb") as file:
            file.write(b"".join(c.to_bytes(size, "little") for c in cells))
        name = self.field["field"]
        run([rtlgen, "golden", yaml, *options, "--input", f"{name}=in.raw", "--output", f"{name}=out.raw"], folder)
        with open(os.path.join(folder, "out.raw"), "rb") as file:
            raw = file.read()
        golden = [int.from_bytes(raw[i * size:(i + 1) * size], "little") for i in range(nx * ny)]
        kept = (1 << self.bits) - 1

        def words(value):
            return "\n".join(
                f"{sum((value(y * nx + x) & kept) << self.bits * lane for lane in range(self.lanes) for x in [w * self.lanes + lane] if x < nx):x}"
                for y in range(ny) for w in range(row))

        write(folder, "in.hex", words(lambda i: cells[i]))
        write(folder, "golden.hex", words(lambda i: golden[i]))
        write(folder, "mask.hex", words(lambda i: kept))
        self.words = row * ny

    def pins(self):
        """A top whose ports have pins, few of them for numbers of a run, and a pin for each bit."""
        import icebox  # pylint: disable=import-outside-toplevel
        free = [p[0] for p in icebox.pinloc_db["8k-ct256"]]
        clocks = {tuple(x) for x in icebox.padin_pio_db["8k"]}
        clock = next(p[0] for p in icebox.pinloc_db["8k-ct256"] if tuple(p[1:]) in clocks)
        free.remove(clock)
        declared, joined, pcf = [], [], []
        for p in self.manifest["ports"]:
            width = min(p["width"], 8) if p["name"].startswith("cfg_") else p["width"]
            side = "input" if p["direction"] == "in" else "output"
            declared.append(f"{side} {f'[{width - 1}:0] ' if width > 1 else ''}{p['name']}")
            pad = f"{{{p['width'] - width}'d0, {p['name']}}}" if width < p["width"] else p["name"]
            joined.append(f".{p['name']}({pad})")
            for bit in range(width):
                pin = clock if p["role"] == "clock" else free.pop(0)
                pcf.append(f"set_io {p['name']}{f'[{bit}]' if width > 1 else ''} {pin}\n")
        write(self.folder, "top.v", f"module top({', '.join(declared)});\n"
              f"  {self.manifest['top']} core({', '.join(joined)});\nendmodule\n")
        write(self.folder, "pins.pcf", "".join(pcf))

    def bench(self):
        settings = {"cfg_passes": self.passes, "cfg_bypass": self.bypass}
        out = next(p["name"] for p in self.manifest["ports"] if p["role"] == "out_data")
        return BENCH.format(
            width=self.field["width"], words=self.words, passes=self.passes, most=MOST_CYCLES, in_port=self.field["name"],
            out_port=out, settings="".join(f", .{p['name']}({min(p['width'], 8)}'d{settings.get(p['name'], 0)})"
                                           for p in self.manifest["ports"] if p["name"].startswith("cfg_")))


def flipped(asc):
    """Inverts the first so many LUTs that are used; a LUT is in columns 36 to 45 of two rows of a tile."""
    lines, left = asc.split("\n"), FLIPPED
    for i, line in enumerate(lines):
        if not line.startswith(".logic_tile"):
            continue
        for row in range(i + 1, i + 17, 2):
            pair = [lines[row][36:46], lines[row + 1][36:46]]
            if left == 0 or "1" not in pair[0][0:8] + pair[1][0:8]:
                continue
            left -= 1
            for k in range(2):
                table = "".join("10"[int(b)] for b in pair[k][0:8])
                lines[row + k] = lines[row + k][:36] + table + lines[row + k][44:]
    return "\n".join(lines)


def with_plain_header(chip):
    """Declares ports behind the header: icebox_vlog declares their nets again, which Icarus 12 accepts only there."""
    module, ports = re.search(r"^module (\w+) \((.*)\);$", chip, re.MULTILINE).groups()
    ports = ports.split(", ")
    header = f"module {module} ({', '.join(p.split()[-1] + ' ' for p in ports)});\n" + "".join(f"{p} ;\n" for p in ports)
    return chip.replace(f"module {module} ({', '.join(ports)});", header)


def wrong_words(rtlgen, yaml, sets, flip, folder):
    core = Core(rtlgen, yaml, sets, folder)
    core.pins()
    sources = " ".join(f"g/verilog/{f}" for f in sorted(os.listdir(os.path.join(folder, "g", "verilog"))) if f.endswith(".v"))
    run(["yosys", "-q", "-p", f"read_verilog {sources} top.v; synth_ice40 -top top -json t.json"], folder)
    run(["nextpnr-ice40", *DEVICE, "--json", "t.json", "--pcf", "pins.pcf", "--asc", "t.asc", "--freq", "60", "--report",
         "report.json", "--timing-allow-fail"], folder)
    if flip:
        with open(os.path.join(folder, "t.asc"), encoding="utf-8") as file:
            write(folder, "t.asc", flipped(file.read()))
    run(["icepack", "t.asc", "t.bin"], folder)
    run(["iceunpack", "t.bin", "u.asc"], folder)
    write(folder, "chip.v", with_plain_header(run(["icebox_vlog", "-s", "-c", "-p", "pins.pcf", "-d", "ct256", "u.asc"], folder)))
    write(folder, "bench.v", core.bench())
    run(["iverilog", "-g2012", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-o", "bench.vvp", "bench.v", "chip.v",
         "/usr/share/yosys/ice40/cells_sim.v"], folder)
    result = re.search(r"wrong (\d+) of (\d+)", run(["vvp", "-n", "bench.vvp"], folder))
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    reached = max(f["achieved"] for f in report["fmax"].values())
    cells = report["utilization"]["ICESTORM_LC"]["used"]
    print(f"{os.path.basename(yaml)} {' '.join(sets)}: {cells} LC, {reached:.1f} MHz, {result[0]}", flush=True)
    return int(result[1])


def main():
    missing = [t for t in TOOLS if shutil.which(t) is None]
    if missing:
        print(f"bitstream: {', '.join(missing)} missing; install yosys nextpnr-ice40 fpga-icestorm iverilog")
        return MISSING
    flip = "--flip" in sys.argv
    rtlgen, yaml, *sets = [a for a in sys.argv[1:] if a != "--flip"]
    with tempfile.TemporaryDirectory() as folder:
        wrong = wrong_words(os.path.abspath(rtlgen), os.path.abspath(yaml), sets, flip, folder)
    return 0 if (wrong > 0) == flip else 1


if __name__ == "__main__":
    sys.exit(main())
