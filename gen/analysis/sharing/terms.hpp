// Terms in order, and offsets added: what all searches of sums use.
#pragma once

#include <tuple>
#include <vector>

#include "analysis/sharing/sums.hpp"
#include "spec/axes.hpp"

namespace rtlgen::analysis {

using Terms = std::vector<Term>;

inline spec::Offset plus(const spec::Offset& a, const spec::Offset& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline spec::Offset minus(const spec::Offset& a, const spec::Offset& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// z, then y, then x: the order in which cells come.
inline auto rank(const Term& t) { return std::tuple(t.offset[2], t.offset[1], t.offset[0], t.kind, t.coefficient); }
inline bool before(const Term& a, const Term& b) { return rank(a) < rank(b); }

}  // namespace rtlgen::analysis
