// `rtlgen run`: runs one host program on a simulated or a real card.
#include "driver/run/run.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "cards/transport.hpp"
#include "cli/batch.hpp"
#include "cli/cards.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/device.hpp"
#include "cli/commands/options.hpp"
#include "driver/batch/batch.hpp"
#include "driver/batch/grid_names.hpp"
#include "driver/cards/cards.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/simulate/simulate.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/progress.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kRunExamples = R"(Examples:
  rtlgen run hotspot2d                                          on a simulated card: shell, core, DRAM and a host behind PCIe
  rtlgen run heat.yaml --iterations 100 --input t=plate.npy --output t=warmer.npy
  rtlgen run heat.yaml --input t='in/*.npy' --output t='out/*.npy'        a batch: upload, run and download overlap
  rtlgen run stencil.yaml --backend xdma --clock 185            on the card with the device files /dev/xdma0_*, at up to 185 MHz
  rtlgen run stencil.yaml --backend xrt --xclbin stencil.xclbin        on an Alveo card, if rtlgen was built with XRT
  rtlgen run stencil.yaml --backend vfio --device 03:00.0       on an Intel card (de5net, de10_agilex, ...) bound to vfio-pci
  rtlgen run stencil.yaml --backend uart --device /dev/ttyUSB1  on a board behind a serial line ({})
  rtlgen run jacobi2d --cards 4                                 split the grid's last axis over four cards of this machine
  mpirun -n 4 rtlgen run jacobi2d                               four processes on any machines, one card each; --cards: several
The host program copies arrays to the card, runs all passes, copies the arrays back and compares every bit with the
golden engine. FILE and --set must describe the hardware on the card, and hardware.board its memory; rtlgen compares
the digest and refuses any other card. A card built by another version of rtlgen needs its project's manifest.json (--manifest).
Exit status 1: cells differ, the self-test failed, or the run ended with an error; 3: no driver, no card, another card,
or a transfer failed. Requirements, and what has been proven: docs/host.md.
)";

class Run final : public Command {
 public:
  CLI::App* declare(CLI::App& program) override;
  Description* description() override { return &description_; }
  void add_places(Places& places) const override {
    run_.add_places(places);
    simulated_.add_places(places);
    device_.add_places(places);
  }
  void check_names(Diagnostics& diagnostics) const override { run_.check_names(diagnostics); }
  int run(Diagnostics& diagnostics) override;

 private:
  [[nodiscard]] SimFacts facts(const driver::CardOptions& card, const driver::SimReport& report) const;
  [[nodiscard]] std::string slow_places(const driver::SimReport& report) const;
  int run_several(const driver::CardOptions& card, Diagnostics& diagnostics);
  int run_batch(const driver::CardOptions& card, Diagnostics& diagnostics);

  Description description_;
  RunGroup run_;
  CardGroup simulated_;
  SharesGroup shares_;
  DeviceGroup device_;
  std::int64_t batch_ = 0;  ///< 0: as many as there are files, or none
  int cards_ = 1;
  double clock_mhz_ = 0;  ///< 0: leave it
  bool no_check_ = false;
  bool no_self_test_ = false;
};

CLI::App* Run::declare(CLI::App& program) {
  CLI::App* const app =
      program.add_subcommand("run", "run on a card, simulated or real, and compare every bit with the golden engine");
  add_common(*app, *this);
  add_board(*app, description_);
  run_.declare(*app,
               "file for the result of a field, written if all bits match or --no-check is given; formats as for "
               "--input, and .webp");
  device_.declare_backend(*app);
  const std::vector<std::string> simulation = simulated_.declare(*app);
  device_.declare(*app);
  app->add_option("--clock", clock_mhz_,
                  "xdma only: set the kernel clock to the highest available frequency not above MHZ; refused above "
                  "what the build "
                  "meets (default: leave it)")
      ->type_name("MHZ")
      ->check(number_in(driver::kClockRange));
  add_batch(*app, batch_,
            "run N grids, and overlap their transfers and runs (default: all files that match a * in --input)");
  app->add_option("--cards", cards_,
                  "split the grid's last axis over N cards, per process if there are several (docs/cards.md)")
      ->type_name("N")
      ->check(number_in(driver::kCardsRange))
      ->capture_default_str();
  shares_.declare(*app);
  CLI::Option* const no_check =
      app->add_flag("--no-check", no_check_, "skip the golden engine, and write outputs unchecked");
  run_.declare_checkpoint(*app)->needs(no_check);
  app->add_flag("--no-self-test", no_self_test_, "with arithmetic: hard, skip the self-test of the card's hard blocks");
  app->footer("");  // otherwise the program's footer would follow
  app->footer([] { return fmt::format(kRunExamples, fmt::join(frontend::boards_with_uart(), ", ")); });
  app->callback([this, app, simulation] {
    device_.check(*app, simulation);
    if (batch_ > 0) check_excluded(*app, {"--cards", "--speeds", "--slabs"}, "--batch");
    if (cards_ > 1 || cards::is_launched()) check_excluded(*app, {"--clock"}, "several cards");
    if (cards_ < 2 && !cards::is_launched()) check_needed(*app, {"--speeds", "--slabs"}, kSeveralCards);
  });
  return app;
}

