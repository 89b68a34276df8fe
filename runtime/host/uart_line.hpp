// Frames on a serial line and their repetition, as defined by rtl/rtlgen_uart_host.v and rtl/rtlgen_uart_stream.v.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "uart.hpp"

namespace rtlgen::host {

using LineBytes = std::vector<std::uint8_t>;

/// Commands of both versions of the protocol: memory and registers belong to version 1, all later ones to version 2.
enum class LineCommand : std::uint8_t {
  kHello,
  kWriteRegister,
  kReadRegister,
  kWriteMemory,
  kReadMemory,
  kStatus,
  kBegin,
  kLoad,
  kStream
};

/// Versions of the protocol; a design reports its version in the response to a hello.
inline constexpr int kMemoryLine = 1, kStreamLine = 2;

struct LineRequest {
  LineCommand command = LineCommand::kHello;
  std::uint32_t address = 0;
  std::size_t bytes = 0;                  ///< number to write or read
  const std::uint8_t* written = nullptr;  ///< null for reads
  std::size_t least = 0, most = 0;        ///< bytes of the response
};

class UartLine {
 public:
  /// Uses only these `options`: device, baud, tries, response_ms.
  UartLine(const UartOptions& options, std::shared_ptr<SerialPort> port);

  /// Sends a hello; returns the number of bytes that a frame may carry. Throws DeviceError unless a design of `version`
  /// responds.
  std::size_t hello(int version);
  /// Executes one access, with as many frames as it needs.
  LineBytes exchange(const LineRequest& request);
  /// Waits `milliseconds` for unexpected bytes, and discards them.
  void idle(int milliseconds);
  /// The number of frames that had to be sent again.
  [[nodiscard]] int repeated() const { return repeated_; }

 private:
  struct Response;
  void check(std::int64_t moved, const char* verb) const;
  void send(const LineBytes& frame);
  std::optional<Response> receive(std::uint8_t tag, std::size_t expected, bool& has_received);
  std::optional<Response> lost();

  UartOptions options_;
  std::shared_ptr<SerialPort> port_;
  std::uint8_t tag_;
  std::size_t sent_ = 0;
  int repeated_ = 0;
};

/// The lowest `count` bytes of a number, low byte first.
void append_number(LineBytes& bytes, std::uint64_t value, int count);
std::uint32_t number_at(const LineBytes& bytes, std::size_t from, std::size_t count);

/// A report about repeated frames for users; empty if there were none.
std::vector<std::string> line_notes(const UartLine& line, const std::string& device);

}  // namespace rtlgen::host
