// Operators that are known to miss their period: each test has a list of them, with limits.
#pragma once

#include "synthesis/static_timing.hpp"

namespace rtlgen::synthesis {

/// Whether it misses its period, by no more than the list says: one that holds is a fault of the list.
inline bool is_listed_miss(const TimingReport& r, int most_ps) { return r.slack_ps < 0 && -r.slack_ps <= most_ps; }

}  // namespace rtlgen::synthesis
