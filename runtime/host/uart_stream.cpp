// A run as frames of words, in both directions.
#include "host/uart_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "host/serial_port.hpp"

namespace rtlgen::host {

UartStream::UartStream(const UartOptions& options, std::shared_ptr<SerialPort> port)
    : options_(options), line_(options, std::move(port)), most_(line_.hello(kStreamLine)) {}

LineBytes UartStream::status(std::size_t bytes) {
  return line_.exchange({LineCommand::kStatus, 0, 0, nullptr, bytes, bytes});
}

void UartStream::begin(const LineBytes& settings) {
  line_.exchange({LineCommand::kBegin, 0, settings.size(), settings.data()});
}

void UartStream::load(int field, const LineBytes& words) {
  constexpr std::uint32_t kLast = std::uint32_t{1} << 31U;
  for (std::size_t done = 0; done < words.size();) {
    const std::size_t part = std::min(words.size() - done, most_);
    const std::uint32_t last = done + part == words.size() ? kLast : 0;
    line_.exchange({LineCommand::kLoad, static_cast<std::uint32_t>(field) | last, part, words.data() + done});
    done += part;
  }
}

LineBytes UartStream::stream(const LineBytes& words, std::size_t bytes) {
  constexpr std::size_t kTaken = 2;
  LineBytes results;
  std::size_t done = 0;
  auto moved = std::chrono::steady_clock::now();
  while (done < words.size() || results.size() < bytes) {
    const std::size_t part = std::min(words.size() - done, most_);
    const LineBytes got =
        line_.exchange({LineCommand::kStream, 0, part, part == 0 ? nullptr : words.data() + done, kTaken, most_});
    const std::size_t taken = number_at(got, 0, kTaken);
    if (taken > part || results.size() + got.size() - kTaken > bytes)
      throw DeviceError(fmt::format("the design on {} returns more words than the run has", options_.device));
    if (taken > 0 || got.size() > kTaken) moved = std::chrono::steady_clock::now();
    done += taken;
    results.insert(results.end(), got.begin() + kTaken, got.end());
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - moved).count() > options_.patience_seconds)
      throw DeviceError(fmt::format("the design on {} has stopped: it took {} of {} bytes and returned {} of {}",
                                    options_.device, done, words.size(), results.size(), bytes));
  }
  return results;
}

}  // namespace rtlgen::host
