// Refusals of the host library, which can be used after them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "fake_card.hpp"
#include "host/simulated_card.hpp"
#include "runs.hpp"

namespace rtlgen::test {

namespace {

using testing::HasSubstr;

template <typename Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const host::Error& fault) {
    return fault.what();
  }
  return "nothing was refused";
}

class Refusals : public testing::Test {
 protected:
  void load_all() {
    for (const host::Field& f : to().fields()) {
      const Bytes bytes(f.cells(), 1);
      if (f.is_input) to().load(f.name, bytes.data(), bytes.size());
    }
  }
  host::Accelerator& to() { return *opened_.accelerator; }
  FakeCard& card() { return *opened_.card; }

  Described described_{kMany};
  Opened opened_{described_};
  Bytes cells_ = Bytes(240, 9);
};

TEST_F(Refusals, Names) {
  EXPECT_EQ(refusal([&] { to().load("x", cells_.data(), 240); }),
            "there is no field 'x'; available: a, b, c, d, one, row");
  EXPECT_EQ(refusal([&] { to().read("", cells_.data(), 240); }),
            "there is no field ''; available: a, b, c, d, one, row");
  EXPECT_EQ(refusal([&] { to().set_param("x", 1); }), "there is no run-time parameter 'x'; available: k, bit");
  EXPECT_EQ(refusal([&] { to().load("d", cells_.data(), 240); }), "'d' is an output: it cannot be loaded");
}

TEST_F(Refusals, SizesAndPointers) {
  EXPECT_EQ(refusal([&] { to().load("a", cells_.data(), 239); }), "'a' has 240 bytes at these extents, not 239");
  EXPECT_EQ(refusal([&] { to().load("a", nullptr, 240); }), "'a': the cells are a null pointer");
  EXPECT_EQ(refusal([&] { to().read("a", nullptr, 240); }), "'a': the cells are a null pointer");
  EXPECT_EQ(refusal([&] { to().load("one", cells_.data(), 0); }), "'one' has 1 byte at these extents, not 0");
  EXPECT_EQ(refusal([&] { host::Accelerator none(described_.manifest, nullptr); }), "an accelerator needs a back end");
}

TEST_F(Refusals, Extents) {
  EXPECT_EQ(refusal([&] { to().set_extents({20}); }), "the grid has 2 axes, but there is 1 extent");
  EXPECT_EQ(refusal([&] { to().set_extents({20, 12, 1}); }), "the grid has 2 axes, but there are 3 extents");
  EXPECT_THAT(refusal([&] {
                to().set_extents({21, 12});
              }),
              HasSubstr("nx = 21 is outside what this hardware was compiled for: nx must be from "));
  EXPECT_THAT(refusal([&] { to().set_extents({0, 0}); }), HasSubstr("nx = 0 is outside"));
  EXPECT_THAT(refusal([&] { to().set_extents({0, 0}); }), HasSubstr("; ny = 0 is outside"));
  EXPECT_THAT(refusal([&] {
                to().set_extents({~std::uint64_t{0}, 12});
              }),
              HasSubstr("is outside what this hardware was compiled for"));
  EXPECT_EQ(to().grid().extents, (std::vector<std::uint64_t>{20, 12})) << "what was refused changes nothing";
}

TEST_F(Refusals, ParamsAndSteps) {
  EXPECT_EQ(refusal([&] { to().set_param("bit", 2); }), "parameter 'bit' has 1 bit, but 0x2 has more");
  EXPECT_EQ(refusal([&] { to().set_step(std::uint64_t{1} << 31); }), "step 2147483648 exceeds the maximum, 2147483647");
  load_all();
  EXPECT_EQ(refusal([&] { to().run(0); }), "iterations = 0 is too small: a run has at least one time step");
  EXPECT_EQ(refusal([&] { to().run(std::uint64_t{1} << 31); }),
            "2147483648 steps from step 0 on exceed the maximum, 2147483647");
  to().set_step(2147483647 - 5);
  EXPECT_EQ(refusal([&] { to().run(6); }), "6 steps from step 2147483642 on exceed the maximum, 2147483647");
  to().run(5);
  EXPECT_EQ(card().runs, 1);
}

TEST_F(Refusals, RunsAndReadsBeforeLoads) {
  EXPECT_EQ(refusal([&] { to().run(3); }), "'a' has not been loaded at these extents, or a run has failed since");
  EXPECT_EQ(refusal([&] { to().read("a", cells_.data(), 240); }),
            "'a' holds no data: it has not been loaded, or a run has failed since");
  EXPECT_EQ(refusal([&] { to().read("d", cells_.data(), 240); }), "'d' holds no data: no run has written it");
  load_all();
  to().run(3);
  to().set_extents({20, 12});
  EXPECT_EQ(refusal([&] { to().run(3); }), "'a' has not been loaded at these extents, or a run has failed since");
  EXPECT_EQ(refusal([&] { to().read("d", cells_.data(), 240); }), "'d' holds no data: no run has written it");
}

