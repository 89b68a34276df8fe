// AxiEngine without pins: what is visible when, masks, errors where they are requested, bounds, and the DRAM's time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "dram/part_file.hpp"
#include "dram/traffic.hpp"
#include "system/axi_engine.hpp"
#include "system/link.hpp"
#include "test_paths.hpp"

namespace rtlgen::system {
namespace {

using ::testing::HasSubstr;
constexpr std::int64_t kPeriod = 4'000'000;  // fs

/// A master that does one thing after the other, beats of 8 bytes.
class Master {
 public:
  Master(Store& store, const MemoryOptions& options, int bus_bits = 64) : engine(bus_bits, store, options) {
    engine.step(0);
  }

  void clock() { engine.step(now += kPeriod); }
  void write_address(std::uint64_t address, int beats) {
    while (!engine.awready) clock();
    engine.take_write_address(address, beats);
    clock();
  }
  void write_beat(std::uint64_t value, std::uint32_t strobe) {
    while (!engine.wready) clock();
    const std::uint32_t words[2] = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    engine.take_write_data(words, &strobe);
    clock();
  }
  int write_response() {
    while (!engine.bvalid) clock();
    const int response = engine.bresp;
    engine.take_response();
    clock();
    return response;
  }
  void read_address(std::uint64_t address, int beats) {
    while (!engine.arready) clock();
    engine.take_read_address(address, beats);
    clock();
  }
  std::uint64_t read_beat(int& response, bool& last) {
    while (!engine.rvalid) clock();
    response = engine.rresp;
    last = engine.rlast;
    const std::uint64_t value = engine.rdata()[0] | static_cast<std::uint64_t>(engine.rdata()[1]) << 32;
    engine.take_read_data();
    clock();
    return value;
  }
  std::uint64_t read(std::uint64_t address) {
    int response = 0;
    bool last = false;
    read_address(address, 1);
    return read_beat(response, last);
  }

