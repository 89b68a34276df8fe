// The C interface on a back end of C functions: what it does, what it refuses, and that nothing is thrown through it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "fake_card.hpp"
#include "host/rtlgen_host.h"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

/// A fake card behind C functions.
struct Context {
  explicit Context(const Described& described) : card(described) {}
  FakeCard card;
  int closed = 0;
  bool register_fails = false;
  const char* text = nullptr;
};

Context* of(void* context) { return static_cast<Context*>(context); }

rtlgen_host_backend backend_of(Context& context) {
  rtlgen_host_backend f{};
  f.context = &context;
  f.write_memory = [](void* c, int channel, std::uint64_t address, const void* data, std::uint64_t bytes) {
    of(c)->card.write_memory(channel, address, static_cast<const std::uint8_t*>(data), bytes);
    return 0;
  };
  f.read_memory = [](void* c, int channel, std::uint64_t address, void* data, std::uint64_t bytes) {
    of(c)->card.read_memory(channel, address, static_cast<std::uint8_t*>(data), bytes);
    return 0;
  };
  f.write_register = [](void* c, std::uint32_t offset, std::uint32_t value) {
    of(c)->card.write_register(offset, value);
    return of(c)->register_fails ? 5 : 0;
  };
  f.read_register = [](void* c, std::uint32_t offset, std::uint32_t* value) {
    *value = of(c)->card.read_register(offset);
    return 0;
  };
  f.wait_interrupt = [](void* c, int* came) {
    *came = of(c)->card.wait_interrupt() ? 1 : 0;
    return 0;
  };
  f.capacity = [](void* c, int channel) { return of(c)->card.capacity(channel); };
  f.error = [](void* c) { return of(c)->text; };
  f.close = [](void* c) { ++of(c)->closed; };
  return f;
}

class CInterface : public testing::Test {
 protected:
  void SetUp() override { ASSERT_NE(host_, nullptr) << rtlgen_host_error(); }
  void TearDown() override { rtlgen_host_close(host_); }

  void load_all() {
    for (int i = 0; i < rtlgen_host_field_count(host_); ++i) {
      rtlgen_host_field field;
      ASSERT_EQ(rtlgen_host_get_field(host_, i, &field), 0);
      if (field.is_input == 0) continue;
      ASSERT_EQ(rtlgen_host_load(host_, field.name, cells_, field.bytes), 0) << rtlgen_host_error();
    }
  }

  Described described_{kMany};
  Context context_{described_};
  rtlgen_host_backend backend_ = backend_of(context_);
  rtlgen_host* host_ = rtlgen_host_open(described_.path.c_str(), &backend_);
  std::uint8_t cells_[240] = {1, 2, 3};
};

