// `rtlgen report`: one HTML page.
#include "cli/report.hpp"

#include "cli/commands/commands.hpp"
#include "driver/report/report.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kReportExamples = R"(Examples:
  rtlgen report configs/hotspot2d.yaml -o build/report
  rtlgen report configs/hotspot2d.yaml -o build/report --board de5net --set hardware.bus=512 --explore
  rtlgen report configs/jacobi3d.yaml -o build/report --simulate ddr --extents 64,64,32 --iterations 8
  rtlgen report configs/blur.yaml -o build/report --with-hdl
DIR/index.html opens in any browser and needs no network. Without --iterations and --extents a large run is made
smaller, so that it takes seconds; the page says so. What the page shows: docs/report.md.
)";

int run_report(const Options& options, Diagnostics& diagnostics) {
  driver::PageOptions page;
  page.run = run_options(options);
  page.run.progress = "none";
  page.folder = options.folder;
  page.simulate = options.simulate == "none"  ? driver::PageRun::kNone
                  : options.simulate == "ddr" ? driver::PageRun::kDdr
                                              : driver::PageRun::kIdeal;
  page.dram = options.dram;
  page.with_hdl = options.with_hdl;
  page.explore = options.explore_page;
  page.force = options.force;
  page.use_cache = !options.no_cache;
  page.log = print_progress;
  const auto report = driver::write_page(page, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  say(options, page_text(*report, options.folder));
  put_json(options, page_json(*report, options.source.file, options.folder));
  return status(report->data.run && !report->data.run->match ? ExitStatus::kCheckFailed : ExitStatus::kSuccess);
}

}  // namespace

Command report_command(CLI::App& app, Options& options) {
  CLI::App* const command = app.add_subcommand(
      "report", "one HTML page: architecture, Kernels, resources, roofline, a simulated run, pictures");
  add_common(*command, options);
  add_board(*command, options);
  add_run(*command, options, nullptr);
  command->add_option("-o,--out", options.folder, "folder to write: index.html")->required()->type_name("DIR");
  command
      ->add_option("--simulate", options.simulate,
                   "none: pictures by the golden engine; ideal: words from a test bench; ddr: shell and core with DRAM")
      ->check(one_of({"none", "ideal", "ddr"}))
      ->capture_default_str();
  command
      ->add_option("--dram", options.dram,
                   "each memory channel: ddr3-1600, ddr4-2133, ddr4-2400, hbm2; without it the board's, else ddr4-2400")
      ->type_name("PART");
  command->add_flag("--explore", options.explore_page,
                    "search the board, as `explore` does, and show the front with this design");
  command->add_flag("--with-hdl", options.with_hdl, "write what `generate` writes to DIR/hdl, and link it");
  command->add_flag("--force", options.force, "replace a folder that `report` did not write");
  command->add_flag("--no-cache", options.no_cache, "recompile the simulation and keep nothing but DIR");
  command->footer(kReportExamples);
  return {command, run_report};
}

}  // namespace rtlgen::cli
