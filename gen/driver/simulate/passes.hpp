// Combines the outcomes of several passes, each of which is a separate run.
#pragma once

#include <cstdint>

namespace rtlgen::runner {
struct Outcome;
struct Run;
}  // namespace rtlgen::runner

namespace rtlgen::driver {

/// Adds the outcome of pass `number` to those of earlier passes.
void add_pass(runner::Outcome& sum, runner::Outcome pass, std::int64_t number);

/// Makes `run` start from the resulting fields of `done`, with different stalls; it is neither traced nor shown.
void continue_from(const runner::Outcome& done, runner::Run& run);

}  // namespace rtlgen::driver