  AxiEngine engine;
  std::int64_t now = 0;
};

Store filled() {
  Store store(0, 1 << 20);
  const std::vector<std::uint8_t> zeros(1 << 16);
  store.write(0, zeros.data(), zeros.size());
  return store;
}

TEST(Store, IsSparseAndRefusesWhatItDoesNotHold) {
  Store store(std::uint64_t{1} << 40, std::uint64_t{1} << 34);
  std::vector<std::uint8_t> data(10000), back(10000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint8_t>(i * 7);
  const std::uint64_t at = (std::uint64_t{1} << 40) + (std::uint64_t{1} << 33) + 4090;
  store.write(at, data.data(), data.size());
  store.read(at, back.data(), back.size());
  EXPECT_EQ(data, back);
  EXPECT_EQ(store.touched(), 4U * 4096U);
  EXPECT_THROW(store.read(0, back.data(), 1), std::out_of_range);
  EXPECT_THROW(store.write((std::uint64_t{1} << 40) + (std::uint64_t{1} << 34) - 1, data.data(), 2), std::out_of_range);
  EXPECT_THROW(store.read(~std::uint64_t{0}, back.data(), 2), std::out_of_range);
  std::uint64_t noise = 0;
  store.read((std::uint64_t{1} << 40) + 8192, &noise, 8);
  EXPECT_NE(noise, 0U) << "what was never written is noise";
}

TEST(Engine, MasksCountByteByByte) {
  Store store = filled();
  Master m(store, {});
  m.write_address(64, 3);
  m.write_beat(0x1111111111111111, 0xFF);
  m.write_beat(0x2222222222222222, 0x81);
  m.write_beat(0x3333333333333333, 0x00);
  EXPECT_EQ(m.write_response(), kOkay);
  EXPECT_EQ(m.read(64), 0x1111111111111111U);
  EXPECT_EQ(m.read(72), 0x2200000000000022U);
  EXPECT_EQ(m.read(80), 0U);
}

TEST(Engine, AWriteIsReadableFromItsResponseOn) {
  Store store = filled();
  MemoryOptions options;
  options.latency_least = options.latency_most = 50;
  Master m(store, options);
  m.write_address(0, 1);
  m.write_beat(5, 0xFF);
  m.read_address(0, 1);
  EXPECT_EQ(m.write_response(), kOkay);
  int response = 0;
  bool last = false;
  EXPECT_EQ(m.read_beat(response, last), 0U) << "asked for before the response";
  EXPECT_EQ(m.read(0), 5U);
}

TEST(Engine, ErrorsComeWhereTheyAreAskedFor) {
  Store store = filled();
  MemoryOptions options;
  options.errors = {{false, 1, 2, kSlaveError}, {true, 0, 0, kDecodeError}};
  Master m(store, options);
  int response = 0;
  bool last = false;
  for (int burst = 0; burst < 3; ++burst) {
    m.read_address(0, 4);
    for (int beat = 0; beat < 4; ++beat) {
      const std::uint64_t value = m.read_beat(response, last);
      EXPECT_EQ(response, burst == 1 && beat == 2 ? kSlaveError : kOkay);
      EXPECT_EQ(value == 0, response == kOkay) << "bad data are not the right ones";
      EXPECT_EQ(last, beat == 3);
    }
  }
  m.write_address(0, 1);
  m.write_beat(7, 0xFF);
  EXPECT_EQ(m.write_response(), kDecodeError);
  EXPECT_EQ(m.read(0), 0U) << "what is refused is not written";
  m.read_address(1 << 20, 1);
  m.read_beat(response, last);
  EXPECT_EQ(response, kDecodeError);
  m.write_address((1 << 20) - 8, 2);
  m.write_beat(7, 0xFF);
  m.write_beat(7, 0xFF);
  EXPECT_EQ(m.write_response(), kDecodeError);
  EXPECT_EQ(m.engine.counts().errors, 4);
}

TEST(Engine, OutstandingBurstsAreBounded) {
  Store store = filled();
  MemoryOptions options;
  options.outstanding = 3;
  options.latency_least = options.latency_most = 1000;
  Master m(store, options);
  int reads = 0, writes = 0;
  for (int i = 0; i < 100; ++i, m.clock()) {
    if (m.engine.arready) m.engine.take_read_address(0, 1), ++reads;
    if (m.engine.awready) m.engine.take_write_address(0, 1), ++writes;
  }
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(writes, 3);
  EXPECT_THROW(m.engine.set({}), std::logic_error);
  m.engine.reset();
  m.engine.set({});
  EXPECT_TRUE(m.engine.idle());
}

TEST(Engine, AnOfferStaysUntilItIsTaken) {
  Store store = filled();
  const std::uint64_t values[2] = {11, 12};
  store.write(0, values, 16);
  MemoryOptions options;
  options.ready_percent = 50;
  Master m(store, options);
  m.read_address(0, 2);
  m.write_address(64, 1);
  m.write_beat(1, 0xFF);
  m.write_address(128, 1);
  m.write_beat(2, 0xFF);
  while (!m.engine.rvalid || !m.engine.bvalid) m.clock();
  for (int i = 0; i < 50; ++i, m.clock()) {
    ASSERT_TRUE(m.engine.rvalid && m.engine.bvalid);
    ASSERT_EQ(m.engine.rdata()[0], 11U);
    ASSERT_FALSE(m.engine.rlast);
  }
  std::uint64_t second = 0;
  store.read(128, &second, 8);
  EXPECT_NE(second, 2U) << "the second response was not offered yet";
}

/// GB/s of a linear reader with bursts of 4 KiB on a 512-bit bus.
double read_rate(const std::shared_ptr<const dram::Timings>& part, std::int64_t period) {
  Store store(0, 64 << 20);
  MemoryOptions options;
  options.dram = part;
  AxiEngine engine(512, store, options);
  std::int64_t now = 0, beats = 0;
  std::uint64_t address = 0;
  for (int clock = 0; clock < 40000; ++clock) {
    engine.step(now += period);
    if (engine.arready) engine.take_read_address(address, 64), address = (address + 4096) % (32 << 20);
    if (engine.rvalid) engine.take_read_data(), ++beats;
  }
  return static_cast<double>(beats) * 64 / (static_cast<double>(now) * 1e-6);
}

TEST(Engine, TheDramKeepsItsOwnTime) {
  for (const std::string name : {"ddr3-1600", "ddr4-2400"}) {
    const auto part = std::make_shared<const dram::Timings>(
        dram::read_timings(test::source_folder() + "/sim/dram/parts/" + name + ".yaml"));
    const double bare = dram::deliver(*part, {{0, false}}, 4 << 20).gbs;
    // A bus that is fast enough gets what the DRAM gives; a slow one what it can carry.
    EXPECT_NEAR(read_rate(part, 2'000'000), bare, bare * 0.01) << name;
    EXPECT_NEAR(read_rate(part, 10'000'000), 6.4, 0.07) << name;
  }
}

TEST(Link, FromYamlAndPlain) {
  const Link link = read_link(test::source_folder() + "/sim/system/links/pcie3x8.yaml");
  EXPECT_DOUBLE_EQ(link.write_gbs, 6.5);
  std::stringstream text;
  write_plain(text, link);
  const Link again = read_plain_link(text);
  EXPECT_EQ(again.name, link.name);
  EXPECT_DOUBLE_EQ(again.interrupt_ns, link.interrupt_ns);
  const std::string path = test::build_folder() + "/bad_link.yaml";
  std::ofstream(path) << "name: x\nwrite_gbs: {value: 0, source: \"x\"}\n";
  try {
    read_link(path);
    FAIL() << "read";
  } catch (const std::runtime_error& e) {
    EXPECT_THAT(e.what(), HasSubstr("no 'read_gbs'"));
  }
}

}  // namespace
}  // namespace rtlgen::system
