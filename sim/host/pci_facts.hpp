// A PCI function as Linux' /sys shows it, whatever its driver: identity, link, driver, IOMMU group.
#pragma once

#include <string>
#include <vector>

#include "host/finding.hpp"

namespace rtlgen::host {

/// Texts are as /sys has them; "": it does not say.
struct PciFacts {
  std::string address;         ///< "0000:03:00.0"
  std::string vendor, device;  ///< "0x10ee"
  std::string driver, iommu_group;
  std::string speed, most_speed;  ///< "8.0 GT/s PCIe"
  std::string width, most_width;  ///< "8"

  /// "10ee:9038 at 0000:03:00.0, link x8 Gen3 of x8 Gen3, driver xdma, IOMMU group 7".
  [[nodiscard]] std::string text() const;
  /// Is the link narrower or slower than the card and its slot can have?
  [[nodiscard]] bool is_degraded() const;
};

/// `root`: where Linux' /sys is.
PciFacts pci_facts(const std::string& address, const std::string& root = "");

/// The function behind a device file of the XDMA driver, "/dev/xdma0"; "": not known.
std::string xdma_function(const std::string& device, const std::string& root = "");

/// Functions that belong to a driver, by address.
std::vector<std::string> functions_of(const std::string& driver, const std::string& root = "");

/// All functions of a vendor, "0x10ee", by address.
std::vector<PciFacts> functions_by(const std::string& vendor, const std::string& root = "");

/// Is the function there, and does it belong to `driver`? A link that is slower than it can be is no failure: `causes`
/// then says why it may be.
Finding check_function(const PciFacts& facts, const std::string& driver, bool needs_iommu);

}  // namespace rtlgen::host
