// Counts the cells of a mapped netlist.
#include "cell_count.hpp"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace rtlgen::bench {

namespace {

/// One cell of each type that synth_xilinx may leave. Carry chains, the multiplexers between the LUTs
/// of a slice and clock buffers take no LUT and no flip-flop.
const std::map<std::string, Area>& cell_types() {
  static const Area kFree{0, 0, 0}, kFlipFlop{0, 1, 0}, kLut{0, 0, 1}, kTwoLuts{0, 0, 2}, kSlice{0, 0, 4};
  static const Area kHalf{1, 0, 0}, kWhole{2, 0, 0};
  static const std::map<std::string, Area> types = {
      {"BUFG", kFree}, {"CARRY4", kFree}, {"GND", kFree}, {"MUXF7", kFree}, {"MUXF8", kFree}, {"VCC", kFree},
      {"FDCE", kFlipFlop}, {"FDPE", kFlipFlop}, {"FDRE", kFlipFlop}, {"FDSE", kFlipFlop},
      {"INV", kLut}, {"LUT1", kLut}, {"LUT2", kLut}, {"LUT3", kLut}, {"LUT4", kLut}, {"LUT5", kLut}, {"LUT6", kLut},
      {"SRL16E", kLut}, {"SRLC16E", kLut}, {"SRLC32E", kLut},
      {"RAM32X1S", kLut}, {"RAM64X1S", kLut}, {"RAM128X1S", kTwoLuts}, {"RAM256X1S", kSlice},
      {"RAM32X1D", kTwoLuts}, {"RAM64X1D", kTwoLuts}, {"RAM128X1D", kSlice}, {"RAM32M", kSlice}, {"RAM64M", kSlice},
      {"RAMB18", kHalf}, {"RAMB18SDP", kHalf}, {"RAMB36", kWhole}, {"RAMB36SDP", kWhole},
      {"RAMB18E1", kHalf}, {"RAMB36E1", kWhole},
  };
  return types;
}

}  // namespace

CellTable parse_stat(const std::string& text) {
  CellTable table;
  std::istringstream lines(text);
  std::map<std::string, std::int64_t>* module = nullptr;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "===") {
      // "=== name ===" opens a module, "=== design hierarchy ===" the summary.
      module = third == "===" ? &table[second] : nullptr;
      continue;
    }
    const bool is_count = !second.empty() && third.empty() && second.find_first_not_of("0123456789") == std::string::npos;
    if (module != nullptr && is_count) (*module)[first] += std::stoll(second);
  }
  if (table.empty()) throw std::runtime_error("no module in the statistics of Yosys");
  return table;
}

Area area_of(const CellTable& table, const std::string& module, const std::string& outside) {
  const auto found = table.find(module);
  if (found == table.end()) throw std::runtime_error(fmt::format("module '{}' is not in the netlist", module));
  Area sum;
  for (const auto& [type, count] : found->second) {
    if (type == outside) continue;
    const auto known = cell_types().find(type);
    if (known != cell_types().end()) {
      sum = sum + count * known->second;
    } else if (table.contains(type)) {
      sum = sum + count * area_of(table, type, outside);
    } else {
      throw std::runtime_error(fmt::format("module '{}' has cells of the unknown type '{}'", module, type));
    }
  }
  return sum;
}

std::int64_t instances(const CellTable& table, const std::string& module, const std::string& type) {
  const auto found = table.find(module);
  if (found == table.end()) return 0;
  const auto count = found->second.find(type);
  return count == found->second.end() ? 0 : count->second;
}

}  // namespace rtlgen::bench
