// A combinational module as its pipeline sees it: a graph of expressions with delays, wires looked through.
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
  /// Up to this period every product takes the registers of its DSP blocks.
  static constexpr int kFastPeriodPs = 5000;

  const Module& m;
  IndexVector<SignalId, ExprId> wire_value;  ///< none for inputs
  std::vector<ExprId> order;                 ///< live expressions, arguments (through wires) first
  Timing timing;
  bool by_cells;                               ///< `timing` is by cells
  int level;                                   ///< a LUT and its route
  bool absorbs_logic;                          ///< in front of carries and LUTs, in the stage of these
  IndexVector<ExprId, std::string> wire_name;  ///< its named wire, or empty
  std::vector<std::pair<SignalId, ExprId>> outputs;
  IndexVector<ExprId, ProductTiles> tiles;  ///< of products
  /// With Cut::kFewLuts: the stored values that are the amount of this wide shift, or of
  /// this step of one. They are computed in an earlier stage.
  IndexVector<ExprId, std::vector<ExprId>> amount;

  PipelineGraph(const Module& module, const DelayModel& device, Cut cut);

  /// Arguments of an expression, a wire's value for a reference to it.
  [[nodiscard]] std::vector<ExprId> args(ExprId id) const;

  /// The stored values that `id` is wired from (itself if it is real logic or an input).
  void sources(ExprId id, std::vector<ExprId>& out) const;

  [[nodiscard]] int delay(ExprId id) const { return timing.ps[id]; }

  /// What a stage needs behind `id`: the LUT that it shares, or the way into a DSP block.
  [[nodiscard]] int tail(ExprId id) const { return tail_[id]; }

  /// More than the route of `from` to `id`, which it reaches as a reset.
  struct Way {
    ExprId from;
    int ps;
  };
  [[nodiscard]] const std::vector<Way>& ways_into_reset(ExprId id) const { return ways_into_reset_[id]; }
  [[nodiscard]] int way(ExprId from, ExprId id) const;  ///< 0 if it is no reset

  /// From registers to the logic of `id`, if all that it reads comes from them.
  [[nodiscard]] int entry(ExprId id) const;

  /// The least that a stage can be: what cannot be cut, alone.
  [[nodiscard]] int least_stage() const;

  /// The carry chain that computes `id` on the way, or none.
  [[nodiscard]] ExprId chain_of(ExprId id) const { return timing.part_of[id]; }

  /// Whether `id` is logic that only makes the second operand of the difference `of`, in whose LUTs there is room for
  /// it.
  [[nodiscard]] bool prepares(ExprId id, ExprId of) const;

  /// The stored values that an operator reads, itself or through logic that it absorbs; each once.
  [[nodiscard]] std::vector<ExprId> reads(ExprId id) const;

  /// Whether `id` takes a DSP block's registers where a stage has `budget` ps: a product at 200 MHz and above, and
  /// where it fits no stage; a sum in a block always.
  [[nodiscard]] bool is_registered(ExprId id, int budget) const;

  /// The ranks of those registers, where all operands are there `start` ps after the begin of a stage.
  [[nodiscard]] int ranks(ExprId id, int start, int budget) const;

  /// Whether it can be in a DSP block.
  [[nodiscard]] bool is_in_block(ExprId id) const;

 private:
  /// Bits of every value below the highest that is read.
  [[nodiscard]] IndexVector<ExprId, int> bits_read() const;
  void count_ways_into_dsps(const DelayModel& device);
  void count_ways_into_resets(const DelayModel& device);
  void visit(ExprId id, IndexVector<ExprId, bool>& seen);

  /// A multiplexer behind another one is a step of a shift, unless what it chooses decides: then it
  /// counts leading zeros, one step after the other.
  [[nodiscard]] bool is_step_of_shift(const Expr& mux) const;

  [[nodiscard]] bool depends(ExprId id, ExprId on) const;
  [[nodiscard]] bool is_constant(ExprId id) const;

  int register_overhead_;
  IndexVector<ExprId, int> tail_;
  IndexVector<ExprId, std::vector<Way>> ways_into_reset_;  ///< of what decides a multiplexer of a constant
};

}  // namespace rtlgen::hw
