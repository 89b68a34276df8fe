// `rtlgen run`: one host program on a simulated or a real card.
#include "driver/run/run.hpp"

#include <map>

#include "cards/transport.hpp"
#include "cli/cards.hpp"
#include "cli/commands/commands.hpp"
#include "driver/cards/cards.hpp"
#include "support/progress.hpp"

namespace rtlgen::cli {

namespace {

constexpr const char* kRunExamples = R"(Examples:
  rtlgen run examples/host/heat.yaml                            on a simulated card: shell, core, DRAM and a host behind PCIe
  rtlgen run examples/host/heat.yaml --iterations 100 --input t=plate.npy --output t=warmer.npy
  rtlgen run stencil.yaml --backend xdma                        on the card whose files are /dev/xdma0_*
  rtlgen run stencil.yaml --backend xdma --device 1 --no-check --output u=u.npy --json -
  rtlgen run stencil.yaml --backend xrt --xclbin stencil.xclbin        an Alveo card, where rtlgen was built with XRT
  rtlgen run stencil.yaml --backend vfio --device 03:00.0       an Intel card (de5net, de10_agilex, ...) that is bound to vfio-pci
  rtlgen run stencil.yaml --backend uart --device /dev/ttyUSB1  a board behind a serial line (nexys_video, arty_a7_35, arty_a7_100)
  rtlgen run configs/jacobi2d.yaml --cards 4                    the grid's last axis over four cards of this machine
  rtlgen run stencil.yaml --cards 4 --slabs 3                   each card computes one of three slabs while the others are exchanged
  mpirun -n 4 rtlgen run configs/jacobi2d.yaml                  a card in each of four processes, on any machines; --cards: more than one in each
It is one host program: arrays to the card's memory, all passes, arrays back, every bit compared with the golden engine. On a card,
FILE and --set must be those that its bitstream was built from; the card is asked, and another one is refused. hardware.board says where
its memory lies. What is needed and what has been proven: docs/host.md.
Exit status: 1: cells differ, or the run ended with an error; 3: no driver, no card, another card, or a transfer failed.
)";

int run_several(const Options& options, const driver::CardOptions& card, Diagnostics& diagnostics) {
  const auto transport = cards::is_launched() ? cards::over_mpi(options.cards) : cards::in_process(options.cards);
  driver::CardsOptions several{card, options.speeds, slabs_of(options), {}};
  // One process speaks for all.
  if (!transport->is_root()) {
    several.card.run.log = nullptr;
    show_progress(ProgressStyle::kNone);
  }
  several.card.run.run.progress = "none";
  const auto report = driver::run_on_cards(several, *transport, diagnostics);
  // A launcher ends all when one returns other than 0: process 0 does, once it has said why.
  if (!transport->is_root()) return status(ExitStatus::kSuccess);
  if (!report) return status(ExitStatus::kInvalidInput);
  const std::string memory =
      card.backend == driver::CardBackend::kSimulation ? card.run.dram + " and " + card.run.link : options.backend;
  say(options, cards_text(*report, memory));
  put_json(options, cards_json(*report, options.source.file, options.backend));
  return status(report->match() ? ExitStatus::kSuccess : ExitStatus::kCheckFailed);
}

int run_run(const Options& options, Diagnostics& diagnostics) {
  driver::CardOptions card = options.card_run;
  card.run = sim_options(options);
  card.run.check = !options.no_check;
  static const std::map<std::string, driver::CardBackend> kBackends = {{"sim", driver::CardBackend::kSimulation},
                                                                       {"xdma", driver::CardBackend::kXdma},
                                                                       {"xrt", driver::CardBackend::kXrt},
                                                                       {"vfio", driver::CardBackend::kVfio},
                                                                       {"uart", driver::CardBackend::kUart}};
  card.backend = kBackends.at(options.backend);
  if (options.cards > 1 || slabs_of(options) > 1 || cards::is_launched())
    return run_several(options, card, diagnostics);
  const auto report = driver::run_on_card(card, diagnostics);
  if (!report) return status(ExitStatus::kInvalidInput);
  SimFacts facts;
  facts.config = options.source.file;
  facts.memory = "board";
  facts.stalls = "none";
  facts.seed = options.run.seed;
  facts.backend = options.backend;
  if (card.backend == driver::CardBackend::kXdma) {
    facts.device = driver::device_path(card.device);
  } else if (card.backend == driver::CardBackend::kXrt) {
    facts.device = "XRT's card " + (card.device.empty() ? "0" : card.device);
  } else if (card.backend == driver::CardBackend::kUart) {
    facts.device = card.device;
  } else if (card.backend == driver::CardBackend::kVfio) {
    facts.device = "vfio-pci's card " + (card.device.empty() ? "0" : card.device);
  } else {
    facts.hdl = options.hdl.empty() ? "verilog" : options.hdl;
    facts.simulator = "verilator";
    facts.operators = options.operators;
    facts.dram = card.run.dram;
    facts.link = card.run.link;
  }
  return put_sim(options, *report, facts);
}

}  // namespace

Command run_command(CLI::App& app, Options& options) {
  CLI::App* const command =
      app.add_subcommand("run", "run on a card, simulated or real, and compare every bit with the golden engine");
  add_common(*command, options);
  add_board(*command, options);
  add_run(*command, options, "where a field goes, if everything agrees or nothing is checked; formats as for --input");
  command
      ->add_option("--backend", options.backend,
                   "sim: a simulated card; xdma: a card behind the XDMA driver; xrt: an Alveo card behind XRT; vfio: a "
                   "card with Intel's DMA, bound to vfio-pci; uart: a board behind a serial line")
      ->check(one_of({"sim", "xdma", "xrt", "vfio", "uart"}))
      ->capture_default_str();
  const std::vector<std::string> simulation = add_simulated_card(*command, options);
  command
      ->add_option("--device", options.card_run.device,
                   "number of the card, of xdma what the names of its device files begin with, of vfio its PCI "
                   "address, of uart the serial port; without it the first card")
      ->type_name("N|PATH|ADDRESS");
  command->add_option("--xclbin", options.card_run.xclbin, "of xrt: what the card is loaded with")->type_name("FILE");
  command
      ->add_option("--kernel", options.card_run.kernel,
                   "its number where hardware.kernels is more than 1, without it 0; of xrt also the kernel by its "
                   "name, without it the shell's")
      ->type_name("NAME|N");
  command
      ->add_option("--patience", options.card_run.patience_seconds,
                   "seconds without progress after which a run on a card is cancelled; for uart also the time limit of "
                   "a response")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  command
      ->add_option(
          "--cards", options.cards,
          "split the grid's last axis over so many cards, of each process if there are several (docs/cards.md)")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_shares(*command, options);
  command->add_flag("--no-check", options.no_check, "do not run the golden engine; outputs are written unchecked");
  command->footer(kRunExamples);
  const auto refuse = [command, &options](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (command->get_option(name)->count() > 0) throw CLI::ExcludesError(name, "--backend " + options.backend);
    }
  };
  command->callback([&options, refuse, simulation] {
    if (options.backend != "sim") refuse(simulation);
    if (options.backend == "sim") refuse({"--device", "--patience", "--kernel"});
    if (options.backend != "xrt") refuse({"--xclbin"});
    if (options.backend == "uart") refuse({"--kernel"});
  });
  return {command, run_run};
}

}  // namespace rtlgen::cli
