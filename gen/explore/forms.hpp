// The form of floats inside the core that suits what a device is short of.
#pragma once

#include "explore/explore.hpp"

namespace rtlgen::explore {

/// `hardware.arithmetic: auto` takes the fewest LUTs, which is best where these bind. Where anything else does, or
/// nothing fits, IEEE bits may be better: the problem with these, or none.
std::optional<Problem> with_ieee(const Problem& problem, const Answer& found);

/// Whether `ieee` is better than `other`, by the problem's objective.
bool is_better(const Answer& ieee, const Answer& other, const Problem& problem);

/// Says of all points that they are of `form`.
void set_form(Answer& found, spec::ArithmeticForm form);

}  // namespace rtlgen::explore