TEST_F(Refusals, ALoadThatFailsLeavesNothing) {
  load_all();
  card().memory_fails = true;
  EXPECT_EQ(refusal([&] { to().load("c", cells_.data(), 240); }), "no memory today");
  card().memory_fails = false;
  EXPECT_THAT(refusal([&] { to().run(3); }), HasSubstr("'c' has not been loaded"));
  to().load("c", cells_.data(), 240);
  to().run(3);
}

TEST_F(Refusals, ErrorsOfTheHardware) {
  const auto failure = [&](std::uint32_t errors) {
    load_all();
    card().fails_with = errors;
    const std::string text = refusal([&] { to().run(3); });
    card().fails_with = 0;
    return text;
  };
  const std::vector<std::pair<std::uint32_t, const char*>> kWords = {
      {0x0201, "memory responded to a read with an error (field 'c')"},
      {0x0502, "memory responded to a write with an error (field 'a')"},
      {0x0104, "an access outside its buffer (field 'b')"},
      {0x0008, "the core refused the extents or the passes"},
      {0x0030, "no data moved within the time of the watchdog, the run was cancelled"},
      {0xff01, "memory responded to a read with an error"},
      {0x0040, "error word 0x00000040"},
  };
  for (const auto& [word, reason] : kWords) EXPECT_EQ(failure(word), std::string("the run failed: ") + reason);
  // State and outputs are gone; inputs are not.
  EXPECT_THAT(refusal([&] { to().read("a", cells_.data(), 240); }), HasSubstr("or a run has failed since"));
  EXPECT_THAT(refusal([&] { to().read("d", cells_.data(), 240); }), HasSubstr("no run has written it"));
  to().read("c", cells_.data(), 240);
  to().load("a", cells_.data(), 240);
  EXPECT_THAT(refusal([&] { to().run(3); }), HasSubstr("'b' has not been loaded"));
  to().load("b", cells_.data(), 240);
  to().run(3);
  to().read("d", cells_.data(), 240);
}

TEST_F(Refusals, RunsThatDoNotEnd) {
  load_all();
  card().hangs = true;
  EXPECT_EQ(refusal([&] { to().run(3); }),
            "the run did not end within the time limit of the back end and was cancelled");
  EXPECT_FALSE(card().busy);
  load_all();
  card().is_stuck = true;
  EXPECT_EQ(refusal([&] { to().run(3); }),
            "the run does not end, not even when cancelled: memory or a clock has stopped. Reset the card");
  load_all();
  EXPECT_EQ(refusal([&] { to().run(3); }), "the card is busy with a run of another program");
  const int runs = card().runs;
  card().busy = card().hangs = card().is_stuck = false;
  to().run(3);
  EXPECT_EQ(card().runs, runs + 1);
}

/// Between start and wait the card is busy.
TEST_F(Refusals, RunsThatNobodyWaitedFor) {
  EXPECT_EQ(refusal([&] { to().wait(); }), "there is no run to wait for: start one");
  load_all();
  to().start(3);
  const std::string busy = "a run is in progress: wait for its end first";
  EXPECT_EQ(refusal([&] { to().start(3); }), busy);
  EXPECT_EQ(refusal([&] { to().read("a", cells_.data(), 240); }), busy);
  EXPECT_EQ(refusal([&] { to().load("c", cells_.data(), 240); }), busy);
  EXPECT_EQ(refusal([&] { to().set_extents({20, 12}); }), busy);
  to().wait();
  EXPECT_EQ(card().runs, 1);
  to().read("a", cells_.data(), 240);
  card().fails_with = 0x0201;
  to().start(3);
  EXPECT_EQ(refusal([&] { to().wait(); }), "the run failed: memory responded to a read with an error (field 'c')");
  EXPECT_EQ(refusal([&] { to().wait(); }), "there is no run to wait for: start one");
}

