// Predicts the cells that a synthesis tool makes of one module of the hardware IR.
//
// Registers, shift registers, memories, multipliers and carry chains are taken from the IR; the logic between them is
// mapped to LUTs (map_luts.hpp) by the rules that Yosys has for a family. Instances are skipped.
#pragma once

#include <cstdint>
#include <string>

#include "model/area/map_luts.hpp"

namespace rtlgen::hw {
struct Module;
}

namespace rtlgen::model {

/// Resources of a module or a design.
struct Area {
  std::int64_t logic_luts = 0;   ///< logic, inverters and carry chains
  std::int64_t shift_luts = 0;   ///< LUTs used as shift registers (SRL)
  std::int64_t memory_luts = 0;  ///< LUTs used as memories: LUT RAM, or places in MLABs
  std::int64_t flip_flops = 0;
  std::int64_t rams = 0;  ///< block RAMs of the size that Fabric::ram_word names
  std::int64_t dsps = 0;
  std::int64_t wide_luts = 0;   ///< part of the logic: LUTs with six inputs, which take a whole ALM
  std::int64_t ultra_rams = 0;  ///< UltraRAMs of 288 kbit

  /// ALMs if the other LUTs pair up: an ALM holds two LUTs with up to five inputs.
  [[nodiscard]] std::int64_t alms() const { return wide_luts + (luts() - wide_luts + 1) / 2; }
  [[nodiscard]] std::int64_t luts() const { return logic_luts + shift_luts + memory_luts; }
  Area& operator+=(const Area& other);
  friend Area operator+(Area a, const Area& b) { return a += b; }
  friend Area operator*(std::int64_t n, Area a);
  friend bool operator==(const Area&, const Area&) = default;
};

/// The mapping rules of a family; one row each in cells.cpp.
struct Fabric {
  enum class Kind : std::uint8_t {
    kXilinx,   ///< six-input LUTs; SRLs, CARRY4 chains with a LUT in front
    kAlm,      ///< Intel; arithmetic cells, no SRLs
    kFourLuts  ///< iCE40 and ECP5; arithmetic cells, no SRLs
  };
  std::string name;  ///< the device family for which Yosys maps
  Kind kind = Kind::kXilinx;
  LutCosts luts;
  int multiplier_a = 0, multiplier_b = 0;       ///< bits of a tile's operands; signed for Xilinx
  int multiplier_partial = 0;                   ///< the same for a tile that computes a part of a wider product
  int multiplier_least = 0, product_least = 0;  ///< least bits of operand and result for which Yosys uses a tile
  std::string ram_word;                         ///< the kind of block RAM that is counted

  /// Whether the family has shift registers in LUTs, flip-flops with their own resets and enables, and signed
  /// multipliers.
  [[nodiscard]] bool is_xilinx() const { return kind == Kind::kXilinx; }
  /// Whether Yosys moves registers, and the sums between them, into DSP blocks: xilinx_dsp supports only DSP48E1.
  [[nodiscard]] bool fills_dsps() const { return name == "xc7"; }
  /// Whether logic is counted in LUTs, not in ALMs.
  [[nodiscard]] bool counts_luts() const { return kind != Kind::kAlm; }
  [[nodiscard]] const char* logic_word() const { return counts_luts() ? "LUT" : "ALM"; }
  [[nodiscard]] std::int64_t logic(const Area& area) const { return counts_luts() ? area.luts() : area.alms(); }
  /// The quantity that ABC minimises, for logic only: LUTs, or halves of an ALM.
  [[nodiscard]] std::int64_t mapped(const Area& area) const {
    return area.logic_luts + (counts_luts() ? 0 : area.wide_luts);
  }
};

/// The fabric that represents a device of the delay model. Xilinx UltraScale is counted as 7 series, Intel devices as
/// Cyclone 10 GX. Counts for iCE40 and ECP5 are not calibrated.
const Fabric& fabric_of(const std::string& device);

/// The area of one module without its instances.
Area area_of(const hw::Module& module, const Fabric& fabric, CoverCache* known = nullptr);

}  // namespace rtlgen::model
