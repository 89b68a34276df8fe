// A PCI function that a program drives itself: words in its BARs, memory shared with it, an interrupt. One
// implementation is Linux' vfio-pci; a test has another, which simulates driver and card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "visible.h"

namespace rtlgen::host {

/// Memory of this process that the device can read and write.
struct SharedMemory {
  std::uint8_t* data = nullptr;
  std::uint64_t bus = 0;  ///< device address of its first byte
};

/// The message interrupt of a function to wait for.
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

  /// The name for users: "0000:03:00.0".
  [[nodiscard]] virtual std::string name() const = 0;
  /// A word of 32 bits. If the card has disappeared, it reads as all ones.
  virtual std::uint32_t read(int bar, std::uint64_t offset) = 0;
  virtual void write(int bar, std::uint64_t offset, std::uint32_t value) = 0;
  /// Allocates whole pages below 4 GiB of the device's addresses, until the device is closed. Throws DeviceError.
  virtual SharedMemory share(std::size_t bytes) = 0;
  /// Whether the message interrupt has arrived since the last call, or arrives within `milliseconds`.
  virtual bool wait_interrupt(int milliseconds) = 0;
};

/// Opens a function that is bound to vfio-pci. `device`: its address, "0000:03:00.0" or "03:00.0", or its number among
/// Intel's FPGAs that are; "": 0. Throws DeviceError that names what is missing. `root`: folder that contains Linux'
/// /sys and /dev.
RTLGEN_HOST_VISIBLE std::shared_ptr<PciDevice> vfio_device(const std::string& device, const PciMessage& message = {},
                                                           const std::string& root = "");

/// The address of the function that vfio_device opens. Throws DeviceError if none exists.
std::string vfio_address(const std::string& device, const std::string& root = "");

}  // namespace rtlgen::host