TEST_F(Refusals, ArraysThatDoNotFit) {
  load_all();
  to().run(3);
  const std::uint64_t end = card().get("buffer_0_last_of_d") + 8;
  card().room = end - 1;
  EXPECT_EQ(
      refusal([&] {
        to().set_extents({20, 12});
      }),
      fmt::format("the arrays do not fit in memory at these extents: channel 0 has {} bytes, but 'd' would end at {}",
                  end - 1, end));
  EXPECT_THAT(refusal([&] { load_all(); }), HasSubstr("do not fit in memory"))
      << "extents that were set before the card had shrunk";
  EXPECT_THAT(refusal([&] { to().run(3); }), HasSubstr("has not been loaded"));
  card().room = end;
  to().set_extents({20, 12});
  load_all();
  to().run(3);
}

TEST_F(Refusals, CardsThatAreNotWhatTheManifestSays) {
  const auto open = [&](const char* name, std::uint64_t value) {
    auto other = std::make_unique<FakeCard>(described_);
    other->set(name, value);
    return refusal([&] { host::Accelerator none(described_.manifest, std::move(other)); });
  };
  EXPECT_EQ(open("identity", 0xffffffff),
            "the card does not respond: its registers read as all ones. Program it, then rescan the bus or restart the "
            "machine");
  EXPECT_EQ(open("identity", 0xfffffffe),
            "the card does not match the manifest: its identity is 0xfffffffe, not 0x52544c47. It has no rtlgen "
            "accelerator at these registers");
  EXPECT_THAT(open("digest", 1), HasSubstr("its digest is 0x00000001, not 0x"));
  EXPECT_THAT(open("version", 0x02010203),
              HasSubstr("it follows version 2 of the contract between host and card (made by rtlgen 1.2.3), but the "
                        "manifest follows version 1"));
  EXPECT_EQ(open("version", 0x01090909), "nothing was refused") << "another rtlgen of the same contract";
}

TEST_F(Refusals, Manifests) {
  const auto open = [&](const std::string& text) {
    return refusal([&] { host::Accelerator none(text, std::make_unique<FakeCard>(described_)); });
  };
  const auto changed = [&](const auto& change) {
    nlohmann::json j = nlohmann::json::parse(described_.manifest);
    change(j);
    return open(j.dump());
  };
  EXPECT_THAT(open(""), HasSubstr("manifest.json cannot be read: line 1, column 1: unexpected end of input"));
  EXPECT_EQ(open("{}"), "manifest.json cannot be read: key 'format' not found");
  EXPECT_EQ(changed([](auto& j) { j["format"] = "other"; }),
            "manifest.json has a format that this library does not support");
  EXPECT_EQ(changed([](auto& j) { j.erase("shell"); }),
            "this accelerator has no shell: add hardware.bus to its description and generate it again");
  EXPECT_EQ(changed([](auto& j) { j["digest"] = "none"; }),
            "manifest.json cannot be read: 'none' is not a hexadecimal number");
  EXPECT_EQ(changed([](auto& j) { j["digest"] = 3; }),
            "manifest.json cannot be read: type must be string, but is number");
  EXPECT_EQ(changed([](auto& j) { j["card"]["avalon_dma"]["registers_bar"] = 0.5; }),
            "manifest.json is damaged: 'registers_bar' is 0.5");
  const auto block = [&](int offset, const std::vector<double>& clocks) {
    return changed([&](auto& j) { j["card"]["block"] = {{"offset", offset}, {"memory_mhz", clocks}}; });
  };
  EXPECT_EQ(block(0x8000, {300}), "nothing was refused") << "a card without a block, as the back end says";
  EXPECT_EQ(block(0x8002, {300}), "manifest.json is damaged: the card block has an odd offset");
  EXPECT_EQ(block(0x8000, {}), "manifest.json is damaged: a card block of 0 memory channels, not of 1 to 8");
  EXPECT_EQ(block(0x8000, std::vector<double>(9, 300)),
            "manifest.json is damaged: a card block of 9 memory channels, not of 1 to 8");
  EXPECT_EQ(block(0x8000, {0}), "manifest.json is damaged: 'memory_mhz' is 0.0, not above 0");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["channels"][0] = 0.5; }), "manifest.json is damaged: 'channels' is 0.5");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["burst_beats"] = 1e300; }),
            "manifest.json is damaged: 'burst_beats' is 1e+300");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["bus_mhz"] = -0.5; }), "manifest.json is damaged: 'bus_mhz' is -0.5");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["registers"][0]["offset"] = -4; }),
            "manifest.json is damaged: 'offset' is -4");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["bus_mhz"] = 299.5, j["total_lag"]["words"] = -1; }),
            "nothing was refused")
      << "a clock, and a distance";
  EXPECT_EQ(changed([](auto& j) { j["shell"]["bus_bits"] = 12; }),
            "manifest.json is damaged: bus_bits is not a number of whole bytes");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["bank_round"] = 3 << 12; }),
            "manifest.json is damaged: bank_round is not a power of two");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["bank_round"] = -4096; }),
            "manifest.json is damaged: 'bank_round' is -4096");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["streams"] = nlohmann::json::array(); }),
            "manifest.json is damaged: there are no streams");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["streams"][0]["cell_bits"] = 65; }),
            "manifest.json is damaged: a has an impossible word size");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["streams"][0]["axes"] = 4; }),
            "manifest.json is damaged: a has impossible axes");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["streams"][1]["buffers"] = nlohmann::json::array(); }),
            "manifest.json is damaged: b has no buffer, or more than two");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["streams"][1]["buffers"] = {nlohmann::json::array()}; }),
            "manifest.json is damaged: b has no channels");
  EXPECT_EQ(changed([](auto& j) { j["shell"]["registers"] = nlohmann::json::array(); }),
            "the manifest has no register 'identity'");
  EXPECT_THAT(refusal([] { host::read_text("/nowhere/manifest.json"); }),
              HasSubstr("cannot read /nowhere/manifest.json"));
  EXPECT_THAT(refusal([] { host::read_text("/"); }), HasSubstr("cannot read /"));
}

