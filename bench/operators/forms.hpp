// Operators as Kernels have them, in IEEE form beside the aligned one (docs/adr/0024-forms.md).
#pragma once

#include "synthesis.hpp"

namespace rtlgen::bench {

/// A table by operator and format at 200 MHz; returns how many could not be measured.
int print_forms(const Settings& settings, bool markdown);

}  // namespace rtlgen::bench
