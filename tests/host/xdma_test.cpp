// The XDMA back end's transfers on a stand-in of its driver, of every awkward size; every call that can fail; the
// system calls themselves.
#include "host/xdma.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <random>

#include "fake_card.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;
using Call = XdmaStandIn::Call;

/// Bytes and registers, and nothing that works.
class PlainCard : public host::Backend {
 public:
  void write_memory(int, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    std::copy_n(data, bytes, memory.begin() + static_cast<std::ptrdiff_t>(address));
  }
  void read_memory(int, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(address), bytes, data);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { registers[offset] = value; }
  std::uint32_t read_register(std::uint32_t offset) override { return registers[offset]; }
  bool wait_interrupt() override { return false; }

  Bytes memory = Bytes(std::size_t{6} << 20);
  std::map<std::uint32_t, std::uint32_t> registers;
};

constexpr std::uint64_t kBase = 0x40'0000'0000;

class Transfers : public testing::Test {
 protected:
  Transfers() {
    options_.channels = {{2, {kBase, card_->memory.size()}}};
    open();
  }
  void open() { xdma_ = std::make_unique<host::XdmaCard>(options_, files_); }
  std::string failure(const std::function<void()>& action) {
    try {
      action();
    } catch (const host::DeviceError& fault) {
      return fault.what();
    }
    return "nothing was thrown";
  }
  std::string opening() {
    xdma_.reset();
    return failure([&] { open(); });
  }
  /// The first call of `what` on `file` returns `result`.
  void once(const std::string& what, const std::string& file, std::int64_t result) {
    files_->respond = [=, done = false](const Call& call) mutable -> std::optional<std::int64_t> {
      if (done || call.what != what || call.file != file) return std::nullopt;
      done = true;
      return result;
    };
  }

  std::shared_ptr<PlainCard> card_ = std::make_shared<PlainCard>();
  host::XdmaOptions options_;
  std::shared_ptr<XdmaStandIn> files_ = std::make_shared<XdmaStandIn>(
      card_, std::map<int, host::XdmaOptions::Memory>{{2, {kBase, card_->memory.size()}}}, [](int) { return false; });
  std::unique_ptr<host::XdmaCard> xdma_;
  std::uint8_t buffer_[256] = {};
};

/// Every size and place in a beat, and every number of bytes that a call moves: all bytes come, and none beside them.
TEST_F(Transfers, OfEverySizeAreWhole) {
  std::mt19937_64 random(1);
  Bytes data(4096 + 64), back(data.size() + 2);
  for (std::uint8_t& b : data) b = static_cast<std::uint8_t>(random());
  for (const std::size_t limit : {1U, 3U, 63U, 64U, 65U, 4095U}) {
    files_->limit = [limit](std::size_t) { return limit; };
    for (const std::size_t bytes : {1U, 2U, 63U, 64U, 65U, 127U, 1000U, 4096U}) {
      if (bytes / limit > 1100) continue;
      for (const std::uint64_t address : {0U, 1U, 63U, 64U, 4095U}) {
        for (const std::size_t place : {0U, 1U, 17U, 63U}) {
          std::fill(card_->memory.begin(), card_->memory.begin() + 16384, 0xee);
          xdma_->write_memory(2, address + 1, data.data() + place, bytes);
          const auto begin = card_->memory.begin() + static_cast<std::ptrdiff_t>(address + 1);
          ASSERT_TRUE(std::equal(begin, begin + static_cast<std::ptrdiff_t>(bytes),
                                 data.begin() + static_cast<std::ptrdiff_t>(place)))
              << bytes << " at " << address << " limit " << limit;
          ASSERT_EQ(begin[-1], 0xee);
          ASSERT_EQ(begin[static_cast<std::ptrdiff_t>(bytes)], 0xee);
          std::fill(back.begin(), back.end(), 0x55);
          xdma_->read_memory(2, address + 1, back.data() + 1, bytes);
          ASSERT_TRUE(std::equal(begin, begin + static_cast<std::ptrdiff_t>(bytes), back.begin() + 1));
          ASSERT_EQ(back[0], 0x55);
          ASSERT_EQ(back[bytes + 1], 0x55);
        }
      }
    }
  }
}

