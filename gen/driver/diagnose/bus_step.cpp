// Step 1: whether there is a card, and this program can reach it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/card_map.hpp"
#include "driver/diagnose/device.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "host/avalon_dma.hpp"
#include "host/pci_device.hpp"
#include "host/pci_facts.hpp"
#include "host/waiting.hpp"
#include "host/xdma.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kAmd = "0x10ee";
constexpr const char* kIntel = "0x1172";

/// Known facts about the bus before the card is opened.
struct BusFacts {
  host::Finding finding;
  bool is_known = false;
};

/// Describes the vendor's functions on the bus, for a card that its driver does not show.
std::string on_bus_text(const std::string& vendor, const std::string& root) {
  std::vector<std::string> texts;
  for (const host::PciFacts& facts : host::functions_by(vendor, root)) texts.push_back(facts.text());
  if (texts.empty()) return fmt::format("no function of PCI vendor {} is on the bus", vendor.substr(2));
  return fmt::format("on the bus: {}", fmt::join(texts, "; "));
}

/// The link of the board: that of its edge connector, with as many lanes as its PCIe IP uses.
void add_link(const Device& device, host::PciNeeds& needs) {
  if (device.board.empty()) return;
  Diagnostics ignored;
  const auto board = frontend::load_board(device.board, ignored);
  if (!board) return;
  if (board->pcie.lanes) needs.lanes = static_cast<int>(board->pcie.lanes->count());
  if (board->pcie.gen) needs.generation = static_cast<int>(board->pcie.gen->count());
  if (!frontend::wiring_texts().contains(board->id)) return;
  const auto wiring = frontend::load_wiring(board->id, ignored);
  if (wiring && wiring->pcie.sizes.contains("lanes")) needs.lanes = wiring->pcie.sizes.at("lanes");
}

host::PciNeeds needs_of(const Device& device, const std::string& driver) {
  host::PciNeeds needs;
  needs.driver = driver;
  needs.iommu = device.kind() == CardBackend::kVfio;
  add_link(device, needs);
  if (device.kind() == CardBackend::kXrt) return needs;  // XRT owns the BARs
  const std::string& manifest = device.described.manifest;
  const int kernel = std::atoi(device.options.card.kernel.c_str());
  const host::XdmaOptions xdma = host::xdma_options(manifest, kernel);
  needs.bar_bytes = std::uint64_t{xdma.registers} + xdma.register_bytes;
  if (xdma.has_card_block)
    needs.bar_bytes = std::uint64_t{xdma.registers} + contract::kCardBegin + contract::kCardBytes;
  if (device.kind() == CardBackend::kVfio) needs.bar = host::avalon_dma_options(manifest, kernel).registers_bar;
  return needs;
}

/// Checks a function that has the right driver in the end.
BusFacts function_facts(Device& device, const std::string& address, const std::string& driver) {
  device.function = address;
  return {host::check_function(host::pci_facts(address, device.options.root), needs_of(device, driver)), true};
}

BusFacts facts_of(Device& device) {
  const CardOptions& card = device.options.card;
  const std::string& root = device.options.root;
  // A stand-in of the driver has a bus if the test says where.
  const bool has_bus = !root.empty() || (!card.files && !card.pci);
  if (device.kind() == CardBackend::kXdma && has_bus) {
    const std::string address = host::xdma_function(device_path(card.device), root);
    if (!address.empty()) return function_facts(device, address, "xdma");
    return {{true, on_bus_text(kAmd, root), "", {}}, false};
  }
  if (device.kind() == CardBackend::kVfio && has_bus) {
    try {
      return function_facts(device, host::vfio_address(card.device, root), "vfio-pci");
    } catch (const host::DeviceError& fault) {
      return {{false,
               fmt::format("{}; {}", fault.what(), on_bus_text(kIntel, root)),
               "a card bound to vfio-pci",
               {"the card is not on the bus, or is not bound to vfio-pci", "the IOMMU is off"}},
              true};
    }
  }
  if (device.kind() == CardBackend::kXrt) {
    const std::vector<std::string> cards = host::functions_of("xocl", root);
    const auto number = static_cast<std::size_t>(std::atoi(card.device.c_str()));
    if (number < cards.size()) return function_facts(device, cards[number], "xocl");
    return {{true, on_bus_text(kAmd, root), "", {}}, false};
  }
  return {};
}

