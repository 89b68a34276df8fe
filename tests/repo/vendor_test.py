"""docs/evidence/vendor.md is what scripts/vendor.py writes and few names are unconfirmed; the script finds facts and faults."""
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1))
PROGRAM = sys.argv.pop(1)


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


facts = load("vendor_facts")
vendor = load("vendor")
Fact = facts.Fact


def facts_in(files):
    """Of a project with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return facts.facts_of(folder)


class Page(unittest.TestCase):
    def test_is_up_to_date_and_confirmed(self):
        run = subprocess.run([sys.executable, ROOT / "scripts/vendor.py", PROGRAM, "--check"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_stale_page_is_found(self):
        boards = {Fact("command", "Vivado", name, ""): {"kcu105"} for name in ("opt_design", "place_design")}
        evidence = {fact: f"UG835: {fact.name}" for fact in boards}
        text = vendor.page(boards, evidence, {"UG835": "a title"})
        self.assertEqual(vendor.faults_of(boards, evidence, text, text), [])
        fewer = {fact: where for fact, where in boards.items() if fact.name == "opt_design"}
        now = vendor.page(fewer, evidence, {"UG835": "a title"})
        self.assertEqual(vendor.faults_of(boards, evidence, text, now),
                         ["docs/evidence/vendor.md is out of date: run scripts/vendor.py with the program"])

    def test_evidence_that_no_project_needs_is_found(self):
        fact = Fact("command", "Vivado", "opt_design", "")
        faults = vendor.faults_of({fact: {"kcu105"}}, {fact: "UG835: x", fact._replace(name="other"): "UG835: y"}, "a", "a")
        self.assertEqual(len(faults), 1)
        self.assertIn("no project has", faults[0])

    def test_a_tenth_unconfirmed_is_too_many(self):
        names = [Fact("command", "Vivado", f"name_{n}", "") for n in range(10)]
        boards = {name: {"kcu105"} for name in names}
        evidence = {name: "UG835: x" for name in names}
        self.assertEqual(vendor.too_many(vendor.counts_of(boards, evidence)), [])
        del evidence[names[3]]
        self.assertEqual(vendor.too_many(vendor.counts_of(boards, evidence)),
                         ["all: 1 of 10 are unconfirmed", "kcu105: 1 of 10 are unconfirmed"])

    def test_one_board_alone_can_have_too_many(self):
        boards = {Fact("command", "Vivado", f"name_{n}", ""): {"kcu105"} for n in range(30)}
        evidence = {name: "UG835: x" for name in boards}
        boards[Fact("ip", "primitive", "EHXPLLL", "")] = {"ulx3s"}
        self.assertEqual(vendor.too_many(vendor.counts_of(boards, evidence)), ["ulx3s: 1 of 1 are unconfirmed"])


class Evidence(unittest.TestCase):
    def test_a_name_confirms_numbers_but_no_words(self):
        evidence = {Fact("parameter", "xdma", "axisten_freq", ""): "a/b c", Fact("parameter", "xdma", "mode", "Advanced"): "a/b d"}
        found = [vendor.confirmed_by(Fact("parameter", "xdma", name, value), evidence)
                 for name, value in (("axisten_freq", "250"), ("axisten_freq", "fast"), ("mode", "Advanced"), ("mode", "Basic"))]
        self.assertEqual(found, [("a/b c", False), None, ("a/b d", True), None])

    def test_rows_twice_and_without_a_source_are_refused(self):
        head = "kind,owner,name,value,source\n"
        for text in (head + "ip,x,y,,a/b c\nip,x,y,,a/b d\n", head + "ip,x,y,,\n"):
            with self.assertRaises(SystemExit):
                vendor.read_evidence(text)


class Facts(unittest.TestCase):
    def test_tcl_commands_options_and_properties(self):
        script = """proc ours {a} {
  foreach x $a { if {[llength [get_ports -filter "DIRECTION == IN" $x]] > 0} { set_property -dict {IOSTANDARD LVCMOS18 PACKAGE_PIN A1} $x } }
  puts [report_timing -return_string] ;# no_command -here
}
ours 3
set_property CFGBVS \\
  GND [current_design]
