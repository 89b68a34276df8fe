// Back end for a card on a serial line: uses frames of rtl/rtlgen_uart_host.v, which defines their layout.
//
// The response to a frame arrives before the next one is sent. A frame or a response that does not arrive, or arrives
// damaged, is repeated with the same tag, so that the card executes it once; after several tries it is a DeviceError.
// Damaged data is never accepted.
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
  /// A wait times out if none of `progress` changes for this time.
  double patience_seconds = 10;
  std::vector<std::uint32_t> progress;  ///< offsets of registers that change while a run moves data
  int tries = 5;                        ///< per frame
  int response_ms = 500;                ///< allowed for a response in addition to its time on the line
};

/// Options for the card that a manifest was made for. Throws Error if that card has no serial line.
RTLGEN_HOST_VISIBLE UartOptions uart_options(const std::string& manifest);

class RTLGEN_HOST_VISIBLE UartCard : public Backend {
 public:
  /// Sends a hello. Throws DeviceError if there is no response, or one from a different device.
  UartCard(const UartOptions& options, std::shared_ptr<SerialPort> port);
  ~UartCard() override;

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override;
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override;
  void write_register(std::uint32_t offset, std::uint32_t value) override;
  std::uint32_t read_register(std::uint32_t offset) override;
  /// Polls the interrupt register, because a serial line has no interrupt.
  bool wait_interrupt() override;
  std::uint64_t capacity(int channel) override;
  /// Reports how many frames had to be repeated.
  std::vector<std::string> notes() override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rtlgen::host
