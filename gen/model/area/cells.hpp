// What a synthesis tool makes of one module of the hardware IR, cell by cell.
//
// Registers, shift registers, memories, multipliers and carry chains are read off the IR; the logic between them is
// mapped to LUTs (map_luts.hpp) after the rules that Yosys has for a family. Instances are not looked into.
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
  std::int64_t logic_luts = 0;   ///< of logic, inverters and carry chains
  std::int64_t shift_luts = 0;   ///< LUTs that are shift registers (SRL)
  std::int64_t memory_luts = 0;  ///< LUTs that are memories: LUT RAM, or places in MLABs
  std::int64_t flip_flops = 0;
  std::int64_t rams = 0;  ///< block RAMs, as Fabric::ram_word has it
  std::int64_t dsps = 0;
  std::int64_t wide_luts = 0;   ///< of the logic: LUTs that take an ALM for themselves, having six inputs
  std::int64_t ultra_rams = 0;  ///< UltraRAMs of 288 kbit

  /// ALMs, if the others pair up: an ALM holds two LUTs of five inputs or fewer.
  [[nodiscard]] std::int64_t alms() const { return wide_luts + (luts() - wide_luts + 1) / 2; }
  [[nodiscard]] std::int64_t luts() const { return logic_luts + shift_luts + memory_luts; }
  Area& operator+=(const Area& other);
  friend Area operator+(Area a, const Area& b) { return a += b; }
  friend Area operator*(std::int64_t n, Area a);
  friend bool operator==(const Area&, const Area&) = default;
};

/// How a family maps; one row each in cells.cpp.
struct Fabric {
  enum class Kind : std::uint8_t {
    kXilinx,   ///< LUTs of six inputs; SRLs, CARRY4 chains with a LUT in front
    kAlm,      ///< of Intel; arithmetic cells, no SRLs
    kFourLuts  ///< of iCE40 and ECP5; arithmetic cells, no SRLs
  };
  std::string name;  ///< the device family that Yosys maps for
  Kind kind = Kind::kXilinx;
  LutCosts luts;
  int multiplier_a = 0, multiplier_b = 0;       ///< bits of a tile's operands; Xilinx' are signed
  int multiplier_partial = 0;                   ///< of those of a tile that makes a part of a wider product
  int multiplier_least = 0, product_least = 0;  ///< bits of an operand and of a result from which on Yosys takes a tile
  std::string ram_word;                         ///< what block RAMs are counted in

  /// Shift registers in LUTs, flip-flops with resets and enables of their own, signed multipliers.
  [[nodiscard]] bool is_xilinx() const { return kind == Kind::kXilinx; }
  /// Yosys puts registers, and the sums between them, into DSP blocks: xilinx_dsp knows DSP48E1 alone.
  [[nodiscard]] bool fills_dsps() const { return name == "xc7"; }
  /// Logic is counted in LUTs, not in ALMs.
  [[nodiscard]] bool counts_luts() const { return kind != Kind::kAlm; }
  [[nodiscard]] const char* logic_word() const { return counts_luts() ? "LUT" : "ALM"; }
  [[nodiscard]] std::int64_t logic(const Area& area) const { return counts_luts() ? area.luts() : area.alms(); }
  /// What ABC keeps small, of the logic alone: LUTs, or halves of an ALM.
  [[nodiscard]] std::int64_t mapped(const Area& area) const {
    return area.logic_luts + (counts_luts() ? 0 : area.wide_luts);
  }
};

/// The fabric that stands for a device of the delay model; Xilinx UltraScale is counted as 7 series, Intel's as Cyclone
/// 10 GX. Counts of iCE40 and ECP5 are not calibrated.
const Fabric& fabric_of(const std::string& device);

/// One module without its instances.
Area area_of(const hw::Module& module, const Fabric& fabric);

}  // namespace rtlgen::model
