// Facts about a PCI function from Linux' /sys, with any driver: identity, link, driver, IOMMU group.
#pragma once

#include <string>
#include <vector>

#include "host/finding.hpp"

namespace rtlgen::host {

/// Texts are those of /sys; "": not available.
struct PciFacts {
  std::string address;         ///< "0000:03:00.0"
  std::string vendor, device;  ///< "0x10ee"
  std::string driver, iommu_group;
  std::string speed, most_speed;  ///< "8.0 GT/s PCIe"
  std::string width, most_width;  ///< "8"

  /// "10ee:9038 at 0000:03:00.0, link x8 Gen3 of x8 Gen3, driver xdma, IOMMU group 7".
  [[nodiscard]] std::string text() const;
  /// Whether the link is narrower or slower than the card and its slot support.
  [[nodiscard]] bool is_degraded() const;
};

/// `root`: folder that contains Linux' /sys.
PciFacts pci_facts(const std::string& address, const std::string& root = "");

/// The function behind a device file of the XDMA driver, "/dev/xdma0"; "": not known.
std::string xdma_function(const std::string& device, const std::string& root = "");

/// Functions bound to a driver, sorted by address.
std::vector<std::string> functions_of(const std::string& driver, const std::string& root = "");

/// All functions of a vendor, "0x10ee", sorted by address.
std::vector<PciFacts> functions_by(const std::string& vendor, const std::string& root = "");

/// Checks that the function exists and is bound to `driver`. A link slower than possible is not a failure; then
/// `causes` has possible reasons.
Finding check_function(const PciFacts& facts, const std::string& driver, bool needs_iommu);

}  // namespace rtlgen::host
