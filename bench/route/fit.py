#!/usr/bin/env python3
"""Makes the delay row of an iCE40 device for gen/hw/delay_rows.inc from cores that nextpnr placed and routed.

    bench/route/fit.py --device hx8k --seeds 5 --work build/route
    bench/route/fit.py --device up5k --seeds 5 --work build/route

The cores are CORES of route.py, not HELD_OUT; cores already routed in --work are reused. Every arc of every core is read
from the SDF file of the router. The figure of a cell is the mean of all arcs of its kind, since pins differ. carry_bit and
carry_off include the nets of the chain, carry_off also the LUT behind it; global includes the way to the buffer, both nets
and the set-up of the enable. A figure without arcs, or one that is not trusted (KEPT), keeps its value in the table.

Routes are fitted by least squares to a line over the doublings of a net's loads. Each net counts once, with the mean over
its loads. This one of four ways to count, which are all printed, predicts clocks best. Mean and worst error of the 27 cores
of route.py, medians of 5 seeds, all other figures the same:

    routes of                      HX8K            UP5K
    nets, mean of their loads      6.3, 17.4 %     6.0, 12.9 %
    loads                          7.0, 19.4 %     6.6, 12.7 %
    nets, their worst load         8.7, 22.9 %     7.3, 16.0 %
    critical paths                 7.3, 20.5 %     7.2, 14.4 %

The others count long routes more often: the router's critical paths are chosen because they are long, while the model's
paths have routes of all lengths. Rows decide where registers go: after a new row, build and run this again until the row
stays the same.
"""
import argparse
import collections
import math
import os
import re
import statistics
import sys

import route

# The fields of CellDelays (gen/hw/delay_model.hpp) in their order.
FIELDS = ["lut", "route", "route_doubling", "carry_on", "carry_bit", "carry_off", "clock_to_q", "set_up", "ram_read",
          "ram_set_up", "lut_ram", "dsp", "global"]

ROWS = os.path.join(route.HERE, "..", "..", "gen", "hw", "delay_rows.inc")
DEVICES = ["hx8k", "up5k"]  # the tables below have their pins
# Figures of the router that are not trusted, and why.
KEPT = {("up5k", "ram_read"): "less than on an HX8K, although other cells are 2.2 to 3 times as slow"}

# Arcs through a cell that have their own field: pin where they begin, pin where they end.
THROUGH = [("I[0-3]", "O", "lut"), ("I[12]", "COUT", "carry_on"), ("CLK", "O", "clock_to_q"),
           ("RCLK", r"RDATA_\d+", "ram_read"), (r"[ABCD]_\d+", r"O_\d+", "dsp")]
BEFORE_CLOCK = [("I[0-3]", "set_up"), (r"(WDATA|WADDR|RADDR|MASK)_\d+|WE|RE|WCLKE|RCLKE", "ram_set_up")]
TO_BUFFER, FROM_BUFFER = "USER_SIGNAL_TO_GLOBAL_BUFFER", "GLOBAL_BUFFER_OUTPUT"
PAD = "$sb_io"
OUTSIDE = re.compile(r"(given|kept|load|serial_out)(_|\[)|.*\$sb_io$")  # the harness, and pads

# Ways to count routes; the first makes the row.
ROUTES = MEAN_OF_NET, LOADS, WORST_OF_NET, CRITICAL = (
    "nets, mean of their loads", "loads", "nets, their worst load", "critical paths")

Sdf = collections.namedtuple("Sdf", "through before_clock nets")


def read_sdf(text):
    """From nextpnr's SDF file: arcs through cells {(cell, from): {to: ps}}, set-up times {(cell, pin): ps}, and the loads of
    nets {(cell, pin): {(cell, pin): ps}}. ValueError if one of them is missing."""
    sdf, cell = Sdf(collections.defaultdict(dict), {}, collections.defaultdict(dict)), ""
    for line in text.replace("\\", "").splitlines():
        words = line.split()
        kind = words[0] if words else ""
        if kind == "(INSTANCE":
            cell = words[1].rstrip(")")
        elif kind == "(IOPATH":
            sdf.through[cell, words[1]][words[2]] = ps_of(words[3])
        elif kind == "(SETUPHOLD" and words[1] == "(posedge":
            sdf.before_clock[cell, words[2].rstrip(")")] = ps_of(words[5])
        elif kind == "(INTERCONNECT":
            sdf.nets[tuple(words[1].rsplit("/", 1))][tuple(words[2].rsplit("/", 1))] = ps_of(words[3])
    if not (sdf.through and sdf.before_clock and sdf.nets):
        raise ValueError("no arcs through cells, no set-up times or no nets in an SDF file")
    return sdf


def ps_of(triple):
    """The typical value of (least:typical:most)."""
    return int(triple.strip("()").split(":")[1])


def doublings(loads):
    """Counted as in route_ps (gen/hw/delay_model.cpp)."""
    return int(math.log2(loads))


