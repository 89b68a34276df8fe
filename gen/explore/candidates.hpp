// Every point of the space with its area and a lower bound of its time.
#pragma once

#include <vector>

#include "explore/probe.hpp"

namespace rtlgen::explore {

struct Candidate {
  const Probe* probe = nullptr;
  Point point;      ///< not planned
  double part = 0;  ///< use of its fullest resource, as a fraction
};

/// Points that may fit, in any order; `considered`: number of points considered, including those that already exceed a
/// resource.
std::vector<Candidate> candidates(const Problem& problem, const std::vector<Probe>& probes, std::int64_t& considered);

/// Area of `steps` Executors of a probe, with the modules around them.
model::Area area_at(const Probe& probe, int steps);

}  // namespace rtlgen::explore
