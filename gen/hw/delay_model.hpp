// Delays of device families, in picoseconds, and all queries about time.
//
// Rows are data (delay_rows.inc), one for each family or speed grade, with their source. A row has two sets of figures:
// delays of single cells, which static timing and the predicted clock add up, and coarse ones for scheduling, which
// decide where registers go. A row whose coarse figures are 0 is scheduled by its cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/dsp_block.hpp"

namespace rtlgen::hw {

struct Expr;
struct Module;

/// Delays of cells that only AMD devices have.
struct AmdCells {
  int mux = 0;             ///< F7, F8
  int shift = 0;           ///< SRL, clock to output
  int lut_ram_write = 0;   ///< LUT RAM, clock to output
  int ram_register = 0;    ///< block RAM, clock to the output of its output register
  int enable = 0;          ///< set-up of a clock enable
  int reset = 0;           ///< set-up of a reset
  int dsp_add = 0;         ///< DSP, from its product or from PCIN to P
  int dsp_clock_to_q = 0;  ///< DSP, clock to output of its registers
  int dsp_stage = 0;       ///< from one register in the DSP to the next: its shortest period
  int dsp_set_up = 0;      ///< set-up of the DSP's operand registers
};

/// Cells of a family and their routes, worst corner, in ps.
struct CellDelays {
  int lut = 0;
  int route = 0;           ///< from an output to one load
  int route_doubling = 0;  ///< added each time the loads double
  int carry_on = 0;        ///< operand to carry
  int carry_bit = 0;
  int carry_off = 0;  ///< carry to the sum's bit, its LUT included
  int clock_to_q = 0;
  int set_up = 0;    ///< at the inputs of the LUT that a register is packed with
  int ram_read = 0;  ///< block RAM, clock to output, no output register
  int ram_set_up = 0;
  int lut_ram = 0;  ///< LUT RAM, address to output; 0: the family has none
  int dsp = 0;      ///< product without registers; 0: the family has no DSPs
  int global = 0;   ///< route through a global buffer, which the four largest enables use; 0: none do
  std::optional<AmdCells> amd = std::nullopt;
};

/// Delay of a route from an output with `loads` loads.
int route_ps(const CellDelays& cells, int loads);

struct DelayModel {
  enum class Origin : std::uint8_t {
    kMeasured,  ///< on placed and routed designs
    kDerived,   ///< from the data that `source` names
    kUnknown,   ///< an estimate without evidence
  };

  std::string name;    ///< family, or family-grade
  std::string family;  ///< as boards and published designs name it
  int lut_inputs = 6;
  int lut = 600;         ///< one LUT and its average route
  int carry_base = 500;  ///< getting on and off a carry chain, route included
  int carry_per_bit = 15;
  int multiplier = 3200;            ///< one DSP tile, combinational, route included
  int memory_read = 1800;           ///< clock to output of a block RAM
  int register_overhead = 500;      ///< clock to q, set-up and clock uncertainty
  std::optional<CellDelays> cells;  ///< none: static timing is not possible
  Origin origin = Origin::kUnknown;
  std::string source;  ///< the router, designs and error, or the data
  bool has_lut_ram = true;
  bool is_compared =
      false;  ///< clocks predicted from its cells have been compared with routed designs (docs/evidence/timing.md)
  bool reads_ahead =
      false;  ///< block RAMs are read a word ahead at every clock: they cannot return the word that a write replaces

  /// Whether schedules use the delays of its cells (cell_timing.hpp). The coarse figures of such a row are then derived
  /// from the cells too.
  bool by_cells = false;

  /// Whether its LUTs can be memories of 32 words but not shift registers, as on Intel devices.
  [[nodiscard]] bool has_mlabs() const;

  /// The multiplier of the family.
  [[nodiscard]] const DspBlock& dsp_block() const { return dsp_block_of(family); }

  /// The time for the logic of a stage, from the outputs of its registers: the period less the delays of registers.
  [[nodiscard]] int stage_budget(int period_ps) const;

  /// The same for logic between registers that is placed expression by expression (plan/timing/schedule.hpp).
  [[nodiscard]] int logic_budget(int period_ps) const;

  /// Delay of one operator after its arguments have arrived.
  [[nodiscard]] int of(const Module& module, const Expr& expr) const;

  /// A row of the table by its name, "ecp5-8" or "ecp5"; null if none exists. If a family has several rows, the one
  /// with the name of the family alone is the slowest grade, or for AMD the middle one; otherwise `source` says which
  /// grade the row is.
  static const DelayModel* find(const std::string& name);
  /// The names of all rows, names of families first.
  static std::vector<std::string> names();
};

/// The family of the row called `name`; any other name is returned unchanged.
std::string family_of(const std::string& name);

}  // namespace rtlgen::hw
