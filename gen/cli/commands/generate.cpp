// `rtlgen generate`: the HDL, and a simulated card for host programs.
#include "driver/generate/generate.hpp"

#include "cli/commands/commands.hpp"
#include "cli/report.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kGenerateExamples = R"(Examples:
  rtlgen generate configs/jacobi3d.yaml -o build/jacobi3d --set hardware.steps=4
  rtlgen generate configs/jacobi3d.yaml -o build/jacobi3d --hdl vhdl
  rtlgen generate examples/host/heat.yaml -o build/heat --card    a simulation that your own program runs (docs/host.md)
DIR gets verilog/ and vhdl/ with a file a module and files.f in compile order, manifest.json, and with a bus shell/: docs/core_interface.md.
A vendor project with pins and constraints: rtlgen project.
)";

int run_generate(const Options& options, Diagnostics& diagnostics) {
  driver::GenerateOptions generate{options.source,    options.folder, driver::HdlChoice::kBoth,
                                   options.force,     options.card,   options.operators == "native",
                                   !options.no_cache, print_progress};
  if (options.hdl == "verilog") generate.hdl = driver::HdlChoice::kVerilog;
  if (options.hdl == "vhdl") generate.hdl = driver::HdlChoice::kVhdl;
  const auto report = driver::generate(generate, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, generate_text(*report, options.folder));
  put_json(options, generate_json(*report, options.source.file, options.folder));
  return status(ExitStatus::kSuccess);
}

}  // namespace

Command generate_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("generate", "write the core's HDL, all of it or nothing");
  add_common(*command, options);
  add_board(*command, options);
  command->add_option("-o,--out", options.folder, "folder to write")->required()->type_name("DIR");
  command->add_option("--hdl", options.hdl, "language")
      ->check(one_of({"verilog", "vhdl", "both"}))
      ->default_str("both");
  command->add_flag("--force", options.force, "replace a folder that rtlgen did not write");
  command->add_flag("--card", options.card,
                    "with a bus: also compile a simulated card, DIR/card.so, for host programs (docs/host.md)");
  command
      ->add_option("--operators", options.operators,
                   "of the card; native: float arithmetic by the CPU, same bits, much faster")
      ->check(one_of({"rtl", "native"}))
      ->capture_default_str();
  command->add_flag("--no-cache", options.no_cache, "recompile the card and keep nothing but DIR");
  command->footer(kGenerateExamples);
  return {command, run_generate};
}

}  // namespace rtlgen::cli
