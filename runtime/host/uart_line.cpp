// Frames of a serial line: how they are built, checked and repeated.
#include "host/uart_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>
#include <system_error>

#include "host/serial_port.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

using LineClock = std::chrono::steady_clock;

enum Status : std::uint8_t { kDone, kNotUnderstood, kRefused, kBusError };

constexpr std::uint8_t kRequestStart = 0xA5, kResponseStart = 0x5A;
constexpr std::size_t kResponseHead = 5, kCrc = 4, kMostOfAFrame = 32768;

std::uint32_t crc32(const LineBytes& bytes, std::size_t from, std::size_t to) {
  std::uint32_t crc = ~0U;
  for (std::size_t i = from; i < to; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::chrono::milliseconds on_time(const UartOptions& options, std::size_t bytes) {
  constexpr std::size_t kBitsOfAByte = 10;
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(bytes * kBitsOfAByte * 1000 / static_cast<std::size_t>(options.baud)) +
      options.response_ms);
}

}  // namespace

struct UartLine::Response {
  std::uint8_t status = kDone, tag = 0;
  LineBytes data;
};

void append_number(LineBytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint32_t number_at(const LineBytes& bytes, std::size_t from, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= static_cast<std::uint32_t>(bytes[from + i]) << (8 * i);
  return value;
}

std::vector<std::string> line_notes(const UartLine& line, const std::string& device) {
  if (line.repeated() == 0) return {};
  return {fmt::format("{} had to be repeated: {} loses or changes bytes", counted(line.repeated(), "frame"), device)};
}

UartLine::UartLine(const UartOptions& options, std::shared_ptr<SerialPort> port)
    : options_(options), port_(std::move(port)), tag_(static_cast<std::uint8_t>(std::random_device{}())) {}

std::size_t UartLine::hello(int version) {
  constexpr std::size_t kHelloBytes = 4;
  constexpr std::uint8_t kLeastLog2 = 3, kMostLog2 = 15;
  port_->discard();
  const LineBytes reply = exchange({LineCommand::kHello, 0, 0, nullptr, kHelloBytes, kHelloBytes});
  if (reply[0] != 'R' || reply[1] != 'U')
    throw DeviceError(fmt::format("the device on {} is not an rtlgen card", options_.device));
  const bool is_known = reply[2] == kMemoryLine || reply[2] == kStreamLine;
  if (is_known && reply[2] != version)
    throw DeviceError(
        fmt::format("the design on {} is for a board with{} memory, but this run is for one with{} memory: name its "
                    "board with --board",
                    options_.device, reply[2] == kMemoryLine ? "" : "out", version == kMemoryLine ? "" : "out"));
  if (!is_known || reply[3] < kLeastLog2 || reply[3] > kMostLog2)
    throw DeviceError(
        fmt::format("the card on {} uses version {} of the serial protocol, but this library uses version {}",
                    options_.device, reply[2], version));
  return std::size_t{1} << reply[3];
}

void UartLine::idle(int milliseconds) {
  std::uint8_t nothing = 0;
  check(port_->read(&nothing, 1, milliseconds), "read");
}

void UartLine::check(std::int64_t moved, const char* verb) const {
  if (moved >= 0) return;
  throw DeviceError(fmt::format("cannot {} {}: {} (errno {}); is the board still plugged in?", verb, options_.device,
                                std::generic_category().message(static_cast<int>(-moved)), -moved));
}

LineBytes UartLine::exchange(const LineRequest& request) {
  LineBytes frame = {kRequestStart, static_cast<std::uint8_t>(request.command), ++tag_};
  append_number(frame, request.bytes, 2);
  append_number(frame, request.address, 4);
  if (request.written != nullptr) frame.insert(frame.end(), request.written, request.written + request.bytes);
  append_number(frame, crc32(frame, 1, frame.size()), 4);
  bool has_received = false;
  for (int attempt = 0; attempt < options_.tries; ++attempt) {
    if (attempt > 0 && (request.command != LineCommand::kHello || has_received)) ++repeated_;
    send(frame);
    const auto response = receive(tag_, request.most, has_received);
    if (!response) continue;
    if (response->status == kBusError) {
      const bool is_memory =
          request.command == LineCommand::kWriteMemory || request.command == LineCommand::kReadMemory;
      throw DeviceError(fmt::format("the card on {} reports a bus error at {} {:#x}", options_.device,
                                    is_memory ? "address" : "register", request.address));
    }
    if (response->status == kDone && response->data.size() >= request.least && response->data.size() <= request.most)
      return response->data;
    throw DeviceError(
        fmt::format("the card on {} does not support the request: its bitstream has another version", options_.device));
  }
  if (has_received)
    throw DeviceError(fmt::format("{} loses or changes bytes: a frame did not get through in {} tries", options_.device,
                                  options_.tries));
  throw DeviceError(fmt::format(
      "the card on {} does not respond at {} baud: is it the board's serial line, and is the board programmed?",
      options_.device, options_.baud));
}

void UartLine::send(const LineBytes& frame) {
  port_->discard();
  const auto end = LineClock::now() + on_time(options_, frame.size());
  for (std::size_t done = 0; done < frame.size();) {
    const std::int64_t moved = port_->write(frame.data() + done, frame.size() - done);
    check(moved, "write");
    if (moved == 0 && LineClock::now() > end) throw DeviceError(fmt::format("{} accepts no bytes", options_.device));
    done += static_cast<std::size_t>(moved);
  }
  sent_ = frame.size();
}

/// The response to the frame with this tag; none if the frame has to be sent again. `has_received`: something was
/// received.
std::optional<UartLine::Response> UartLine::receive(std::uint8_t tag, std::size_t expected, bool& has_received) {
  const auto end = LineClock::now() + on_time(options_, sent_ + kResponseHead + expected + kCrc);
  LineBytes got;
  for (;;) {
    const std::size_t all = got.size() < kResponseHead ? kResponseHead : kResponseHead + number_at(got, 3, 2) + kCrc;
    // A response must begin with the right byte, because bytes of a memory might contain an old response.
    if ((!got.empty() && got[0] != kResponseStart) || all > kMostOfAFrame) return lost();
    if (got.size() > kResponseHead && got.size() >= all) {
      if (crc32(got, 1, all - kCrc) != number_at(got, all - kCrc, kCrc)) return lost();
      Response response{got[1], got[2],
                        LineBytes(got.begin() + kResponseHead, got.begin() + static_cast<std::ptrdiff_t>(all - kCrc))};
      got.erase(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(all));
      if (response.status == kNotUnderstood) return std::nullopt;
      if (response.tag == tag) return response;
      continue;  // the response to a frame that was sent twice
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - LineClock::now()).count();
    if (left <= 0) return std::nullopt;
    std::array<std::uint8_t, 4096> some{};
    const std::int64_t came = port_->read(some.data(), some.size(), static_cast<int>(left));
    check(came, "read");
    has_received = has_received || came > 0;
    got.insert(got.end(), some.begin(), some.begin() + came);
  }
}

/// Waits until a broken response has ended.
std::optional<UartLine::Response> UartLine::lost() {
  constexpr int kQuietMs = 50;
  std::array<std::uint8_t, 4096> some{};
  for (std::int64_t came = 1; came > 0;) {
    came = port_->read(some.data(), some.size(), kQuietMs);
    check(came, "read");
  }
  return std::nullopt;
}

}  // namespace rtlgen::host