TEST_F(Refusals, RoundsOfBanks) {
  const auto changed = [&](std::size_t more, int round) {
    nlohmann::json j = nlohmann::json::parse(described_.manifest);
    j["shell"]["bank_rounds"] = std::vector<int>(j["shell"]["channels"].size() + more, round);
    return refusal([&] { host::Accelerator none(j.dump(), std::make_unique<FakeCard>(described_)); });
  };
  EXPECT_EQ(changed(0, 4096), "nothing was refused");
  EXPECT_EQ(changed(0, 5000), "manifest.json is damaged: one of bank_rounds is not a power of two");
  EXPECT_EQ(changed(1, 4096), "manifest.json is damaged: bank_rounds is not one number per channel");
}

/// Pointers to the numbers of a manifest that hosts read.
std::vector<nlohmann::json::json_pointer> numbers_of(const nlohmann::json& manifest) {
  std::vector<nlohmann::json::json_pointer> all, left = {nlohmann::json::json_pointer("")};
  while (!left.empty()) {
    const auto place = left.back();
    left.pop_back();
    const nlohmann::json& value = manifest.at(place);
    if (value.is_number()) all.push_back(place);
    if (!value.is_structured()) continue;
    for (const auto& item : value.items()) {
      const std::string& key = item.key();
      if (key == "executor" || key == "monitors" || key == "numbers" || key == "core_numbers") continue;
      left.push_back(value.is_array() ? place / std::stoul(key) : place / key);
    }
  }
  return all;
}

/// Every number at the ends of its range and beyond, as a word, and missing: refused, or a card that responds.
TEST_F(Refusals, NumbersOfManifestsOutsideTheirRanges) {
  const nlohmann::json good = nlohmann::json::parse(described_.manifest);
  const auto opened = [&](const nlohmann::json& j) {
    return refusal([&] {
      host::Accelerator card(j.dump(), std::make_unique<FakeCard>(described_));
      card.set_extents(card.grid().minimum);
    });
  };
  ASSERT_EQ(opened(good), "nothing was refused");
  std::map<std::string, int> refused;
  const auto places = numbers_of(good);
  std::map<std::string, int> seen;
  for (const auto& place : places) {
    SCOPED_TRACE(place.to_string());
    const std::string key = std::isdigit(place.back()[0]) != 0 ? place.parent_pointer().back() : place.back();
    if (++seen[key] > 2) continue;  // registers are many, and alike
    for (const nlohmann::json& value :
         {nlohmann::json(0), nlohmann::json(-1), nlohmann::json(std::int64_t{1} << 40), nlohmann::json("NaN"),
          nlohmann::json(nullptr), nlohmann::json(true), nlohmann::json(~std::uint64_t{0}), nlohmann::json(1e300)}) {
      nlohmann::json j = good;
      j[place] = value;
      const std::string message = opened(j);
      if (message == "nothing was refused") continue;
      ++refused[key + " " + value.dump()];
      EXPECT_FALSE(message.empty());
    }
    nlohmann::json without = good;
    nlohmann::json& holder = without[place.parent_pointer()];
    if (!holder.is_object()) continue;
    holder.erase(place.back());
    if (opened(without) != "nothing was refused") ++refused[key + " missing"];
  }
  EXPECT_GT(places.size(), 100U);
  EXPECT_GT(seen.size(), 25U);
  for (const char* key : {"cells_per_cycle", "steps", "total_latency", "row_unit", "bus_bits", "burst_beats",
                          "cell_bits", "lanes", "word_bits", "offset", "bits"}) {
    for (const char* value :
         {"-1", "1099511627776", "\"NaN\"", "null", "true", "1e+300", "18446744073709551615", "missing"})
      EXPECT_GT(refused[std::string(key) + " " + value], 0) << key << " " << value;
  }
  for (const char* key : {"maximum", "minimum", "low", "high", "channels"}) {
    for (const char* value : {"-1", "1099511627776", "\"NaN\"", "null"})
      EXPECT_GT(refused[std::string(key) + " " + value], 0) << key << " " << value;
  }
  for (const char* key : {"cells_per_cycle", "steps", "maximum", "row_unit", "bus_bits", "burst_beats", "fifo_beats",
                          "lanes", "bus_mhz", "period_ps", "bits"})
    EXPECT_GT(refused[std::string(key) + " 0"], 0) << key;
  const auto with = [&](const char* key, const nlohmann::json& value) {
    nlohmann::json j = good;
    j[key] = value;
    return opened(j);
  };
  EXPECT_EQ(with("cells_per_cycle", std::numeric_limits<std::int64_t>::max()),
            "manifest.json is damaged: 'cells_per_cycle' is 9223372036854775807, not from 1 to 1024");
  EXPECT_EQ(with("cells_per_cycle", 0), "manifest.json is damaged: 'cells_per_cycle' is 0, not from 1 to 1024");
  EXPECT_EQ(with("cells_per_cycle", "NaN"), "manifest.json is damaged: 'cells_per_cycle' is \"NaN\", not a number");
  EXPECT_EQ(with("period_ps", 0), "manifest.json is damaged: 'period_ps' is 0, not above 0");
  nlohmann::json j = good;
  j["extents"]["maximum"] = {2147483647, 2147483647, 1};
  EXPECT_EQ(opened(j), "manifest.json is damaged: the grid has more than 1099511627776 cells");
}

