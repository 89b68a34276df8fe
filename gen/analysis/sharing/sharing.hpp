// Sharing as a whole: the program that golden follows, and the one that is built.
//
//   as written --(reassociate: sums into the cheapest order)--> reference, which golden runs
//   reference --(backward sweeps turned round; exact reordering, partial results as temporaries)--> hardware, the same
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
  Cost before;           ///< of the program as written, its backward sweeps turned round
  Cost after;            ///< of `hardware`
  bool changed = false;  ///< `hardware` is not the program as written
  std::string text;      ///< for people: operators before and after, the order chosen, the lines as computed
};

/// What the golden engine follows: the program itself, or with `reassociate` its chains in the order chosen, which
/// depends on the program and its grid alone.
spec::Program reference_of(const spec::Program& program);

/// Shares what `hardware.sharing` allows and is cheaper shared. Arrays of the stencil keep their indices; new ones are
/// temporaries.
Sharing share(const spec::Stencil& stencil, const Fold& fold);

}  // namespace rtlgen::analysis
