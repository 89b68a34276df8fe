// Shells: every part of every stream is at one bank's port, registers lie side by side, numbers are there.
#include "contract/shell.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "contract/register_map.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

const char* const kProgram =
    "name: s\ngrid: [64, 24, 8]\ntype: int16\nfields: {a: {}, b: {boundary: wrap}, p: {}, k: {axes: [z]}, o: {}}\n"
    "params: {c: {value: 3, type: int64, runtime: true}}\nupdate:\n  - a: a[-1,0,0] + p[0,1,0] + k[1] + int16(c)\n  - "
    "b: b[0,0,1] + a\n  - o: a + b\n"
    "monitor: {m: {of: a, reduce: sum}}\nhardware: {cells_per_cycle: 2, steps: 2, bus: 64, memory: {a: [[0, 1], [2, "
    "3]], p: [[1, 2]], o: 4, k: 9}}\n";

/// Which (stream, part) a channel's ports stand for, each once.
std::string wiring_fault(const contract::Shell& shell) {
  std::map<std::pair<int, int>, int> seen;
  for (const contract::ShellChannel& channel : shell.channels) {
    for (const auto* ports : {&channel.readers, &channel.writers}) {
      for (const contract::BankPort& port : *ports) {
        const contract::ShellStream& s = shell.streams[static_cast<std::size_t>(port.stream)];
        const auto buffer = static_cast<std::size_t>(port.part / s.stripes());
        if (s.is_out != (ports == &channel.writers)) return "a stream at a port of the other direction";
        if (port.stripe != port.part % s.stripes()) return "a part of another stripe";
        if (s.buffers[buffer][static_cast<std::size_t>(port.stripe)] != channel.number)
          return "a part in another channel";
        ++seen[{port.stream, port.part}];
      }
    }
  }
  for (std::size_t i = 0; i < shell.streams.size(); ++i) {
    for (int part = 0; part < shell.streams[i].banks() * shell.streams[i].stripes(); ++part) {
      if (seen[{static_cast<int>(i), part}] != 1) return "a part that is not at one port";
    }
  }
  return "";
}

std::string register_fault(const contract::Shell& shell) {
  std::uint32_t next = 0x10;
  bool status = false;
  std::set<std::string> names;
  for (const contract::BusRegister& r : shell.map.registers) {
    if (r.offset != next) return "a hole in the map before " + r.name;
    if (status && !r.is_status) return "a config word behind status words";
    status = r.is_status;
    next += 4 * static_cast<std::uint32_t>(r.words());
    if (!names.insert(r.name).second) return "two registers of one name";
  }
  if (next > (1U << shell.map.address_bits)) return "the map does not fit its address";
  for (const contract::ShellStream& s : shell.streams) {
    for (const auto& [port, value] : s.numbers) {
      if (value != "0" && value != "1" && !names.contains(value)) return "no register gives " + value;
    }
  }
  for (const auto& [port, value] : shell.map.core_numbers) {
    if (!names.contains(value)) return "no register gives " + value;
  }
  return "";
}

TEST(Shell, EveryPartIsWiredOnceAndEveryNumberHasARegister) {
  const plan::Plan p = plan_of(kProgram);
  ASSERT_TRUE(p.shell.has_value());
  const contract::Shell& shell = *p.shell;
  EXPECT_EQ(wiring_fault(shell), "");
  EXPECT_EQ(register_fault(shell), "");
  EXPECT_EQ(shell.map.find("param_c").words(), 2);
  EXPECT_EQ(shell.channels.size(), 6U) << "channels 0 to 4 and 9";
  EXPECT_TRUE(shell.map.has("buffer_1_last_of_a"));
  EXPECT_FALSE(shell.map.has("buffer_1_last_of_p"));
}

TEST(Shell, FaultsAreFound) {
  const plan::Plan p = plan_of(kProgram);
  contract::Shell twice = *p.shell;
  twice.channels[1].readers.push_back(twice.channels[1].readers.front());
  EXPECT_EQ(wiring_fault(twice), "a part that is not at one port");
  contract::Shell moved = *p.shell;
  std::swap(moved.channels[0].writers.front(), moved.channels[2].writers.front());
  EXPECT_EQ(wiring_fault(moved), "a part in another channel");
  contract::Shell hole = *p.shell;
  hole.map.registers[3].offset += 4;
  EXPECT_NE(register_fault(hole), "");
  contract::Shell lost = *p.shell;
  lost.map.core_numbers.emplace_back("cfg_x", "nothing");
  EXPECT_EQ(register_fault(lost), "no register gives nothing");
}

std::string hard_program(const std::string& line, const std::string& arithmetic = "hard") {
  return "name: s\ngrid: [64, 24]\ntype: float32\narithmetic: " + arithmetic +
         "\nfields: {a: {}, b: {}}\nupdate:\n  - a: " + line + "\nhardware: {bus: 64, device: stratix10}\n";
}

/// One block for each kind of operation, registers to reach them, and the cases of those kinds alone.
TEST(Shell, OfHardBlocksHasTheirSelfTest) {
  const std::vector<std::pair<std::string, std::vector<int>>> lines = {
      {"a[-1,0] + b", {0}},    {"a[-1,0] * b", {1}},        {"a[-1,0] * b - a", {2}},
      {"(a + b) * b", {0, 1}}, {"(a + b) * b + a", {0, 2}}, {"a * b * b + (a + b)", {0, 1, 2}}};
  for (const auto& [line, modes] : lines) {
    const plan::Plan p = plan_of(hard_program(line));
    const contract::SelfTest& test = p.shell->self_test;
    EXPECT_EQ(register_fault(*p.shell), "") << line;
    std::vector<int> found;
    std::set<std::string> results;
    for (const contract::SelfTest::Block& block : test.blocks) {
      found.push_back(block.mode);
      results.insert(block.result);
      EXPECT_TRUE(p.shell->map.find(block.result).is_status);
    }
    EXPECT_EQ(found, modes) << line;
    EXPECT_FALSE(p.shell->map.find("hard_c").is_status);
    ASSERT_FALSE(test.assumptions.empty());
    for (const contract::SelfTest::Assumption& assumption : test.assumptions) {
      EXPECT_FALSE(assumption.cases.empty()) << assumption.name;
      for (const contract::SelfTest::Case& c : assumption.cases) EXPECT_TRUE(results.contains(c.result)) << line;
    }
  }
  const plan::Plan soft = plan_of(hard_program("a[-1,0] + b", "ieee"));
  EXPECT_TRUE(soft.shell->self_test.blocks.empty() && soft.shell->self_test.assumptions.empty());
  EXPECT_FALSE(soft.shell->map.has("hard_a") || soft.shell->map.has("hard_modes"));
}

TEST(Shell, WithoutABusThereIsNone) {
  EXPECT_FALSE(plan_of("name: s\ngrid: [64]\nfields: {a: {}}\nupdate:\n  - a: a[-1]\n").shell.has_value());
}

}  // namespace
}  // namespace rtlgen::test