/// A register that this library has never heard of would keep a value of chance.
TEST_F(Refusals, RegistersOfANewerShell) {
  nlohmann::json j = nlohmann::json::parse(described_.manifest);
  j["shell"]["registers"][1]["name"] = "new";
  auto fake = std::make_unique<FakeCard>(described_);
  host::Accelerator newer(j.dump(), std::move(fake));
  for (const host::Field& f : newer.fields()) {
    if (f.is_input) newer.load(f.name, cells_.data(), f.cells());
  }
  EXPECT_EQ(refusal([&] { newer.run(3); }), "this library does not support the register 'new'");
}

TEST(SimulatedRefusals, ProgramsAndOptions) {
  EXPECT_THAT(refusal([] { host::SimulatedCard none("nowhere/card.so"); }), HasSubstr("cannot load the simulation: "));
  const auto with = [](auto host::SimulatedOptions::*member, auto value) {
    host::SimulatedOptions options;
    options.*member = value;
    return refusal([&] { host::SimulatedCard none("nowhere/card.so", options); });
  };
  EXPECT_EQ(with(&host::SimulatedOptions::bus_mhz, 0.0),
            "simulated card: clocks must be above 0 and at most 10000 MHz");
  EXPECT_EQ(with(&host::SimulatedOptions::kernel_mhz, -1.0),
            "simulated card: clocks must be above 0 and at most 10000 MHz");
  EXPECT_EQ(with(&host::SimulatedOptions::latency_least, -1), "simulated card: latencies must be 0 or more");
  EXPECT_EQ(with(&host::SimulatedOptions::drams, std::map<int, std::string>{{-1, ""}}),
            "simulated card: memory channels are numbered from 0");
  EXPECT_EQ(with(&host::SimulatedOptions::ready_percent, 0), "simulated card: ready_percent must be 1 to 100");
  EXPECT_EQ(with(&host::SimulatedOptions::error_percent, 101.0), "simulated card: error_percent must be 0 to 100");
  EXPECT_EQ(refusal([] { host::simulated_options("{}"); }), "manifest.json has no clocks: key 'shell' not found");
  const host::SimulatedOptions options = host::simulated_options(Described(kMany).manifest);
  EXPECT_EQ(options.bus_mhz, 250);
  EXPECT_EQ(options.kernel_mhz, 200);
}

/// A library of another kind loads, but is not a card.
TEST(SimulatedRefusals, OtherLibraries) {
  EXPECT_THAT(refusal([] { host::SimulatedCard none("/lib/x86_64-linux-gnu/libm.so.6"); }),
              HasSubstr("is not a simulated card: it has no rtlgen_card_open"));
}

}  // namespace
}  // namespace rtlgen::test
