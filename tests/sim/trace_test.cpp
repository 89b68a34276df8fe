// `--trace` writes an FST file with the core's signals in it, from either language.
//
// The file is read here: its header, and the names in its hierarchy block, which fstapi packs as LZ4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "../testbench/waveform.hpp"
#include "driver/simulate/simulate.hpp"
#include "driver/simulate/views.hpp"
#include "large.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen {
namespace {

constexpr const char* kStencil = R"(name: small
grid: [12, 6]
type: float<5,4>
fields:
  c: {boundary: edge}
update:
  - c: c[-1,0] * c[1,0] + c[0,1]
iterations: 2
hardware: {cells_per_cycle: 2, steps: 1}
)";

std::uint64_t number(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

/// One LZ4 block (lz4_Block_format.md): literals and copies of what came before.
std::string unpack(const std::string& packed) {
  std::string text;
  std::size_t at = 0;
  const auto next = [&] { return static_cast<std::size_t>(static_cast<unsigned char>(packed.at(at++))); };
  const auto length = [&](std::size_t nibble) {
    if (nibble < 15) return nibble;
    for (std::size_t more = 255; more == 255;) nibble += more = next();
    return nibble;
  };
  while (at < packed.size()) {
    const std::size_t token = next();
    const std::size_t literals = length(token >> 4);
    text += packed.substr(at, literals);
    at += literals;
    if (at >= packed.size()) break;
    const std::size_t low = next();
    const std::size_t back = low | next() << 8;
    if (back == 0 || back > text.size()) return "";
    for (std::size_t n = length(token & 15) + 4; n > 0; --n) text += text[text.size() - back];
  }
  return text;
}

/// The hierarchy of an FST file as raw text with the names in it; "" if it is none.
std::string hierarchy(const std::string& file) {
  constexpr char kHeader = 0;
  constexpr char kHierarchyLz4 = 6;
  constexpr std::uint64_t kHeaderLength = 329;
  if (file.size() < kHeaderLength || file[0] != kHeader || number(file, 1) != kHeaderLength) return "";
  for (std::size_t at = 0; at + 17 <= file.size(); at += 1 + number(file, at + 1)) {
    if (file[at] != kHierarchyLz4) continue;
    const std::string text = unpack(file.substr(at + 17, number(file, at + 1) - 16));
    return text.size() == number(file, at + 9) ? text : "";
  }
  return "";
}

/// Paths of all signals, without ranges, from raw text of a hierarchy.
std::set<std::string> paths(const std::string& text) {
  constexpr unsigned char kAttribute = 252, kAttributeEnd = 253, kScope = 254, kUp = 255;
  std::set<std::string> names;
  std::vector<std::string> scopes;
  std::size_t at = 0;
  const auto byte = [&] { return static_cast<unsigned char>(text.at(at++)); };
  const auto word = [&] {
    const std::size_t end = text.find('\0', at);
    const std::string found = text.substr(at, end - at);
    at = end + 1;
    return found;
  };
  const auto skip_number = [&] {
    while (byte() >= 128) continue;
  };
  while (at < text.size()) {
    const unsigned char tag = byte();
    if (tag == kScope) {
      byte();
      scopes.push_back(word());
      word();
    } else if (tag == kUp) {
      scopes.pop_back();
    } else if (tag == kAttribute) {
      at += 2;
      word();
      skip_number();
    } else if (tag != kAttributeEnd) {
      byte();
      std::string path;
      for (const std::string& scope : scopes) path += scope + ".";
      const std::string name = word();
      names.insert(path + name.substr(0, name.find(' ')));
      skip_number();
      skip_number();
    }
  }
  return names;
}

TEST(Trace, HoldsTheSignalsOfTheCoreInBothLanguages) {
  const runner::TemporaryFolder folder;
  const std::string stencil = (folder.path() / "small.yaml").string();
  runner::write_file(stencil, kStencil);
  for (const runner::Hdl hdl : {runner::Hdl::kVerilog, runner::Hdl::kVhdl}) {
    SCOPED_TRACE(hdl == runner::Hdl::kVhdl ? "vhdl" : "verilog");
    Diagnostics diagnostics;
    driver::SimOptions options;
    options.run.source.file = stencil;
    options.hdl = hdl;
    options.trace = (folder.path() / "wave.fst").string();
    const auto report = driver::simulate(options, diagnostics);
    ASSERT_TRUE(report) << diagnostics.render();
    EXPECT_TRUE(report->match());
    const std::string names = hierarchy(runner::read_file(options.trace));
    ASSERT_NE(names, "") << "no FST file";
    for (const char* name :
         {"clk", "rst", "in_valid", "in_c", "out_valid", "out_c", "executor_0", "kernel_0_l0", "n4_add", "round_up"}) {
      EXPECT_NE(names.find(name), std::string::npos) << name;
    }
    EXPECT_EQ(names.find("no_such_signal"), std::string::npos);
    std::filesystem::remove(options.trace);
  }
}

TEST(Trace, ALargeCoreShowsItsFirstExecutorToThePortsOfOperatorsAndThePortsOfAll) {
  const runner::TemporaryFolder folder;
  const std::string stencil = (folder.path() / "large.yaml").string();
  runner::write_file(stencil, test::kLarge);
  Diagnostics diagnostics;
  driver::SimOptions options;
  options.run.source.file = stencil;
  options.trace = (folder.path() / "wave.fst").string();
  std::string logged;
  options.log = [&](const std::string& line) { logged += line; };
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report) << diagnostics.render();
  EXPECT_TRUE(report->match());
  EXPECT_EQ(logged, "the waveform shows the inside of the first Executor and the ports of all 7")
      << "compiled now or before";
  const std::string names = hierarchy(runner::read_file(options.trace));
  for (const char* name : {"executor_0", "executor_6", "kernel_0_l0", "_add"})
    EXPECT_NE(names.find(name), std::string::npos) << name;
  EXPECT_EQ(names.find("round_up"), std::string::npos) << "the inside of an operator";
  const std::string view = (folder.path() / "wave.sucl").string();
  driver::write_views(*report->prepared, options, {view});
  const auto wanted = test::signals_of_surfer(runner::read_file(view));
  EXPECT_GT(wanted.size(), 100U);
  EXPECT_THAT(test::lacking(wanted, paths(names), false), testing::IsEmpty());
}

TEST(Trace, TheReaderRefusesWhatIsNoFst) {
  EXPECT_EQ(hierarchy(""), "");
  EXPECT_EQ(hierarchy(std::string(400, 'x')), "");
}

}  // namespace
}  // namespace rtlgen
