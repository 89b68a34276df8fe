// A combinational module as the pipeliner sees it: a graph of expressions with delays, in which wires are transparent.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/pipeline.hpp"
#include "hw/product.hpp"
#include "hw/timing.hpp"

namespace rtlgen::hw {

struct DelayModel;

struct PipelineGraph {
  /// Up to this period, every product uses the registers of its DSP blocks.
  static constexpr int kFastPeriodPs = 5000;

  const Module& m;
  IndexVector<SignalId, ExprId> wire_value;  ///< invalid for inputs
  std::vector<ExprId> order;                 ///< live expressions, arguments (through wires) first
  Timing timing;
  bool by_cells;       ///< `timing` uses the delays of cells
  int level;           ///< delay of a LUT and its route
  bool absorbs_logic;  ///< carry chains and LUTs absorb the logic before them, in the same stage
  IndexVector<ExprId, std::string> wire_name;  ///< name of the wire of an expression, or empty
  std::vector<std::pair<SignalId, ExprId>> outputs;
  IndexVector<ExprId, ProductTiles> tiles;  ///< only for products
  /// With Cut::kFewLuts: the stored values that form the amount of this wide shift, or of
  /// this step of a wide shift. They are computed in an earlier stage.
  IndexVector<ExprId, std::vector<ExprId>> amount;

  PipelineGraph(const Module& module, const DelayModel& device, Cut cut);

  /// Arguments of an expression; for a reference to a wire, the value of the wire.
  [[nodiscard]] std::vector<ExprId> args(ExprId id) const;

  /// The stored values from which `id` is wired (`id` itself if it is real logic or an input).
  void sources(ExprId id, std::vector<ExprId>& out) const;

  [[nodiscard]] int delay(ExprId id) const { return timing.ps[id]; }

  /// The time that a stage needs after `id`: the LUT that it shares, or the route into a DSP block.
  [[nodiscard]] int tail(ExprId id) const { return tail_[id]; }

  /// Additional delay from `from` to `id`, on top of the route, because it arrives as a reset.
  struct Way {
    ExprId from;
    int ps;
  };
  [[nodiscard]] const std::vector<Way>& ways_into_reset(ExprId id) const { return ways_into_reset_[id]; }
  [[nodiscard]] int way(ExprId from, ExprId id) const;  ///< 0 if it is not a reset

  /// Delay from registers to the logic of `id`, if everything that it reads comes from registers.
  [[nodiscard]] int entry(ExprId id) const;

  /// The shortest possible stage: the slowest part that cannot be cut.
  [[nodiscard]] int least_stage() const;

  /// The carry chain that absorbs the computation of `id`, or none.
  [[nodiscard]] ExprId chain_of(ExprId id) const { return timing.part_of[id]; }

  /// Whether `id` is logic that only prepares the second operand of the difference `of`, whose LUTs have enough free
  /// inputs.
  [[nodiscard]] bool prepares(ExprId id, ExprId of) const;

  /// The stored values that an operator reads, directly or through logic that it absorbs; each one once.
  [[nodiscard]] std::vector<ExprId> reads(ExprId id) const;

  /// Whether `id` uses the registers of a DSP block in stages of `budget` ps: a product does at 200 MHz and above, or
  /// if it does not fit a stage; a sum in a block always does.
  [[nodiscard]] bool is_registered(ExprId id, int budget) const;

  /// The number of these registers in series, if all operands arrive `start` ps after the beginning of a stage.
  [[nodiscard]] int stages(ExprId id, int start, int budget) const;

  /// Whether `id` can be in a DSP block.
  [[nodiscard]] bool is_in_block(ExprId id) const;

 private:
  /// For each value, the number of its bits up to the highest one that is read.
  [[nodiscard]] IndexVector<ExprId, int> bits_read() const;
  void count_ways_into_dsps(const DelayModel& device);
  void count_ways_into_resets(const DelayModel& device);
  void visit(ExprId id, IndexVector<ExprId, bool>& seen);

  /// Whether `mux` is a step of a shift: it selects from another wide multiplexer. If its condition depends on that
  /// one, both count leading zeros instead, step by step.
  [[nodiscard]] bool is_step_of_shift(const Expr& mux) const;

  [[nodiscard]] bool depends(ExprId id, ExprId on) const;
  [[nodiscard]] bool is_constant(ExprId id) const;

  int register_overhead_;
  IndexVector<ExprId, int> tail_;
  IndexVector<ExprId, std::vector<Way>> ways_into_reset_;  ///< only for conditions of multiplexers with a constant
};

}  // namespace rtlgen::hw
