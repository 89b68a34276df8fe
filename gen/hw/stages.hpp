// Assigns values to the stages of a pipeline that compute them.
#pragma once

#include "hw/ir.hpp"

namespace rtlgen::hw {

struct PipelineGraph;

struct Schedule {
  IndexVector<ExprId, int> stage;        ///< stage that computes an expression
  IndexVector<ExprId, int> span;         ///< further stages until its value can be used
  IndexVector<ExprId, bool> registered;  ///< uses the registers of its DSP blocks: its value exists after them
  int last = 0;
};

/// Schedules everything as soon as possible, with `budget` ps per stage.
Schedule schedule_asap(const PipelineGraph& graph, int budget);

/// Moves logic to later stages if that costs less, each stage within `budget` ps. The pipeline has `stages` stages.
void move_later(const PipelineGraph& graph, Schedule& schedule, int budget, int stages);

}  // namespace rtlgen::hw
