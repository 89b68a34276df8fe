// Values of options and their meanings, for commands and the Python package.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "driver/design/design_files.hpp"
#include "driver/report/report.hpp"
#include "driver/simulate/options.hpp"
#include "explore/explore.hpp"
#include "runner/sources.hpp"
#include "spec/hardware.hpp"
#include "support/check.hpp"

namespace rtlgen::cli {

template <class Value>
struct Word {
  const char* text;
  Value value;
};

inline constexpr std::array<Word<explore::Objective>, 3> kObjectives = {{{"time", explore::Objective::kTime},
                                                                         {"energy", explore::Objective::kEnergy},
                                                                         {"smallest", explore::Objective::kSmallest}}};
inline constexpr std::array<Word<driver::PageRun>, 3> kPageRuns = {
    {{"none", driver::PageRun::kNone}, {"ideal", driver::PageRun::kIdeal}, {"ddr", driver::PageRun::kDdr}}};
inline constexpr std::array<Word<driver::HdlChoice>, 3> kHdlChoices = {
    {{"verilog", driver::HdlChoice::kVerilog}, {"vhdl", driver::HdlChoice::kVhdl}, {"both", driver::HdlChoice::kBoth}}};
inline constexpr std::array<Word<runner::Simulator>, 3> kSimulators = {{{"verilator", runner::Simulator::kVerilator},
                                                                        {"icarus", runner::Simulator::kIcarus},
                                                                        {"ghdl", runner::Simulator::kGhdl}}};
inline constexpr std::array<Word<driver::Memory>, 3> kMemories = {
    {{"ideal", driver::Memory::kIdeal}, {"ddr", driver::Memory::kDdr}, {"board", driver::Memory::kBoard}}};
inline constexpr std::array<Word<spec::RamChoice>, 4> kRams = {{{"auto", spec::RamChoice::kAuto},
                                                                {"block", spec::RamChoice::kBlock},
                                                                {"distributed", spec::RamChoice::kDistributed},
                                                                {"ultra", spec::RamChoice::kUltra}}};

/// The words, in order.
template <class Value, std::size_t kCount>
std::vector<std::string> words_of(const std::array<Word<Value>, kCount>& words) {
  std::vector<std::string> out;
  for (const Word<Value>& word : words) out.emplace_back(word.text);
  return out;
}

/// The value of one of the words.
template <class Value, std::size_t kCount>
Value meaning_of(const std::array<Word<Value>, kCount>& words, std::string_view text) {
  const auto found = std::find_if(words.begin(), words.end(), [&](const Word<Value>& w) { return text == w.text; });
  RTLGEN_CHECK(found != words.end(), "a word that was not checked: " + std::string(text));
  return found->value;
}

}  // namespace rtlgen::cli
