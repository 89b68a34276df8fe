// A serial line with 8 data bits and no parity. One implementation calls Linux; a test has another, which simulates
// line and card. Failures return -errno, as the kernel does; nothing here throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "visible.h"

namespace rtlgen::host {

class RTLGEN_HOST_VISIBLE SerialPort {
 public:
  SerialPort() = default;
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;
  virtual ~SerialPort() = default;

  /// Returns the number of bytes accepted, which may be fewer than requested; 0 if none are accepted within a second.
  virtual std::int64_t write(const void* data, std::size_t bytes) = 0;
  /// Returns the number of bytes received, at most `most`; 0 if none arrive within the time.
  virtual std::int64_t read(void* data, std::size_t most, int milliseconds) = 0;
  /// Discards bytes that were received and not read.
  virtual void discard() = 0;
};

/// A device file of this machine, "/dev/ttyUSB1", locked against other programs. Throws DeviceError that names what is
/// missing.
RTLGEN_HOST_VISIBLE std::shared_ptr<SerialPort> linux_serial_port(const std::string& path, int baud);

}  // namespace rtlgen::host
