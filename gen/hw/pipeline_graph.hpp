// A combinational module as its pipeline sees it: a graph of expressions with delays, wires looked through.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/pipeline.hpp"
#include "hw/timing.hpp"
#include "support/index.hpp"

namespace rtlgen::hw {

struct PipelineGraph {
  const Module& m;
  std::vector<ExprId> wire_value;  ///< by signal, -1 for inputs
  std::vector<ExprId> order;       ///< live expressions, arguments (through wires) first
  Timing timing;
  std::vector<std::string> wire_name;  ///< by expression: its named wire, or empty
  std::vector<std::pair<SignalId, ExprId>> outputs;
  /// By expression, with Cut::kFewLuts: the stored values that are the amount of this wide shift, or of
  /// this step of one. They are computed in an earlier stage.
  std::vector<std::vector<ExprId>> amount;

  PipelineGraph(const Module& module, const DelayModel& device, Cut cut);

  /// Arguments of an expression, a wire's value for a reference to it.
  [[nodiscard]] std::vector<ExprId> args(ExprId id) const;

  /// The stored values that `id` is wired from (itself if it is real logic or an input).
  void sources(ExprId id, std::vector<ExprId>& out) const;

  [[nodiscard]] int delay(ExprId id) const { return timing.ps[at(id)]; }

  /// The carry chain that computes `id` on the way, or -1.
  [[nodiscard]] ExprId chain_of(ExprId id) const { return timing.part_of[at(id)]; }

  /// The stored values that an operator reads, itself or through logic that it absorbs; each once.
  [[nodiscard]] std::vector<ExprId> reads(ExprId id) const;

 private:
  void visit(ExprId id, std::vector<bool>& seen);

  /// A multiplexer behind another one is a step of a shift, unless what it chooses decides: then it
  /// counts leading zeros, one step after the other.
  [[nodiscard]] bool is_step_of_shift(const Expr& mux) const;

  [[nodiscard]] bool depends(ExprId id, ExprId on) const;
};

}  // namespace rtlgen::hw
