// Runs on a fake card: buffers that change places, the step counter, counters, and where arrays lie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "contract/shell.hpp"
#include "fake_card.hpp"

namespace rtlgen::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes ramp(std::size_t count, int first) {
  Bytes bytes(count);
  std::iota(bytes.begin(), bytes.end(), static_cast<std::uint8_t>(first));
  return bytes;
}

Bytes plus(Bytes bytes, int amount) {
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(b + amount);
  return bytes;
}

class Accelerator : public testing::Test {
 protected:
  void load(const std::string& name, const Bytes& bytes) { to().load(name, bytes.data(), bytes.size()); }
  Bytes read(const std::string& name, std::size_t count) {
    Bytes bytes(count);
    to().read(name, bytes.data(), bytes.size());
    return bytes;
  }
  void load_all() {
    for (const host::Field& f : to().fields()) {
      if (f.is_input) load(f.name, ramp(f.cells(), f.name[0]));
    }
  }
  host::Accelerator& to() { return *opened_.accelerator; }
  FakeCard& card() { return *opened_.card; }

  Described described_{kMany};
  Opened opened_{described_};
};

TEST_F(Accelerator, KnowsItsFieldsParamsAndGrid) {
  const auto fields = to().fields();
  std::vector<std::string> names;
  for (const host::Field& f : fields) names.push_back(f.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c", "d", "one", "row"}));
  EXPECT_TRUE(fields[0].is_input && fields[0].is_output);
  EXPECT_TRUE(fields[2].is_input && !fields[2].is_output);
  EXPECT_TRUE(!fields[3].is_input && fields[3].is_output);
  EXPECT_EQ(fields[0].extents, (std::vector<std::uint64_t>{20, 12}));
  EXPECT_TRUE(fields[4].extents.empty());
  EXPECT_EQ(fields[4].cells(), 1U);
  EXPECT_EQ(fields[5].extents, (std::vector<std::uint64_t>{12}));
  const auto params = to().params();
  ASSERT_EQ(params.size(), 2U);
  EXPECT_EQ(params[0].name, "k");
  EXPECT_EQ(params[0].width, 8);
  EXPECT_EQ(params[0].bits, 5U);
  EXPECT_EQ(to().grid().maximum, (std::vector<std::uint64_t>{20, 12}));
  EXPECT_EQ(to().grid().extents, to().grid().maximum);
  to().set_extents({9, 7});
  EXPECT_EQ(to().grid().extents, (std::vector<std::uint64_t>{9, 7}));
  EXPECT_EQ(to().fields()[5].cells(), 7U);
}

/// Fields in two buffers, striped ones and read-only ones: every run of rows, with whole fields as
/// the judge.
TEST_F(Accelerator, RowsAreThoseOfTheField) {
  load_all();
  to().run(3);
  for (const char* name : {"a", "b", "c"}) {
    Bytes expected = read(name, 240);
    for (std::size_t first = 0; first < 12; ++first) {
      for (std::size_t count = 1; first + count <= 12; count += 3) {
        const Bytes fresh = ramp(20 * count, static_cast<int>(7 * first + count));
        to().load_rows(name, first, count, fresh.data(), fresh.size());
        std::copy(fresh.begin(), fresh.end(), expected.begin() + static_cast<std::ptrdiff_t>(20 * first));
        ASSERT_EQ(read(name, 240), expected) << name << " " << first << " " << count;
        Bytes back(20 * count);
        to().read_rows(name, first, count, back.data(), back.size());
        ASSERT_EQ(back, fresh);
      }
    }
  }
  // They are what the next run starts from.
  const Bytes a = read("a", 240);
  to().run(3);
  EXPECT_EQ(read("a", 240), plus(a, 1));
}

/// Planes of three axes; words that are no power of two, and stripes.
TEST(Planes, AreThoseOfTheField) {
  const Described described(
      "name: deep\ngrid: [10, 6, 7]\ntype: uint<5>\nfields: {u: {}, v: {}}\nupdate:\n  - u: u[-1,0,0] + u[0,0,1] + "
      "v\niterations: 2\n"
      "hardware: {cells_per_cycle: 2, steps: 1, bus: 64, memory: {u: [0, 1], v: [[2, 3]]}}\n");
  Opened opened(described);
  Bytes cells(420);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint8_t>(i % 31);
  for (const char* name : {"u", "v"}) {
    opened.accelerator->load(name, cells.data(), cells.size());
    Bytes expected = cells, fresh(120, 17), back(420);
    opened.accelerator->load_rows(name, 4, 2, fresh.data(), fresh.size());
    std::copy(fresh.begin(), fresh.end(), expected.begin() + 240);
    opened.accelerator->read(name, back.data(), back.size());
    EXPECT_EQ(back, expected) << name;
    back.resize(60);
    opened.accelerator->read_rows(name, 6, 1, back.data(), back.size());
    EXPECT_EQ(back, Bytes(expected.begin() + 360, expected.end())) << name;
    EXPECT_THROW(opened.accelerator->read_rows(name, 6, 2, fresh.data(), 120), host::Error);
  }
}

/// Cells of components of five bits, each in a byte of the caller's; whole, and by rows.
TEST(Vectors, AreOneFieldWithComponentsInnermost) {
  const Described described(
      "name: cells\ngrid: [10, 6]\ntype: uint<5>\nfields: {f: {components: 3}, s: {}}\nupdate:\n  - f: f + s\n"
      "iterations: 2\nhardware: {cells_per_cycle: 2, steps: 1, bus: 64, memory: {f: [0, 1]}}\n");
  Opened opened(described);
  const std::vector<host::Field> fields = opened.accelerator->fields();
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[0].name, "f");
  EXPECT_EQ(fields[0].components, 3);
  EXPECT_EQ(fields[0].cell_bits, 15);
  EXPECT_EQ(fields[0].cell_bytes, 3);
  EXPECT_EQ(fields[0].extents, (std::vector<std::uint64_t>{10, 6}));
  EXPECT_EQ(fields[1].components, 1);
  Bytes cells(180);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint8_t>(i * 7 % 31);
  opened.accelerator->load("f", cells.data(), cells.size());
  // Words of 30 bits, two a beat: cell 1 has components 3 to 5 from bit 15 on.
  const std::vector<std::uint64_t> at = {0, 0, 0, 7 * 3 % 31, 7 * 4 % 31, 7 * 5 % 31};
  std::uint64_t beat = 0;
  opened.card->read_memory(0, opened.card->get("buffer_0_first_of_f"), reinterpret_cast<std::uint8_t*>(&beat), 8);
  for (unsigned i = 3; i < at.size(); ++i) EXPECT_EQ(beat >> 5 * i & 31, at[i]) << i;
  Bytes back(180), fresh(60, 19), row(30);
  opened.accelerator->load_rows("f", 3, 2, fresh.data(), fresh.size());
  std::copy(fresh.begin(), fresh.end(), cells.begin() + 90);
  opened.accelerator->read("f", back.data(), back.size());
  EXPECT_EQ(back, cells);
  opened.accelerator->read_rows("f", 5, 1, row.data(), row.size());
  EXPECT_EQ(row, Bytes(cells.begin() + 150, cells.end()));
  EXPECT_THROW(opened.accelerator->load("f_0", cells.data(), 60), host::Error);
}

