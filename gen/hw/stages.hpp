// Which stage of a pipeline computes which value.
#pragma once

#include "hw/ir.hpp"

namespace rtlgen::hw {

struct PipelineGraph;

struct Schedule {
  IndexVector<ExprId, int> stage;        ///< where an expression is computed
  IndexVector<ExprId, int> span;         ///< stages more until its value can be used
  IndexVector<ExprId, bool> registered;  ///< has the registers of its DSP blocks: it is a value after them
  int last = 0;
};

/// As soon as possible with `budget` ps a stage.
Schedule schedule_asap(const PipelineGraph& graph, int budget);

/// Moves logic to later stages where that costs less, each stage within `budget` ps. The pipeline has `stages`.
void move_later(const PipelineGraph& graph, Schedule& schedule, int budget, int stages);

}  // namespace rtlgen::hw
