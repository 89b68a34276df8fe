// Step 1: whether there is a card, and this program can reach it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "driver/diagnose/device.hpp"
#include "host/pci_device.hpp"
#include "host/pci_facts.hpp"
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

BusFacts facts_of(const Device& device) {
  const CardOptions& card = device.options.card;
  const std::string& root = device.options.root;
  if (device.kind() == CardBackend::kXdma && !card.files) {
    const std::string address = host::xdma_function(device_path(card.device), root);
    if (!address.empty()) return {host::check_function(host::pci_facts(address, root), "xdma", false), true};
    return {{true, on_bus_text(kAmd, root), "", {}}, false};
  }
  if (device.kind() == CardBackend::kVfio && !card.pci) {
    try {
      const std::string address = host::vfio_address(card.device, root);
      return {host::check_function(host::pci_facts(address, root), "vfio-pci", true), true};
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
    if (number < cards.size()) return {host::check_function(host::pci_facts(cards[number], root), "xocl", false), true};
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

}  // namespace

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
    return failed(fault.what() + more, "a card that opens",
                  device.is_real() ? std::vector<std::string>{"the driver is not loaded or not bound, or your user may "
                                                              "not use its files",
                                                              "another program uses the card"}
                                   : std::vector<std::string>{"a simulation tool is missing"});
  }
  if (!device.is_real() && device.simulated) return passed("a simulated card, compiled and loaded");
  Judged step = passed(bus.is_known ? bus.finding.seen + "; the card opens" : "the card opens");
  if (bus.is_known) step.causes = std::move(bus.finding.causes);
  if (!bus.is_known) step.seen += "; /sys does not show its link";
  return step;
}

}  // namespace rtlgen::driver
