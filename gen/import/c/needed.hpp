// Finds the assignments of a time step that its results need.
#pragma once

#include <vector>

#include "import/c/layout.hpp"

namespace rtlgen::importer::c {

/// The effects of `trace` without unused local values, and without stores whose cells are all assigned again before
/// they are read. Every array counts as read after the time step.
std::vector<Effect> needed_effects(const Trace& trace, const Layout& layout);

}  // namespace rtlgen::importer::c