/// Larger than the buffer that misaligned bytes go through, by calls that move any number of bytes.
TEST_F(Transfers, OfMegabytesAreWhole) {
  std::mt19937_64 random(2);
  Bytes data((std::size_t{5} << 20) + 77), back(data.size());
  for (std::uint8_t& b : data) b = static_cast<std::uint8_t>(random());
  for (const std::uint64_t address : {0U, 5U}) {
    for (const bool limited : {false, true}) {
      if (limited)
        files_->limit = [&random](std::size_t) { return static_cast<std::size_t>(random() % 1'000'000 + 1); };
      xdma_->write_memory(2, address, data.data(), data.size());
      std::fill(back.begin(), back.end(), 0);
      xdma_->read_memory(2, address, back.data(), back.size());
      ASSERT_EQ(back, data) << address;
    }
  }
}

/// A driver would refuse these, so they go through a buffer that suits.
TEST_F(Transfers, TheStandInRefusesWhatTheDriverDoes) {
  const int h2c = files_->open("/dev/xdma0_h2c_0", O_WRONLY), c2h = files_->open("/dev/xdma0_c2h_0", O_RDONLY),
            user = files_->open("/dev/xdma0_user", O_RDWR), events = files_->open("/dev/xdma0_events_0", O_RDONLY);
  alignas(64) std::uint8_t data[128] = {};
  EXPECT_EQ(files_->write_at(h2c, data, 64, kBase), 64);
  EXPECT_EQ(files_->write_at(h2c, data + 1, 64, kBase), -EINVAL);
  EXPECT_EQ(files_->write_at(c2h, data, 64, kBase), -EINVAL);
  EXPECT_EQ(files_->read_at(h2c, data, 64, kBase), -EINVAL);
  EXPECT_EQ(files_->read_at(c2h, data, 64, 0), -EIO);
  EXPECT_EQ(files_->read_at(user, data, 3, 0), -EPROTO);
  EXPECT_EQ(files_->read(events, data, 8), -EPROTO);
  EXPECT_THROW(files_->read(events, data, 4), std::logic_error) << "there is no event";
}

TEST_F(Transfers, SignalsDoNotEndThem) {
  std::map<std::string, int> interrupted;
  files_->respond = [&](const Call& call) -> std::optional<std::int64_t> {
    if (call.what == "open" || call.what == "lock" || interrupted[call.what + call.file]++ % 2 == 1)
      return std::nullopt;
    return -EINTR;
  };
  Bytes data(200, 7), back(200);
  xdma_->write_memory(2, 0, data.data(), data.size());
  xdma_->read_memory(2, 0, back.data(), back.size());
  EXPECT_EQ(back, data);
  xdma_->write_register(0x20, 9);
  EXPECT_EQ(xdma_->read_register(0x20), 9U);
  card_->registers[0x0c] = 1;
  files_->stale_events = 1;
  EXPECT_TRUE(xdma_->wait_interrupt());
  files_->respond = nullptr;
}

TEST_F(Transfers, FailuresNameDeviceAddressAndReason) {
  const struct {
    const char* what;
    const char* file;
    std::int64_t result;
    const char* text;
  } faults[] = {
      {"write_at", "h2c_0", -EIO,
       "cannot write 100 bytes at card address 0x4000000040 through /dev/xdma0_h2c_0: Input/output error (errno 5)"},
      {"write_at", "h2c_0", -ERESTART, "(errno 85)"},
      {"write_at", "h2c_0", 0, "the driver moved nothing"},
      {"write_at", "h2c_0", 101, "the driver reports 101 bytes"},
      {"read_at", "c2h_0", -ETIMEDOUT,
       "cannot read 100 bytes at card address 0x4000000040 through /dev/xdma0_c2h_0: Connection timed out (errno 110)"},
      {"read_at", "c2h_0", 0, "the driver moved nothing"},
      {"read_at", "c2h_0", 1 << 30, "the driver reports 1073741824 bytes"},
      {"write_at", "user", -EIO, "cannot write register 0x10 through /dev/xdma0_user: Input/output error"},
      {"read_at", "user", -ENODEV, "cannot read register 0x14 through /dev/xdma0_user: No such device"},
      {"read_at", "user", 2, "2 of 4 bytes moved"},
      {"wait_readable", "events_0", -ENODEV,
       "cannot wait for the interrupt through /dev/xdma0_events_0: No such device"},
      {"read", "events_0", -EIO, "cannot wait for the interrupt through /dev/xdma0_events_0: Input/output error"},
      {"read", "events_0", 2, "got 2 of 4 bytes"}};
  for (const auto& f : faults) {
    const auto everything = [&] {
      files_->stale_events = 1;
      card_->registers[0x0c] = 1;
      xdma_->write_memory(2, 64, buffer_, 100);
      xdma_->read_memory(2, 64, buffer_, 100);
      xdma_->write_register(0x10, 1);
      (void)xdma_->read_register(0x14);
      (void)xdma_->wait_interrupt();
    };
    once(f.what, f.file, f.result);
    EXPECT_THAT(failure(everything), HasSubstr(f.text)) << f.what << " " << f.file;
    EXPECT_NO_THROW(everything()) << "usable after " << f.what << " " << f.file;
  }
}

