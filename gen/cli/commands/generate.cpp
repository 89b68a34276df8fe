// `rtlgen generate`: writes the HDL, and a simulated card for host programs.
#include "driver/generate/generate.hpp"

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/report.hpp"
#include "cli/words.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kGenerateExamples = R"(Examples:
  rtlgen generate jacobi3d -o build/jacobi3d --set hardware.steps=4
  rtlgen generate jacobi3d -o build/jacobi3d --hdl vhdl
  rtlgen generate jacobi2d -o build/jacobi2d --set hardware.bus=512 --card    also a simulated card for your own program (docs/host.md)
  rtlgen generate heat1d -o build/heat1d --tb --extents 64 --iterations 8                 also a testbench for your simulator
DIR gets verilog/ and vhdl/, with a file per module and a list in compile order, manifest.json, and shell/ if the
description has a bus: docs/core_interface.md. For a vendor project with pins and constraints, see rtlgen project.
)";

class Generate final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* const app = program.add_subcommand("generate", "write the HDL of the core, in Verilog and VHDL");
    add_common(*app, *this);
    add_board(*app, description_);
    add_cards(*app, cards_);
    add_folder(*app, folder_, "folder to write");
    add_hdl(*app, hdl_, "language", true);
    app->add_flag("--force", force_, "replace a folder that rtlgen did not write");
    CLI::Option* const card = app->add_flag(
        "--card", card_, "with a bus: also compile a simulated card, DIR/card.so, for host programs (docs/host.md)");
    app->add_option("--operators", operators_,
                    "operators of the simulated card; native: float arithmetic on the CPU, same bits, much faster")
        ->check(one_of({"rtl", "native"}))
        ->capture_default_str()
        ->needs(card);
    app->add_flag("--no-cache", no_cache_, "recompile the card and keep nothing but DIR")->needs(card);
    app->add_flag("--tb", tb_,
                  "also write DIR/tb: a self-checking testbench in each language for any simulator, with its data and "
                  "views for GTKWave and Surfer (docs/test_bench.md)");
    run_.declare(*app, nullptr);
    for (const char* name : {"--iterations", "--extents", "--input", "--seed"}) {
      CLI::Option* const option = app->get_option(name);
      option->description(option->get_description() + " (needs --tb)");
    }
    app->footer(kGenerateExamples);
    return app;
  }

  Description* description() override { return &description_; }
  void add_places(Places& places) const override {
    places.write_folder("--out", folder_);
    run_.add_places(places);
  }
  void check_names(Diagnostics& diagnostics) const override {
    run_.check_names(diagnostics);
    if (const std::string option = run_.given(); !tb_ && !option.empty())
      diagnostics.error(Code::kOptionConflict, {option}, fmt::format("{} needs --tb", option),
                        {"the HDL alone has no data and no run; a testbench has both"});
  }

  int run(Diagnostics& diagnostics) override {
    const auto hdl = meaning_of(kHdlChoices, hdl_.empty() ? "both" : hdl_);
    driver::GenerateOptions options{.source = description_.source,
                                    .folder = folder_,
                                    .hdl = hdl,
                                    .force = force_,
                                    .cards = cards_,
                                    .card = card_,
                                    .native_operators = operators_ == "native",
                                    .use_cache = !no_cache_,
                                    .bench = std::nullopt,
                                    .log = print_progress};
    if (tb_) options.bench = run_.of(description_);
    const auto report = driver::generate(options, diagnostics);
    if (!report) return status(ExitStatus::kInvalidInput);
    output.say(generate_text(*report, folder_));
    output.put_json(generate_json(*report, description_.source.file, folder_));
    return status(ExitStatus::kSuccess);
  }

 private:
  Description description_;
  std::string folder_, hdl_;
  std::string operators_ = "rtl";
  int cards_ = 1;
  bool force_ = false, card_ = false, no_cache_ = false, tb_ = false;
  RunGroup run_;
};

}  // namespace

std::unique_ptr<Command> generate_command() { return std::make_unique<Generate>(); }

}  // namespace rtlgen::cli
