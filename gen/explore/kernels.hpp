// The form of floats inside the core that suits what a device is short of: a search with each.
#pragma once

#include "explore/explore.hpp"

namespace rtlgen::explore {

/// `hardware.arithmetic: auto` takes the fewest LUTs, but aligned words take more registers and memory: where these
/// bind, IEEE bits may be better. The problem with them; none where the form is given or there are no floats.
std::optional<Problem> with_ieee(const Problem& problem);

/// Whether `ieee` is better than `other`, by the problem's objective.
bool is_better(const Answer& ieee, const Answer& other, const Problem& problem);

/// Says of all points that they are of `form`.
void set_form(Answer& found, spec::ArithmeticForm form);

}  // namespace rtlgen::explore
