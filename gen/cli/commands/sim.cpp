// `rtlgen sim`: the simulation of a core, or of a core with memory around it.
#include "cli/commands/commands.hpp"
#include "driver/simulate/simulate.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSimExamples = R"(Examples:
  rtlgen sim configs/hotspot2d.yaml              simulate the Verilog, compare with the golden engine
  rtlgen sim configs/heat1d.yaml --hdl vhdl --stalls random --seed 7
  rtlgen sim configs/hotspot2d.yaml --extents 16x16 --iterations 8 --trace wave.fst    then: gtkwave wave.fst (docs/simulation.md)
  rtlgen sim configs/hotspot2d.yaml --operators native --output t=after.png    far faster for floats, the same bits
  rtlgen sim examples/host/heat.yaml --memory ddr --dram ddr4-2400    the whole accelerator with DRAM (docs/memory_system.md)
Exit status: 1: a cell differs, or the run did not end; outputs are written only if every bit agrees.
)";

int run_sim(const Options& options, Diagnostics& diagnostics) {
  driver::SimOptions sim = sim_options(options);
  // GHDL's own simulator reads VHDL; asking for it is asking for VHDL.
  const std::string hdl = !options.hdl.empty() ? options.hdl : options.simulator == "ghdl" ? "vhdl" : "verilog";
  sim.hdl = hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.simulator = options.simulator == "icarus" ? runner::Simulator::kIcarus
                  : options.simulator == "ghdl" ? runner::Simulator::kGhdl
                                                : runner::Simulator::kVerilator;
  sim.random_stalls = options.stalls == "random";
  sim.trace = options.trace;
  sim.memory = options.memory == "ddr"     ? driver::Memory::kDdr
               : options.memory == "board" ? driver::Memory::kBoard
                                           : driver::Memory::kIdeal;
  const auto report = driver::simulate(sim, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  return put_sim(options, *report,
                 {options.source.file, hdl, options.simulator, options.operators, options.stalls, options.memory,
                  sim.dram, sim.memory == driver::Memory::kBoard ? sim.link : "", options.run.seed, "", ""});
}

}  // namespace

Command sim_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("sim", "simulate the core and compare every bit with the golden engine");
  add_common(*command, options);
  add_board(*command, options);
  add_run(*command, options, "where a field goes, if everything agrees; formats as for --input");
  command->add_option("--simulator", options.simulator, "Icarus and GHDL simulate X and U, for small designs")
      ->check(one_of({"verilator", "icarus", "ghdl"}))
      ->capture_default_str();
  command->add_option("--stalls", options.stalls, "random: a second run with stalls on input and output")
      ->check(one_of({"none", "random"}))
      ->capture_default_str();
  command
      ->add_option("--memory", options.memory,
                   "ideal: words from a test bench; ddr: the whole accelerator with DRAM behind it; board: and a host "
                   "behind PCIe")
      ->check(one_of({"ideal", "ddr", "board"}))
      ->capture_default_str();
  add_simulated_card(*command, options);
  command
      ->add_option("--trace", options.trace,
                   "write waveforms of the unstalled run, as FST or VCD by the end of the name")
      ->type_name("WAVE.fst|vcd");
  command->footer(kSimExamples);
  return {command, run_sim};
}

}  // namespace rtlgen::cli
