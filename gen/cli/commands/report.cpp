// `rtlgen report`: writes one HTML page.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/options.hpp"
#include "cli/words.hpp"
#include "driver/report/report.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kReportExamples = R"(Examples:
  rtlgen report hotspot2d -o build/report
  rtlgen report hotspot2d -o build/report --board de5net --set hardware.bus=512 --explore
  rtlgen report jacobi3d -o build/report --simulate ddr --extents 64,64,32 --iterations 8
  rtlgen report blur -o build/report --with-hdl
DIR/index.html opens in any browser and needs no network. Without --iterations and --extents a large run is
reduced so that it takes seconds, and the page says so. The exit status is 1 if the design does not fit its board, or if
the simulated run does not match. What the page shows: docs/report.md.
)";

class Report final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  void add_places(Places& places) const override;
  void check_names(Diagnostics& diagnostics) const override { run_.check_names(diagnostics); }
  int run(Diagnostics& diagnostics) override;

 private:
  Description description_;
  RunGroup run_;
  std::string folder_, dram_;
  std::string simulate_ = "ideal";
  bool explore_ = false, with_hdl_ = false, force_ = false, no_cache_ = false;
};

CLI::App* Report::declare(CLI::App& program) {
  CLI::App* const app = program.add_subcommand(
      "report", "write one HTML page: architecture, pipelines, resources, roofline, a simulated run, pictures");
  add_common(*app, *this);
  add_board(*app, description_);
  run_.declare(*app, nullptr);
  add_folder(*app, folder_, "folder to write; contains index.html");
  app->add_option(
         "--simulate", simulate_,
         "none: pictures by the golden engine; ideal: a testbench feeds the core directly; ddr: shell and core with "
         "DRAM")
      ->check(one_of(words_of(kPageRuns)))
      ->capture_default_str();
  app->add_option(
         "--dram", dram_,
         fmt::format("DRAM of each memory channel: {}, or ideal (default: the board's, else ddr4-2400)", dram_names()))
      ->type_name("PART");
  app->add_flag("--explore", explore_,
                "search designs for the board, as `explore` does, and show the Pareto front with this design");
  app->add_flag("--with-hdl", with_hdl_, "also write the output of `generate` to DIR/hdl, and link to it");
  app->add_flag("--force", force_, "replace a folder that `report` did not write");
  app->add_flag("--no-cache", no_cache_, "recompile the simulation, and keep nothing but DIR");
  app->footer(kReportExamples);
  app->callback([this, app] {
    if (simulate_ == "none") check_excluded(*app, {"--no-cache"}, "--simulate none");
  });
  return app;
}

void Report::add_places(Places& places) const {
  run_.add_places(places);
  places.read_named("--dram", dram_);
  places.write_folder("--out", folder_);
}

int Report::run(Diagnostics& diagnostics) {
  driver::PageOptions page;
  page.run = run_.of(description_);
  page.run.progress = "none";
  page.folder = folder_;
  page.simulate = meaning_of(kPageRuns, simulate_);
  page.dram = dram_;
  page.with_hdl = with_hdl_;
  page.explore = explore_;
  page.force = force_;
  page.use_cache = !no_cache_;
  page.log = print_progress;
  const auto report = driver::write_page(page, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  output.say(page_text(*report, folder_));
  output.put_json(page_json(*report, description_.source.file, folder_));
  const bool is_wrong = report->data.run && !report->data.run->match;
  const bool is_good = !is_wrong && report::verdict_of(report->data).fits;
  return status(is_good ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<Report>(); }

}  // namespace rtlgen::cli