Judged serial_port_step(const std::string& path) {
  errno = 0;
  if (::access(path.c_str(), R_OK | W_OK) == 0) return passed(path + " can be read and written");
  const int reason = errno;
  const std::string seen = fmt::format("{}: {}", path, std::strerror(reason));
  if (reason == EACCES)
    return failed(seen, "a port that your user can read and write", {"your user is not in the port's group (dialout)"});
  return failed(
      seen, "a serial port",
      {"the board is not plugged in, or has another port: `dmesg` shows its name", "the cable carries power only"});
}

/// Whether registers read as all ones, as those of a missing card. A firewall can give the same for the
/// accelerator's, but the card block always responds.
bool reads_all_ones(const Device& device) {
  if (!device.backend || !device.design) return false;
  try {
    if (const auto card = device.card_block()) return card->read("magic") == host::kAllOnes;
    return device.backend->read_register(device.design->shell.map.find("identity").offset) == host::kAllOnes;
  } catch (const host::Error&) {
    return false;
  }
}

}  // namespace

void explain_loss(const Device& device, Judged& step) {
  // A card that has never responded is another fault, which the step names.
  const bool says_all_ones = step.seen.find("all ones") != std::string::npos;
  std::string loss;
  if (!device.function.empty()) loss = host::pci_facts(device.function, device.options.root).loss();
  const bool has_left = !loss.empty();
  if (!has_left && (device.has_responded || !says_all_ones) && reads_all_ones(device))
    loss = "its registers read as all ones";
  if (loss.empty()) return;
  step.outcome = StepOutcome::kFailed;
  step.is_device = true;
  step.seen = fmt::format("the card no longer responds: {} ({})", loss, step.seen);
  step.expected = "a card that stays on the bus";
  step.causes = {
      "the card left the bus (surprise removal): it was removed, lost power or was programmed while Linux used it",
      "the slot has switched the card off: power, temperature"};
  if (!has_left) step.causes.emplace_back("the card lost its bitstream, or another program has reset the function");
  step.next = device.function.empty() ? "echo 1 | sudo tee /sys/bus/pci/rescan"
                                      : fmt::format(
                                            "echo 1 | sudo tee /sys/bus/pci/devices/{}/remove "
                                            "/sys/bus/pci/rescan",
                                            device.function);
}

Judged climb_bus(Device& device) {
  if (device.kind() == CardBackend::kUart) {
    if (device.options.card.port) return passed("the port is a stand-in");
    // The port is missing in the options, which is not the card's fault.
    if (device.options.card.device.empty()) open_device(device);
    return serial_port_step(device.options.card.device);
  }
  BusFacts bus = facts_of(device);
  if (bus.is_known && !bus.finding.holds) return judged(std::move(bus.finding));
  try {
    open_device(device);
  } catch (const std::runtime_error& fault) {
    const std::string more = bus.finding.seen.empty() ? "" : "; " + bus.finding.seen;
    if (!device.is_real())
      return failed(fault.what() + more, "a card that can be opened", {"a simulation tool is missing"});
    // The first sentence says what happened, the others why it may have.
    const std::string what = fault.what();
    const std::size_t end = what.find(". ");
    std::vector<std::string> causes{"the driver is not loaded or not bound, or your user may not use its files",
                                    "another program uses the card"};
    if (end != std::string::npos) causes.push_back(what.substr(end + 2));
    return failed(what.substr(0, end) + more, "a card that can be opened", std::move(causes));
  }
  if (!device.is_real() && device.simulated) return passed("a simulated card, compiled and loaded");
  Judged step = passed(bus.is_known ? bus.finding.seen + "; the card opens" : "the card opens");
  if (bus.is_known) step.causes = std::move(bus.finding.causes);
  if (!bus.is_known) step.seen += "; /sys does not show its link";
  return step;
}

}  // namespace rtlgen::driver