TEST_F(CInterface, DoesWhatTheOtherDoes) {
  rtlgen_host_field field;
  ASSERT_EQ(rtlgen_host_field_count(host_), 6);
  ASSERT_EQ(rtlgen_host_get_field(host_, 0, &field), 0);
  EXPECT_STREQ(field.name, "a");
  EXPECT_EQ(field.cell_bits, 8);
  EXPECT_EQ(field.cell_bytes, 1);
  EXPECT_EQ(field.components, 1);
  EXPECT_TRUE(field.is_input == 1 && field.is_output == 1);
  EXPECT_EQ(field.axes, 2);
  EXPECT_EQ(field.extents[0], 20U);
  EXPECT_EQ(field.extents[1], 12U);
  EXPECT_EQ(field.bytes, 240U);
  const std::uint64_t extents[] = {10, 12};
  ASSERT_EQ(rtlgen_host_set_extents(host_, extents, 2), 0);
  ASSERT_EQ(rtlgen_host_get_field(host_, 0, &field), 0);
  EXPECT_EQ(field.bytes, 120U);
  EXPECT_STREQ(field.name, "a");
  load_all();
  EXPECT_EQ(rtlgen_host_set_param(host_, "k", 77), 0);
  EXPECT_EQ(rtlgen_host_set_step(host_, 30), 0);
  EXPECT_EQ(rtlgen_host_set_watchdog(host_, 44), 0);
  EXPECT_EQ(rtlgen_host_run(host_, 6), 0);
  EXPECT_EQ(context_.card.get("param_k"), 77U);
  EXPECT_EQ(context_.card.get("first_step"), 30U);
  EXPECT_EQ(context_.card.get("watchdog"), 44U);
  std::uint8_t read[120];
  EXPECT_EQ(rtlgen_host_read(host_, "a", read, 120), 0);
  EXPECT_EQ(read[0], 1 + 2);
  EXPECT_EQ(read[2], 3 + 2);
  context_.card.set("beats_read_0", 5);
  context_.card.set("beats_read_3", 6);
  context_.card.set("beats_written_1", 7);
  context_.card.set("cycles_stalled", 8);
  context_.card.set("mon_most", 9);
  rtlgen_host_counters counters;
  EXPECT_EQ(rtlgen_host_get_counters(host_, &counters), 0);
  EXPECT_EQ(counters.passes, 2U);
  EXPECT_EQ(counters.cycles_busy, 0x1'0000'0002U);
  EXPECT_EQ(counters.cycles_stalled, 8U);
  EXPECT_EQ(counters.beats_read, 11U);
  EXPECT_EQ(counters.beats_written, 7U);
  std::uint64_t most = 0;
  EXPECT_EQ(rtlgen_host_get_monitor(host_, "most", &most), 0);
  EXPECT_EQ(most, 9U);
  EXPECT_EQ(rtlgen_host_float_bits(1.0F), 0x3f800000U);
  EXPECT_EQ(rtlgen_host_double_bits(1.0), 0x3ff0000000000000U);
}

/// Fails, and says so with a text that names the function.
void refused(int status, const std::string& function, const std::string& text) {
  EXPECT_EQ(status, 1);
  EXPECT_EQ(std::string(rtlgen_host_error()).rfind("rtlgen_host_" + function + ": ", 0), 0U) << rtlgen_host_error();
  EXPECT_THAT(rtlgen_host_error(), HasSubstr(text));
}

TEST_F(CInterface, RefusesNullPointers) {
  const std::uint64_t extents[] = {10, 12};
  std::uint64_t bits = 0;
  rtlgen_host_field field;
  rtlgen_host_counters counters;
  refused(rtlgen_host_set_extents(nullptr, extents, 2), "set_extents", "host is a null pointer");
  refused(rtlgen_host_set_extents(host_, nullptr, 2), "set_extents", "extents is a null pointer");
  refused(rtlgen_host_set_param(nullptr, "k", 1), "set_param", "host is a null pointer");
  refused(rtlgen_host_set_param(host_, nullptr, 1), "set_param", "name is a null pointer");
  refused(rtlgen_host_set_step(nullptr, 1), "set_step", "host is a null pointer");
  refused(rtlgen_host_set_watchdog(nullptr, 1), "set_watchdog", "host is a null pointer");
  refused(rtlgen_host_reset(nullptr), "reset", "host is a null pointer");
  refused(rtlgen_host_set_clock(nullptr, 100, nullptr), "set_clock", "host is a null pointer");
  refused(rtlgen_host_set_clock(host_, 100, nullptr), "set_clock", "is made by its bitstream");
  EXPECT_EQ(rtlgen_host_field_count(nullptr), -1);
  refused(rtlgen_host_get_field(nullptr, 0, &field), "get_field", "host is a null pointer");
  refused(rtlgen_host_get_field(host_, 0, nullptr), "get_field", "field is a null pointer");
  refused(rtlgen_host_load(nullptr, "a", cells_, 240), "load", "host is a null pointer");
  refused(rtlgen_host_load(host_, nullptr, cells_, 240), "load", "field is a null pointer");
  refused(rtlgen_host_load(host_, "a", nullptr, 240), "load", "'a': the cells are a null pointer");
  refused(rtlgen_host_read(nullptr, "a", cells_, 240), "read", "host is a null pointer");
  refused(rtlgen_host_read(host_, nullptr, cells_, 240), "read", "field is a null pointer");
  refused(rtlgen_host_read(host_, "a", nullptr, 240), "read", "'a': the cells are a null pointer");
  refused(rtlgen_host_run(nullptr, 1), "run", "host is a null pointer");
  refused(rtlgen_host_start(nullptr, 1), "start", "host is a null pointer");
  refused(rtlgen_host_wait(nullptr), "wait", "host is a null pointer");
  refused(rtlgen_host_get_counters(nullptr, &counters), "get_counters", "host is a null pointer");
  refused(rtlgen_host_get_counters(host_, nullptr), "get_counters", "counters is a null pointer");
  refused(rtlgen_host_get_monitor(nullptr, "most", &bits), "get_monitor", "host is a null pointer");
  refused(rtlgen_host_get_monitor(host_, nullptr, &bits), "get_monitor", "name is a null pointer");
  refused(rtlgen_host_get_monitor(host_, "most", nullptr), "get_monitor", "bits is a null pointer");
  rtlgen_host_close(nullptr);
}