TEST_F(Transfers, OutsideTheMemoryAreRefusedBeforeTheDriverIsAsked) {
  const std::uint64_t end = card_->memory.size();
  files_->calls.clear();
  EXPECT_THROW(xdma_->write_memory(2, end - 1, buffer_, 2), host::Error);
  EXPECT_THROW(xdma_->read_memory(2, end + 1, buffer_, 1), host::Error);
  EXPECT_THROW(xdma_->read_memory(2, ~std::uint64_t{0}, buffer_, 2), host::Error);
  EXPECT_THROW(xdma_->write_memory(0, 0, buffer_, 1), host::Error);
  EXPECT_TRUE(files_->calls.empty());
  EXPECT_NO_THROW(xdma_->write_memory(2, end - 1, buffer_, 1));
  EXPECT_EQ(xdma_->capacity(2), end);
}

TEST_F(Transfers, ADriverThatIsMissingIsNamedWithItsSource) {
  files_->nodes = {};
  EXPECT_THAT(opening(),
              AllOf(HasSubstr("/dev/xdma0_user does not exist: the XDMA driver is not loaded, or it sees no card"),
                    HasSubstr("github.com/Xilinx/dma_ip_drivers"), HasSubstr("lspci -d 10ee:")));
  files_->device = "/dev/xdma3";
  files_->nodes = {"user", "h2c_0", "c2h_0", "events_0"};
  EXPECT_THAT(opening(), HasSubstr("/dev/xdma0_user does not exist; the driver sees these cards: /dev/xdma3"));
  files_->device = "/dev/xdma0";
  for (const char* missing : {"h2c_0", "c2h_0", "events_0"}) {
    files_->nodes = {"user", "h2c_0", "c2h_0", "events_0"};
    files_->nodes.erase(std::find(files_->nodes.begin(), files_->nodes.end(), missing));
    EXPECT_THAT(opening(), HasSubstr(std::string("/dev/xdma0_") + missing +
                                     " does not exist: /dev/xdma0 exists, but its bitstream lacks this"));
  }
  files_->nodes = {"user", "h2c_0", "c2h_0", "events_0"};
  EXPECT_EQ(opening(), "nothing was thrown");
}

TEST_F(Transfers, ACardThatCannotBeOpenedSaysWhy) {
  once("open", "h2c_0", -EACCES);
  EXPECT_THAT(opening(),
              AllOf(HasSubstr("cannot open /dev/xdma0_h2c_0: Permission denied (errno 13)"), HasSubstr("udev")));
  once("open", "c2h_0", -EBUSY);
  EXPECT_THAT(opening(), HasSubstr("cannot open /dev/xdma0_c2h_0: Device or resource busy (errno 16)"));
  once("lock", "events_0", -EWOULDBLOCK);
  EXPECT_EQ(opening(), "/dev/xdma0 is in use by another program");
  files_->held_by = "process 4711 (python3)";
  for (const char* file : {"h2c_0", "c2h_0"}) {
    once("lock", file, -EWOULDBLOCK);
    EXPECT_EQ(opening(), "/dev/xdma0 is in use by another program: process 4711 (python3)") << file;
  }
  once("lock", "events_0", -ENOLCK);
  EXPECT_THAT(opening(), HasSubstr("cannot lock /dev/xdma0_events_0: No locks available"));
  // Files that were opened before the failure are closed again.
  int open = 0;
  for (const Call& c : files_->calls)
    open += c.what == "open" && c.file.empty() ? 0 : c.what == "open" ? 1 : c.what == "close" ? -1 : 0;
  EXPECT_EQ(open, 2) << "the two that failed to open are not closed";
}

