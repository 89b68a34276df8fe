// Dependencies of the verdict on a simulated core, for the ledger of proofs.
#pragma once

#include <optional>
#include <string>

#include "ledger.hpp"

namespace rtlgen::driver {
struct SimOptions;
}

namespace rtlgen::test {

/// The evidence of driver::simulate(options) with an ideal memory: the HDL without its banner, what the plan says of
/// the core, the run's data and settings, every bit that the golden engine expects, the code that builds, runs and
/// compares, and the tools. `claim` names the case; the code of the case's own checks is the caller's to add. Nothing
/// if the description has errors, which are simulate()'s to say.
std::optional<Evidence> evidence_of(const std::string& claim, const driver::SimOptions& options);

}  // namespace rtlgen::test
