// Facts about a PCI function from Linux' /sys, with any driver: identity, link, driver, IOMMU group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/finding.hpp"

namespace rtlgen::host {

/// A range of a function's addresses.
struct PciBar {
  std::uint64_t bytes = 0;   ///< 0: the function has no such BAR
  bool is_assigned = false;  ///< whether the machine has given it an address
};

/// Texts are those of /sys; "": not available.
struct PciFacts {
  std::string address;         ///< "0000:03:00.0"
  std::string vendor, device;  ///< "0x10ee"
  std::string driver, iommu_group;
  std::string speed, most_speed;  ///< "8.0 GT/s PCIe"
  std::string width, most_width;  ///< "8"
  std::vector<PciBar> bars;       ///< empty: not available
  /// Whether its configuration reads as all ones: the card has left the bus, but Linux has not noticed.
  bool is_silent = false;
  std::uint64_t link_errors = 0;  ///< that the function has reported since the machine started

  [[nodiscard]] bool exists() const { return !vendor.empty(); }
  /// "10ee:9038 at 0000:03:00.0, link x8 Gen3 of x8 Gen3, driver xdma, IOMMU group 7".
  [[nodiscard]] std::string text() const;
  /// Whether the link is narrower or slower than the card and its slot support.
  [[nodiscard]] bool is_degraded() const;
  /// Why the function has left the bus since it was opened; "": it is there.
  [[nodiscard]] std::string loss() const;
};

/// Requirements of a card on its PCI function.
struct PciNeeds {
  std::string driver;
  bool iommu = false;
  int lanes = 0, generation = 0;  ///< figures of the board's link; 0: not known
  int bar = 0;                    ///< the BAR with the registers
  std::uint64_t bar_bytes = 0;    ///< that these take
};

/// `root`: folder that contains Linux' /sys.
PciFacts pci_facts(const std::string& address, const std::string& root = "");

/// The function behind a device file of the XDMA driver, "/dev/xdma0"; "": not known.
std::string xdma_function(const std::string& device, const std::string& root = "");

/// Functions bound to a driver, sorted by address.
std::vector<std::string> functions_of(const std::string& driver, const std::string& root = "");

/// All functions of a vendor, "0x10ee", sorted by address.
std::vector<PciFacts> functions_by(const std::string& vendor, const std::string& root = "");

/// Checks that the function is on the bus, is bound to its driver, and has room for the registers. A link slower than
/// possible is not a failure; then `causes` has possible reasons.
Finding check_function(const PciFacts& facts, const PciNeeds& needs);

}  // namespace rtlgen::host
