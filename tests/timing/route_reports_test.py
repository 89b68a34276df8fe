#!/usr/bin/env python3
"""The readers of bench/route: files that nextpnr wrote for a counter of three bits, and files that lack something.

Usage: route_reports_test.py SOURCE_FOLDER
"""
import json
import os
import re
import sys
import unittest

ROOT = sys.argv.pop(1)
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "bench", "route"))
import fit  # noqa: E402
import route  # noqa: E402

# An enable by a global buffer, and a word of a block RAM.
BUFFER = r"""
  (INSTANCE )
        (INTERCONNECT core.a_LC/O \$gbuf_core.a_\$glb_ce/USER_SIGNAL_TO_GLOBAL_BUFFER (2000:2000:2000) (2000:2000:2000))
        (INTERCONNECT \$gbuf_core.a_\$glb_ce/GLOBAL_BUFFER_OUTPUT core.b_LC/CEN (603:603:603) (603:603:603))
        (INTERCONNECT core.m_RAM/RDATA_3 core.b_LC/I0 (1274:1274:1274) (1274:1274:1274))
  (INSTANCE \$gbuf_core.a_\$glb_ce)
        (IOPATH USER_SIGNAL_TO_GLOBAL_BUFFER GLOBAL_BUFFER_OUTPUT (617:617:617) (617:617:617))
  (INSTANCE core.m_RAM)
        (IOPATH RCLK RDATA_3 (2146:2146:2146) (2146:2146:2146))
      (SETUPHOLD (posedge WADDR_10) (posedge WCLK) (100:100:100) (0:0:0))
  (INSTANCE core.b_LC)
      (SETUPHOLD (posedge CEN) (posedge CLK) (100:100:100) (0:0:0))
      (SETUPHOLD (negedge CEN) (posedge CLK) (900:900:900) (0:0:0))
"""


def stored(name):
    with open(os.path.join(ROOT, "tests", "timing", "route", name), encoding="utf-8") as file:
        return file.read()


class Reports(unittest.TestCase):
    def test_a_report_has_its_clock_and_path(self):
        report = route.read_report(stored("counter.json"))
        self.assertAlmostEqual(report["mhz"], 474.4, places=1)
        self.assertEqual(report["cells"], 9)
        self.assertEqual([(kind, source[1], sink[1], ps) for kind, source, sink, ps in report["path"]],
                         [("clk-to-q", "CLK", "O", 540), ("routing", "O", "I1", 588), ("logic", "I1", "COUT", 259),
                          ("routing", "COUT", "CIN", 0), ("logic", "CIN", "COUT", 126), ("routing", "COUT", "I3", 259),
                          ("setup", "I3", "I3", 335)])

    def test_the_arcs_of_a_path_are_its_period(self):
        report = route.read_report(stored("counter.json"))
        self.assertAlmostEqual(sum(arc[-1] for arc in report["path"]), 1e6 / report["mhz"], delta=2)

    def test_a_report_without_a_path_is_refused(self):
        report = json.loads(stored("counter.json"))
        for paths in [], [p for p in report["critical_paths"] if "<async>" in (p["from"], p["to"])]:
            with self.assertRaises(ValueError):
                route.read_report(json.dumps(dict(report, critical_paths=paths)))
        with self.assertRaises(ValueError):
            route.read_report(json.dumps(dict(report, fmax={})))

    def test_a_file_of_delays_has_cells_and_nets(self):
        sdf = fit.read_sdf(stored("counter.sdf"))
        self.assertEqual(sdf.through["core.n_SB_LUT4_I2_1_LC", "CIN"], {"COUT": 126})
        self.assertEqual(sdf.before_clock["core.n_SB_LUT4_I2_LC", "I2"], 398)
        self.assertEqual(sdf.nets["$nextpnr_ICESTORM_LC_0", "COUT"], {("core.n_SB_LUT4_I2_1_LC", "CIN"): 0})
        self.assertEqual(len(sdf.nets["core.n_SB_LUT4_I3_LC", "O"]), 4)

    def test_files_of_delays_that_lack_something_are_refused(self):
        for kind in "IOPATH", "SETUPHOLD", "INTERCONNECT":
            with self.assertRaises(ValueError):
                fit.read_sdf(re.sub(rf"(?m)^.*\({kind} .*$", "", stored("counter.sdf")))


class Row(unittest.TestCase):
    def test_arcs_become_figures(self):
        samples = fit.Samples()
        samples.add(fit.read_sdf(stored("counter.sdf")), route.read_report(stored("counter.json"))["path"])
        self.assertEqual(samples.of["carry_on"], [259, 231])
        self.assertEqual(samples.of["carry_bit"], [126])
        self.assertEqual(samples.of["clock_to_q"], [540] * 4)
        self.assertEqual(sorted(set(samples.of["set_up"])), [335, 398, 419])
        # The harness is not counted; the critical path's one route has four loads.
        self.assertEqual(sorted(n for n, _ in samples.routes[fit.MEAN_OF_NET]), [0, 1, 1, 2])
        self.assertEqual(samples.routes[fit.CRITICAL], [(2, 588)])

    def test_enables_and_memories(self):
        samples = fit.Samples()
        samples.add(fit.read_sdf(BUFFER), [])
        self.assertEqual(samples.of["global"], [2000 + 617 + 603 + 100])
        self.assertEqual((samples.of["ram_read"], samples.of["ram_set_up"]), ([2146], [100]))
        self.assertEqual(samples.routes[fit.LOADS], [(0, 1274)])

    def test_a_field_without_arcs_keeps_its_figure(self):
        samples = fit.Samples()
        samples.add(fit.read_sdf(stored("counter.sdf")), [])
        row = samples.row(range(100, 113))
        self.assertEqual(row["dsp"], (111, 0, 0))
        self.assertEqual(row["clock_to_q"], (540, 4, 0))

    def test_a_line_is_fitted(self):
        self.assertEqual(fit.line_of([(0, 700), (1, 760), (2, 840), (1, 780)]), (700, 70, fit.math.sqrt(50)))

    def test_fields_are_those_of_the_header(self):
        with open(os.path.join(ROOT, "gen", "hw", "delay_model.hpp"), encoding="utf-8") as file:
            cells = re.search(r"struct CellDelays \{(.*?)\};", file.read(), re.DOTALL)[1]
        self.assertEqual(re.findall(r"\bint (\w+)", cells), fit.FIELDS)
        for device in fit.DEVICES:
            self.assertEqual(len(fit.table_row(device)), len(fit.FIELDS))


if __name__ == "__main__":
    unittest.main()
