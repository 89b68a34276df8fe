// Stencils for tests of the plan and of the elaboration: written ones and random ones.
#pragma once

#include <random>
#include <string>

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::test {

/// Parses and plans `text`; a fault is an InternalError that holds the diagnostics.
plan::Plan plan_of(const std::string& text);
plan::Plan plan_of_file(const std::string& path);
plan::Plan plan_of_config(const std::string& name);

/// A generator that draws the same in every run; the environment variable RTLGEN_SEED draws others.
std::mt19937 seeded(unsigned base);

/// A random stencil as YAML: 1 to 3 axes, several lines and fields, any boundaries and borders, any P
/// and I, extents fixed or not, windows that may be larger than the grid. `cheap`: integers only.
std::string random_program(std::mt19937& random, bool cheap);

}  // namespace rtlgen::test
