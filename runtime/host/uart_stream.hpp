// A core on a serial line, without memory: settings, words and status as frames of rtl/rtlgen_uart_stream.v.
//
// This program holds the grid. Bytes are laid out as in contract::LineTop; frames are repeated as in uart.hpp.
#pragma once

#include <memory>

#include "uart_line.hpp"

namespace rtlgen::host {

class UartStream {
 public:
  /// Sends a hello. Throws DeviceError if there is no response, or one from another kind of design.
  UartStream(const UartOptions& options, std::shared_ptr<SerialPort> port);

  /// Reads `bytes` bytes of status.
  LineBytes status(std::size_t bytes);
  /// Ends any active run, and starts one with these settings.
  void begin(const LineBytes& settings);
  /// Sends all words of a held field.
  void load(int field, const LineBytes& words);
  /// Sends all of `words`, and returns the `bytes` bytes of the run's results. Throws DeviceError if nothing moves for
  /// as long as the options' patience allows, or if more bytes arrive.
  LineBytes stream(const LineBytes& words, std::size_t bytes);
  [[nodiscard]] std::vector<std::string> notes() const { return line_notes(line_, options_.device); }

 private:
  UartOptions options_;
  UartLine line_;
  std::size_t most_;
};

}  // namespace rtlgen::host
