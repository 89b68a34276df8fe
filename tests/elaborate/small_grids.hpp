// Programs as text on grids about as small as their hardware serves.
#pragma once

#include <optional>
#include <random>
#include <string>

namespace rtlgen {
class Diagnostics;
}
namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::test {

/// The plan of a program as the commands make it, proven; none for one that is refused.
std::optional<plan::Plan> shared_plan(const std::string& text, Diagnostics& diagnostics);

/// Expects the core of `text` to compute what the golden engine computes on the largest grid, the smallest, and two
/// that are a little larger.
void expect_golden_on_small_grids(const std::string& text, const plan::Plan& p, std::mt19937& random);

}  // namespace rtlgen::test