/// The memory map that `project` writes for a board.
TEST(XdmaOptions, TakeTheMemoryMapOfTheManifest) {
  const std::string registers = R"("shell": {"registers": [{"name": "beats_read_0", "offset": 64, "bits": 48}]})";
  const host::XdmaOptions plain = host::xdma_options("{" + registers + "}");
  ASSERT_EQ(plain.channels.size(), 1U);
  EXPECT_EQ(plain.channels.at(0).bytes, ~std::uint64_t{0});
  const std::string card =
      "{" + registers +
      R"(, "card": {"board": "b", "memory": [{"base": 0, "bytes": 4096}, {"base": 4096, "bytes": 8192}],
                                               "kernels": [{"registers": 0, "interrupt": 0, "channels": [0, 1]}, {"registers": 65536, "interrupt": 1, "channels": [1]}]}})";
  const host::XdmaOptions wired = host::xdma_options(card);
  ASSERT_EQ(wired.channels.size(), 2U);
  EXPECT_EQ(wired.channels.at(1).base, 4096U);
  EXPECT_EQ(wired.channels.at(1).bytes, 8192U);
  EXPECT_EQ(wired.progress, std::vector<std::uint32_t>{64});
  // The second kernel: its channel 0 is the card's 1.
  const host::XdmaOptions second = host::xdma_options(card, 1);
  ASSERT_EQ(second.channels.size(), 1U);
  EXPECT_EQ(second.channels.at(0).base, 4096U);
  EXPECT_EQ(second.registers, 65536U);
  EXPECT_EQ(second.event, 1);
  EXPECT_TRUE(second.shares_dma);
  EXPECT_FALSE(plain.shares_dma);
  EXPECT_THROW((void)host::xdma_options(card, 2), host::Error);
  EXPECT_THROW((void)host::xdma_options("{" + registers + "}", 1), host::Error);
  EXPECT_THROW((void)host::xdma_options("{" + registers + R"(, "card": {}})"), host::Error);
}

/// The system calls themselves, on files that are no devices: a mapped file as registers, a sparse one as memory, a
/// FIFO as events.
TEST(LinuxFiles, AreReadMappedAndWaitedFor) {
  const runner::TemporaryFolder folder;
  const auto at = [&](const char* end) { return (folder.path() / (std::string("xdma0") + end)).string(); };
  runner::write_file(at("_user"), std::string(4096, '\0'));
  runner::write_file(at("_h2c_0"), "");
  std::filesystem::create_hard_link(at("_h2c_0"), at("_c2h_0"));
  ASSERT_EQ(mkfifo(at("_events_0").c_str(), 0600), 0);
  host::XdmaOptions options;
  options.device = at("");
  options.channels = {{0, {0x1'0000'0000, 0x10000}}};
  options.registers = 0x100;
  options.register_bytes = 0x40;
  options.patience_seconds = 0.2;
  options.shares_dma = true;  // both files are one
  std::fstream events(at("_events_0"), std::ios::in | std::ios::out | std::ios::binary);
  host::XdmaCard card(options);
  // Through the map: the file has the word.
  card.write_register(0x10, 0x01020304);
  EXPECT_EQ(runner::read_file(at("_user")).substr(0x110, 4), std::string("\x04\x03\x02\x01"));
  EXPECT_EQ(card.read_register(0x10), 0x01020304U);
  card.write_register(0x40, 5);
  EXPECT_EQ(runner::read_file(at("_user"))[0x140], 5) << "beyond the map, through the file";
  Bytes data(5000, 3), back(5000);
  card.write_memory(0, 77, data.data(), data.size());
  card.read_memory(0, 77, back.data(), back.size());
  EXPECT_EQ(back, data);
  EXPECT_EQ(std::filesystem::file_size(at("_h2c_0")), 0x1'0000'0000U + 77 + 5000);
  EXPECT_FALSE(card.wait_interrupt());
  events.write("\x01\0\0\0", 4).flush();
  card.write_register(0x0c, 1);
  EXPECT_TRUE(card.wait_interrupt());
  EXPECT_TRUE(card.notes().empty());
  EXPECT_TRUE(card.wait_interrupt());
  EXPECT_EQ(card.notes().size(), 1U) << "no event came a second time";
  try {
    host::XdmaCard second(options);
    ADD_FAILURE() << "two programs have one card";
  } catch (const host::DeviceError& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("is in use by another program"));
  }
  EXPECT_EQ(host::linux_files()->paths(at("_h")), std::vector<std::string>{at("_h2c_0")});
}

}  // namespace
}  // namespace rtlgen::test
