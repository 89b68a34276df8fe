// The serial back end in front of a card of a few lines: what it sends, what it makes of each response, what it says
// when something is wrong.
#include "host/uart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <functional>
#include <numeric>

#include "host/rtlgen_host.h"

namespace rtlgen::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using testing::HasSubstr;
using testing::IsEmpty;

/// CRC-32, by a table of nibbles: not as the library does it.
std::uint32_t crc(const Bytes& bytes, std::size_t from, std::size_t to) {
  static const std::uint32_t kNibble[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                            0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                            0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  std::uint32_t value = 0xffffffff;
  for (std::size_t i = from; i < to; ++i) {
    value = kNibble[(value ^ bytes[i]) & 15U] ^ (value >> 4U);
    value = kNibble[(value ^ (bytes[i] >> 4U)) & 15U] ^ (value >> 4U);
  }
  return ~value;
}

void append(Bytes& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Returns whole frames at once; `change` may replace the response.
class FakeCard : public host::SerialPort {
 public:
  Bytes memory = Bytes(4096);
  std::uint32_t words[1024] = {};
  std::uint8_t hello[4] = {'R', 'U', 1, 6};
  std::function<Bytes(const Bytes& frame, Bytes response)> change;
  std::vector<Bytes> frames;
  std::size_t piece = 3;  ///< bytes of a call
  std::int64_t fails = 0;

  std::int64_t write(const void* data, std::size_t bytes) override {
    if (fails < 0) return fails;
    const auto* const first = static_cast<const std::uint8_t*>(data);
    const std::size_t now = std::min(bytes, piece);
    frame_.insert(frame_.end(), first, first + now);
    if (frame_.size() >= 9) work();
    return static_cast<std::int64_t>(now);
  }
  std::int64_t read(void* data, std::size_t most, int) override {
    if (fails < 0) return fails;
    const std::size_t now = std::min({most, piece, back_.size()});
    std::copy_n(back_.begin(), now, static_cast<std::uint8_t*>(data));
    back_.erase(back_.begin(), back_.begin() + static_cast<std::ptrdiff_t>(now));
    return static_cast<std::int64_t>(now);
  }
  void discard() override { back_.clear(), frame_.clear(); }

 private:
  void work() {
    const std::uint8_t command = frame_[1];
    const std::size_t bytes = frame_[3] + 256U * frame_[4], data = command == 1 || command == 3 ? bytes : 0;
    if (frame_.size() < 13 + data) return;
    std::uint32_t address = 0;
    std::memcpy(&address, &frame_[5], 4);
    Bytes response = {0x5A, 0, frame_[2]};
    Bytes content;
    if (command == 0) content.assign(hello, hello + 4);
    if (command == 1) std::memcpy(&words[address / 4], &frame_[9], 4);
    if (command == 2) append(content, words[address / 4], 4);
    if (command == 3) std::copy_n(frame_.begin() + 9, bytes, memory.begin() + address);
    if (command == 4)
      content.assign(memory.begin() + address, memory.begin() + address + static_cast<std::ptrdiff_t>(bytes));
    append(response, static_cast<std::uint32_t>(content.size()), 2);
    response.insert(response.end(), content.begin(), content.end());
    append(response, crc(response, 1, response.size()), 4);
    EXPECT_EQ(crc(frame_, 1, frame_.size()), 0x2144DF1CU) << "a frame with its CRC";
    if (change) response = change(frame_, response);
    back_.insert(back_.end(), response.begin(), response.end());
    frames.push_back(frame_);
    frame_.clear();
  }

  Bytes frame_;
  std::deque<std::uint8_t> back_;
};

struct Uart : testing::Test {
  std::shared_ptr<FakeCard> fake = std::make_shared<FakeCard>();

  host::UartCard card() const {
    host::UartOptions options;
    options.channels = {{0, {0, 4096}}};
    options.response_ms = 20;
    return {options, fake};
  }
  /// The message that is given instead.
  template <typename Action>
  static std::string message_of(const Action& action) {
    try {
      action();
    } catch (const host::Error& fault) {
      return fault.what();
    }
    return "nothing";
  }
  static Bytes sealed(Bytes response) {
    response.resize(response.size() - 4);
    append(response, crc(response, 1, response.size()), 4);
    return response;
  }
};

TEST_F(Uart, MovesAllBytesInFramesThatTheCardTakes) {
  auto c = card();
  Bytes data(1000), back(1000);
  std::iota(data.begin(), data.end(), std::uint8_t{7});
  c.write_memory(0, 13, data.data(), data.size());
  c.read_memory(0, 13, back.data(), back.size());
  EXPECT_EQ(back, data);
  EXPECT_EQ(fake->frames.size(), 1 + 16 + 16) << "hello, and 64 bytes per frame";
  c.write_register(20, 0x12345678);
  EXPECT_EQ(c.read_register(20), 0x12345678U);
  EXPECT_THAT(c.notes(), IsEmpty());
  EXPECT_EQ(c.capacity(0), 4096U);
  EXPECT_THAT(message_of([&] { c.read_memory(0, 4000, back.data(), 100); }), HasSubstr("are not in it"));
}

TEST_F(Uart, WhatIsBrokenIsAskedForAgainWithTheSameTag) {
  auto c = card();
  fake->words[1] = 77;
  for (const auto& breaks : std::vector<std::function<Bytes(Bytes)>>{
           [](Bytes a) { return a[5] ^= 1, a; }, [](Bytes a) { return a[0] = 0, a; },
           [](Bytes a) { return a.pop_back(), a; }, [](Bytes) { return Bytes{}; },
           [](Bytes a) { return a[1] = 1, a[2] = 0, sealed(a); }, [](Bytes a) { return a[4] = 0xFF, a; }}) {
    int left = 2;
    fake->frames.clear();
    fake->change = [&](const Bytes&, Bytes response) { return left-- > 0 ? breaks(std::move(response)) : response; };
    EXPECT_EQ(c.read_register(4), 77U);
    ASSERT_EQ(fake->frames.size(), 3U);
    EXPECT_EQ(fake->frames[0], fake->frames[2]);
  }
  EXPECT_THAT(c.notes(), testing::ElementsAre(HasSubstr("12 frames had to be repeated")));
}

/// A frame that was sent twice gets two responses.
TEST_F(Uart, AResponseToAnotherFrameIsIgnored) {
  auto c = card();
  fake->words[1] = 77;
  fake->change = [](const Bytes&, const Bytes& response) {
    Bytes older = response;
    older[2] = static_cast<std::uint8_t>(older[2] - 1);
    older[5] = 1;
    older = sealed(older);
    older.insert(older.end(), response.begin(), response.end());
    return older;
  };
  EXPECT_EQ(c.read_register(4), 77U);
  EXPECT_EQ(fake->frames.size(), 2U);
}

TEST_F(Uart, FaultsAreNamed) {
  auto c = card();
  std::uint32_t word = 0;
  fake->change = [](const Bytes&, Bytes a) { return a[1] = 3, sealed(a); };
  EXPECT_THAT(message_of([&] { word = c.read_register(8); }), HasSubstr("reports a bus error at register 0x8"));
  fake->change = [](const Bytes&, Bytes a) { return a[1] = 2, sealed(a); };
  EXPECT_THAT(message_of([&] { word = c.read_register(8); }), HasSubstr("its bitstream has another version"));
  fake->change = [](const Bytes&, Bytes a) { return a[6] ^= 4, a; };
  EXPECT_THAT(message_of([&] { word = c.read_register(8); }),
              HasSubstr("loses or changes bytes: a frame did not get through in 5 tries"));
  fake->change = [](const Bytes&, const Bytes&) { return Bytes{}; };
  EXPECT_THAT(
      message_of([&] { card(); }),
      HasSubstr("does not respond at 1000000 baud: is it the board's serial line, and is the board programmed?"));
  fake->change = [](const Bytes& frame, const Bytes&) { return frame; };
  EXPECT_THAT(message_of([&] { card(); }), HasSubstr("loses or changes bytes")) << "a line that ends in itself";
  fake->change = nullptr;
  fake->hello[2] = 2;
  EXPECT_THAT(message_of([&] { card(); }), HasSubstr("is for a board without memory"));
  fake->hello[2] = 3;
  EXPECT_THAT(message_of([&] { card(); }), HasSubstr("uses version 3 of the serial protocol"));
  fake->hello[0] = 'X';
  EXPECT_THAT(message_of([&] { card(); }), HasSubstr("is not an rtlgen card"));
  fake->fails = -5;
  EXPECT_THAT(message_of([&] { c.write_register(0, 0); }), HasSubstr("is the board still plugged in?"));
  EXPECT_EQ(word, 0U);
}

TEST_F(Uart, WaitsForTheInterruptRegister) {
  auto c = card();
  int reads = 0;
  fake->change = [&](const Bytes& frame, Bytes response) {
    if (frame[1] == 2 && frame[5] == 0x0c && ++reads == 3) response[5] = 1, response = sealed(response);
    return response;
  };
  EXPECT_TRUE(c.wait_interrupt());
  EXPECT_EQ(reads, 3);
}

TEST(SerialPort, OfLinuxSaysWhatIsMissing) {
  const auto message_of = [](const std::string& path, int baud) {
    try {
      host::linux_serial_port(path, baud);
    } catch (const host::DeviceError& fault) {
      return std::string(fault.what());
    }
    return std::string("nothing");
  };
  EXPECT_THAT(message_of("/dev/no_such_port", 1000000),
              HasSubstr("cannot open /dev/no_such_port: No such file or directory (errno 2); `dmesg` shows the name"));
  EXPECT_THAT(message_of("/dev/null", 1000000), HasSubstr("/dev/null is not a serial port"));
  EXPECT_THAT(message_of("/dev/ptmx", 1234567), HasSubstr("cannot run at 1234567 baud"));
}

TEST(UartOptions, AreTheManifests) {
  const std::string shell =
      R"({"shell": {"registers": [{"name": "beats_0", "offset": 64, "bits": 64}]}, "card": {"kernels": [{"registers": 0, "interrupt": 0, "channels": [0]}], "memory": [{"base": 0, "bytes": 1024}])";
  const host::UartOptions options = host::uart_options(shell + R"(, "uart": {"baud": 115200}}})");
  EXPECT_EQ(options.baud, 115200);
  EXPECT_EQ(options.channels.at(0).bytes, 1024U);
  EXPECT_THAT(options.progress, testing::ElementsAre(64U));
  EXPECT_THROW(host::uart_options(shell + "}}"), host::Error);
  EXPECT_EQ(rtlgen_host_open_uart("/no/manifest.json", "/dev/null"), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("/no/manifest.json"));
}

}  // namespace
}  // namespace rtlgen::test
