// `rtlgen sim`: simulates a core, or the whole accelerator with memory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/report.hpp"
#include "cli/words.hpp"
#include "driver/simulate/simulate.hpp"
#include "driver/simulate/views.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kSimExamples = R"(Examples:
  rtlgen sim hotspot2d                           simulate the Verilog, compare with the golden engine
  rtlgen sim heat1d --hdl vhdl --stalls random --seed 7
  rtlgen sim hotspot2d --extents 16x16 --iterations 8 --trace wave.fst --view wave.gtkw                 then: gtkwave wave.fst wave.gtkw (docs/simulation.md)
  rtlgen sim hotspot2d --operators native --output t=after.png                 much faster for floats, same bits
  rtlgen sim jacobi2d --memory ddr --dram ddr4-2400                    the whole accelerator with DRAM (docs/memory_system.md)
Exit status 1: a cell differs, or the run did not finish. Outputs are written only if every bit matches.
)";

class Sim final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  void add_places(Places& places) const override;
  void check_names(Diagnostics& diagnostics) const override;
  int run(Diagnostics& diagnostics) override;

 private:
  Description description_;
  RunGroup run_;
  CardGroup card_;
  std::string simulator_ = "verilator";
  std::string stalls_ = "none";
  std::string memory_ = "ideal";
  std::string trace_;
  std::vector<std::string> views_;
};

CLI::App* Sim::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("sim", "simulate the core and compare every bit with the golden engine");
  add_common(*app, *this);
  add_board(*app, description_);
  run_.declare(*app, "file for the result of a field, written if all bits match; formats as for --input, and .webp");
  app->add_option("--simulator", simulator_, "simulator; icarus and ghdl simulate X and U, for small designs")
      ->check(one_of(words_of(kSimulators)))
      ->capture_default_str();
  app->add_option("--stalls", stalls_, "random: also run with random stalls on input and output")
      ->check(one_of({"none", "random"}))
      ->capture_default_str();
  app->add_option("--memory", memory_,
                  "ideal: a testbench feeds the core directly; ddr: the whole accelerator with DRAM; board: also a "
                  "host behind PCIe")
      ->check(one_of(words_of(kMemories)))
      ->capture_default_str();
  card_.declare(*app);
  app->add_option("--trace", trace_, "write waveforms of the unstalled run, as FST or VCD by file extension")
      ->type_name("WAVE.fst|vcd");
  app->add_option("--view", views_,
                  "write a viewer layout for --trace, grouped by module; for GTKWave or Surfer by file "
                  "extension")
      ->type_name("VIEW.gtkw|sucl")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app->footer(kSimExamples);
  app->callback([this, app] {
    if (memory_ == "ideal") check_needed(*app, {"--dram"}, "--memory ddr or --memory board");
    if (memory_ != "board") check_needed(*app, {"--link"}, "--memory board");
  });
  return app;
}

void Sim::add_places(Places& places) const {
  run_.add_places(places);
  card_.add_places(places);
  places.write_file("--trace", trace_);
  for (const std::string& view : views_) places.write_file("--view", view);
}

void Sim::check_names(Diagnostics& diagnostics) const {
  run_.check_names(diagnostics);
  const auto check = [&](const std::string& option, const std::string& name, const std::vector<std::string>& ends,
                         const char* what, const char* note) {
    const std::string end = std::filesystem::path(name).extension().string();
    if (name.empty() || std::find(ends.begin(), ends.end(), end) != ends.end()) return;
    diagnostics.error(Code::kUnknownTraceFormat, {option + " " + name},
                      end.empty() ? fmt::format("the name needs the extension of a {} format", what)
                                  : fmt::format("'{}' is not a {} format", end, what),
                      {note});
  };
  check("--trace", trace_, {".fst", ".vcd"}, "waveform",
        "use .fst, which is small and fast (GTKWave, Surfer), or .vcd, which every viewer reads");
  for (const std::string& view : views_)
    check("--view", view, {".gtkw", ".sucl"}, "view",
          "use .gtkw for GTKWave, or .sucl for Surfer, which reads it with -c");
  if (!views_.empty() && trace_.empty())
    diagnostics.error(Code::kOptionConflict, {"--view"}, "a view needs a waveform to show", {"add --trace wave.fst"});
}

int Sim::run(Diagnostics& diagnostics) {
  driver::SimOptions sim = card_.of(description_, run_);
  // GHDL reads only VHDL, so choosing it chooses VHDL.
  const std::string hdl = !card_.hdl.empty() ? card_.hdl : simulator_ == "ghdl" ? "vhdl" : "verilog";
  sim.hdl = hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.simulator = meaning_of(kSimulators, simulator_);
  sim.random_stalls = stalls_ == "random";
  sim.trace = trace_;
  sim.memory = meaning_of(kMemories, memory_);
  const auto report = driver::simulate(sim, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  driver::write_views(*report->prepared, sim, views_);
  return put_sim(output, *report,
                 {description_.source.file, hdl, simulator_, card_.operators, stalls_, memory_, report->dram,
                  sim.memory == driver::Memory::kBoard ? sim.link : "", run_.options.seed, "", ""});
}

}  // namespace

std::unique_ptr<Command> sim_command() { return std::make_unique<Sim>(); }

}  // namespace rtlgen::cli