int Run::run_several(const driver::CardOptions& card, Diagnostics& diagnostics) {
  const auto transport = cards::is_launched() ? cards::over_mpi(cards_) : cards::in_process(cards_);
  driver::CardsOptions several{card, shares_.speeds, shares_.slabs_each(), {}};
  // Only one process prints.
  if (!transport->is_root()) {
    several.card.run.log = nullptr;
    show_progress(ProgressStyle::kNone);
  }
  several.card.run.run.progress = "none";
  const auto report = driver::run_on_cards(several, *transport, diagnostics);
  // A launcher ends all processes when one fails, so only process 0 fails, after printing the reason.
  if (!transport->is_root()) return status(ExitStatus::kSuccess);
  if (!report) return status(ExitStatus::kInvalidInput);
  const std::string memory =
      card.backend == driver::CardBackend::kSimulation ? report->dram + " and " + card.run.link : device_.backend;
  output.say(cards_text(*report, memory));
  output.put_json(cards_json(*report, description_.source.file, device_.backend));
  return status(report->match() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

SimFacts Run::facts(const driver::CardOptions& card, const driver::SimReport& report) const {
  SimFacts facts;
  facts.config = description_.source.file;
  facts.memory = report.line ? "host" : "board";
  facts.stalls = "none";
  facts.seed = run_.options.seed;
  facts.backend = device_.backend;
  if (card.backend != driver::CardBackend::kSimulation) {
    facts.device = device_.name();
  } else {
    facts.hdl = simulated_.hdl.empty() ? "verilog" : simulated_.hdl;
    facts.simulator = "verilator";
    facts.operators = simulated_.operators;
    facts.dram = report.dram;
    facts.link = card.run.link;
  }
  return facts;
}

int Run::run_batch(const driver::CardOptions& card, Diagnostics& diagnostics) {
  const auto report = driver::run_batch({card, batch_ > 0 ? std::optional(batch_) : std::nullopt}, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  const std::string behind = report->is_simulated ? report->dram + " and " + card.run.link : "on " + device_.name();
  output.say(batch_text(*report, behind));
  output.put_json(batch_json(*report, description_.source.file, device_.backend));
  if (report->match()) return status(ExitStatus::kSuccess);
  return status(report->has_device_failed ? ExitStatus::kEnvironment : ExitStatus::kCheckFailed);
}

/// A line if the manual placement makes this run slow; "" if there is no such placement.
std::string Run::slow_places(const driver::SimReport& report) const {
  const auto& bus = report.prepared->requested.bus;
  if (!bus || bus->memory.empty()) return "";
  driver::ModelOptions options;
  options.source = description_.source;
  options.extents = run_.options.extents;
  options.iterations = report.iterations;
  Diagnostics ignored;
  const auto model = driver::model_design(options, ignored);
  return model && !model->slow_places.empty() ? "  note: " + model->slow_places + "\n" : "";
}

int Run::run(Diagnostics& diagnostics) {
  driver::SimOptions requested = simulated_.of(description_, run_);
  requested.check = !no_check_;
  requested.self_test = !no_self_test_;
  requested.clock_mhz = clock_mhz_;
  const driver::CardOptions card = device_.of(std::move(requested));
  if (batch_ > 0 || driver::has_grid_names(card.run.run)) return run_batch(card, diagnostics);
  if (cards_ > 1 || shares_.slabs_each() > 1 || cards::is_launched()) return run_several(card, diagnostics);
  const auto report = driver::run_on_card(card, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  const int code = put_sim(output, *report, facts(card, *report));
  output.say(slow_places(*report));
  return code;
}

}  // namespace

std::unique_ptr<Command> run_command() { return std::make_unique<Run>(); }

}  // namespace rtlgen::cli
