// Sharing as a whole: the program that the golden engine runs, and the program that is built.
//
//   as written --(reassociate: sums in the cheapest order)--> reference, which the golden engine runs
//   reference --(backward sweeps reversed; exact reordering; partial results as temporaries)--> hardware, with the same
//   bits
#pragma once

#include <string>
#include <vector>

#include "analysis/sharing/cost.hpp"
#include "analysis/sharing/partials.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

struct Sharing {
  spec::Program reference;
  spec::Stencil hardware;
  Cost before;           ///< cost of the program as written, with backward sweeps reversed
  Cost after;            ///< cost of `hardware`
  bool changed = false;  ///< `hardware` differs from the program as written
  std::string lines;     ///< the lines of `hardware` as computed: equal if nothing else is shared
  std::string text;      ///< a summary for users: operators before and after, the chosen order, the lines as computed
};

/// The program that the golden engine runs: `program` itself, or with `reassociate`, with its chains in the chosen
/// order, which depends only on the program and its grid.
spec::Program reference_of(const spec::Program& program);

/// Shares everything that `hardware.sharing` allows and that becomes cheaper. Arrays of the stencil keep their indices;
/// new arrays are temporaries.
Sharing share(const spec::Stencil& stencil, const Fold& fold);

}  // namespace rtlgen::analysis