TEST_F(CInterface, RefusesWhatCannotBe) {
  const std::uint64_t extents[] = {21, 12, 1};
  std::uint64_t bits = 0;
  rtlgen_host_field field;
  refused(rtlgen_host_set_extents(host_, extents, 2), "set_extents", "nx = 21 is outside");
  refused(rtlgen_host_set_extents(host_, extents, 3), "set_extents", "the grid has 2 axes, but there are 3 extents");
  refused(rtlgen_host_set_extents(host_, extents, -1), "set_extents", "a grid has 1 to 3 axes, not -1");
  refused(rtlgen_host_set_extents(host_, extents, 4), "set_extents", "a grid has 1 to 3 axes, not 4");
  refused(rtlgen_host_get_field(host_, 6, &field), "get_field", "there is no field 6; fields are numbered 0 to 5");
  refused(rtlgen_host_get_field(host_, -1, &field), "get_field", "there is no field -1; fields are numbered 0 to 5");
  refused(rtlgen_host_set_param(host_, "x", 1), "set_param", "there is no run-time parameter 'x'");
  refused(rtlgen_host_get_monitor(host_, "x", &bits), "get_monitor", "there is no monitor 'x'");
  refused(rtlgen_host_run(host_, 3), "run", "'a' has not been loaded");
  refused(rtlgen_host_load(host_, "a", cells_, 1), "load", "'a' has 240 bytes at these extents, not 1");
  load_all();
  refused(rtlgen_host_run(host_, 0), "run", "iterations = 0");
  refused(rtlgen_host_wait(host_), "wait", "there is no run to wait for");
  EXPECT_EQ(rtlgen_host_start(host_, 3), 0);
  refused(rtlgen_host_start(host_, 3), "start", "a run is in progress");
  EXPECT_EQ(rtlgen_host_wait(host_), 0);
  EXPECT_EQ(rtlgen_host_run(host_, 3), 0) << "it is usable after all that";
}

TEST_F(CInterface, TellsWhyABackEndFailed) {
  load_all();
  context_.register_fails = true;
  refused(rtlgen_host_run(host_, 3), "run", "the back end's write_register failed: status 5");
  context_.text = "the cable is out";
  load_all();
  refused(rtlgen_host_run(host_, 3), "run", "the back end's write_register failed: the cable is out");
}

TEST_F(CInterface, ClosesTheBackEndOnce) {
  rtlgen_host_close(host_);
  host_ = nullptr;
  EXPECT_EQ(context_.closed, 1);
  // Also where opening fails.
  EXPECT_EQ(rtlgen_host_open("/nowhere/manifest.json", &backend_), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("rtlgen_host_open: cannot read /nowhere/manifest.json"));
  EXPECT_EQ(context_.closed, 2);
  context_.card.set("identity", 3);
  EXPECT_EQ(rtlgen_host_open(described_.path.c_str(), &backend_), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("does not match the manifest"));
  EXPECT_EQ(context_.closed, 3);
}

