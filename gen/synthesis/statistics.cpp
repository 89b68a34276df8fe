// Cells and their weights.
#include "synthesis/statistics.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <stdexcept>

#include "model/area/cells.hpp"

namespace rtlgen::synthesis {

namespace {

/// One cell of each type that the scripts may leave. Carry chains, the multiplexers between the LUTs of a slice and
/// buffers of the clock are part of what is counted beside them.
const std::map<std::string, model::Area>& xilinx_cells() {
  const auto luts = [](std::int64_t n) { return model::Area{n, 0, 0, 0, 0, 0, 0}; };
  const auto memory = [](std::int64_t n) { return model::Area{0, 0, n, 0, 0, 0, 0}; };
  static const model::Area kShift{0, 1, 0, 0, 0, 0, 0}, kBit{0, 0, 0, 1, 0, 0, 0}, kHalf{0, 0, 0, 0, 1, 0, 0},
      kWhole{0, 0, 0, 0, 2, 0, 0}, kDsp{0, 0, 0, 0, 0, 1, 0}, kUltra{0, 0, 0, 0, 0, 0, 0, 1};
  static const std::map<std::string, model::Area> types = {
      {"BUFG", {}},
      {"CARRY4", {}},
      {"CARRY8", {}},
      {"GND", {}},
      {"MUXF7", {}},
      {"MUXF8", {}},
      {"MUXF9", {}},
      {"VCC", {}},
      {"FDCE", kBit},
      {"FDPE", kBit},
      {"FDRE", kBit},
      {"FDSE", kBit},
      {"INV", luts(1)},
      {"LUT1", luts(1)},
      {"LUT2", luts(1)},
      {"LUT3", luts(1)},
      {"LUT4", luts(1)},
      {"LUT5", luts(1)},
      {"LUT6", luts(1)},
      {"SRL16E", kShift},
      {"SRLC16E", kShift},
      {"SRLC32E", kShift},
      {"RAM32X1S", memory(1)},
      {"RAM64X1S", memory(1)},
      {"RAM128X1S", memory(2)},
      {"RAM256X1S", memory(4)},
      {"RAM512X1S", memory(8)},
      {"RAM32X1D", memory(2)},
      {"RAM64X1D", memory(2)},
      {"RAM128X1D", memory(4)},
      {"RAM32M", memory(4)},
      {"RAM64M", memory(4)},
      {"RAM32M16", memory(8)},
      {"RAM64M8", memory(8)},
      {"RAMB18", kHalf},
      {"RAMB18SDP", kHalf},
      {"RAMB36", kWhole},
      {"RAMB36SDP", kWhole},
      {"RAMB18E1", kHalf},
      {"RAMB36E1", kWhole},
      {"RAMB18E2", kHalf},
      {"RAMB36E2", kWhole},
      {"URAM288", kUltra},
      {"DSP48E1", kDsp},
      {"DSP48E", kDsp},
  };
  return types;
}

const std::map<std::string, model::Area>& intel_cells() {
  static const model::Area kWide{1, 0, 0, 0, 0, 0, 1}, kLut{1, 0, 0, 0, 0, 0, 0}, kBit{0, 0, 0, 1, 0, 0, 0},
      kRam{0, 0, 0, 0, 1, 0, 0}, kMlab{0, 0, 1, 0, 0, 0, 0}, kDsp{0, 0, 0, 0, 0, 1, 0};
  static const std::map<std::string, model::Area> types = {
      {"MISTRAL_ALUT2", kLut},  {"MISTRAL_ALUT3", kLut},      {"MISTRAL_ALUT4", kLut},    {"MISTRAL_ALUT5", kLut},
      {"MISTRAL_ALUT6", kWide}, {"MISTRAL_ALUT_ARITH", kLut}, {"MISTRAL_NOT", kLut},      {"MISTRAL_BUF", {}},
      {"MISTRAL_CLKBUF", {}},   {"MISTRAL_FF", kBit},         {"MISTRAL_MLAB", kMlab},    {"MISTRAL_M20K", kRam},
      {"MISTRAL_M10K", kRam},   {"altsyncram", kRam},         {"MISTRAL_MUL27X27", kDsp}, {"MISTRAL_MUL18X18", kDsp},
      {"MISTRAL_MUL9X9", kDsp},
  };
  return types;
}

/// iCE40 and ECP5. A carry shares its cell with a LUT on iCE40; a multiplexer of LUTs (PFUMX) is none itself.
const std::map<std::string, model::Area>& four_lut_cells() {
  static const model::Area kLut{1, 0, 0, 0, 0, 0, 0}, kTwo{2, 0, 0, 0, 0, 0, 0}, kBit{0, 0, 0, 1, 0, 0, 0},
      kRam{0, 0, 0, 0, 1, 0, 0}, kLutRam{0, 0, 6, 0, 0, 0, 0}, kDsp{0, 0, 0, 0, 0, 1, 0};
  static const std::map<std::string, model::Area> types = {
      {"SB_LUT4", kLut},     {"SB_CARRY", {}},   {"SB_DFF", kBit},     {"SB_DFFE", kBit},
      {"SB_DFFSR", kBit},    {"SB_DFFSS", kBit}, {"SB_DFFESR", kBit},  {"SB_DFFESS", kBit},
      {"SB_RAM40_4K", kRam}, {"SB_MAC16", kDsp}, {"LUT4", kLut},       {"CCU2C", kTwo},
      {"PFUMX", {}},         {"L6MUX21", {}},    {"TRELLIS_FF", kBit}, {"TRELLIS_DPR16X4", kLutRam},
      {"DP16KD", kRam},      {"PDPW16KD", kRam}, {"MULT18X18D", kDsp},
  };
  return types;
}

const std::map<std::string, model::Area>& cells_of_kind(model::Fabric::Kind kind) {
  switch (kind) {
    case model::Fabric::Kind::kXilinx:
      return xilinx_cells();
    case model::Fabric::Kind::kAlm:
      return intel_cells();
    case model::Fabric::Kind::kFourLuts:
      break;
  }
  return four_lut_cells();
}

/// Adds up what is below modules, each once.
struct Below {
  const CellTable& table;
  const model::Fabric& fabric;
  const std::function<bool(const std::string&)>& is_outside;
  std::map<std::string, std::optional<model::Area>> done;  ///< without a value: it is being added up