"""
        found = facts_in({"tcl/vivado.tcl": script})
        self.assertEqual(found, {
            Fact("command", "Vivado", "get_ports", ""), Fact("option", "Vivado get_ports", "-filter", ""),
            Fact("command", "Vivado", "set_property", ""), Fact("option", "Vivado set_property", "-dict", ""),
            Fact("property", "Vivado", "IOSTANDARD", "LVCMOS18"), Fact("property", "Vivado", "PACKAGE_PIN", ""),
            Fact("command", "Vivado", "report_timing", ""), Fact("option", "Vivado report_timing", "-return_string", ""),
            Fact("property", "Vivado", "CFGBVS", "GND"), Fact("command", "Vivado", "current_design", "")})

    def test_ip_of_vivado_its_parameters_and_ports(self):
        found = facts_in({"ip.tcl": "create_ip -name xdma -vendor xilinx.com -library ip -module_name card_pcie -dir $d\n"
                                    "set_property -dict [list \\\n  CONFIG.mode_selection {Advanced} \\\n] [get_ips card_pcie]\n",
                          "rtl/card/top.v": "module top (input a);\n  card_pcie u_pcie (\n    .sys_clk(a)\n  );\n  IBUF u_b (\n    .I(a)\n"
                                            "  );\nendmodule\n"})
        self.assertLessEqual({Fact("ip", "xilinx.com:ip", "xdma", ""), Fact("parameter", "xdma", "mode_selection", "Advanced"),
                              Fact("port", "xdma", "sys_clk", ""), Fact("ip", "primitive", "IBUF", ""), Fact("port", "IBUF", "I", "")},
                             found)

    def test_systems_of_platform_designer(self):
        script = ("package require -exact qsys 22.4\nadd_instance emif altera_emif\nset_instance_parameter_value emif {RATE} {QUARTER}\n"
                  "add_interface memory conduit end\nset_interface_property memory EXPORT_OF emif.mem\n"
                  "add_connection emif.clk other.in_clk\n").replace("add_connection", "add_instance other bridge\nadd_connection")
        found = facts_in({"tcl/quartus.tcl": "", "ip/card_memory.tcl": script,
                          "rtl/card/top.v": "module top;\n  card_memory u_m (\n    .memory_mem_ck(a)\n  );\nendmodule\n"})
        self.assertLessEqual({Fact("parameter", "altera_emif", "RATE", "QUARTER"), Fact("interface", "altera_emif", "mem", "conduit end"),
                              Fact("interface", "bridge", "in_clk", ""), Fact("port", "altera_emif", "mem.mem_ck", "")}, found)

    def test_assignments_and_constraints_of_quartus(self):
        found = facts_in({"tcl/quartus.tcl": 'set rows [table "Fitter||Fitter Summary"]\nrun bin quartus_sta -t x.tcl\nproc run {a} {}\n',
                          "constraints/a.qsf": 'set_instance_assignment -name IO_STANDARD "1.2 V" -to led\n',
                          "constraints/a.sdc": "set_max_skew -from $a 1\n"})
        self.assertLessEqual({Fact("assignment", "Quartus", "IO_STANDARD", "1.2 V"), Fact("option", "SDC set_max_skew", "-from", ""),
                              Fact("report", "Quartus", "Fitter||Fitter Summary", ""), Fact("option", "quartus_sta", "-t", "")}, found)

    def test_finds_properties_of_loops_and_programs_of_shell_scripts(self):
        found = facts_in({"tcl/vivado.tcl": "foreach {property value} [list C_DATA_DEPTH $samples PROGRAM.ERASE 1 ADDRESS use_file] {\n"
                                            "  set_property $property $value $core\n}\nswitch $step {\n  a { b }\n}\n",
                          "tcl/program.sh": '  "$QUARTUS_PGM" -c "$cable" -m jtag -o "p;$file"\n  "$QUARTUS_CPF" -m "$FLASH_MODE" a\n'})
        self.assertEqual({fact.name for fact in found if fact.kind == "property"}, {"C_DATA_DEPTH", "PROGRAM.ERASE", "ADDRESS"})
        self.assertEqual({fact.name for fact in found if fact.kind == "command"}, {"set_property"})
        self.assertLessEqual({Fact("option", "quartus_pgm", "-m", "jtag"), Fact("option", "quartus_cpf", "-m", ""),
                              Fact("program", "command line", "quartus_cpf", "")}, found)

    def test_every_sample_is_a_board(self):
        boards = {path.name for path in (ROOT / "boards").iterdir() if (path / "wiring.yaml").exists()}
        self.assertLessEqual(boards, {board for board, _, _ in vendor.SAMPLES}, "a board with pins that no sample has")


if __name__ == "__main__":
    unittest.main()
