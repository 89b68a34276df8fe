// `rtlgen project`: a vendor project.
#include "cli/project.hpp"

#include "cli/commands/commands.hpp"
#include "driver/project/project.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kProjectExamples = R"(Examples:
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/hotspot2d
  rtlgen project configs/hotspot2d.yaml --board kcu105 -o build/fast --set hardware.steps=12 --set hardware.clock_mhz=250 --hdl vhdl
  rtlgen project configs/hotspot2d.yaml --board u280 -o build/kernel --set 'hardware.memory={t: [0, 1], power: 2}'
  rtlgen project configs/hotspot2d.yaml --board n385a -o build/core
DIR gets RTL, the card's top or (Alveo) the Vitis kernel, scripts, constraints, a Makefile and a README that says what has and has not been proven:
no vendor tool is run. The bus is the board's, whatever the file says. Boards and keys: docs/projects.md.
For a board whose pins are not public (rtlgen boards: core_project) it is a project of the accelerator alone: make compiles it for the board's part,
for resources and timing; it makes no bitstream (docs/projects_core.md).
Exit status 1: the design does not fit the board; nothing is written, and what would fit is said.
)";

int run_project(const Options& options, Diagnostics& diagnostics) {
  const auto hdl = options.hdl == "vhdl" ? driver::HdlChoice::kVhdl : driver::HdlChoice::kVerilog;
  const auto report =
      driver::make_project({options.source, options.model.board, options.folder, hdl, options.force}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, project_text(*report, options.folder));
  put_json(options, project_json(*report, options.source.file, options.folder));
  return status(report->model.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

Command project_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand("project",
                                               "a vendor project for a board: make builds the bitstream, or compiles "
                                               "the accelerator alone where pins are not public");
  add_common(*command, options);
  command
      ->add_option("--board", options.model.board,
                   "a board that rtlgen boards lists with project or core_project; default: that of the file")
      ->type_name("BOARD");
  command->add_option("-o,--out", options.folder, "folder to write, all of it or nothing")
      ->required()
      ->type_name("DIR");
  command->add_option("--hdl", options.hdl, "language of the core; shell and card are Verilog")
      ->check(one_of({"verilog", "vhdl"}))
      ->default_str("verilog");
  command->add_flag("--force", options.force,
                    "replace a folder that `project` did not write, or that a build has left things in");
  command->footer(kProjectExamples);
  return {command, run_project};
}

}  // namespace rtlgen::cli
