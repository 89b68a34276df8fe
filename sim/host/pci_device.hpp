// A PCI function that a program drives itself: words in its BARs, memory that both reach, an interrupt. One
// implementation is Linux' vfio-pci; a test has another that stands in for driver and card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "visible.h"

namespace rtlgen::host {

/// Memory of this process that the device reads and writes.
struct SharedMemory {
  std::uint8_t* data = nullptr;
  std::uint64_t bus = 0;  ///< the device's address of its first byte
};

/// Which message interrupt of a function is waited for.
struct PciMessage {
  bool is_msix = false;  ///< else MSI
  int vector = 0;
};

class RTLGEN_HOST_VISIBLE PciDevice {
 public:
  PciDevice() = default;
  PciDevice(const PciDevice&) = delete;
  PciDevice& operator=(const PciDevice&) = delete;
  virtual ~PciDevice() = default;

  /// As users know it: "0000:03:00.0".
  [[nodiscard]] virtual std::string name() const = 0;
  /// A word of 32 bits. A card that has gone reads as all ones.
  virtual std::uint32_t read(int bar, std::uint64_t offset) = 0;
  virtual void write(int bar, std::uint64_t offset, std::uint32_t value) = 0;
  /// Whole pages, for as long as the device is open, below 4 GiB of the device's addresses. Throws DeviceError.
  virtual SharedMemory share(std::size_t bytes) = 0;
  /// Has the message interrupt come since the last call, or does it within so many milliseconds?
  virtual bool wait_interrupt(int milliseconds) = 0;
};

/// A function that is bound to vfio-pci. `device`: its address, "0000:03:00.0" or "03:00.0", or its number among
/// Intel's FPGAs that are; "": 0. Throws DeviceError that names what is missing. `root`: where Linux' /sys and /dev
/// are.
RTLGEN_HOST_VISIBLE std::shared_ptr<PciDevice> vfio_device(const std::string& device, const PciMessage& message = {},
                                                           const std::string& root = "");

/// The address of the function that vfio_device opens. Throws DeviceError where there is none.
std::string vfio_address(const std::string& device, const std::string& root = "");

}  // namespace rtlgen::host
