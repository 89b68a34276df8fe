// A back end that is a card behind a serial line: frames of rtl/rtlgen_uart_host.v, which has their layout.
//
// Each frame gets its response before the next one. A frame or a response that does not arrive, or not as it was sent,
// is repeated with the same tag, so that the card does it once; after several times it is a DeviceError. Nothing wrong
// is ever taken for data.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host.hpp"
#include "serial_port.hpp"

namespace rtlgen::host {

struct UartOptions {
  std::string device = "/dev/ttyUSB1";  ///< for messages
  int baud = 1000000;
  std::map<int, MemoryRange> channels = {{0, {}}};  ///< by number
  /// A wait ends when none of `progress` has changed for so long.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
  int tries = 5;                        ///< of a frame
  int answer_ms = 500;                  ///< that a response may take on top of its time on the line
};

/// Of the card that a manifest was made for. Throws Error where that has no serial line.
RTLGEN_HOST_VISIBLE UartOptions uart_options(const std::string& manifest);

class RTLGEN_HOST_VISIBLE UartCard : public Backend {
 public:
  /// Says hello. Throws DeviceError if there is no response, or one of another device.
  UartCard(const UartOptions& options, std::shared_ptr<SerialPort> port);
  ~UartCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  /// Asks the interrupt register now and then: a serial line has no interrupt.
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  /// Says how many frames had to be repeated.
  std::vector<std::string> notes() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