TEST_F(Accelerator, RowsThatAreNotThereAreRefused) {
  Bytes cells(240);
  const auto refusal = [&](const auto& action) -> std::string {
    try {
      action();
    } catch (const host::Error& fault) {
      return fault.what();
    }
    return "nothing was thrown";
  };
  const auto rows = [&](const char* name, std::uint64_t first, std::uint64_t count, std::uint64_t bytes) {
    return refusal([&] { to().load_rows(name, first, count, cells.data(), bytes); });
  };
  EXPECT_EQ(rows("a", 0, 1, 20), "'a' holds no data: it has not been loaded, or a run has failed since");
  load_all();
  EXPECT_EQ(rows("a", 12, 1, 20), "'a' has rows 0 to 11; 1 from 12 on are out of range");
  EXPECT_EQ(rows("a", 11, 2, 40), "'a' has rows 0 to 11; 2 from 11 on are out of range");
  EXPECT_EQ(rows("a", 1, ~std::uint64_t{0}, 20),
            "'a' has rows 0 to 11; 18446744073709551615 from 1 on are out of range");
  EXPECT_EQ(rows("a", 1, 0, 0), "'a' has rows 0 to 11; 0 from 1 on are out of range");
  EXPECT_EQ(rows("a", 1, 2, 20), "'a' has 40 bytes at these extents, not 20");
  EXPECT_EQ(rows("row", 0, 1, 12), "'row' is a single row: load and read it as a whole");
  EXPECT_EQ(rows("d", 0, 1, 20), "'d' is an output: it cannot be loaded");
  EXPECT_EQ(rows("z", 0, 1, 20), "there is no field 'z'; available: a, b, c, d, one, row");
  EXPECT_EQ(refusal([&] { to().read_rows("d", 0, 1, cells.data(), 20); }), "'d' holds no data: no run has written it");
  EXPECT_EQ(refusal([&] { to().read_rows("a", 0, 1, nullptr, 20); }), "'a': the cells are a null pointer");
  // A transfer that fails leaves the field without content.
  card().memory_fails = true;
  EXPECT_EQ(rows("a", 1, 1, 20), "no memory today");
  card().memory_fails = false;
  EXPECT_THAT(rows("a", 1, 1, 20), testing::HasSubstr("'a' holds no data"));
}

