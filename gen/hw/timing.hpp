// Delays of the expressions of a module, each where it stands.
//
// DelayModel covers one operator at a time. It cannot model that logic which does nothing but
// prepare the second operand of a difference goes into the LUTs of the carry chain, as many values as
// those can read (the first operand takes one input): such logic takes no time.
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

struct DelayModel;

struct Timing {
  IndexVector<ExprId, int> ps;  ///< from its arguments to its value
  // By cells; otherwise `ps` has the routes, and these are 0.
  IndexVector<ExprId, int> route;           ///< more until the logic that reads it in the same stage has it
  IndexVector<ExprId, int> register_route;  ///< the same from its register
  IndexVector<ExprId, int> tail;            ///< more until the end of the stage, where its reader is in a later one
  IndexVector<ExprId, bool> is_lut;         ///< each bit comes out of a LUT
  IndexVector<ExprId, ExprId> part_of;      ///< the difference whose chain absorbs it, or none
};

/// For any finished module, with or without registers; by cells where the device is scheduled by them.
Timing timing_of(const Module& module, const DelayModel& device);

/// Kinds that cost neither time nor logic.
bool is_wiring(ExprKind kind);

}  // namespace rtlgen::hw