class Samples:
    """Delays of many routed cores: a list for each field, and routes by the way to count them: (doublings, ps)."""

    def __init__(self):
        self.of = {f: [] for f in FIELDS}
        self.routes = {way: [] for way in ROUTES}

    def add(self, sdf, path):
        """Adds the delays of a routed core, and its critical path (route.read_report)."""
        into = {sink: ps for loads in sdf.nets.values() for sink, ps in loads.items()}
        behind_chain = {sink for (_, pin), loads in sdf.nets.items() if pin == "COUT" for sink in loads}
        for source, ends in sdf.through.items():
            for end, ps in ends.items():
                if (source[1], end) == ("CIN", "COUT"):
                    self.of["carry_bit"].append(into.get(source, 0) + ps)
                elif source in behind_chain and end == "O":
                    self.of["carry_off"].append(into[source] + ps)
                elif not OUTSIDE.match(source[0]):
                    self.add_arc(THROUGH, (source[1], end), ps)
        for (cell, pin), ps in sdf.before_clock.items():
            if not OUTSIDE.match(cell):
                self.add_arc(BEFORE_CLOCK, (pin,), ps)
        for source, loads in sdf.nets.items():
            self.add_net(source, loads)
            if source[1] == FROM_BUFFER:
                self.add_buffer(sdf, source, into)
        for kind, source, sink, ps in path:
            if kind == "routing" and is_route(source, sink):
                self.routes[CRITICAL].append((doublings(len(sdf.nets[source])), ps))

    def add_arc(self, table, pins, ps):
        """Adds an arc to the field that a table has for the pins, if any."""
        for *patterns, field in table:
            if all(re.fullmatch(p, pin) for p, pin in zip(patterns, pins)):
                self.of[field].append(ps)

    def add_net(self, source, loads):
        """Adds a net of the core, by each way to count it."""
        ways = [ps for sink, ps in loads.items() if is_route(source, sink)]
        if ways and not OUTSIDE.match(source[0]):
            n = doublings(len(loads))
            self.routes[MEAN_OF_NET].append((n, statistics.fmean(ways)))
            self.routes[WORST_OF_NET].append((n, max(ways)))
            self.routes[LOADS] += [(n, ps) for ps in ways]

    def add_buffer(self, sdf, source, into):
        """Adds the path of an enable, from the LUT to its registers."""
        enables = [ps + sdf.before_clock[sink] for sink, ps in sdf.nets[source].items() if sink[1] == "CEN"]
        entry = source[0], TO_BUFFER
        if enables:
            self.of["global"].append(into[entry] + sdf.through[entry][FROM_BUFFER] + max(enables))

    def row(self, before):
        """For each field: ps, number of arcs or nets, standard deviation; for one without arcs the previous figure and 0."""
        figures = {}
        for (field, of), ps in zip(self.of.items(), before):
            figures[field] = (statistics.fmean(of), len(of), statistics.pstdev(of)) if of else (ps, 0, 0)
        base, slope, spread = line_of(self.routes[MEAN_OF_NET])
        figures["route"] = base, len(self.routes[MEAN_OF_NET]), spread
        figures["route_doubling"] = slope, len(self.routes[MEAN_OF_NET]), spread
        return figures


def is_route(source, sink):
    """Neither in a carry chain, nor through a global buffer, nor to a pad."""
    return source[1] not in ("COUT", FROM_BUFFER) and sink[1] != TO_BUFFER and not sink[0].endswith(PAD)


def line_of(points):
    """Least squares: the start of the line, its slope, and the standard deviation of the points from it."""
    x, y = statistics.fmean([p[0] for p in points]), statistics.fmean([p[1] for p in points])
    slope = sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)
    base = y - slope * x
    return base, slope, math.sqrt(statistics.fmean([(b - base - slope * a) ** 2 for a, b in points]))


def table_row(device):
    """The figures of the device's row in delay_rows.inc, in the order of FIELDS."""
    name = route.DEVICES[device][0]
    with open(ROWS, encoding="utf-8") as file:
        found = re.search(r'\{"' + name + r'", [^{]*CellDelays\{([\d, ]+)\}', file.read())
    if not found:
        raise ValueError(f"{ROWS} has no row {name} of cells")
    return [int(ps) for ps in found[1].split(",")]


def print_row(device, samples):
    """Prints each figure next to the table's, kept figures, routes by all ways to count them, and the line for delay_rows.inc."""
    before = table_row(device)
    figures = samples.row(before)
    print("| figure | ps | arcs or nets | spread | table |\n|---|---|---|---|---|")
    row = []
    for (field, (ps, count, spread)), old in zip(figures.items(), before):
        row.append(old if (device, field) in KEPT or count == 0 else round(ps))
        print(f"| {field} | {ps:.0f} | {count} | {spread:.0f} | {old} |")
    for field, (_, count, _) in figures.items():
        if reason := KEPT.get((device, field), "" if count else "no arcs"):
            print(f"\n{field}: the table's figure is kept, {reason}")
    print("\n| routes of | | route | route_doubling | spread |\n|---|---|---|---|---|")
    for way, points in samples.routes.items():
        base, slope, spread = line_of(points)
        print(f"| {way} | {len(points)} | {base:.0f} | {slope:.0f} | {spread:.0f} |")
    print(f"\n CellDelays{{{', '.join(map(str, row))}}},")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=sorted(route.DEVICES), default="hx8k")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--work", default="build/route")
    parser.add_argument("--rtlgen", default="build/ci/rtlgen")
    args = parser.parse_args()
    if args.device not in DEVICES:
        sys.exit(f"fit: the pins of {args.device} are not known: add a table of arcs through TRELLIS_COMB, TRELLIS_FF, "
                 "DP16KD and MULT18X18D, tested with files of nextpnr-ecp5")
    route.require_tools(args.device)
    rtlgen, work = os.path.abspath(args.rtlgen), os.path.abspath(args.work)
    os.makedirs(work, exist_ok=True)
    samples = Samples()
    for core in route.CORES:
        folder = route.generated(rtlgen, core, args.device, work)
        for seed in range(1, args.seeds + 1):
            path = route.place_and_route(folder, args.device, seed)["path"]
            with open(route.sdf_of(folder, seed), encoding="utf-8") as file:
                samples.add(read_sdf(file.read()), path)
    print(f"{route.DEVICES[args.device][0]}, {len(route.CORES)} cores, {args.seeds} seeds, ps:\n")
    print_row(args.device, samples)


if __name__ == "__main__":
    main()