TEST_F(CInterface, OpensNothingWithoutWhatItNeeds) {
  EXPECT_EQ(rtlgen_host_open(described_.path.c_str(), nullptr), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("backend is a null pointer"));
  EXPECT_EQ(rtlgen_host_open(nullptr, &backend_), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("manifest is a null pointer"));
  rtlgen_host_backend half = backend_;
  half.read_register = nullptr;
  EXPECT_EQ(rtlgen_host_open(described_.path.c_str(), &half), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("backend.read_register is a null pointer"));
  EXPECT_EQ(rtlgen_host_open_simulation(nullptr, "card.so", nullptr), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("manifest is a null pointer"));
  EXPECT_EQ(rtlgen_host_open_simulation(described_.path.c_str(), nullptr, nullptr), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("card is a null pointer"));
  EXPECT_EQ(rtlgen_host_open_simulation(described_.path.c_str(), "/nowhere/card.so", nullptr), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("cannot load the simulation"));
  rtlgen_host_simulation options{};
  options.dram = "/nowhere/ddr.txt";
  EXPECT_EQ(rtlgen_host_open_simulation(described_.path.c_str(), "/nowhere/card.so", &options), nullptr);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("cannot read /nowhere/ddr.txt"));
}

TEST_F(CInterface, MovesRows) {
  std::uint8_t rows[40], back[40] = {};
  for (int i = 0; i < 40; ++i) rows[i] = static_cast<std::uint8_t>(i + 1);
  refused(rtlgen_host_load_rows(host_, "b", 3, 2, rows, 40), "load_rows", "'b' holds no data");
  ASSERT_EQ(rtlgen_host_load(host_, "b", cells_, 240), 0);
  EXPECT_EQ(rtlgen_host_load_rows(host_, "b", 3, 2, rows, 40), 0) << rtlgen_host_error();
  EXPECT_EQ(rtlgen_host_read_rows(host_, "b", 3, 2, back, 40), 0) << rtlgen_host_error();
  EXPECT_EQ(std::memcmp(rows, back, 40), 0);
  refused(rtlgen_host_read_rows(host_, "b", 11, 2, back, 40), "read_rows", "rows 0 to 11");
  refused(rtlgen_host_read_rows(host_, nullptr, 0, 1, back, 20), "read_rows", "field is a null pointer");
  refused(rtlgen_host_load_rows(nullptr, "b", 0, 1, back, 20), "load_rows", "host is a null pointer");
}

/// The registers that a card is known by, from an offset on.
std::string known_registers(const Described& described, FakeCard& card, std::size_t offset) {
  std::string registers(offset + 4096, '\0');
  for (const char* name : {"identity", "version", "digest"}) {
    const std::uint32_t at = described.shell().map.find(name).offset, word = card.read_register(at);
    std::memcpy(&registers[offset + at], &word, sizeof word);
  }
  return registers;
}

/// Device files that are ordinary ones.
TEST_F(CInterface, OpensAnXdmaCard) {
  const auto device = (described_.folder.path() / "xdma0").string();
  runner::write_file(device + "_user", known_registers(described_, context_.card, 0));
  for (const char* end : {"_h2c_0", "_c2h_0", "_events_0"}) runner::write_file(device + end, "");
  const std::uint64_t bytes[] = {1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20};
  rtlgen_host* host = rtlgen_host_open_xdma(described_.path.c_str(), device.c_str(), bytes, 5);
  ASSERT_NE(host, nullptr) << rtlgen_host_error();
  EXPECT_EQ(rtlgen_host_load(host, "b", cells_, 240), 0) << rtlgen_host_error();
  EXPECT_EQ(std::filesystem::file_size(device + "_h2c_0") >> 20, 2U) << "'b' lies in channel 2";
  rtlgen_host_close(host);
  const auto refused = [&](const char* manifest, const char* path, int channels) {
    EXPECT_EQ(rtlgen_host_open_xdma(manifest, path, bytes, channels), nullptr);
    return std::string(rtlgen_host_error());
  };
  EXPECT_THAT(refused(described_.path.c_str(), device.c_str(), 4), HasSubstr("has no memory channel 4"));
  EXPECT_THAT(refused(described_.path.c_str(), device.c_str(), 0),
              HasSubstr("a card has at least 1 memory channel, not 0"));
  EXPECT_THAT(refused(described_.path.c_str(), nullptr, 5), HasSubstr("device is a null pointer"));
  EXPECT_THAT(refused(nullptr, device.c_str(), 5), HasSubstr("manifest is a null pointer"));
  runner::write_file(device + "_user", std::string(4096, '\xff'));
  EXPECT_THAT(refused(described_.path.c_str(), device.c_str(), 5),
              HasSubstr("rtlgen_host_open_xdma: the card does not respond"));
}

