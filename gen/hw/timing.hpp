// Delays of the expressions of a module, each in its context.
//
// DelayModel covers one operator at a time. It cannot model logic that only prepares the second operand of a
// difference: such logic goes into the LUTs of the carry chain and takes no time, for as many values as these LUTs can
// read (the first operand takes one input).
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

struct DelayModel;

struct Timing {
  IndexVector<ExprId, int> ps;  ///< from its arguments to its value
  // The following need delays of cells; otherwise `ps` includes the routes, and these are 0.
  IndexVector<ExprId, int> route;           ///< further delay to logic that reads it in the same stage
  IndexVector<ExprId, int> register_route;  ///< the same from its register
  IndexVector<ExprId, int> tail;            ///< further delay to the end of the stage, if its reader is in a later one
  IndexVector<ExprId, bool> is_lut;         ///< each bit is the output of a LUT
  IndexVector<ExprId, ExprId> part_of;      ///< the difference whose chain absorbs it, or none
};

/// Delays of any finished module, with or without registers. Uses the delays of cells if the device is scheduled by
/// them.
Timing timing_of(const Module& module, const DelayModel& device);

/// Whether expressions of this kind cost neither time nor logic.
bool is_wiring(ExprKind kind);

}  // namespace rtlgen::hw
