// What all points of one P, and of one P and block, have in common.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "explore/explore.hpp"
#include "plan/plan.hpp"

namespace rtlgen::explore {

/// How much of a resource a sum may say that is taken, for the point to be looked at: the rest of the core grows with the chain a little, so what is
/// near the end is planned before it is judged.
inline constexpr double kNear = 1.02;

/// The stencil at a point, cut into blocks; nothing where that cannot be built.
struct Planned {
  spec::Stencil stencil;
  plan::Plan plan;
};
std::unique_ptr<Planned> plan_at(const Problem& problem, const Point& point);

/// Of a P and a block, for one Executor.
struct Probe {
  int cells_per_cycle = 1;
  std::vector<std::int64_t> block;
  model::Area executor, rest;        ///< of an Executor, memories included; of the core around the chain
  std::array<std::int64_t, 3> reach{0, 0, 0};  ///< ghost cells a step, both sides together
  std::vector<double> channel_bytes;           ///< of a cell, by channel: of the passes with the fewest
};

/// All probes that can be built. `operators` learns what all of them are made of.
std::vector<Probe> probe(const Problem& problem, model::AreaCache& operators);

/// Blocks worth a look: of x by halves and three quarters, in whole alignment units; of y alike.
std::vector<std::vector<std::int64_t>> candidate_blocks(const spec::Stencil& stencil, int cells_per_cycle);

}  // namespace rtlgen::explore