/// The state is where the last pass has written it, through runs of odd and even passes.
TEST_F(Accelerator, BuffersChangePlacesEveryPass) {
  load_all();
  const Bytes a = ramp(240, 'a'), b = ramp(240, 'b');
  EXPECT_EQ(read("a", 240), a) << "before any run";
  int passes = 0;
  const struct {
    std::uint64_t steps;
    int passes;
  } runs[] = {{3, 1}, {4, 2}, {6, 2}, {7, 3}, {1, 1}};
  for (const auto& run : runs) {
    const int first = passes % 2;
    to().run(run.steps);
    EXPECT_EQ(card().get("passes"), static_cast<std::uint64_t>(run.passes));
    EXPECT_EQ(card().get("first_buffer"), static_cast<std::uint64_t>(first)) << "after " << passes << " passes";
    passes += run.passes;
    EXPECT_EQ(read("a", 240), plus(a, passes)) << passes;
    EXPECT_EQ(read("b", 240), plus(b, passes)) << passes;
    EXPECT_EQ(read("c", 240), ramp(240, 'c')) << "an input stays";
    EXPECT_EQ(read("d", 240), Bytes(240, 0xaa));
  }
  // Data that are loaded between runs go into the buffer that the next one reads, whichever that is.
  EXPECT_EQ(passes % 2, 1);
  load("a", b);
  to().run(3);
  EXPECT_EQ(read("a", 240), plus(b, 1));
}

/// first_step is the step that the first Executor of the first pass would do if it were not bypassed.
TEST_F(Accelerator, StepsCountOnFromRunToRun) {
  load_all();
  const auto run = [&](std::uint64_t steps, int first_step, std::uint64_t bypass) {
    to().run(steps);
    EXPECT_EQ(static_cast<std::int32_t>(card().get("first_step")), first_step);
    EXPECT_EQ(card().get("bypass"), bypass);
  };
  run(7, -2, 2);
  run(4, 7 - 2, 2);
  run(6, 11, 0);
  to().set_step(100);
  run(3, 100, 0);
  run(1, 103 - 2, 2);
  to().set_extents({20, 12});
  load_all();
  run(3, 0, 0);
}

