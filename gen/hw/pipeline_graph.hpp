// The combinational module as the pipeliner sees it: expressions in order, their delays, what each
// reads. Internal to gen/hw.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"

namespace rtlgen::hw::pipeline_detail {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Kinds that cost neither time nor logic.
bool is_wiring(ExprKind kind);

/// Expressions of a combinational module; wires are looked through.
struct Graph {
  const Module& m;
  std::vector<ExprId> wire_value;      ///< by signal, -1 for inputs
  std::vector<ExprId> order;           ///< live expressions, arguments (through wires) first
  std::vector<int> delay;              ///< by expression, ps
  std::vector<std::string> wire_name;  ///< by expression: its named wire, or empty
  /// By expression: the difference whose carry chain absorbs it, or -1. Logic that does nothing but
  /// prepare the second operand goes into the LUTs of the chain, as many values as those can read: it
  /// takes no time of its own and has to be computed in the stage of the chain.
  std::vector<ExprId> part_of;
  std::vector<std::pair<SignalId, ExprId>> outputs;

  /// Keeps a reference to `module`, which has nothing but assignments (else InternalError).
  Graph(const Module& module, const DelayModel& device);

  /// Arguments of an expression, a wire's value for a reference to it.
  [[nodiscard]] std::vector<ExprId> args(ExprId id) const;

  /// The stored values that `id` is wired from (itself if it is real logic or an input).
  void sources(ExprId id, std::vector<ExprId>& out) const;

  /// The stored values that an operator reads, itself or through logic that it absorbs; each once.
  [[nodiscard]] std::vector<ExprId> reads(ExprId id) const;

 private:
  void visit(ExprId id, std::vector<bool>& seen);
  void absorb_into_chains(int lut_inputs);
  void absorb_operand(ExprId chain, const std::vector<int>& uses, int lut_inputs);
};

}  // namespace rtlgen::hw::pipeline_detail