/// The second of two kernels: registers, interrupt and memory of its own.
TEST_F(CInterface, OpensAKernelOfAnXdmaCard) {
  const auto device = (described_.folder.path() / "xdma0").string(),
             path = (described_.folder.path() / "two.json").string();
  nlohmann::json manifest = nlohmann::json::parse(described_.manifest);
  nlohmann::json& card = manifest["card"];
  for (int c = 0; c < 10; ++c) card["memory"].push_back({{"base", c << 20}, {"bytes", 1 << 20}});
  card["kernels"] = {{{"registers", 0}, {"interrupt", 0}, {"channels", {0, 1, 2, 3, 4}}},
                     {{"registers", 65536}, {"interrupt", 1}, {"channels", {5, 6, 7, 8, 9}}}};
  runner::write_file(path, manifest.dump());
  runner::write_file(device + "_user", known_registers(described_, context_.card, 65536));
  for (const char* end : {"_h2c_0", "_c2h_0", "_events_0", "_events_1"}) runner::write_file(device + end, "");
  rtlgen_host* host = rtlgen_host_open_xdma_kernel(path.c_str(), device.c_str(), 1);
  ASSERT_NE(host, nullptr) << rtlgen_host_error();
  EXPECT_EQ(rtlgen_host_load(host, "b", cells_, 240), 0) << rtlgen_host_error();
  EXPECT_EQ(std::filesystem::file_size(device + "_h2c_0") >> 20, 7U) << "'b' lies in its channel 2";
  rtlgen_host_close(host);
  const auto refused = [&](const char* text, const char* files, int kernel) {
    EXPECT_EQ(rtlgen_host_open_xdma_kernel(text, files, kernel), nullptr);
    return std::string(rtlgen_host_error());
  };
  EXPECT_THAT(refused(path.c_str(), device.c_str(), 0), HasSubstr("the card does not match the manifest"))
      << "there is none at the first one's registers";
  EXPECT_THAT(refused(path.c_str(), device.c_str(), 2),
              HasSubstr("rtlgen_host_open_xdma_kernel: there is no kernel 2: the card has 2, numbered from 0"));
  EXPECT_THAT(refused(path.c_str(), device.c_str(), -1), HasSubstr("there is no kernel -1"));
  EXPECT_THAT(refused(path.c_str(), nullptr, 1), HasSubstr("device is a null pointer"));
  EXPECT_THAT(refused(nullptr, device.c_str(), 1), HasSubstr("manifest is a null pointer"));
}

TEST_F(CInterface, DoesWithoutOptionalFunctions) {
  rtlgen_host_backend few = backend_;
  few.capacity = nullptr;
  few.error = nullptr;
  few.close = nullptr;
  rtlgen_host* host = rtlgen_host_open(described_.path.c_str(), &few);
  ASSERT_NE(host, nullptr);
  context_.register_fails = true;
  for (const auto& [name, bytes] : {std::pair{"a", 240}, {"b", 240}, {"c", 240}, {"one", 1}, {"row", 12}}) {
    EXPECT_EQ(rtlgen_host_load(host, name, cells_, static_cast<std::uint64_t>(bytes)), 0);
  }
  refused(rtlgen_host_run(host, 3), "run", "status 5");
  rtlgen_host_close(host);
}

}  // namespace
}  // namespace rtlgen::test
