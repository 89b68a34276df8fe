// Types of cells and the resources that they count as.
#include "synthesis/statistics.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "model/area/cells.hpp"
#include "support/errors.hpp"

namespace rtlgen::synthesis {

namespace {

/// The area of each cell type that the scripts may leave. Carry chains, the multiplexers between the LUTs of a slice
/// and clock buffers count as part of other cells.
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

/// iCE40 and ECP5. On iCE40 a carry shares its cell with a LUT; a multiplexer of LUTs (PFUMX) does not count.
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

/// Adds up the contents of modules, each module once.
struct Below {
  const CellTable& table;
  const model::Fabric& fabric;
  const std::function<bool(const std::string&)>& is_outside;
  std::map<std::string, std::optional<model::Area>> done;  ///< no value: still being added up

  model::Area area(const std::string& module) {
    const auto [place, is_new] = done.try_emplace(module);
    if (!is_new) {
      if (!place->second)
        throw EnvironmentError(fmt::format("module '{}' contains itself in the statistics of Yosys", module));
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
    constexpr double kMost = 1e15;  // for any cell: no device is so large, and sums of it fit
    const double all = static_cast<double>(each.luts()) + static_cast<double>(each.flip_flops) +
                       static_cast<double>(each.rams) + static_cast<double>(each.dsps);
    if (static_cast<double>(count) * all > kMost)
      throw EnvironmentError(
          fmt::format("module '{}' has an impossible number of cells in the statistics of Yosys", module));
    sum += count * each;
  }
};

/// Yosys marks names from the source with a backslash.
std::string plain_name(const std::string& name) { return name.starts_with('\\') ? name.substr(1) : name; }

std::int64_t count_in(const nlohmann::json& object, const std::string& key, const std::string& module) {
  constexpr std::uint64_t kMost = 999'999'999'999;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > kMost)
    throw EnvironmentError(fmt::format("module '{}' has no usable count '{}' in the statistics of Yosys: {}", module,
                                       key, found == object.end() ? "it is missing" : found->dump()));
  return found->get<std::int64_t>();
}

/// Counts by type, which must add up to the totals of Yosys, as versions print them differently.
std::map<std::string, std::int64_t> types_of(const std::string& name, const nlohmann::json& module) {
  constexpr const char* kTypes = "num_cells_by_type";
  if (!module.is_object() || !module.contains(kTypes) || !module[kTypes].is_object())
    throw EnvironmentError(fmt::format("module '{}' has no '{}' in the statistics of Yosys", name, kTypes));
  std::map<std::string, std::int64_t> types;
  std::int64_t sum = 0;
  for (const auto& [type, count] : module[kTypes].items()) {
    const std::int64_t many = count_in(module[kTypes], type, name);
    types[plain_name(type)] += many;
    sum += many;
  }
  // Since 0.56, cells do not include instances of modules.
  const std::int64_t total = count_in(module, "num_cells", name) +
                             (module.contains("num_submodules") ? count_in(module, "num_submodules", name) : 0);
  if (sum != total)
    throw EnvironmentError(
        fmt::format("module '{}': the statistics of Yosys name the types of {} cells, but count {}", name, sum, total));
  return types;
}

}  // namespace

CellTable parse_stat(const std::string& text) {
  const auto all = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!all.is_object() || !all.contains("modules") || !all["modules"].is_object() || all["modules"].empty())
    throw EnvironmentError(
        fmt::format("no module in the statistics of Yosys, which begin with '{}'", text.substr(0, 80)));
  CellTable table;
  for (const auto& [name, module] : all["modules"].items()) table[plain_name(name)] = types_of(name, module);
  return table;
}

model::Area cells_of(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                     const std::function<bool(const std::string&)>& is_outside) {
  const auto& types = cells_of_kind(fabric.kind);
  const auto found = table.find(module);
  if (found == table.end())
    throw EnvironmentError(fmt::format("module '{}' is not in the statistics of Yosys", module));
  model::Area area;
  for (const auto& [type, count] : found->second) {
    // Newer versions of Yosys keep the names of flattened modules in cells without logic.
    if (is_outside(type) || type == "$scopeinfo") continue;
    const auto known = types.find(type);
    if (known == types.end())
      throw EnvironmentError(fmt::format("module '{}': Yosys left cells of an unknown type '{}'", module, type));
    area += count * known->second;  // at most 12 digits
  }
  return area;
}

model::Area cells_below(const CellTable& table, const std::string& module, const model::Fabric& fabric,
                        const std::function<bool(const std::string&)>& is_outside) {
  return Below{table, fabric, is_outside, {}}.area(module);
}

}  // namespace rtlgen::synthesis
