// `rtlgen check`: validates a description and summarises it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "cli/abridge.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/report.hpp"
#include "driver/data/arrays.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "plan/storage/mirrors.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr std::size_t kLines = 60, kWidth = 160;  ///< the size of a report without --full

constexpr const char* kCheckExamples = R"(Examples:
  rtlgen check hotspot2d                         validate it, and show the resulting hardware
  rtlgen check hotspot2d --board kcu105 --set hardware.steps=4
  rtlgen check hotspot2d --json -                the same for programs, with errors and their places (docs/cli.md)
Exit status: 0 valid; 2 errors, each with its place and a correction (docs/diagnostics.md).
)";

class Check final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand("check", "validate a description and summarise it");
    add_common(*app, *this);
    add_board(*app, description_);
    add_cards(*app, cards_);
    app->add_flag("--full", full_, fmt::format("print everything (default: at most {} lines)", kLines));
    app->footer(kCheckExamples);
    return app;
  }

  Description* description() override { return &description_; }

  int run(Diagnostics& diagnostics) override {
    const auto description = driver::read_stencil(description_.source, diagnostics);
    if (!description) return status(ExitStatus::kInvalidInput);
    if (const spec::Stage* const line = plan::without_hardware(*description)) {
      driver::check_inputs(*description, true, diagnostics);
      if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
      say(check_text(*description, *line));
      output.put_json(check_json(*line, description_.source.file));
      return status(ExitStatus::kSuccess);
    }
    const auto prepared = driver::prepare(*description, description->hardware, diagnostics);
    if (!prepared) return status(ExitStatus::kInvalidInput);
    driver::check_memory(**prepared, (*prepared)->stencil().grid, cards_, diagnostics);
    driver::check_inputs((*prepared)->reference(), true, diagnostics);
    if (diagnostics.has_errors()) return status(ExitStatus::kInvalidInput);
    say(check_text(**prepared));
    output.put_json(check_json(**prepared, description_.source.file));
    return status(ExitStatus::kSuccess);
  }

 private:
  void say(const std::string& text) const {
    const std::string shown = full_ ? text : abridged(text, kLines - 1, kWidth);
    output.say(shown == text ? text : shown + "abridged; --full prints everything\n");
  }

  Description description_;
  bool full_ = false;
  int cards_ = 1;
};

}  // namespace

std::unique_ptr<Command> check_command() { return std::make_unique<Check>(); }

}  // namespace rtlgen::cli
