// Runs the rules in the order of their codes.
#include "analysis/meaning/meaning.hpp"

#include "spec/program.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::analysis {

void warn_of_meaning(const spec::Program& stencil, Diagnostics& diagnostics) {
  const Ranges ranges = ranges_of(stencil);
  warn_of_wraps(stencil, ranges, diagnostics);
  warn_of_temporaries(stencil, diagnostics);
  warn_of_unstable_steps(stencil, diagnostics);
  warn_of_casts(stencil, ranges, diagnostics);
}

}  // namespace rtlgen::analysis
