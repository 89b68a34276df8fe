// A serial line with 8 data bits and no parity: one implementation calls Linux, and a test has another that stands in
// for line and card. What fails returns -errno, as the kernel does; nothing here throws.
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

  /// Bytes taken, which may be fewer than requested; 0 where none are within a second.
  virtual std::int64_t write(const void* data, std::size_t bytes) = 0;
  /// Bytes that have come, at most so many; 0 where none come within the time.
  virtual std::int64_t read(void* data, std::size_t most, int milliseconds) = 0;
  /// Forgets what has come and was not read.
  virtual void discard() = 0;
};

/// A device file of this machine, "/dev/ttyUSB1", locked against other programs. Throws DeviceError with what is
/// missing.
RTLGEN_HOST_VISIBLE std::shared_ptr<SerialPort> linux_serial_port(const std::string& path, int baud);

}  // namespace rtlgen::host
