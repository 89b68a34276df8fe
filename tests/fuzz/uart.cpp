// Bytes from a serial line: only the response to the frame that was sent, whole and with its CRC, is ever taken
// for data.
//
// An input is a script of what the line brings, in pieces: a byte that says what, a byte of length, so many bytes.
// What: raw bytes, a response with these bytes as data, the same with a wrong tag, status or CRC, silence, an error of
// the port. At its end the line is unplugged.
#include "host/uart.hpp"

#include <algorithm>

#include "target.hpp"

namespace {

using namespace rtlgen;
using Bytes = std::vector<std::uint8_t>;

std::uint32_t crc_of(const Bytes& bytes, std::size_t from) {
  std::uint32_t crc = ~0U;
  for (std::size_t i = from; i < bytes.size(); ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1U ^ (0xEDB88320U & (0U - (crc & 1U)));
  }
  return ~crc;
}

class Line : public host::SerialPort {
 public:
  Line(const std::uint8_t* data, std::size_t size) : script_(data, data + size) {}

  std::int64_t write(const void* data, std::size_t bytes) override {
    const auto* const first = static_cast<const std::uint8_t*>(data);
    // A frame comes at once, or in what is left of it.
    if (bytes >= 9 && first[0] == 0xA5) tag_ = first[2];
    return static_cast<std::int64_t>(bytes);
  }
  std::int64_t read(void* data, std::size_t most, int) override {
    while (back_.empty()) {
      if (script_.size() - at_ < 2) return -EIO;
      const std::uint8_t what = script_[at_] % 8;
      const std::size_t length = std::min<std::size_t>(script_[at_ + 1], script_.size() - at_ - 2);
      const Bytes bytes(script_.begin() + static_cast<std::ptrdiff_t>(at_ + 2),
                        script_.begin() + static_cast<std::ptrdiff_t>(at_ + 2 + length));
      at_ += 2 + length;
      if (what == 6) return 0;
      if (what == 7) return -EAGAIN;
      bring(what, bytes);
    }
    const std::size_t now = std::min(most, back_.size());
    std::copy_n(back_.begin(), now, static_cast<std::uint8_t*>(data));
    back_.erase(back_.begin(), back_.begin() + static_cast<std::ptrdiff_t>(now));
    return static_cast<std::int64_t>(now);
  }
  void discard() override { back_.clear(); }

  /// Contents of responses without a fault that were brought.
  std::vector<Bytes> good;

 private:
  void bring(std::uint8_t what, const Bytes& bytes) {
    if (what == 0) {
      back_.insert(back_.end(), bytes.begin(), bytes.end());
      return;
    }
    Bytes response = {0x5A, static_cast<std::uint8_t>(what == 2 ? 1 + bytes.size() % 3 : 0),
                      static_cast<std::uint8_t>(tag_ + (what == 3 ? 1 : 0)), static_cast<std::uint8_t>(bytes.size()),
                      0};
    response.insert(response.end(), bytes.begin(), bytes.end());
    const std::uint32_t crc = crc_of(response, 1) ^ (what == 4 ? 0x100U : 0U);
    for (int i = 0; i < 4; ++i) response.push_back(static_cast<std::uint8_t>(crc >> (8 * i)));
    if (what != 2 && what != 3 && what != 4) good.push_back(bytes);
    back_.insert(back_.end(), response.begin(), response.end());
  }

  Bytes script_, back_;
  std::size_t at_ = 0;
  std::uint8_t tag_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto line = std::make_shared<Line>(data, size);
  host::UartOptions options;
  options.channels = {{0, {0, 4096}}};
  try {
    host::UartCard card(options, line);
    for (int i = 0; i < 3; ++i) {
      Bytes bytes(static_cast<std::size_t>(3 + i), 0);
      card.write_memory(0, 5, bytes.data(), bytes.size());
      card.read_memory(0, 5, bytes.data(), bytes.size());
      // A raw piece may hold a whole response too, if the fuzzer finds a CRC; it never has the tag, which begins
      // anywhere.
      fuzz::require(std::find(line->good.begin(), line->good.end(), bytes) != line->good.end(),
                    "data that no response brought");
      card.write_register(8, 1);
      card.read_register(12);
    }
    card.notes();
  } catch (const host::Error& fault) {
    fuzz::require(*fault.what() != '\0', "no reason");
  }
  return 0;
}