  model::Area area(const std::string& module) {
    const auto [place, is_new] = done.try_emplace(module);
    if (!is_new) {
      if (!place->second)
        throw std::runtime_error(fmt::format("module '{}' is inside of itself in the statistics of Yosys", module));
      return *place->second;
    }
    model::Area sum = cells_of(table, module, fabric,
                               [&](const std::string& type) { return is_outside(type) || table.contains(type); });
    for (const auto& [type, count] : table.at(module)) {
      if (!is_outside(type) && table.contains(type)) add(sum, count, area(type), module);
    }
    done[module] = sum;
    return sum;
  }

  static void add(model::Area& sum, std::int64_t count, const model::Area& each, const std::string& module) {
    constexpr double kMost = 1e15;  // of anything: no device is so large, and sums of it fit
    const double all = static_cast<double>(each.luts()) + static_cast<double>(each.flip_flops) +
                       static_cast<double>(each.rams) + static_cast<double>(each.dsps);
    if (static_cast<double>(count) * all > kMost)
      throw std::runtime_error(
          fmt::format("module '{}' has more cells than can be in the statistics of Yosys", module));
    sum += count * each;
  }
};

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
    const bool is_count =
        !second.empty() && third.empty() && second.find_first_not_of("0123456789") == std::string::npos;
    if (module == nullptr || !is_count) continue;
    constexpr std::size_t kDigits = 12;
    if (second.size() > kDigits)
      throw std::runtime_error(fmt::format("{} cells of the type '{}' in the statistics of Yosys", second, first));
    (*module)[first] += std::stoll(second);
  }
  if (table.empty()) throw std::runtime_error("no module in the statistics of Yosys");
  return table;
}

model::Area cells_of(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                     const std::function<bool(const std::string&)>& is_outside) {
  const auto& types = cells_of_kind(fabric.kind);
  const auto found = table.find(module);
  if (found == table.end())
    throw std::runtime_error(fmt::format("module '{}' is not in the statistics of Yosys", module));
  model::Area area;
  for (const auto& [type, count] : found->second) {
    if (is_outside(type)) continue;
    const auto known = types.find(type);
    if (known == types.end())
      throw std::runtime_error(fmt::format("module '{}': Yosys left cells of the unknown type '{}'", module, type));
    area += count * known->second;  // of at most 12 digits
  }
  return area;
}

model::Area cells_below(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                        const std::function<bool(const std::string&)>& is_outside) {
  return Below{table, fabric, is_outside, {}}.area(module);
}

}  // namespace rtlgen::synthesis
