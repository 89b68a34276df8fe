// A core behind a serial line, without memory: settings, words and status as frames of rtl/rtlgen_uart_stream.v.
//
// The grid is in this program. Bytes are those of contract::LineTop; frames are repeated as uart.hpp has it.
#pragma once

#include <memory>

#include "uart_line.hpp"

namespace rtlgen::host {

class UartStream {
 public:
  /// Says hello. Throws DeviceError if there is no response, or one of another kind of design.
  UartStream(const UartOptions& options, std::shared_ptr<SerialPort> port);

  /// `bytes` bytes of status.
  LineBytes status(std::size_t bytes);
  /// Ends the run that there may be, and begins one with these settings.
  void begin(const LineBytes& settings);
  /// All words of a held field.
  void load(int field, const LineBytes& words);
  /// Sends all of `words`, and returns the `bytes` bytes of results that the run has. Throws DeviceError where nothing
  /// moves for as long as the options' patience allows, or where more comes.
  LineBytes stream(const LineBytes& words, std::size_t bytes);
  [[nodiscard]] std::vector<std::string> notes() const { return line_notes(line_, options_.device); }

 private:
  UartOptions options_;
  UartLine line_;
  std::size_t most_;
};

}  // namespace rtlgen::host
