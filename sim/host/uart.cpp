// Frames of the serial line, and their repetition.
#include "host/uart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <system_error>

#include "host/card_memory.hpp"
#include "host/design.hpp"
#include "host/waiting.hpp"
#include "host/xdma.hpp"

namespace rtlgen::host {

namespace {

using Bytes = std::vector<std::uint8_t>;

enum Command : std::uint8_t { kHello, kWriteRegister, kReadRegister, kWriteMemory, kReadMemory };
enum Status : std::uint8_t { kDone, kNotUnderstood, kRefused, kBusError };

constexpr std::uint8_t kRequestStart = 0xA5, kAnswerStart = 0x5A;
constexpr std::size_t kAnswerHead = 5, kCrc = 4, kRegisterBytes = 4, kMostOfAFrame = 32768;

std::uint32_t crc32(const Bytes& bytes, std::size_t from, std::size_t to) {
  std::uint32_t crc = ~0U;
  for (std::size_t i = from; i < to; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

void append(Bytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint32_t number(const Bytes& bytes, std::size_t from, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= static_cast<std::uint32_t>(bytes[from + i]) << (8 * i);
  return value;
}

struct Answer {
  std::uint8_t status = kDone, tag = 0;
  Bytes data;
};

}  // namespace

UartOptions uart_options(const std::string& manifest) {
  const XdmaOptions card = xdma_options(manifest);
  UartOptions options;
  options.channels = card.channels;
  options.progress = card.progress;
  try {
    const nlohmann::json j = parse_manifest(manifest);
    if (!j.contains("card") || !j.at("card").contains("uart"))
      throw Error("the card of this manifest.json has no serial line to its host");
    options.baud = j.at("card").at("uart").at("baud");
  } catch (const nlohmann::json::exception& fault) {
    throw Error(fmt::format("manifest.json has a serial line that cannot be read: {}", fault.what()));
  }
  if (options.baud < 1) throw Error(fmt::format("manifest.json is damaged: a serial line of {} baud", options.baud));
  return options;
}

class UartCard::Impl {
 public:
  Impl(const UartOptions& options, std::shared_ptr<SerialPort> port)
      : options_(options),
        memory_(options.device, options.channels),
        port_(std::move(port)),
        tag_(static_cast<std::uint8_t>(std::random_device{}())) {
    port_->discard();
    const Bytes said = exchange(kHello, 0, 0, nullptr, 4);
    constexpr std::uint8_t kVersion = 1, kLeastLog2 = 3, kMostLog2 = 15;
    if (said[0] != 'R' || said[1] != 'U')
      throw DeviceError(fmt::format("what is behind {} is not a card of rtlgen", options_.device));
    if (said[2] != kVersion || said[3] < kLeastLog2 || said[3] > kMostLog2)
      throw DeviceError(
          fmt::format("the card behind {} speaks version {} of the serial line's protocol, and this library version {}",
                      options_.device, said[2], kVersion));
    most_ = std::size_t{1} << said[3];
  }

  void write(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    in_frames(bytes, [&](std::uint64_t done, std::size_t part) {
      exchange(kWriteMemory, on_line(card + done), part, data + done, 0);
    });
  }

  void read(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    in_frames(bytes, [&](std::uint64_t done, std::size_t part) {
      const Bytes got = exchange(kReadMemory, on_line(card + done), part, nullptr, part);
      std::copy(got.begin(), got.end(), data + done);
    });
  }

  void write_register(std::uint32_t offset, std::uint32_t value) {
    Bytes data;
    append(data, value, kRegisterBytes);
    exchange(kWriteRegister, offset, kRegisterBytes, data.data(), 0);
  }

  std::uint32_t read_register(std::uint32_t offset) {
    return number(exchange(kReadRegister, offset, kRegisterBytes, nullptr, kRegisterBytes), 0, kRegisterBytes);
  }

  bool wait_interrupt() {
    // Nothing comes unasked; whoever stands in for the line sees that time goes by.
    int unused = 0;
    const auto pause = [this](int milliseconds) {
      constexpr int kSliceMs = 20;
      std::uint8_t nothing = 0;
      check(port_->read(&nothing, 1, std::min(milliseconds, kSliceMs)), "read");
      return true;
    };
    return wait_for_run(
        options_.device, Patience(options_.patience_seconds, options_.progress), pause,
        [this](std::uint32_t offset) { return read_register(offset); }, unused);
  }

  [[nodiscard]] std::uint64_t capacity(int channel) const { return memory_.channel(channel).bytes; }
  [[nodiscard]] std::vector<std::string> notes() const {
    if (repeated_ == 0) return {};
    return {fmt::format("{} frames had to be repeated: {} loses or changes bytes", repeated_, options_.device)};
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <typename Move>
  void in_frames(std::uint64_t bytes, const Move& move) {
    for (std::uint64_t done = 0; done < bytes;) {
      const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(bytes - done, most_));
      move(done, part);
      done += part;
    }
  }

  [[nodiscard]] std::uint32_t on_line(std::uint64_t address) const {
    if (address >> 32U != 0)
      throw Error(fmt::format("card address {:#x} has more than the 32 bits of a frame", address));
    return static_cast<std::uint32_t>(address);
  }

  void check(std::int64_t moved, const char* verb) const {
    if (moved >= 0) return;
    throw DeviceError(fmt::format("cannot {} {}: {} (errno {}); is the board still plugged in?", verb, options_.device,
                                  std::generic_category().message(static_cast<int>(-moved)), -moved));
  }

  /// Does one access, by as many frames as it takes; `expected` bytes come back.
  Bytes exchange(Command command, std::uint32_t address, std::size_t bytes, const std::uint8_t* written,
                 std::size_t expected) {
    Bytes frame = {kRequestStart, command, ++tag_};
    append(frame, bytes, 2);
    append(frame, address, 4);
    if (written != nullptr) frame.insert(frame.end(), written, written + bytes);
    append(frame, crc32(frame, 1, frame.size()), 4);
    bool heard = false;
    for (int attempt = 0; attempt < options_.tries; ++attempt) {
      if (attempt > 0 && (command != kHello || heard)) ++repeated_;
      send(frame);
      const auto answer = receive(tag_, expected, heard);
      if (!answer) continue;
      if (answer->status == kBusError)
        throw DeviceError(fmt::format("the card behind {} reports a bus error at {} {:#x}", options_.device,
                                      command == kWriteMemory || command == kReadMemory ? "address" : "register",
                                      address));
      if (answer->status == kDone && answer->data.size() == expected) return answer->data;
      throw DeviceError(fmt::format(
          "the card behind {} does not support the request: its bitstream is of another version", options_.device));
    }
    if (heard)
      throw DeviceError(fmt::format("{} loses or changes bytes: a frame did not come through in {} tries",
                                    options_.device, options_.tries));
    throw DeviceError(fmt::format(
        "the card behind {} does not respond at {} baud: is it the board's serial line, and is the board programmed?",
        options_.device, options_.baud));
  }

  void send(const Bytes& frame) {
    port_->discard();
    const auto end = Clock::now() + on_time(frame.size());
    for (std::size_t done = 0; done < frame.size();) {
      const std::int64_t moved = port_->write(frame.data() + done, frame.size() - done);
      check(moved, "write");
      if (moved == 0 && Clock::now() > end) throw DeviceError(fmt::format("{} takes no bytes", options_.device));
      done += static_cast<std::size_t>(moved);
    }
    sent_ = frame.size();
  }

  [[nodiscard]] std::chrono::milliseconds on_time(std::size_t bytes) const {
    constexpr std::size_t kBitsOfAByte = 10;
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(bytes * kBitsOfAByte * 1000 / static_cast<std::size_t>(options_.baud)) +
        options_.answer_ms);
  }

  /// The answer to the frame with this tag; nothing where it has to be sent again. `heard`: something has come back.
  std::optional<Answer> receive(std::uint8_t tag, std::size_t expected, bool& heard) {
    const auto end = Clock::now() + on_time(sent_ + kAnswerHead + expected + kCrc);
    Bytes got;
    for (;;) {
      const std::size_t all = got.size() < kAnswerHead ? kAnswerHead : kAnswerHead + number(got, 3, 2) + kCrc;
      // Only what begins as an answer is one: inside of memory's bytes there might be an old one.
      if ((!got.empty() && got[0] != kAnswerStart) || all > kMostOfAFrame) return lost();
      if (got.size() > kAnswerHead && got.size() >= all) {
        if (crc32(got, 1, all - kCrc) != number(got, all - kCrc, kCrc)) return lost();
        Answer answer{got[1], got[2],
                      Bytes(got.begin() + kAnswerHead, got.begin() + static_cast<std::ptrdiff_t>(all - kCrc))};
        got.erase(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(all));
        if (answer.status == kNotUnderstood) return std::nullopt;
        if (answer.tag == tag) return answer;
        continue;  // of a frame that was sent twice
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) return std::nullopt;
      std::array<std::uint8_t, 4096> some{};
      const std::int64_t came = port_->read(some.data(), some.size(), static_cast<int>(left));
      check(came, "read");
      heard = heard || came > 0;
      got.insert(got.end(), some.begin(), some.begin() + came);
    }
  }

  /// Waits until nothing more comes of a broken answer.
  std::optional<Answer> lost() {
    constexpr int kQuietMs = 50;
    std::array<std::uint8_t, 4096> some{};
    for (std::int64_t came = 1; came > 0;) {
      came = port_->read(some.data(), some.size(), kQuietMs);
      check(came, "read");
    }
    return std::nullopt;
  }

  UartOptions options_;
  CardMemory memory_;
  std::shared_ptr<SerialPort> port_;
  std::uint8_t tag_;
  std::size_t most_ = 0, sent_ = 0;
  int repeated_ = 0;
};

UartCard::UartCard(const UartOptions& options, std::shared_ptr<SerialPort> port)
    : impl_(std::make_unique<Impl>(options, std::move(port))) {}
UartCard::~UartCard() = default;

void UartCard::write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  impl_->write(channel, address, data, bytes);
}
void UartCard::read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
  impl_->read(channel, address, data, bytes);
}
void UartCard::write_register(std::uint32_t offset, std::uint32_t value) { impl_->write_register(offset, value); }
std::uint32_t UartCard::read_register(std::uint32_t offset) { return impl_->read_register(offset); }
bool UartCard::wait_interrupt() { return impl_->wait_interrupt(); }
std::uint64_t UartCard::capacity(int channel) { return impl_->capacity(channel); }
std::vector<std::string> UartCard::notes() { return impl_->notes(); }

}  // namespace rtlgen::host
