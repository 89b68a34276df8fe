// The outcomes of several passes, each a run of its own, as one.
#pragma once

#include <cstdint>

namespace rtlgen::runner {
struct Outcome;
}

namespace rtlgen::driver {

/// Adds the outcome of pass `number` to those before it.
void add_pass(runner::Outcome& sum, runner::Outcome pass, std::int64_t number);

}  // namespace rtlgen::driver
