// The outcomes of several passes, each a run of its own, as one.
#pragma once

#include <cstdint>

namespace rtlgen::runner {
struct Outcome;
struct Run;
}  // namespace rtlgen::runner

namespace rtlgen::driver {

/// Adds the outcome of pass `number` to those before it.
void add_pass(runner::Outcome& sum, runner::Outcome pass, std::int64_t number);

/// Lets `run` start from the fields that `done` left, with stalls of its own; it is neither traced nor shown.
void continue_from(const runner::Outcome& done, runner::Run& run);

}  // namespace rtlgen::driver