TEST_F(Accelerator, ArraysLieApartInTheirChannels) {
  load_all();
  to().run(3);
  struct Range {
    std::uint64_t first, end;
  };
  std::map<int, std::vector<Range>> used;
  for (const contract::ShellStream& s : described_.shell().streams) {
    if (s.is_out && s.ping_pong) continue;
    for (std::uint64_t b = 0; b < (s.ping_pong ? 2U : 1U); ++b) {
      const std::string end = "_of_" + s.name;
      const std::uint64_t first = card().get("buffer_" + std::to_string(b) + "_first" + end),
                          last = card().get("buffer_" + std::to_string(b) + "_last" + end);
      EXPECT_EQ(first % 4096, 0U) << s.name;
      const auto beats = static_cast<std::uint64_t>(s.is_held       ? (s.name == "row" ? 12 : 1)
                                                    : s.name == "c" ? 12 * 2
                                                                    : 12 * 3);
      EXPECT_EQ(last, first + 8 * (beats - 1)) << s.name;
      for (const int channel : s.buffers[b % s.buffers.size()]) used[channel].push_back({first, last + 8});
    }
  }
  for (auto& [channel, ranges] : used) {
    std::sort(ranges.begin(), ranges.end(), [](const Range& x, const Range& y) { return x.first < y.first; });
    for (std::size_t i = 1; i < ranges.size(); ++i)
      EXPECT_LE(ranges[i - 1].end, ranges[i].first) << "in channel " << channel;
  }
  // Two buffers of a in channels 0 and 1; of b both in 2; c over 3 and 4; the others in 0.
  EXPECT_EQ(used[1].size(), 1U);
  EXPECT_EQ(used[2].size(), 2U);
  EXPECT_EQ(used[3].size(), 1U);
  EXPECT_EQ(used[0].size(), 4U);
}

TEST_F(Accelerator, ParamsGoToTheirRegisters) {
  load_all();
  to().run(3);
  EXPECT_EQ(card().get("param_k"), 5U) << "the default";
  to().set_param("k", 0xfe);
  to().set_param("bit", 0);
  to().run(3);
  EXPECT_EQ(card().get("param_k"), 0xfeU);
  EXPECT_EQ(card().get("param_bit"), 0U);
  EXPECT_EQ(to().params()[0].bits, 0xfeU);
}

TEST_F(Accelerator, CountersAndMonitorsAreRead) {
  load_all();
  to().set_watchdog(99);
  to().run(7);
  EXPECT_EQ(card().get("watchdog"), 99U);
  card().set("cycles_stalled", 7);
  card().set("input_waits", 8);
  card().set("output_waits", std::uint64_t{9} << 32);
  card().set("beats_read_4", 11);
  card().set("beats_written_0", 12);
  card().set("mon_most", 13);
  const host::Counters c = to().counters();
  EXPECT_EQ(c.cycles_busy, 0x1'0000'0002U);
  EXPECT_EQ(c.cycles_stalled, 7U);
  EXPECT_EQ(c.input_waits, 8U);
  EXPECT_EQ(c.output_waits, std::uint64_t{9} << 32);
  EXPECT_EQ(c.passes, 3U);
  EXPECT_EQ(c.beats.size(), 5U);
  EXPECT_EQ(c.beats.at(4)[0], 11U);
  EXPECT_EQ(c.beats.at(0)[1], 12U);
  EXPECT_EQ(to().monitors(), (std::map<std::string, std::uint64_t>{{"most", 13}}));
}

/// A reset of the bus clears all registers; an interrupt of an earlier run may still be up.
TEST_F(Accelerator, RunsAfterAResetOfTheCard) {
  load_all();
  card().registers[0x04] = card().registers[0x08] = 0;
  card().pending = 3;
  to().run(3);
  EXPECT_EQ(card().pending, 0U);
  EXPECT_EQ(card().runs, 1);
  card().hangs = true;
  card().pending = 1;
  EXPECT_THROW(to().run(3), host::Error) << "an old interrupt is not this run's";
}

TEST(Bits, OfValuesAndBack) {
  EXPECT_EQ(host::bits_of(1.0F), 0x3f800000U);
  EXPECT_EQ(host::bits_of(1.0), 0x3ff0000000000000U);
  EXPECT_EQ(host::bits_of(static_cast<std::int8_t>(-1)), 0xffU);
  EXPECT_EQ(host::value_of<float>(0x3f800000U), 1.0F);
}

}  // namespace
}  // namespace rtlgen::test
