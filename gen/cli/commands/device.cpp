// Declares the options for cards.
#include "cli/commands/device.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <utility>

#include "cli/commands/options.hpp"
#include "driver/prepare/ranges.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::cli {

void DeviceGroup::declare_backend(CLI::App& app) {
  app.add_option("--backend", backend,
                 "sim: a simulated card; xdma: a card with the XDMA driver; xrt: an Alveo card with XRT; vfio: a card "
                 "with Intel's DMA, bound to vfio-pci; uart: a board on a serial line")
      ->check(one_of({"sim", "xdma", "xrt", "vfio", "uart"}))
      ->capture_default_str();
}

void DeviceGroup::declare(CLI::App& app) {
  app.add_option("--device", card.device,
                 "card number; for xdma also the prefix of its device files, for vfio its PCI address, for uart the "
                 "serial port (default: the first card)")
      ->type_name("N|PATH|ADDRESS");
  app.add_option("--xclbin", card.xclbin, "xrt only: bitstream to load")->type_name("FILE");
  app.add_option("--manifest", manifest,
                 "manifest.json of the project that the card was built from (default: that of FILE and --set)")
      ->type_name("FILE");
  app.add_option(
         "--kernel", card.kernel,
         "number of the kernel if hardware.kernels is more than 1 (default: 0); for xrt also its name (default: "
         "the shell's)")
      ->type_name("NAME|N");
  app.add_option(
         "--patience", card.patience_seconds,
         "seconds without progress after which a run on a card is cancelled; for uart also the time limit for a "
         "response")
      ->type_name("SECONDS")
      ->check(number_in(driver::kPatienceRange))
      ->capture_default_str();
}

void DeviceGroup::check(const CLI::App& app, const std::vector<std::string>& simulation) const {
  const auto refuse = [&](const std::vector<std::string>& names) {
    check_excluded(app, names, "--backend " + backend);
  };
  if (backend != "sim") refuse(simulation);
  if (backend == "sim") refuse({"--device", "--patience", "--kernel"});
  if (backend != "xrt") refuse({"--xclbin"});
  if (backend == "uart") refuse({"--kernel"});
}

void DeviceGroup::add_places(Places& places) const {
  places.read_named("--xclbin", card.xclbin);
  places.read_named("--manifest", manifest);
}

driver::CardOptions DeviceGroup::of(driver::SimOptions run) const {
  static const std::map<std::string, driver::CardBackend> kBackends = {{"sim", driver::CardBackend::kSimulation},
                                                                       {"xdma", driver::CardBackend::kXdma},
                                                                       {"xrt", driver::CardBackend::kXrt},
                                                                       {"vfio", driver::CardBackend::kVfio},
                                                                       {"uart", driver::CardBackend::kUart}};
  driver::CardOptions options = card;
  options.run = std::move(run);
  options.backend = kBackends.at(backend);
  if (!manifest.empty()) options.run.manifest = {manifest, read_whole_file(manifest)};
  return options;
}

std::string DeviceGroup::name() const {
  if (backend == "xdma") return driver::device_path(card.device);
  if (backend == "xrt") return "XRT's card " + (card.device.empty() ? "0" : card.device);
  if (backend == "uart") return card.device;
  if (backend == "vfio") return "vfio-pci's card " + (card.device.empty() ? "0" : card.device);
  return "";
}

}  // namespace rtlgen::cli
