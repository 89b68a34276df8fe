// `rtlgen project`: writes a vendor project.
#include "cli/project.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "driver/project/project.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kProjectExamples = R"(Examples:
  rtlgen project hotspot2d --board kcu105 -o build/hotspot2d
  rtlgen project hotspot2d --board kcu105 -o build/fast --set hardware.steps=12 --set hardware.clock_mhz=250 --hdl vhdl
  rtlgen project hotspot2d --board u280 -o build/kernel --set 'hardware.memory={t: [0, 1], power: 2}'
  rtlgen project hotspot2d --board n385a -o build/core
  rtlgen project life --board icebreaker -o build/life --set hardware.ram=block --set hardware.clock_mhz=24
DIR gets RTL, the card's top or (Alveo) the Vitis kernel, scripts, constraints, a Makefile and a README that says what
has and has not been proven; no vendor tool is run. The board decides the bus, whatever the description says. Boards and
keys: docs/projects.md. If the board's pins are not public (rtlgen boards: core_project), the project contains only the
accelerator: make compiles it for the board's part, for resources and timing, without a bitstream
(docs/projects_core.md).
Exit status 1: the design does not fit the board; nothing is written, and the smallest change that fits is printed.
)";

class Project final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  [[nodiscard]] driver::Choices choices() const override { return {.board = board_}; }
  void add_places(Places& places) const override {
    places.read_named("--board", board_);
    places.write_folder("--out", folder_);
  }
  int run(Diagnostics& diagnostics) override;

 private:
  Description description_;
  std::string board_, folder_, hdl_;
  bool force_ = false;
  std::optional<board::Fill> fill_;
  int cards_ = 1;
};

CLI::App* Project::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand("project",
                                               "write a vendor project for a board: make builds the bitstream, or "
                                               "compiles the accelerator alone if the pins are not public");
  add_common(*app, *this);
  add_board(*app, board_, "board that rtlgen boards lists with project or core_project (default: the description's)");
  add_folder(*app, folder_, "folder to write; a failure leaves nothing behind");
  add_hdl(*app, hdl_, "language of the core; shell and card are Verilog");
  add_fill(*app, fill_);
  add_cards(*app, cards_);
  app->add_flag("--force", force_,
                "replace a folder that `project` did not write, or in which files were changed or added");
  app->footer(kProjectExamples);
  return app;
}

int Project::run(Diagnostics& diagnostics) {
  const auto hdl = hdl_ == "vhdl" ? driver::HdlChoice::kVhdl : driver::HdlChoice::kVerilog;
  const auto report =
      driver::make_project({description_.source, board_, folder_, hdl, force_, fill_, cards_}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(project_text(*report, folder_));
  output.put_json(project_json(*report, description_.source.file, folder_));
  return status(report->model.fits() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> project_command() { return std::make_unique<Project>(); }

}  // namespace rtlgen::cli
