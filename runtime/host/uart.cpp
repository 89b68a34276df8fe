// Accesses memory and registers of a card with frames on its serial line.
#include "host/uart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/card_memory.hpp"
#include "host/design.hpp"
#include "host/uart_line.hpp"
#include "host/waiting.hpp"
#include "host/xdma.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::host {

namespace {

constexpr std::size_t kRegisterBytes = 4;

}  // namespace

UartOptions uart_options(const std::string& manifest) {
  const XdmaOptions card = xdma_options(manifest);
  UartOptions options;
  options.channels = card.channels;
  options.progress = card.progress;
  try {
    const nlohmann::json j = parse_manifest(manifest);
    if (!j.contains("card") || !j.at("card").contains("uart")) throw Error("this card has no serial line to its host");
    options.baud = j.at("card").at("uart").at("baud");
  } catch (const nlohmann::json::exception& fault) {
    throw Error(fmt::format("the serial line in manifest.json cannot be read: {}", json_fault(fault.what())));
  }
  if (options.baud < 1) throw Error(fmt::format("manifest.json is damaged: its serial line has {} baud", options.baud));
  return options;
}

class UartCard::Impl {
 public:
  Impl(const UartOptions& options, std::shared_ptr<SerialPort> port)
      : options_(options),
        memory_(options.device, options.channels),
        line_(options, std::move(port)),
        most_(line_.hello(kMemoryLine)) {}

  void write(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    in_frames(bytes, [&](std::uint64_t done, std::size_t part) {
      line_.exchange({LineCommand::kWriteMemory, on_line(card + done), part, data + done});
    });
  }

  void read(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) {
    const std::uint64_t card = memory_.address(channel, address, bytes);
    in_frames(bytes, [&](std::uint64_t done, std::size_t part) {
      const LineBytes got = line_.exchange({LineCommand::kReadMemory, on_line(card + done), part, nullptr, part, part});
      std::copy(got.begin(), got.end(), data + done);
    });
  }

  void write_register(std::uint32_t offset, std::uint32_t value) {
    LineBytes data;
    append_number(data, value, kRegisterBytes);
    line_.exchange({LineCommand::kWriteRegister, offset, kRegisterBytes, data.data()});
  }

  std::uint32_t read_register(std::uint32_t offset) {
    return number_at(
        line_.exchange({LineCommand::kReadRegister, offset, kRegisterBytes, nullptr, kRegisterBytes, kRegisterBytes}),
        0, kRegisterBytes);
  }

  bool wait_interrupt() {
    // Nothing arrives without a request; this lets a simulated line see that time passes.
    int unused = 0;
    const auto pause = [this](int milliseconds) {
      constexpr int kSliceMs = 20;
      line_.idle(std::min(milliseconds, kSliceMs));
      return true;
    };
    return wait_for_run(
        options_.device, Patience(options_.patience_seconds, options_.progress), pause,
        [this](std::uint32_t offset) { return read_register(offset); }, unused);
  }

  [[nodiscard]] std::uint64_t capacity(int channel) const { return memory_.channel(channel).bytes; }
  [[nodiscard]] std::vector<std::string> notes() const { return line_notes(line_, options_.device); }

 private:
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
      throw Error(fmt::format("card address {:#x} does not fit in the 32 address bits of a frame", address));
    return static_cast<std::uint32_t>(address);
  }

  UartOptions options_;
  CardMemory memory_;
  UartLine line_;
  std::size_t most_;
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
